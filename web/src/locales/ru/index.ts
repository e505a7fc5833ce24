// The messages of the language that are needed everywhere, as one text, so that they come in one answer.

export default Object.values(
  import.meta.glob<string>(["./*.ftl", "!./*.*.ftl"], { query: "?raw", import: "default", eager: true }),
).join("\n");
