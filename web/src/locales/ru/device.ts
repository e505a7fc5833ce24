// Messages for tables on this device, as one text.

export default Object.values(import.meta.glob<string>("./*.device.ftl", { query: "?raw", import: "default", eager: true })).join("\n");
