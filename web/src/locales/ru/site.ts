// Messages for the pages around the tables, as one text.

export default Object.values(import.meta.glob<string>("./*.site.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
