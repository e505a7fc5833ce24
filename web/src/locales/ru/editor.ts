// Messages for the position editor, as one text.

export default Object.values(import.meta.glob<string>("./*.editor.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
