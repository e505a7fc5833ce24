// Answers the requests of pages: from the server as long as it can be reached, otherwise from caches.

import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { ExpirationPlugin } from "workbox-expiration";
import { NavigationRoute, registerRoute, setCatchHandler } from "workbox-routing";
import { NetworkFirst, StaleWhileRevalidate } from "workbox-strategies";
import type { Precache } from "./precache";

/** Milliseconds that the server has to send a page before the kept one is shown. */
const NAVIGATION_TIMEOUT_MS = 8000;
/** Seconds that the server has to send data before the cached data is used. */
const DATA_TIMEOUT_SECONDS = 8;
/** Pages that other sites may show, which the server's headers say. A kept page has the headers of the home page. */
const EMBEDDED = /^\/(embed|overlay)\//;
/** A proxy answers with these if it cannot reach the server. */
const GATEWAY_ERRORS = [502, 503, 504];
/** Maximum number of cached pictures: all tiles in all rotations, in the level of detail that a screen shows. */
const MAX_PICTURES = 2500;
const MAX_DATA = 20;

/** Waits for a page from the server; if it takes too long and the client is kept, uses the kept page. */
async function open(fromServer: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  const late = new Promise<undefined>((done) => setTimeout(done, NAVIGATION_TIMEOUT_MS));
  const answer = await Promise.race([fromServer.catch(() => undefined), late]);
  if (answer && !GATEWAY_ERRORS.includes(answer.status)) return answer;
  return (await kept().catch(() => undefined)) ?? fromServer;
}

export function answerRequests(precache: Precache): void {
  // The server describes tables and profiles in the page, so pages come from the server whenever possible.
  registerRoute(new NavigationRoute(({ request, event }) => {
    const preloaded = Promise.resolve((event as FetchEvent).preloadResponse as Promise<Response | undefined>);
    return open(preloaded.then((response) => response ?? fetch(request)), () => precache.page());
  }, { denylist: [/^\/api\//, EMBEDDED] }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && precache.keyOf(url),
    ({ request, event, url }) => precache.strategy.handle({ request, event, params: precache.keyOf(url) }),
  );
  const fine = new CacheableResponsePlugin({ statuses: [200] });
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/api/art/"),
    new StaleWhileRevalidate({
      cacheName: "bastide-art",
      plugins: [fine, new ExpirationPlugin({ maxEntries: MAX_PICTURES, purgeOnQuotaError: true })],
    }),
  );
  // The games and the rules must match the server's version, so they are cached only for the time without a connection.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && (url.pathname === "/api/games" || url.pathname.startsWith("/api/rules/")),
    new NetworkFirst({
      cacheName: "bastide-data",
      networkTimeoutSeconds: DATA_TIMEOUT_SECONDS,
      plugins: [fine, new ExpirationPlugin({ maxEntries: MAX_DATA, purgeOnQuotaError: true })],
    }),
  );
  // If a cache cannot be read, the server answers.
  setCatchHandler(({ request }) => fetch(request));
}
