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

const place = $state({ path: location.pathname, hash: location.hash });

export const route = (): Route => parse(place.path);
export const hash = (): string => place.hash;

function read(): void {
  place.path = location.pathname;
  place.hash = location.hash;
}

export function go(address: string): void {
  history.pushState(null, "", address);
  read();
  if (!location.hash) window.scrollTo(0, 0);
}

/** Follows the browser's history and turns clicks on our own links into changes of page without a reload. */
export function listen(): () => void {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  document.addEventListener("click", click);
  return () => {
    removeEventListener("popstate", read);
    removeEventListener("hashchange", read);
    document.removeEventListener("click", click);
  };
}
