// Messages for guided games and Help, as one text.

export default Object.values(import.meta.glob<string>("./*.guided.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
