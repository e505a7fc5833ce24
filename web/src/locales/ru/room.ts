// Messages for the waiting room and invitations, as one text.

export default Object.values(import.meta.glob<string>("./*.room.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
