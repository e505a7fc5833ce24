// Messages for the replay page, as one text.

export default Object.values(import.meta.glob<string>("./*.replay.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
