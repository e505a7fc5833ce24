// Where the client runs: with a server of ours, or as a static site, whose games stay on the device.

import { addressOf } from "./route";

/** False in a static site (`vite build --mode static`), which has no accounts, lobby, archive or other people's games. */
export const HAS_SERVER = import.meta.env.MODE !== "static";

/** Returns the `href` of an internal path, for links whose path is computed; the build rewrites literal ones (vite/static-links.ts). */
export const linkTo = (path: string): string => (HAS_SERVER ? path : `#${path}`);

/** Returns the full URL of an internal path, for copying and sharing. */
export const urlOf = (path: string): string => (HAS_SERVER ? location.origin + path : location.href.split("#")[0] + linkTo(path));

/** Returns the URL of a file in `public`, such as `scenes/carcassonne.svg`. */
export const fileUrl = (name: string): string => import.meta.env.BASE_URL + name;

/** Returns the path, the query and the hash of the current page. */
export const here = () => addressOf(location, HAS_SERVER);
