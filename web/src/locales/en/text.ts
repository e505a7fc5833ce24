// Messages for the text board, as one text.

export default Object.values(import.meta.glob<string>("./*.text.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
