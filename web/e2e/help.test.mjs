// Hints, shown on demand: markers and crosses on the board, the card of a place, tournament tables without hints; and coordinates.

import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import {
  audit, BASE, bot, closePages, human, json, launch, makeTable, myDecision, openTable, overflow, placeByClick, visit,
} from "./browser.mjs";
import { PHONE, resize, SIDEWAYS, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

/** Set-up options of the tables in this file: the human player starts. */
const FIRST = { options: { first_player: "host_seat" }, first_seat: 0 };

/** Creates a tournament table over HTTP, which `makeTable` cannot do. */
const makePlain = (page, seats) =>
  page.evaluate(async ([seats, setup]) => {
    const body = { setup: { game: "carcassonne", expansions: [], ...setup, seats: seats.length }, seats, plain: true };
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json();
  }, [seats, FIRST]);

/** Fetches the hints for the current position, as the page does. */
const guideOf = (page, table) => json(page, `/api/tables/${table}/guide`);

/** Places tiles at the first legal place, without figures, until a place would complete something. */
async function untilSomethingCompletes(page, table) {
  for (let turn = 0; turn < 40; turn++) {
    const kind = await myDecision(page);
    if (kind === "end") break;
    if (kind === "place") {
      const guide = await guideOf(page, table);
      if (guide.places.length > 0) return guide;
      await placeByClick(page);
      continue;
    }
    const seq = Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
    await page.locator("[data-act=pass]").click();
    await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq, seq);
  }
  throw new Error("no place completed anything");
}

const said = (page) => page.locator("[data-guide-card]");

describe("hints", () => {
  it("are shown on demand, as the server sends them", async () => {
    const page = await visit(browser, "/", { width: 1280, height: 800 });
    const { table } = await makeTable(page, [human("Ганна"), human("Bohdan")], FIRST);
    await page.goto(`${BASE}/t/${table}`);
    await myDecision(page);
    assert.equal(await page.locator("[data-guide], [data-dead]").count(), 0, "nothing is shown before it is switched on");
    await page.locator("[data-act=guide]").click();
    const guide = await untilSomethingCompletes(page, table);
    const keys = [...new Set(guide.places.map(({ x, y }) => `${x},${y}`))].sort();
    await page.waitForSelector("[data-guide]");
    const marked = await page.$$eval("[data-guide]", (marks) => marks.map((mark) => mark.dataset.guide));
    assert.deepEqual(marked.sort(), keys);
    const dead = guide.open.filter((one) => one.dead).map(({ x, y }) => `${x},${y}`);
    const crossed = await page.$$eval("[data-dead]", (marks) => marks.map((mark) => mark.dataset.dead));
    assert.deepEqual(crossed.sort(), dead.sort());

    // The card shows the chances of a place and the effect of each rotation.
    const [first] = guide.places;
    const key = `${first.x},${first.y}`;
    await page.locator(`[data-spot="${key}"]`).click();
    await page.waitForSelector(`[data-guide-card="${key}"]`);
    const open = guide.open.find(({ x, y }) => `${x},${y}` === key);
    assert.equal(await said(page).locator("[data-fit]").getAttribute("data-fit"), `${open.fit}`);
    assert.match(await said(page).innerText(), new RegExp(`Remaining tiles that fit: ${open.fit} of ${guide.left}`));
    await audit(page, "guide");

    // The key switches the hints off and on, and the setting is kept.
    await page.keyboard.press("g");
    await page.waitForFunction(() => document.querySelector("[data-guide], [data-guide-card]") === null);
    await page.keyboard.press("g");
    await page.waitForSelector("[data-guide]");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  it("describe places where the tile in hand does not fit, too", async () => {
    const page = await visit(browser, "/", { width: 1280, height: 800 });
    const { table } = await makeTable(page, [human("Ганна"), human("Bohdan")], FIRST);
    await page.goto(`${BASE}/t/${table}`);
    await page.locator("[data-act=guide]").click();
    await myDecision(page);
    const guide = await guideOf(page, table);
    const view = await json(page, `/api/tables/${table}/view`);
    const spot = guide.open[0];
    // Derives the screen position of an open place from the positions of two legal ones.
    const legal = await page.$$eval("[data-spot]", (spots) =>
      spots.map((spot) => ({ key: spot.dataset.spot, box: spot.getBoundingClientRect().toJSON() })));
    const [one, other] = [legal[0], legal.at(-1)];
    const [ax, ay] = one.key.split(",").map(Number);
    const [bx, by] = other.key.split(",").map(Number);
    const side = ax !== bx ? (other.box.x - one.box.x) / (bx - ax) : (other.box.y - one.box.y) / (by - ay);
    await page.mouse.move(one.box.x + one.box.width / 2 + (spot.x - ax) * side, one.box.y + one.box.height / 2 + (spot.y - ay) * side);
    await page.waitForSelector(`[data-guide-card="${spot.x},${spot.y}"]`);
    assert.equal(await said(page).locator("[data-fit]").getAttribute("data-fit"), `${spot.fit}`);
    assert.ok(view.tiles.length === 1);
    await page.context().close();
  });

  it("are off at a tournament table until the end, which the table shows", async () => {
    const page = await visit(browser, "/", { width: 1280, height: 800 });
    const { table } = await makePlain(page, [human("Ганна"), bot()]);
    await page.goto(`${BASE}/t/${table}`);
    await myDecision(page);
    assert.ok(await page.locator("[data-plain]").first().isVisible());
    assert.ok(await page.locator("[data-act=guide]").isDisabled());
    await page.keyboard.press("g");
    assert.equal((await guideOf(page, table)).error.code, "plain");
    assert.equal(await page.locator("[data-guide], [data-dead], [data-guide-card]").count(), 0);
    await page.getByRole("tab", { name: "Tiles" }).click();
    await page.waitForSelector("[data-plain-tiles]");
    assert.equal(await page.locator("[data-kinds-left] li").count(), 0);
    assert.equal(await page.getByRole("tab", { name: "Forecast" }).count(), 0, "projected scores are withheld");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  it("are the host's choice, which guests see before joining", async () => {
    const page = await visit(browser, "/#carcassonne", { width: 1280, height: 800 });
    await page.locator("[data-act=setup]").click();
    await page.locator("input[data-plain]").check();
    const { table } = await makePlain(page, [human("Ганна"), { type: "open" }]);
    const guest = await visit(browser, `/t/${table}`, { width: 360, height: 740 });
    await guest.waitForSelector("p[data-plain]");
    assert.match(await guest.locator("p[data-plain]").innerText(), /Tournament table/);
    assert.equal(await overflow(guest), 0);
    await page.locator("[data-act=play]").first().click();
    await page.waitForURL(/\/t\//);
    const made = new URL(page.url()).pathname.split("/").pop();
    assert.equal((await json(page, `/api/tables/${made}`)).plain, true);
    await guest.context().close();
    await page.context().close();
  });

  it("fit every screen", async () => {
    const page = await visit(browser, "/", { ...PHONE, touch: true });
    await openTable(page, [human("Ганна"), human("Bohdan")], FIRST);
    await page.locator("[data-act=guide]").click();
    await myDecision(page);
    await page.locator("[data-spot]").first().click();
    for (const size of [PHONE, SIDEWAYS, WIDE]) {
      await resize(page, size);
      await page.waitForSelector("[data-guide-card]");
      const card = await said(page).boundingBox();
      const board = await page.locator("main[data-seq]").boundingBox();
      assert.ok(card.x >= board.x && card.x + card.width <= board.x + board.width + 1, `${size.width}: ${JSON.stringify({ card, board })}`);
      assert.equal(await overflow(page), 0);
    }
  });
});

describe("coordinates", () => {
  it("are shown along the edges on demand, and match those of records", async () => {
    const page = await visit(browser, "/", { width: 1280, height: 800 });
    const { table } = await makeTable(page, [human("Ганна"), human("Bohdan")], FIRST);
    await page.goto(`${BASE}/t/${table}`);
    await myDecision(page);
    assert.equal(await page.locator("[data-rulers]").count(), 0);
    // Hovering with the mouse shows the coordinates of the place.
    await page.locator("[data-spot]").first().hover();
    await page.waitForSelector("[data-rulers=pointed]");
    const pointed = await page.locator("[data-column], [data-row]").allTextContents();
    assert.equal(pointed.join(), await page.locator("[data-spot]").first().getAttribute("data-spot"));
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("bastide.settings") ?? "{}");
      localStorage.setItem("bastide.settings", JSON.stringify({ ...kept, coordinates: true }));
    });
    await page.reload();
    await myDecision(page);
    await page.waitForSelector("[data-column='0']");
    const spot = page.locator("[data-spot]").first();
    const key = await spot.getAttribute("data-spot");
    assert.match(await spot.getAttribute("aria-label"), new RegExp(`: ${key.replace(",", "\\s:\\s")}$`));
    // Each number is above its column and beside its row.
    const [x, y] = key.split(",").map(Number);
    const middle = await spot.boundingBox();
    const column = await page.locator(`[data-column="${x}"]`).boundingBox();
    const row = await page.locator(`[data-row="${y}"]`).boundingBox();
    assert.ok(Math.abs(column.x + column.width / 2 - middle.x - middle.width / 2) < 4, "the column");
    assert.ok(Math.abs(row.y + row.height / 2 - middle.y - middle.height / 2) < 6, "the row");
    await placeByClick(page, () => key);
    const events = await json(page, `/api/tables/${table}/events`);
    const word = events.findLast((one) => one.answer.includes("@")).answer;
    assert.ok(word.includes(`@${key}`), `${word} and ${key}`);
    await page.context().close();
  });
});
