// Board input: drag, wheel, pinch, long press, fit, fields, panels.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, human, launch, makeTable, myDecision, openTable, placeByClick, until, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const world = (page) => page.locator(".world").evaluate((element) => element.style.transform);

async function played(options = {}) {
  const page = await visit(browser, "/", options);
  await openTable(page, [human("Anna"), human("Olha")], { expansions: ["inns-cathedrals"] }, { tiles: 4 });
  return page;
}

test("a mouse drags and zooms the board, and fit brings it back", async () => {
  const page = await played();
  const { x, y, width, height } = await page.locator(".board").boundingBox();
  await page.locator("[data-act=fit]").click();
  // The picture is stretched while the board zooms.
  await page.waitForFunction(() => document.querySelector(".world").style.transform.endsWith("scale(1)"));
  const fitted = await world(page);
  await page.mouse.move(x + 100, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + 180, y + 120, { steps: 4 });
  await page.mouse.up();
  const dragged = await world(page);
  assert.notEqual(dragged, fitted);
  assert.equal(await page.locator("[data-spot][aria-pressed=true]").count(), 0, "a drag chooses nothing");
  await page.mouse.move(x + width / 4, y + height / 4);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((before) => document.querySelector(".world").style.transform !== before, dragged);
  await page.keyboard.press("f");
  await page.waitForFunction((before) => document.querySelector(".world").style.transform === before, fitted);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the wheel over the tile rotates it through the legal rotations only", async () => {
  const page = await visit(browser, "/");
  const made = await makeTable(page, [human("Anna"), human("Olha")]);
  await page.goto(`${BASE}/t/${made.table}`);
  await myDecision(page);
  const answers = await page.evaluate(
    async (table) => (await (await fetch(`/api/tables/${table}/view`)).json()).decision.answers,
    made.table,
  );
  const turns = new Map();
  for (const { x, y, rotation } of answers) turns.set(`${x},${y}`, [...(turns.get(`${x},${y}`) ?? []), rotation]);
  const [key, legal] = [...turns].sort((a, b) => b[1].length - a[1].length)[0];
  const spot = page.locator(`[data-spot="${key}"]`);
  await spot.click();
  const shown = () => page.locator(".ghost use").evaluate((use) => Number(use.getAttribute("href").split(".").at(-1)));
  const seen = [await shown()];
  const box = await spot.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 1; i < legal.length + 1; i++) {
    // The client counts wheel events within a sixth of a second as one movement.
    await page.waitForTimeout(220);
    await page.mouse.wheel(0, 100);
    if (legal.length > 1) await until(async () => (await shown()) !== seen.at(-1), "another rotation");
    seen.push(await shown());
  }
  assert.equal(seen.at(-1), seen[0], "all the way round");
  assert.deepEqual([...new Set(seen)].sort(), [...legal].sort());
  await page.context().close();
});

test("fingers pinch, and a long press shows what a feature would score", async () => {
  const page = await played({ width: 360, height: 740, touch: true });
  const before = await world(page);
  await page.locator(".board").evaluate((board) => {
    const { left, top, width, height } = board.getBoundingClientRect();
    const point = (type, pointerId, dx) =>
      board.dispatchEvent(
        new PointerEvent(type, {
          pointerId,
          pointerType: "touch",
          bubbles: true,
          clientX: left + width / 2 + dx,
          clientY: top + height / 2,
        }),
      );
    point("pointerdown", 11, -30);
    point("pointerdown", 12, 30);
    for (let i = 1; i <= 5; i++) {
      point("pointermove", 11, -30 - 10 * i);
      point("pointermove", 12, 30 + 10 * i);
    }
    point("pointerup", 11, -80);
    point("pointerup", 12, 80);
  });
  assert.notEqual(await world(page), before);
  await page.locator("[data-act=fit]").click();
  // Near a corner there is always a field or a city; the middle may be a crossing, which belongs to no feature.
  await (await page.locator("[data-last]").elementHandle()).waitForElementState("stable");
  const tile = await page.locator("[data-last]").boundingBox();
  const at = { x: tile.x + tile.width / 8, y: tile.y + tile.height / 5 };
  const touch = (type) =>
    page.locator(".board").evaluate((board, [type, { x, y }]) => {
      const touched = { pointerId: 13, pointerType: "touch", bubbles: true, clientX: x, clientY: y };
      board.dispatchEvent(new PointerEvent(type, touched));
    }, [type, at]);
  const card = page.locator("[data-feature-card]");
  // A press finds no feature until the outlines of the tiles have loaded.
  await until(async () => {
    await touch("pointerdown");
    const shown = await card.waitFor({ timeout: 2000 }).then(() => true, () => false);
    if (!shown) await touch("pointerup");
    return shown;
  }, "a card after a long press");
  assert.ok((await page.locator("[data-feature-card] .clause").count()) + (await page.locator("[data-feature-card] p").count()) > 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("hovering a figure lights its feature; the panels open on demand", async () => {
  const page = await played();
  const box = await page.locator("[data-figure]").first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator("[data-feature-card]").waitFor();
  assert.equal(await page.locator("g[data-feature]").count(), 1);
  await page.locator("[data-act=fields]").click();
  await page.locator("g[data-feature]").nth(1).waitFor({ state: "attached" });
  await page.locator("[data-tab=tiles]").click();
  const counts = await page.locator("[data-kinds-left] .count").allInnerTexts();
  const left = Number(await page.locator("[data-left]").filter({ visible: true }).getAttribute("data-left"));
  assert.equal(counts.map((text) => Number(text.slice(1))).reduce((a, b) => a + b), left);
  for (const tab of ["features", "projected", "log"]) {
    await page.locator(`[data-tab=${tab}]`).click();
    assert.ok((await page.locator("[role=tabpanel]").innerText()).trim().length > 0);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("spectators see the board and cannot act", async () => {
  const host = await played();
  const watcher = await visit(browser, new URL(host.url()).pathname);
  await watcher.locator("main[data-seq]").waitFor();
  assert.equal(await watcher.locator("main[data-mine=yes]").count(), 0);
  assert.equal(await watcher.locator("[data-spot]").count(), 0);
  assert.equal(await watcher.locator("[data-act=confirm]").count(), 0);
  const seq = await watcher.locator("main[data-seq]").getAttribute("data-seq");
  await placeByClick(host);
  await watcher.waitForFunction((seq) => document.querySelector("main[data-seq]").dataset.seq !== seq, seq);
  await host.context().close();
  await watcher.context().close();
});
