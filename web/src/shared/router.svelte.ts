// Keeps the current page in sync with the URL.

import { parse, type Route } from "./route";

const place = $state({ path: location.pathname, hash: location.hash });

export const route = (): Route => parse(place.path);
export const hash = (): string => place.hash;

function read(): void {
  place.path = location.pathname;
  place.hash = location.hash;
}

/** Navigates to another page; `instead` replaces this one in the history. */
export function go(address: string, instead = false): void {
  if (instead) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  read();
  if (!location.hash) window.scrollTo(0, 0);
}

/** Follows the browser's history and turns clicks on internal links into page changes without a reload. */
export function listen(): () => void {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  // The URL may have changed since this file was loaded.
  read();
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  document.addEventListener("click", click);
  return () => {
    removeEventListener("popstate", read);
    removeEventListener("hashchange", read);
    document.removeEventListener("click", click);
  };
}
