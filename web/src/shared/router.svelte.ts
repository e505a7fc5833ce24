// Keeps the current page in sync with the URL.

import { insideOf, parse, type Route } from "./route";
import { HAS_SERVER, here, linkTo } from "./site";

const place = $state(here());

export const route = (): Route => parse(place.path);
export const hash = (): string => place.hash;

const read = () => void Object.assign(place, here());

/** Navigates to another page; `instead` replaces this one in the history. */
export function go(address: string, instead = false): void {
  if (instead) history.replaceState(null, "", linkTo(address));
  else history.pushState(null, "", linkTo(address));
  read();
  if (!place.hash) window.scrollTo(0, 0);
}

/** Replaces the page's hash in the address bar; the page does not notice. */
export const replaceHash = (hash: string): void => history.replaceState(null, "", linkTo(here().path + hash));

/** Replaces the address in the address bar; the page does not notice. */
export const replaceAddress = (address: string): void => history.replaceState(null, "", linkTo(address));

/** Follows the browser's history and turns clicks on internal links into page changes without a reload. */
export function listen(): () => void {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    const inside = insideOf(link, location, HAS_SERVER);
    if (inside === null) return;
    event.preventDefault();
    go(inside);
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
