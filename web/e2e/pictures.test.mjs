// Limits the bytes transferred until a board is shown, and what the text face may cost.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { closePages, human, launch, loading, makeTable, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

/** Starts counting transferred bytes: everything but the text face, the tile art, and the face. */
async function meter(page) {
  const session = await page.context().newCDPSession(page);
  const [bytes, addresses] = [{ all: 0, art: 0, face: 0 }, new Map()];
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (addresses.get(requestId)?.endsWith(".woff2")) return void (bytes.face += encodedDataLength);
    bytes.all += encodedDataLength;
    if (addresses.get(requestId)?.includes("/api/art/")) bytes.art += encodedDataLength;
  });
  return bytes;
}

const drawn = (page) => page.waitForFunction(() => document.querySelectorAll(".board image[href]").length > 0);

test("the first board of a game is light", async () => {
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [human("Anna"), human("Boris")]);
  const fresh = await visit(browser, "about:blank", { base: "" });
  const bytes = await meter(fresh);
  const loaded = loading(fresh);
  await fresh.goto(new URL(`/t/${table}`, page.url()).href);
  await drawn(fresh);
  await loaded();
  console.log(`the base game: ${bytes.all} bytes, ${bytes.art} of them art`);
  // The art consists of all coarse tiles and the few detailed ones in sight.
  assert.ok(bytes.art < 60_000, `art takes ${bytes.art} bytes`);
  assert.ok(bytes.all < 180_000, `all of it takes ${bytes.all} bytes`);
});

test("the text face comes after the board, is used from the next visit, and shifts nothing", async () => {
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [human("Anna"), human("Boris")]);
  const fresh = await visit(browser, "about:blank", { base: "" });
  const bytes = await meter(fresh);
  const order = [];
  fresh.on("request", (request) => {
    if (request.url().includes("/api/art/")) order.push("art");
    if (request.url().endsWith(".woff2")) order.push("face");
  });
  const loaded = loading(fresh);
  const address = new URL(`/t/${table}`, page.url()).href;
  await fresh.goto(address);
  await drawn(fresh);
  await fresh.waitForFunction(() => localStorage.getItem("bastide.font") !== null);
  await loaded();
  assert.ok(order.indexOf("face") > order.indexOf("art"), order.join(" "));
  assert.ok(bytes.face > 30_000 && bytes.face < 60_000, `${bytes.face} bytes`);
  const faces = () => fresh.evaluate(() => [...document.fonts].filter((face) => face.family.includes("Source Sans 3")).length);
  assert.equal(await faces(), 0, "the first visit keeps its face");

  await fresh.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await fresh.goto(address);
  await drawn(fresh);
  await loaded();
  assert.equal(await faces(), 2);
  assert.ok((await fresh.evaluate(() => window.shifted)) < 0.02, `${await fresh.evaluate(() => window.shifted)}`);
});
