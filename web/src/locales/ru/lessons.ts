// Messages for the lessons, as one text.

export default Object.values(import.meta.glob<string>("./*.lessons.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
