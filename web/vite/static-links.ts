// Links of a static site, whose pages are in the hash of the URL.

import type { Plugin } from "vite";

/**
 * Rewrites the internal links in a component's markup: `href="/t/{id}"` becomes `href="#/t/{id}"`. Computed links use `linkTo`
 * (src/shared/site.ts). Links to the server's API stay.
 */
export const toHashLinks = (markup: string): string => markup.replace(/\bhref="\/(?!api\/)/g, 'href="#/');

/** Rewrites the links of all components before Svelte compiles them. */
export const staticLinks: Plugin = {
  name: "static-links",
  enforce: "pre",
  transform: (code, id) => (id.endsWith(".svelte") ? { code: toHashLinks(code), map: null } : null),
};
