// Loading time of a board, layout shifts while loading, and smooth panning of a large board.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { closePages, human, json, launch, loading, makeTable, PATIENCE, until, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

/** Simulates a slow phone: 1.6 Mb/s, 150 ms round trip, and a CPU slowed down by a factor of four. */
async function slow(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Records a page's layout shifts and long tasks from the start. */
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

/** Opens a page as a new visitor on a slow phone. Returns the milliseconds until it is ready, its layout shifts and its blocking time. */
async function met(address, there) {
  const fresh = await visit(browser, "about:blank", { base: "", width: 360, height: 740, touch: true });
  await slow(fresh);
  await watched(fresh);
  const loaded = loading(fresh);
  const began = Date.now();
  await fresh.goto(address, { waitUntil: "commit" });
  await fresh.waitForFunction(there);
  const millis = Date.now() - began;
  await loaded();
  const seen = await fresh.evaluate(() => window.seen);
  await fresh.context().close();
  return { millis, ...seen };
}

test("on a slow phone the first board loads without layout shifts", async () => {
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [human("Anna"), human("Boris")]);
  const drawn = () => document.querySelectorAll("main .ground use, main .ground image").length > 0;
  const seen = await met(new URL(`/t/${table}`, page.url()).href, drawn);
  console.log(`the first board: ${seen.millis} ms, shift ${seen.shift.toFixed(3)}, blocked ${seen.blocked.toFixed(0)} ms`, seen.shifts);
  assert.ok(seen.shift < 0.05, `it shifts by ${seen.shift}: ${seen.shifts}`);
});

test("on a slow phone the home page loads without layout shifts, even with a featured game", async () => {
  const page = await visit(browser, "/");
  await makeTable(page, [human("Anna"), human("Boris")], {}, { public: true });
  // The server looks for a game to feature every five seconds.
  await until(() => json(page, "/api/featured"), "the game on the first page");
  const seen = await met(page.url(), () => document.querySelector("a[href], [data-act=play]") !== null);
  console.log(`the first page: ${seen.millis} ms, shift ${seen.shift.toFixed(3)}, blocked ${seen.blocked.toFixed(0)} ms`, seen.shifts);
  assert.ok(seen.shift < 0.05, `it shifts by ${seen.shift}: ${seen.shifts}`);
});

/** Returns the recorded game with the most tiles. */
function largest() {
  const file = new URL("../../corpus/records/rules-1.jsonl.gz", import.meta.url);
  const records = gunzipSync(readFileSync(file)).toString().trim().split("\n");
  const tiles = (record) => record.match(/[^"]@-?\d+,-?\d+r\d/g)?.length ?? 0;
  return records.reduce((best, record) => (tiles(record) > tiles(best) ? record : best));
}

test("a board of some 280 tiles has at most 4,000 elements and moves as one picture", async () => {
  const page = await visit(browser, "/", { width: 2560, height: 1440 });
  const { table } = await page.evaluate(async (record) => {
    const answer = await fetch("/api/records", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ record }),
    });
    return answer.json();
  }, largest());
  await page.goto(new URL(`/r/${table}`, page.url()).href);
  await page.locator("[data-slider]").evaluate((slider) => {
    slider.value = slider.max;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll(".ground use, .ground image").length > 200, undefined, { timeout: PATIENCE });
  // Waits until nothing has changed for a while, because a busy machine finishes some work late.
  await page.evaluate(() => new Promise((still) => {
    let waits = setTimeout(still, 2500);
    const again = () => (clearTimeout(waits), (waits = setTimeout(still, 2500)));
    new MutationObserver(again).observe(document.querySelector(".ground"), { subtree: true, attributes: true, childList: true });
  }));
  const tiles = await page.evaluate(() => new Set([...document.querySelectorAll(".ground use, .ground image")].map((one) => one.parentNode
    && `${one.getAttribute("x")},${one.getAttribute("y")}`)).size);
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  await page.evaluate(() => {
    window.frames = [];
    const frame = (now) => (window.frames.push(now), requestAnimationFrame(frame));
    requestAnimationFrame(frame);
    window.repainted = 0;
    new MutationObserver((list) => (window.repainted += list.length)).observe(document.querySelector(".ground"), {
      subtree: true, attributes: true, childList: true,
    });
  });
  const drag = async () => {
    await page.evaluate(() => (window.repainted = 0));
    await page.mouse.move(1000, 700);
    await page.mouse.down();
    for (let step = 1; step <= 40; step++) {
      await page.mouse.move(1000 + 300 * Math.sin(step * 0.15), 700 + 200 * Math.sin(step * 0.1));
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await page.mouse.up();
    return page.evaluate(() => ({ frames: window.frames, repainted: window.repainted }));
  };
  // On a busy machine a picture can still arrive during the first drags.
  let { frames, repainted } = await drag();
  for (let again = 0; again < 5 && repainted >= 20; again += 1) ({ frames, repainted } = await drag());
  const rate = ((frames.length - 1) * 1000) / (frames.at(-1) - frames[0]);
  console.log(`${tiles} tiles: ${elements} elements; ${rate.toFixed(0)} frames a second while dragged, ${repainted} changes in it`);
  assert.ok(tiles > 200, `${tiles} tiles are seen`);
  assert.ok(elements <= 4000, `${elements} elements`);
  assert.ok(repainted < 20, `the picture changed ${repainted} times while it was dragged`);
});
