// Messages between pages and the service worker about keeping the client for use without a connection.

/** Why the client could not be kept. `changed`: the server has a newer version by now; `storage`: the disk or the quota is full. */
export type OfflineProblem = "connection" | "changed" | "storage";

/** Whether the client works without a connection. `unsupported`: the browser has no service workers, or the page is not secure. */
export type OfflineState =
  | { type: "unsupported" }
  | { type: "off" }
  | { type: "saving"; done: number; total: number }
  | { type: "ready" }
  | { type: "failed"; problem: OfflineProblem };

/** Message from a page to the service worker. */
export type ToWorker =
  /** Requests the state, which is sent to all pages. */
  | { type: "ask" }
  /** Keeps all files of the client, now and after updates. */
  | { type: "keep" }
  /** Asks a waiting service worker whether it can take over from the old one; `script` is the page's own script. */
  | { type: "ask-update"; script: string }
  /** Makes a waiting service worker take over, unless a game is open in another tab. */
  | { type: "update" };

/** Message from the service worker to a page. */
export type FromWorker = { type: "state"; state: OfflineState };

/** Answer to `ask-update`. */
export interface UpdateAnswer {
  /** True if a game is open in another tab, which needs the old files. */
  busy: boolean;
  /** True if the asking page is of the new version already. */
  current: boolean;
}

/** A connection as browsers describe it; some browsers describe none. */
export interface Connection {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Returns whether large downloads may cost money or disturb the page. A connection that the browser does not describe is not metered. */
export const isMetered = ({ saveData, type, effectiveType }: Connection = {}): boolean =>
  saveData === true || type === "cellular" || effectiveType === "slow-2g" || effectiveType === "2g";

/** Returns why a download failed. */
export function problemOf(error: unknown): OfflineProblem {
  const name = error instanceof Error ? error.name : "";
  if (name === "QuotaExceededError") return "storage";
  return name === "bad-precaching-response" ? "changed" : "connection";
}

/** Returns whether a URL shows a running game. */
export function showsGame(url: string): boolean {
  const { pathname, hash } = new URL(url);
  return /^\/((t|guided|lessons)\/[^/]|puzzles$)/.test(hash.startsWith("#/") ? hash.slice(1) : pathname);
}
