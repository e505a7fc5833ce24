import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry, Lasting, Precache } from "../src/service-worker/precache";
import { isMetered, problemOf, showsGame, type OfflineState } from "../src/shared/offline";

const ORIGIN = "https://games.example/";
const urlOf = (request: RequestInfo) => new URL(typeof request === "string" ? request : request.url, ORIGIN).href;

/** A browser's caches in memory, as far as the code uses them. */
class FakeCache {
  entries = new Map<string, Response>();
  keys = async () => [...this.entries.keys()].map((url) => ({ url }));
  match = async (request: RequestInfo) => this.entries.get(urlOf(request))?.clone();
  put = async (request: RequestInfo, response: Response) => void this.entries.set(urlOf(request), response);
  delete = async (request: RequestInfo) => this.entries.delete(urlOf(request));
}

const stores = new Map<string, FakeCache>();
const caches = {
  open: async (name: string) => {
    if (!stores.has(name)) stores.set(name, new FakeCache());
    return stores.get(name)!;
  },
  match: async (request: RequestInfo, { cacheName }: { cacheName: string }) => (await caches.open(cacheName)).match(request),
};

/** Paths that the server does not have, and those that were requested. */
const missing = new Set<string>();
const requested: string[] = [];

/** Stands for a request, because those of Node.js accept no relative URLs. */
class FakeRequest {
  url: string;
  mode = "cors";
  method = "GET";
  headers = new Headers();
  constructor(input: string | FakeRequest, readonly init: { integrity?: string } = {}) {
    this.url = new URL(typeof input === "string" ? input : input.url, ORIGIN).href;
  }
  get integrity() { return this.init.integrity ?? ""; }
  clone() { return new FakeRequest(this, this.init); }
}

const FILES: Entry[] = ["assets/a-1.js", "assets/b-2.js", "favicon.svg", "index.html"].map((url) => ({
  url, revision: url.startsWith("assets/") ? null : "r1", integrity: `sha256-${url}`,
}));

const states: OfflineState[] = [];
const event: Lasting = { waitUntil: (task) => void task.catch(() => {}) };

async function precache(files = FILES): Promise<Precache> {
  const { Precache } = await import("../src/service-worker/precache");
  return new Precache(files, (state) => states.push(state));
}

beforeEach(() => {
  for (const all of [stores, missing, states, requested] as { clear?(): void; length?: number }[]) {
    if (all.clear) all.clear();
    else all.length = 0;
  }
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("location", new URL(ORIGIN));
  vi.stubGlobal("registration", { scope: ORIGIN });
  vi.stubGlobal("navigator", { userAgent: "" });
  vi.stubGlobal("FetchEvent", class {});
  vi.stubGlobal("ExtendableEvent", { [Symbol.hasInstance]: () => true });
  vi.stubGlobal("Request", FakeRequest);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", async (request: FakeRequest) => {
    const path = request.url.slice(ORIGIN.length);
    requested.push(path);
    if (missing.has("*")) throw new TypeError("no network");
    return new Response(path, { status: missing.has(path) ? 404 : 200 });
  });
  vi.stubGlobal("addEventListener", () => {});
});

describe("keeping the client", () => {
  it("is off until it is requested", async () => {
    expect(await (await precache()).state(event)).toEqual({ type: "off" });
    expect(requested).toEqual([]);
  });

  it("downloads all files, the page last, and reports the progress", async () => {
    const one = await precache();
    await one.keep(event);
    expect(requested).toEqual(FILES.map(({ url }) => url));
    expect(states.map((state) => (state.type === "saving" ? state.done : state.type))).toEqual([0, 1, 2, 3, 4, "ready"]);
    expect(await one.state(event)).toEqual({ type: "ready" });
    expect(await one.page().then((page) => page?.text())).toBe("index.html");
  });

  it("continues a download that was interrupted", async () => {
    missing.add("favicon.svg");
    const one = await precache();
    await expect(one.keep(event)).rejects.toThrow();
    expect(states.at(-1)).toEqual({ type: "failed", problem: "changed" });
    expect(await one.page()).toBeUndefined();
    missing.clear();
    requested.length = 0;
    await one.keep(event);
    expect(requested).toEqual(["favicon.svg", "index.html"]);
  });

  it("fails without a connection", async () => {
    missing.add("*");
    const one = await precache();
    await expect(one.keep(event)).rejects.toThrow();
    expect(await one.state(event)).toEqual({ type: "failed", problem: "connection" });
  });

  it("restores files that the browser lost", async () => {
    const one = await precache();
    await one.keep(event);
    const cache = [...stores.entries()].find(([name]) => name.includes("precache"))![1];
    cache.entries.delete(`${ORIGIN}assets/b-2.js`);
    requested.length = 0;
    expect((await one.state(event)).type).toBe("saving");
    await one.fill(event);
    expect(requested).toEqual(["assets/b-2.js"]);
    expect(await one.state(event)).toEqual({ type: "ready" });
  });

  it("keeps the files of the old version until the new one takes over", async () => {
    await (await precache()).keep(event);
    const next = await precache([{ ...FILES[0]!, url: "assets/c-3.js" }, ...FILES.slice(1)]);
    expect(await next.isWanted()).toBe(true);
    await next.fill(event);
    const cache = [...stores.entries()].find(([name]) => name.includes("precache"))![1];
    const has = (url: string) => cache.entries.has(ORIGIN + url);
    expect([has("assets/a-1.js"), has("assets/c-3.js")]).toEqual([true, true]);
    await next.clean(event);
    expect([has("assets/a-1.js"), has("assets/b-2.js"), has("assets/c-3.js")]).toEqual([false, true, true]);
  });
});

describe("a connection", () => {
  it("is metered if the browser says so", () => {
    expect([{ saveData: true }, { type: "cellular" }, { effectiveType: "2g" }].map(isMetered)).toEqual([true, true, true]);
    expect([undefined, {}, { type: "wifi", effectiveType: "4g" }].map((one) => isMetered(one))).toEqual([false, false, false]);
  });
});

describe("a failed download", () => {
  it("has a reason", () => {
    const named = (name: string) => Object.assign(new Error(), { name });
    expect(["QuotaExceededError", "bad-precaching-response", "TypeError"].map((name) => problemOf(named(name)))).toEqual([
      "storage", "changed", "connection",
    ]);
  });
});

describe("an update", () => {
  it("waits for running games only", () => {
    const shows = (path: string) => showsGame(ORIGIN + path);
    expect(["t/abcd", "t/abcd#text", "guided/carcassonne", "sub/#/t/abcd#text"].map(shows)).toEqual([true, true, true, true]);
    expect(["", "#carcassonne", "r/abcd", "rules", "sub/#/rules"].map(shows)).toEqual([false, false, false, false, false]);
  });
});
