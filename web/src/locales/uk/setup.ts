// Messages for numbers and colours in a set-up, as one text.

export default Object.values(import.meta.glob<string>("./*.setup.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
