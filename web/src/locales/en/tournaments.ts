// Messages for the tournaments, as one text.

export default Object.values(import.meta.glob<string>("./*.tournaments.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
