// How much a board costs: bytes until it is there, elements of the page when it is large, and what it shows from near and from afar.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bot, json, launch, makeTable, PATIENCE, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** Bytes on the wire from now on, by what they are. */
async function meter(page) {
  const session = await page.context().newCDPSession(page);
  const [bytes, addresses] = [{ all: 0, art: 0 }, new Map()];
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (addresses.get(requestId)?.includes("/api/art/")) bytes.art += encodedDataLength;
  });
  return bytes;
}

/** A finished game of computer players, and a page that shows its board. */
async function finished(page, setup, seats) {
  const { table } = await makeTable(page, Array.from({ length: seats }, () => bot(10)), setup);
  for (const end = Date.now() + 4 * PATIENCE; Date.now() < end; ) {
    if ((await json(page, `/api/tables/${table}/view`)).over) return table;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error("the computer players do not come to an end");
}

const drawn = (page) => page.waitForFunction(() => document.querySelectorAll(".board image[href]").length > 0);

test("the first board of a game is light", { timeout: 6 * PATIENCE }, async () => {
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [bot(5000), bot(5000)]);
  const fresh = await visit(browser, "about:blank", { base: "" });
  const bytes = await meter(fresh);
  await fresh.goto(new URL(`/t/${table}`, page.url()).href);
  await drawn(fresh);
  await fresh.waitForTimeout(1500);
  console.log(`the base game: ${bytes.all} bytes, ${bytes.art} of them art`);
  assert.ok(bytes.art < 60_000, `art takes ${bytes.art} bytes`);
});

test("a large board has few elements, and nearer pictures only where one looks", { timeout: 9 * PATIENCE }, async () => {
  const page = await visit(browser, "/");
  const { games } = await json(page, "/api/games");
  const { expansions } = games.find((game) => game.id === "carcassonne");
  const table = await finished(page, { expansions }, 5);
  const wide = await visit(browser, "about:blank", { base: "", width: 2560, height: 1440 });
  const bytes = await meter(wide);
  await wide.goto(new URL(`/t/${table}`, page.url()).href);
  await drawn(wide);
  await wide.waitForTimeout(2500);
  const { tiles } = await json(page, `/api/tables/${table}/view`);
  const count = await wide.evaluate(() => document.querySelectorAll("*").length);
  console.log(`${tiles.length} tiles: ${count} elements, ${bytes.all} bytes, ${bytes.art} of them art`);
  assert.ok(count < 4000, `${count} elements for ${tiles.length} tiles`);
  assert.ok(bytes.art < 350_000, `art takes ${bytes.art} bytes`);
  const board = wide.locator(".board");
  for (let i = 0; i < 12; i++) {
    await board.hover();
    await wide.mouse.wheel(0, -200);
  }
  await wide.locator('.board g[data-level="near"] image').first().waitFor();
  const near = await wide.locator('.board g[data-level="near"] image').count();
  assert.ok(near < tiles.length / 2, `${near} of ${tiles.length} tiles are shown near`);
});
