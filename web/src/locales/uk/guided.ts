// Messages of guided games and of Help, as one text.

export default Object.values(import.meta.glob<string>("./*.guided.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
