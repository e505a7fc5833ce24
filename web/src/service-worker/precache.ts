// Keeps all files of the client in a cache, so that it works without a connection. They are downloaded on request instead of with the
// service worker, because pages also need it for notifications, and because not everyone wants the download.

import { PrecacheController } from "workbox-precaching";
import { problemOf, type OfflineState } from "../shared/offline";

/** A file of the client. `revision` is null if its name contains a hash; `integrity` rejects anything but this very file. */
export interface Entry {
  url: string;
  revision: string | null;
  integrity: string;
}

/** The client's page, whose presence in the cache implies that of all other files, since it is downloaded last. */
const PAGE = "index.html";
/** Cache with the mark that this browser keeps the client, and the URL of the mark. */
const [MARKS, KEPT] = ["bastide-marks", "kept"];

/** The part of an event that keeps the service worker running. */
export interface Lasting {
  waitUntil(task: Promise<unknown>): void;
}

export class Precache {
  private readonly controller: PrecacheController;
  private done = 0;
  private filling: Promise<void> | null = null;
  private failed: OfflineState | null = null;

  constructor(
    private readonly entries: Entry[],
    private readonly report: (state: OfflineState) => unknown,
  ) {
    const progress = {
      handlerDidComplete: async ({ event }: { event: { type: string } }) => {
        if (event.type !== "install") return;
        this.done += 1;
        this.report(this.saving());
      },
    };
    this.controller = new PrecacheController({ plugins: [progress as never] });
    this.controller.addToCacheList(entries);
  }

  /** Returns whether this browser keeps the client. */
  async isWanted(): Promise<boolean> {
    return (await (await caches.open(MARKS)).match(KEPT)) !== undefined;
  }

  /** Downloads the files that are missing, and keeps the client from now on. */
  async keep(event: Lasting): Promise<void> {
    await (await caches.open(MARKS)).put(KEPT, new Response());
    await this.fill(event);
  }

  /** Downloads the files that are missing; throws if that fails. */
  fill(event: Lasting): Promise<void> {
    this.filling ??= this.download(event).finally(() => (this.filling = null));
    return this.filling;
  }

  private async download(event: Lasting): Promise<void> {
    this.done = 0;
    this.failed = null;
    this.report(this.saving());
    try {
      // Workbox downloads only during an installation, which it recognises by the type of the event.
      await this.controller.install({ type: "install", waitUntil: (task: Promise<unknown>) => event.waitUntil(task) } as never);
      this.report({ type: "ready" });
    } catch (error) {
      this.failed = { type: "failed", problem: problemOf(error) };
      this.report(this.failed);
      throw error;
    }
  }

  private saving = (): OfflineState => ({ type: "saving", done: this.done, total: this.entries.length });

  /** Returns the state. If files are missing from the cache of a browser that keeps them, downloads them again. */
  async state(event: Lasting): Promise<OfflineState> {
    if (this.filling) return this.saving();
    if (await this.isComplete()) return { type: "ready" };
    if (!(await this.isWanted())) return { type: "off" };
    if (this.failed) {
      const { failed } = this;
      // The next request tries again.
      this.failed = null;
      return failed;
    }
    this.fill(event).catch(() => {});
    return this.saving();
  }

  private async isComplete(): Promise<boolean> {
    const cache = await caches.open(this.controller.strategy.cacheName);
    const present = new Set((await cache.keys()).map(({ url }) => url));
    return this.entries.length > 0 && [...this.controller.getURLsToCacheKeys().values()].every((key) => present.has(key));
  }

  /** Deletes the files of earlier versions. */
  clean(event: Lasting): Promise<unknown> {
    return this.controller.activate(event as never);
  }

  /** Returns the kept page, if the client is kept. */
  async page(): Promise<Response | undefined> {
    return this.controller.matchPrecache(PAGE);
  }

  /** Returns the cache key and the integrity of a file; undefined if it is not part of the client. */
  keyOf(url: URL): { cacheKey: string; integrity?: string } | undefined {
    const cacheKey = this.controller.getCacheKeyForURL(url.href);
    return cacheKey === undefined ? undefined : { cacheKey, integrity: this.controller.getIntegrityForCacheKey(cacheKey) };
  }

  /** Serves a file from the cache, or from the network if it is missing there; then it is cached if it is the right one. */
  get strategy(): PrecacheController["strategy"] {
    return this.controller.strategy;
  }
}
