// Messages needed on every page, as one text, so that they load in one request.

export default Object.values(
  import.meta.glob<string>(["./*.ftl", "!./*.*.ftl"], { query: "?raw", import: "default", eager: true }),
).join("\n");
