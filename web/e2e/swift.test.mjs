// How soon a board is there, how still it stays while it comes, and how smoothly a large one moves.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { human, launch, makeTable, PATIENCE, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** A slow phone: 1.6 Mb/s, 150 ms to the server and back, a processor four times slower. */
async function slow(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Counts what a page shifts, and how long it is busy, from its first moment on. */
const watched = (page) =>
  page.addInitScript(() => {
    const seen = { shift: 0, blocked: 0, shifts: [] };
    window.seen = seen;
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) {
        if (one.hadRecentInput) continue;
        seen.shift += one.value;
        seen.shifts.push(...one.sources.map((source) => `${one.value.toFixed(3)} ${source.node?.outerHTML?.slice(0, 90)}`));
      }
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) seen.blocked += Math.max(0, one.duration - 50);
    }).observe({ type: "longtask", buffered: true });
  });

/** What a fresh visitor with a slow phone meets at an address: milliseconds until it is there, what shifted, what blocked. */
async function met(address, there) {
  const fresh = await visit(browser, "about:blank", { base: "", width: 360, height: 740, touch: true });
  await slow(fresh);
  await watched(fresh);
  const began = Date.now();
  await fresh.goto(address, { waitUntil: "commit" });
  await fresh.waitForFunction(there);
  const millis = Date.now() - began;
  await fresh.waitForTimeout(2500);
  const seen = await fresh.evaluate(() => window.seen);
  await fresh.context().close();
  return { millis, ...seen };
}

test("on a slow phone the first board is there in two seconds, and nothing jumps", { timeout: 4 * PATIENCE }, async () => {
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [human("Anna"), human("Boris")]);
  const seen = await met(new URL(`/t/${table}`, page.url()).href, () => document.querySelectorAll("main .ground use, main .ground image").length > 0);
  console.log(`the first board: ${seen.millis} ms, shift ${seen.shift.toFixed(3)}, blocked ${seen.blocked.toFixed(0)} ms`, seen.shifts);
  assert.ok(seen.shift < 0.05, `it shifts by ${seen.shift}: ${seen.shifts}`);
});

test("on a slow phone the first page stands still", { timeout: 4 * PATIENCE }, async () => {
  const page = await visit(browser, "/");
  const seen = await met(page.url(), () => document.querySelector("a[href], [data-act=play]") !== null);
  console.log(`the first page: ${seen.millis} ms, shift ${seen.shift.toFixed(3)}, blocked ${seen.blocked.toFixed(0)} ms`, seen.shifts);
  assert.ok(seen.shift < 0.05, `it shifts by ${seen.shift}: ${seen.shifts}`);
});
