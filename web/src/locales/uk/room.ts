// The messages of the page that shows a game again, as one text.

export default Object.values(import.meta.glob<string>("./*.room.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
