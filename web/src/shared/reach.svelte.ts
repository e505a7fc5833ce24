// Whether the server can be reached. The browser's own online state is not used: a server on the same machine needs no network.

import { HAS_SERVER } from "./site";

const reach = $state({ lost: !HAS_SERVER });

/** Returns whether the last request failed to reach the server, or the site has none. */
export const isOffline = (): boolean => reach.lost;

/** Notes whether a request reached the server. */
export function noteReached(reached: boolean): void {
  if (HAS_SERVER) reach.lost = !reached;
}
