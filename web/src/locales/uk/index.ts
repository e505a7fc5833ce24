// All messages of the language as one text, so that they come in one answer.

export default Object.values(import.meta.glob<string>("./*.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
