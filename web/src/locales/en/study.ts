// Messages for the studies, as one text.

export default Object.values(import.meta.glob<string>("./*.study.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
