// Limits the bytes transferred until a board is shown.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { closePages, human, launch, loading, makeTable, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

/** Starts counting transferred bytes, in total and for the tile art. */
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
