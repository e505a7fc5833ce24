// Reloads after a failed load, without reloading for ever.

import { fileUrl } from "./site";
import { load, save } from "./store";

/** Minimum milliseconds between two reloads. */
const INTERVAL_MS = 30_000;

/** Returns whether a reload can help: the server can be reached, and the page was not just reloaded. */
export async function mayReload(now = Date.now()): Promise<boolean> {
  if (now - load("reloaded", 0) < INTERVAL_MS) return false;
  // The service worker answers no HEAD requests, so this one reaches the server.
  const reached = await fetch(fileUrl("favicon.svg"), { method: "HEAD", cache: "no-store" }).then(({ ok }) => ok, () => false);
  if (reached) save("reloaded", now);
  return reached;
}
