// Watching without playing: the TV.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, human, launch, makeTable, myDecision, overflow, placeByClick, visit } from "./browser.mjs";
import { look, PHONE, picture, resize, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const SIZES = [PHONE, SIDEWAYS, WIDE];
/** A game and a clock with which no other test makes public tables, so that the channel shows only this test's games. */
const DISCOVERY = { game: "discovery" };
const CHANNEL = "/tv?game=discovery&clock=days";

/** Creates a running game of two people on this screen, and returns its table. */
const game = async (page, more = {}, setup = DISCOVERY) =>
  (await makeTable(page, [human("Anna"), human("Borys")], setup, { public: true, clock: { type: "days", days: 3 }, ...more })).table;

/** Ends a game on the page of its players. */
async function resign(page) {
  await page.locator("[data-act=acts]").click();
  await page.locator("[data-act=resign]").first().click();
  await page.locator("[data-act=sure]").click();
  await page.locator("[data-end]").waitFor();
}

const watched = (table, more = "") => `[data-watched="${table}"]${more}`;

/** Waits until the tiles of a game have their pictures. */
const drawn = (page, table) => page.locator(watched(table, " .ground image[href]")).first().waitFor({ state: "attached" });

test("the TV follows the best game of a channel, and then the next one", async () => {
  const players = await visit(browser, "/", WIDE);
  await game(players, { spectators: false });
  const next = await game(players);
  const first = await game(players);
  await players.goto(`${BASE}/t/${first}`);
  await myDecision(players);
  await placeByClick(players);
  const seen = Number(await players.locator("main[data-seq]").getAttribute("data-seq"));

  const viewer = await visit(browser, "/lobby", WIDE);
  await viewer.locator('[data-site-links] a[href="/tv"]').click();
  await viewer.locator(`[data-channel="discovery days"]`).click();
  await viewer.waitForURL(`${BASE}${CHANNEL}`);
  await viewer.locator(watched(first, `[data-seq="${seen}"]`)).waitFor();
  await drawn(viewer, first);
  await look(viewer, "tv", { sizes: SIZES, seen: "[data-tv] [data-watched]" });
  for (const language of ["ru", "uk"]) {
    await switchLanguage(viewer, language);
    for (const width of [360, 1280]) {
      await resize(viewer, { width, height: 740 });
      assert.ok((await overflow(viewer)) <= 0, `${language}, ${width} wide`);
      await picture(viewer, `tv-${language}-${width}`);
    }
  }
  assert.equal(await viewer.locator("[data-choice], [data-spot], [data-act=confirm]").count(), 0, "a spectator cannot play");

  // A player of the game sees it on TV as everyone does.
  const own = await players.context().newPage();
  await own.goto(`${BASE}${CHANNEL}`);
  await own.locator(watched(first, `[data-seq="${seen}"]`)).waitFor();
  assert.equal(await own.locator("[data-choice], [data-spot], [data-act=confirm]").count(), 0);
  await own.close();

  // The result stays for some seconds only, which can be shorter than the players' page takes to show it.
  const result = viewer.locator(watched(first, '[data-phase="finished"]')).waitFor();
  await resign(players);
  await result;
  await viewer.locator(watched(next, '[data-phase="playing"]')).waitFor();
  await viewer.locator("[data-act=open-game]").click();
  await viewer.waitForURL(`${BASE}/t/${next}`);
  assert.deepEqual([...players.problems, ...viewer.problems], []);
});
