// Addresses: `/` home, `/t/{table}` a table, `/r/{table}` its replay, `/rules` the reference.

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string }
  | { page: "rules" }
  | { page: "lost" };

export function parse(path: string): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean);
  if (first === undefined) return { page: "home" };
  if (rest.length > 0) return { page: "lost" };
  if (first === "t" && second) return { page: "table", table: decode(second) };
  if (first === "r" && second) return { page: "replay", table: decode(second) };
  if (first === "rules" && second === undefined) return { page: "rules" };
  return { page: "lost" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
