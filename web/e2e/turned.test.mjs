// The board turned by quarter turns, text sizes, and the focus after a move.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { answered, BASE, closePages, human, launch, myDecision, openTable, overflow, visit } from "./browser.mjs";
import { look, PHONE, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const seqOf = async (page) => Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
/** Returns the legal places on the board, and the game's names of these places. */
const places = (page) =>
  page.$$eval("[data-spot]", (spots) => spots.map((spot) => ({ key: spot.dataset.spot, label: spot.getAttribute("aria-label") })));
const placedAt = async (page, table) => {
  const { tiles } = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}/view`)).json(), table);
  return `${tiles.at(-1).x}\u00a0:\u00a0${tiles.at(-1).y}`;
};

test("a turned board shows the same game, and places keep their coordinates", async () => {
  const page = await visit(browser, "/", WIDE);
  const made = await openTable(page, [human("Anna"), human("Olha")], {}, { tiles: 12 }, 5);
  await myDecision(page);
  const straight = await places(page);
  const named = straight.map(({ label }) => /-?\d+\u00a0:\u00a0-?\d+/.exec(label)[0]).sort();
  const seen = new Set([JSON.stringify(straight.map(({ key }) => key))]);
  for (let turn = 1; turn <= 4; turn++) {
    await page.locator("[data-act=turn-board]").click();
    const turned = await places(page);
    seen.add(JSON.stringify(turned.map(({ key }) => key)));
    const names = turned.map(({ label }) => /-?\d+\u00a0:\u00a0-?\d+/.exec(label)[0]).sort();
    assert.deepEqual(names, named, `after ${turn} quarter turns`);
    if (turn < 4) continue;
    assert.deepEqual(turned, straight, "four quarter turns are a whole one");
  }
  assert.equal(seen.size, 4);

  // A tile placed on the turned board lies where the page said.
  await page.locator("[data-act=turn-board]").click();
  const [{ key, label }] = await places(page);
  const seq = await seqOf(page);
  await page.locator(`[data-spot="${key}"]`).click();
  await page.locator("[data-act=confirm]").click();
  await answered(page, seq);
  assert.equal(await placedAt(page, made.table), /-?\d+\u00a0:\u00a0-?\d+/.exec(label)[0]);
  await look(page, "a turned board", { sizes: [WIDE, PHONE], themes: ["light", "dark"] });
  // The text board names sides as the game does.
  await page.goto(`${BASE}/t/${made.table}#text`);
  await page.locator("[data-item]").first().waitFor();
  assert.deepEqual(page.problems, []);
});

test("the board of a replay is turned as well", async () => {
  const page = await visit(browser, "/", WIDE);
  const made = await openTable(page, [human("Anna"), human("Olha")], {}, { tiles: 12 }, 5);
  await page.goto(`${BASE}/r/${made.table}`);
  await page.locator("[data-slider]").waitFor();
  // Only the coarse pictures, which are there from the start: the detailed ones follow once all have loaded.
  const tiles = () =>
    page.$$eval(".board g:not([data-level]) > image", (images) =>
      images.map((one) => `${one.getAttribute("x")},${one.getAttribute("y")}`).sort());
  await page.locator("[data-act=turn-board]").waitFor();
  const straight = JSON.stringify(await tiles());
  for (let turn = 1; turn <= 4; turn++) {
    await page.locator("[data-act=turn-board]").click();
    assert.equal(JSON.stringify(await tiles()) === straight, turn === 4, `after ${turn} quarter turns`);
  }
  await page.locator("[data-act=turn-board]").click();
  await look(page, "a turned replay", { sizes: [WIDE, PHONE], themes: ["light"] });
  assert.deepEqual(page.problems, []);
});

test("after a move the focus stays on the board", async () => {
  const page = await visit(browser, "/", WIDE);
  await openTable(page, [human("Anna"), human("Olha")], {}, { tiles: 6 }, 5);
  await myDecision(page);
  const seq = await seqOf(page);
  await page.locator("[data-spot]").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-act=confirm], [data-act=pass]").first().waitFor();
  await page.keyboard.press("Enter");
  await answered(page, seq).catch(() => {});
  await page.waitForFunction(() => document.activeElement?.closest(".boardarea, .actions"));
  assert.deepEqual(page.problems, []);
});

test("text sizes up to a television's keep every control in reach", async () => {
  const page = await visit(browser, "/", { width: 1920, height: 1080 });
  await openTable(page, [human("Anna"), human("Olha")], {}, { tiles: 12 }, 5);
  await myDecision(page);
  const height = () => page.locator("[data-turn]").evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
  const normal = await height();
  for (const [size, factor] of [["large", 1.25], ["tv", 1.6]]) {
    await page.locator("[data-act=settings]").click();
    await page.locator(`[data-size-choice=${size}]`).click();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    assert.ok(Math.abs((await height()) / normal - factor) < 0.02, `${size}: ${await height()} of ${normal}`);
    assert.equal(await overflow(page), 0);
    assert.ok(await page.locator("[data-turn]").isVisible());
    await look(page, `text size ${size}`, { sizes: [{ width: 1920, height: 1080 }, WIDE], themes: ["dark"] });
  }
  await page.reload();
  await page.locator("[data-turn]").waitFor();
  assert.ok((await height()) > 1.5 * normal, "the size is remembered");
  assert.deepEqual(page.problems, []);
});
