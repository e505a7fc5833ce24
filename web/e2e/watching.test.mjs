// Watching without playing: the TV, and several games at once.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  BASE, closePages, human, launch, makeTable, myDecision, newName, overflow, placeByClick, post, stranger, visit,
} from "./browser.mjs";
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

test("several games are watched side by side, each in its own colours", async () => {
  const players = await visit(browser, "/", WIDE);
  const open = [{ type: "human", name: "Anna", colour: 3 }, { type: "human", name: "Borys", colour: 0 }];
  const { table: coloured } = await makeTable(players, open, {});
  const { table: plain } = await makeTable(players, [human("Cleo"), human("Dmytro")], { game: "hunters" });
  const viewer = await visit(browser, `/watch?tables=${coloured}`, WIDE);
  await viewer.locator(watched(coloured, '[data-phase="playing"]')).waitFor();
  await viewer.locator("[data-watch-links]").fill("not a link!");
  await viewer.locator("[data-act=add-games]").click();
  await viewer.locator("[role=alert]").waitFor();
  await viewer.locator("[data-watch-links]").fill(`${BASE}/t/${plain}`);
  await viewer.locator("[data-act=add-games]").click();
  await viewer.locator(watched(plain, '[data-phase="playing"]')).waitFor();
  await viewer.locator(watched(coloured, '[data-phase="playing"]')).waitFor();
  assert.match(viewer.url(), new RegExp(`tables=${coloured},${plain}$`));
  const colour = (table, seat) =>
    viewer.locator(watched(table, ` [data-seat="${seat}"] svg circle`)).first().evaluate((circle) => getComputedStyle(circle).fill);
  assert.equal(await colour(coloured, 1), await colour(plain, 0), "the second player chose the first colour");
  assert.notEqual(await colour(coloured, 0), await colour(plain, 0));
  for (const table of [coloured, plain]) await drawn(viewer, table);
  await look(viewer, "several-games", { sizes: SIZES, seen: "[data-watched]" });

  // The boards are updated live, and a game that can't be watched says so.
  await players.goto(`${BASE}/t/${coloured}`);
  await myDecision(players);
  await placeByClick(players);
  const seen = await players.locator("main[data-seq]").getAttribute("data-seq");
  await viewer.locator(watched(coloured, `[data-seq="${seen}"]`)).waitFor();
  const { table: hidden } = await makeTable(players, [human("Anna"), human("Borys")], {}, { spectators: false });
  await viewer.goto(`${BASE}/watch?tables=${hidden},${plain},abcdefghijkm`);
  await viewer.locator(watched(hidden, " [data-unwatchable=no_spectators]")).waitFor();
  await viewer.locator(watched("abcdefghijkm", " [data-unwatchable=no_table]")).waitFor();
  await viewer.locator(watched(plain, '[data-phase="playing"]')).waitFor();
  await viewer.goto(`${BASE}/watch`);
  await viewer.locator('[data-watched-games="0"]').waitFor();
  await viewer.locator("[data-watch-links]").waitFor();
  assert.deepEqual([...players.problems, ...viewer.problems], []);
});

test("the round of a tournament and the games of followed players are watched together", async () => {
  const anna = await stranger(browser, "Anna", WIDE);
  const borys = await stranger(browser, "Borys", WIDE);
  const settings = { name: newName("Cup"), format: { kind: "swiss", rounds: 1 } };
  const made = await post(anna, "/api/tournaments", { settings, game: { setup: { game: "carcassonne", seats: 2 } } });
  const at = `/api/tournaments/${made.id}/act`;
  await post(anna, at, { act: "join" });
  await post(borys, at, { act: "join" });
  await post(anna, at, { act: "pair" });
  const guest = await visit(browser, `/tournaments/${made.id}`, WIDE);
  await guest.locator("[data-act=watch-round]").click();
  await guest.locator("[data-watched][data-phase=playing]").waitFor();
  await guest.locator("h1", { hasText: settings.name }).waitFor();

  await post(anna, "/api/account/follows", { name: borys.called });
  await makeTable(borys, [human("?"), human("Guest")], {}, { public: true });
  await anna.goto(`${BASE}/following`);
  await anna.locator("[data-act=watch-all]").click();
  await anna.locator('[data-watched-games="2"] [data-watched][data-phase=playing]').nth(1).waitFor();
  assert.deepEqual([...anna.problems, ...borys.problems, ...guest.problems], []);
});
