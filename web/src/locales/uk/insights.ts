// Messages for the insights page, as one text.

export default Object.values(import.meta.glob<string>("./*.insights.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
