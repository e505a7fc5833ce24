// The text face. It is fetched after the first board, and used from the next visit on: a face that arrived late would shift the page.

import cyrillic from "@fontsource-variable/source-sans-3/files/source-sans-3-cyrillic-wght-normal.woff2?url";
import latin from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url";
import { load, save } from "./store";

const FACE = "Source Sans 3";
const FILES = [
  { url: latin, unicodeRange: "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122" },
  { url: cyrillic, unicodeRange: "U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116" },
];
/** The key under which the browser remembers which files are in its cache. */
const KEY = "font";
const VERSION = FILES.map(({ url }) => url).join(" ");

/** Uses the face if an earlier visit has fetched it. */
export function useCachedFont(): void {
  if (load(KEY, "") !== VERSION) return;
  for (const { url, unicodeRange } of FILES) {
    document.fonts.add(new FontFace(FACE, `url(${url})`, { weight: "200 900", unicodeRange, display: "optional" }));
  }
}

let fetched = false;

/** Fetches the face into the browser's cache once the page has nothing else to do. */
export function fetchFont(): void {
  if (fetched || load(KEY, "") === VERSION) return;
  fetched = true;
  const fetchAll = () => {
    void Promise.all(FILES.map(async ({ url }) => (await fetch(url)).blob())).then(
      () => save(KEY, VERSION),
      // The next visit tries again.
      () => {},
    );
  };
  if ("requestIdleCallback" in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 1000);
}
