// Messages for the puzzles, as one text.

export default Object.values(import.meta.glob<string>("./*.puzzles.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
