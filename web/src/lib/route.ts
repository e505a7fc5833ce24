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

/** The table that somebody's link leads to: a whole address, or only the table's name. Null where the text is neither. */
export function linked(text: string): { table: string; path: string } | null {
  const found = /^(?:(?:https?:\/\/[^\s/]+)?\/?([tr])\/)?([\w-]{4,})\/?(#\S*)?$/.exec(text.trim());
  if (!found) return null;
  const [, page = "t", table = "", rest = ""] = found;
  return { table, path: `/${page}/${table}${rest}` };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
