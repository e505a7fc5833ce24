// Routes: `/` home, `/lobby` the lobby, `/t/{table}` a table, `/r/{table}` its replay, `/rules` the reference, `/account` the player's
// own account, `/guided/{game}` a guided game, `/lessons` the lessons, `/lessons/{lesson}` one of them, `/puzzles` the puzzles,
// `/puzzle/{puzzle}` one of them, `/insights` the reader's mistakes in finished games, `/editor` the position editor, `/study` the
// studies, `/study/{study}` one of them, `/tournaments` the tournaments, `/tournaments/{tournament}` one of them, `/wall/{tournament}`
// its pairings for a large screen, `/admin` moderation, `/@/{name}` a profile, `/people` the players, `/following` the players whom the
// account follows, `/tv` the best running games, `/watch` several games at once, `/embed/{table}` and `/overlay/{table}` a game for
// other sites and for streams, `/archive` finished games, `/leaderboard` the best players, and `/confirm`, `/recover` and `/unsubscribe`
// the targets of links in emails.

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string }
  | { page: "rules" }
  | { page: "account" }
  | { page: "admin" }
  | { page: "person"; name: string }
  | { page: "people" }
  | { page: "following" }
  | { page: "tv" }
  | { page: "watch" }
  | { page: "embed"; table: string }
  | { page: "overlay"; table: string }
  | { page: "archive" }
  | { page: "leaderboard" }
  | { page: "lobby" }
  | { page: "tournaments" }
  | { page: "tournament"; name: string }
  | { page: "wall"; name: string }
  | { page: "guided"; name: string }
  | { page: "puzzles"; puzzle?: string }
  | { page: "insights" }
  | { page: "lessons" }
  | { page: "lesson"; name: string }
  | { page: "editor" }
  | { page: "study"; study: string }
  | { page: "confirm" }
  | { page: "recover" }
  | { page: "unsubscribe" }
  | { page: "lost" };

/** A page's address: its path, its query and its own hash. */
export interface Address {
  path: string;
  search: string;
  hash: string;
}

type Place = Pick<Location, "pathname" | "search" | "hash">;

/**
 * Returns the address in a URL. A static site has all of it in the URL's hash, because its host knows no paths: `#/t/x?y=1#review@12`. A
 * hash without a path belongs to the home page.
 */
export function addressOf(url: Place, hasServer: boolean): Address {
  if (hasServer) return { path: url.pathname, search: url.search, hash: url.hash };
  if (!url.hash.startsWith("#/")) return { path: "/", search: "", hash: url.hash };
  const [, path = "/", search = "", hash = ""] = /^#([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url.hash) ?? [];
  return { path, search, hash };
}

/**
 * Returns the internal address that a link leads to; null if it leads elsewhere. In a static site a link to a mere hash stays on its page.
 */
export function insideOf(link: Place & Pick<Location, "origin">, page: Location, hasServer: boolean): string | null {
  if (link.origin !== page.origin) return null;
  if (hasServer) return link.pathname.startsWith("/api/") ? null : link.pathname + link.search + link.hash;
  if (link.pathname !== page.pathname || link.hash === "") return null;
  if (link.hash.startsWith("#/")) return link.hash.slice(1);
  const { path, search } = addressOf(page, false);
  return path + search + link.hash;
}

export const personPath = (name: string): string => `/@/${encodeURIComponent(name)}`;

/** Pages whose path is their name. */
const PLAIN: Route[] = ([
  "rules", "account", "admin", "people", "following", "tv", "watch", "archive", "leaderboard", "puzzles", "lessons", "insights", "editor",
  "lobby", "tournaments", "confirm", "recover", "unsubscribe",
] as const).map((page) => ({ page }));

export function parse(path: string): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean);
  if (first === undefined) return { page: "home" };
  if (rest.length > 0) return { page: "lost" };
  if (first === "study") return { page: "study", study: decode(second ?? "") };
  if (second === undefined) return PLAIN.find(({ page }) => page === first) ?? { page: "lost" };
  const name = decode(second);
  if (first === "t") return { page: "table", table: name };
  if (first === "r") return { page: "replay", table: name };
  if (first === "embed" || first === "overlay") return { page: first, table: name };
  if (first === "@") return { page: "person", name };
  if (first === "guided") return { page: "guided", name };
  if (first === "puzzle") return { page: "puzzles", puzzle: name };
  if (first === "lessons") return { page: "lesson", name };
  if (first === "tournaments") return { page: "tournament", name };
  if (first === "wall") return { page: "wall", name };
  return { page: "lost" };
}

/** Returns the table that a link names. The text can be a full URL or just the table's id; returns null if it is neither. */
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
