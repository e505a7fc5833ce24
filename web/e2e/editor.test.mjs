// The position editor: a position set up by touch and with the keyboard, shared by link, played on, analysed and scored; damaged links.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, describe, it } from "node:test";
import { audit, closePages, launch, overflow, until, visit } from "./browser.mjs";
import { picture } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const act = (page, name) => page.locator(`[data-act="${name}"]`);
const tab = (page, name) => page.locator(`[data-tab="${name}"]`);

/** Waits until the engine has answered with as many tiles. */
const tiles = (page, count) => page.locator(`main[data-tiles="${count}"]`).waitFor();

/** A monastery beside the start tile with a monk, twelve points for the second player, and no tiles left. */
const FINAL = `tile crfr@0,0r0
tile ffff-monastery@0,1r0
figure 0:monk:c@0,1
seat 1
score 1 12
`;

/** A recorded game of 72 tiles. */
const GAME = readFileSync(new URL("../../corpus/carcassonnelab/1-two-players.bastide", import.meta.url), "utf8");
const PLACED = [...GAME.matchAll(/ ([^\s:]+)@(-?\d+),(-?\d+)r(\d+)/g)].map(([, word, x, y, degrees]) => ({
  word, spot: `${x},${y}`, rotation: Number(degrees) / 90,
}));
const RESULT = /^result: (\d+) : (\d+)$/m.exec(GAME).slice(1);

/** Returns the lines of the figures and scores before the final scoring, from a table with the recorded game. */
const figuresAndScores = (page, board) => page.evaluate(async ([record, board]) => {
  const post = async (path, body) => (await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  })).json();
  const { table } = await post("/api/records", { record });
  const fetched = async (path) => (await fetch(`/api/tables/${table}/${path}`)).json();
  const [view, steps] = [await fetched("view"), await fetched("events")];
  const { spots } = await post("/api/games/board", { setup: { game: "carcassonne", expansions: [], options: {}, seats: 2, board } });
  const figures = view.figures.map(({ seat, role, tile, segment }) => {
    const { x, y } = view.tiles[tile];
    return `figure ${seat}:${role}:${spots.find((spot) => spot.at.endsWith(`@${x},${y}`) && spot.segment === segment).at}`;
  });
  const scores = [0, 0];
  for (const { events } of steps) {
    for (const { type, seat, points, final: last } of events) if (type === "scored" && !last) scores[seat] += points;
  }
  return [...figures, ...scores.map((points, seat) => `score ${seat} ${points}`)].join("\n");
}, [GAME, board]);

/** Enters tiles of the recorded game by taps or clicks. Returns the number of taps, and of times that the palette had to be scrolled. */
async function enter(page, placed, tap) {
  let [taps, scrolls] = [0, 0];
  const press = async (locator) => {
    taps += 1;
    await tap(locator);
  };
  for (const [index, { word, spot, rotation }] of placed.entries()) {
    const pick = page.locator(`[data-pick="${word}"]`);
    const { top, bottom } = await pick.evaluate((button) => button.getBoundingClientRect());
    const height = await page.evaluate(() => innerHeight);
    if (top < 0 || bottom > height) scrolls += 1;
    await press(pick);
    await tiles(page, index + 1);
    await press(page.locator(`[data-spot="${spot}"]`));
    const ghost = page.locator(".ghost use").first();
    const turned = async () => Number((await ghost.getAttribute("href")).split(".").at(-1));
    for (let turn = 0; turn < 4 && (await turned()) !== rotation; turn++) await press(page.locator(`[data-spot="${spot}"]`));
    assert.equal(await turned(), rotation, `${word}@${spot}`);
  }
  await press(act(page, "put"));
  await tiles(page, placed.length + 1);
  return { taps, scrolls };
}

describe("the position editor", () => {
  it("takes a game of 72 tiles with three taps a tile, and settles it with its result", async () => {
    const page = await visit(browser, "/editor");
    await tiles(page, 1);
    assert.equal(PLACED.length, 71);
    const began = Date.now();
    const { taps } = await enter(page, PLACED, (locator) => locator.click());
    const took = Date.now() - began;
    console.log(`71 tiles: ${taps} clicks, ${(took / 1000).toFixed(1)} s`);
    assert.ok(taps <= 3 * PLACED.length, `${taps} clicks`);
    await tab(page, "position").click();
    await page.locator("summary").last().click();
    const text = page.locator("[data-board-text]");
    const board = await text.inputValue();
    await text.fill(`${board}${await figuresAndScores(page, board)}\n`);
    await text.blur();
    await tab(page, "use").click();
    await page.locator("[data-total-of='0']").waitFor();
    await until(async () => (await page.locator("[data-total-of='0']").innerText()) === RESULT[0], "the result");
    assert.equal(await page.locator("[data-total-of='1']").innerText(), RESULT[1]);
    await picture(page, "editor-72-tiles", false);
    assert.deepEqual(page.problems, []);
  });

  it("sets up a position by touch on a phone, and plays on", async () => {
    const page = await visit(browser, "/editor", { width: 360, height: 740, touch: true });
    await tiles(page, 1);
    assert.equal(await overflow(page), 0);
    await audit(page, "the editor");
    await page.locator("[data-pick=crfr]").tap();
    const spot = page.locator('[data-spot="1,0"]');
    await spot.tap();
    await act(page, "put").tap();
    await tiles(page, 2);
    await page.locator("[data-tool=figures]").tap();
    await page.locator("[data-seat='1']").tap();
    const choice = page.locator("[data-choice]").first();
    await choice.dispatchEvent("click");
    await act(page, "put").tap();
    await page.locator("[data-figure]").first().waitFor({ state: "attached" });
    await picture(page, "editor-360", false);
    await act(page, "undo").tap();
    await until(async () => (await page.locator("[data-figure]").count()) === 0, "the figure to be gone");
    await act(page, "redo").tap();
    await page.locator("[data-figure]").first().waitFor({ state: "attached" });
    await tab(page, "position").tap();
    assert.equal(await overflow(page), 0);
    await audit(page, "the position's numbers");
    await page.locator("[data-score='0']").fill("7");
    await page.locator("[data-score='0']").blur();
    await tab(page, "use").tap();
    await page.locator("[data-opponent]").selectOption("easy");
    assert.equal(await overflow(page), 0);
    await audit(page, "what to do with a position");
    await act(page, "play-on").tap();
    await page.locator("main.boardarea[data-seq]").waitFor();
    await until(async () => /\b7\b/.test(await page.locator("body").innerText()), "the score at the table");
    assert.deepEqual(page.problems, []);
  });

  it("scores a finished table field by field, and opens it from a link", async () => {
    const page = await visit(browser, "/editor");
    await tiles(page, 1);
    await tab(page, "position").click();
    await page.locator("summary").last().click();
    await page.locator("[data-board-text]").fill(FINAL);
    await page.locator("[data-board-text]").blur();
    await tiles(page, 2);
    await page.locator("summary").nth(1).click();
    await act(page, "empty-bag").click();
    await tab(page, "use").click();
    await page.locator("[data-scoring='1']").waitFor();
    assert.equal(await page.locator("[data-total-of='0']").innerText(), "2");
    assert.equal(await page.locator("[data-total-of='1']").innerText(), "12");
    assert.equal(await act(page, "play-on").isDisabled(), true);
    await picture(page, "editor-1280", false);
    await audit(page, "the scoring");
    const link = await page.locator("input[readonly]").inputValue();
    const other = await visit(browser, new URL(link).pathname + new URL(link).hash, { dark: true });
    await tiles(other, 2);
    await tab(other, "use").click();
    await other.locator("[data-scoring='1']").waitFor();
    await audit(other, "a linked position");
    assert.deepEqual([...page.problems, ...other.problems], []);
  });

  it("places tiles with the keyboard and analyses the position", async () => {
    const page = await visit(browser, "/editor");
    await tiles(page, 1);
    await page.locator("[data-pick=frfr]").focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-spot]").first().waitFor();
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await tiles(page, 2);
    await page.keyboard.press("Control+z");
    await tiles(page, 1);
    await tab(page, "position").click();
    await page.locator("[data-hand]").selectOption("cfff");
    await tab(page, "use").click();
    await act(page, "analyse-position").click();
    await page.locator("[data-tab=analysis]").waitFor();
    await page.locator("[data-line]").first().waitFor();
    await act(page, "edit-position").click();
    await tiles(page, 1);
    assert.deepEqual(page.problems, []);
  });

  it("says what is impossible, and survives a damaged link", async () => {
    const page = await visit(browser, "/editor#board=broken");
    await page.locator("[data-damaged]").waitFor();
    await tiles(page, 1);
    await tab(page, "position").click();
    await page.locator("summary").last().click();
    await page.locator("[data-board-text]").fill("tile crfr@0,0r0\ntile cccc-pennant@1,0r0\nnonsense\n");
    await page.locator("[data-board-text]").blur();
    await page.locator("[data-problem=edges]").waitFor();
    await page.locator("[data-problem=form]").waitFor();
    await tab(page, "use").click();
    await page.locator("[data-impossible]").waitFor();
    assert.equal(await act(page, "play-on").isDisabled(), true);
    await audit(page, "an impossible position");
    assert.deepEqual(page.problems, []);
  });
});
