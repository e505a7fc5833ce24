// A turn as a hand plays it: the tile shows where it would lie, is laid, turned, moved and taken back, and is given with its figure.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BASE, human, json, launch, makeTable, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function opened(options = {}) {
  const page = await visit(browser, "/", { confirm: "undo", ...options });
  const made = await makeTable(page, [human("Anna"), human("Boris")]);
  await page.goto(`${BASE}/t/${made.table}`);
  await page.locator("[data-spot]").first().waitFor();
  return { page, ...made };
}

const newest = (page, table) => json(page, `/api/tables/${table}/view`);
/** The first two answers after a position: a tile, and a figure on it. */
async function placedAndDeployed(page, table, seq) {
  const [place, deploy] = await json(page, `/api/tables/${table}/events?from=${seq}`);
  assert.match(place.answer, /@/);
  assert.match(deploy.answer, /^(knight|highwayman|farmer|monk):/);
}
const kind = (page, wanted) => page.waitForFunction((kind) => document.querySelector("main[data-seq]").dataset.kind === kind, wanted);

test("a tile and its figure are three clicks, and nobody is told of anything before the last", async () => {
  const { page, table } = await opened();
  const { seq } = await newest(page, table);
  await page.locator("[data-spot]").first().click();
  await kind(page, "deploy");
  assert.equal((await newest(page, table)).seq, seq, "the tile is not given yet");
  await page.locator("[data-shadow]").first().waitFor();
  assert.equal(await page.locator("[data-pick]").count(), 0, "what stands on the tile needs no numbers");
  const shadow = await page.locator("main [data-shadow]").first().boundingBox();
  await page.mouse.click(shadow.x + shadow.width / 2, shadow.y + shadow.height / 2);
  await page.locator("[data-act=confirm]:enabled").click();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
  await placedAndDeployed(page, table, seq);
  assert.deepEqual(page.problems, []);
});

test("a tile that is laid is moved, turned and taken back while its figure is being chosen", async () => {
  const { page, table } = await opened();
  const before = await newest(page, table);
  const spots = page.locator("[data-spot]");
  await spots.first().click();
  await kind(page, "deploy");
  await spots.nth(1).click();
  await page.waitForFunction((key) => document.querySelector(`[data-spot="${key}"]`).getAttribute("aria-pressed") === "true",
    await spots.nth(1).getAttribute("data-spot"));
  await kind(page, "deploy");
  await page.locator("[data-act=back]").click();
  await kind(page, "place");
  assert.deepEqual((await newest(page, table)).seq, before.seq);
  assert.equal(await page.locator("[data-spot][aria-pressed=true]").count(), 0);
});

test("without a figure a turn is two clicks", async () => {
  const { page, table } = await opened();
  const { seq } = await newest(page, table);
  await page.locator("[data-spot]").first().click();
  await kind(page, "deploy");
  await page.locator("[data-act=pass]").click();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
  const steps = await json(page, `/api/tables/${table}/events?from=${seq}`);
  assert.deepEqual([steps[0].answer.includes("@"), steps[1].answer], [true, "pass"]);
});

test("a tile shows under the mouse as it would lie, and the wheel turns it through what fits alone", async () => {
  const { page, table } = await opened();
  const { decision } = await newest(page, table);
  const fits = new Map();
  for (const { x, y, rotation } of decision.answers) fits.set(`${x},${y}`, [...(fits.get(`${x},${y}`) ?? []), rotation]);
  const [key, rotations] = [...fits].sort(([, a], [, b]) => b.length - a.length)[0];
  const { x, y, width, height } = await page.locator(`[data-spot="${key}"]`).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  const shown = async () => Number(await page.locator(`[data-hovered="${key}"]`).getAttribute("data-rotation"));
  const seen = new Set();
  for (let i = 0; i < rotations.length; i++) {
    seen.add(await shown());
    await page.mouse.wheel(0, 100);
    await page.waitForTimeout(220);
  }
  assert.deepEqual([...seen].sort(), rotations);
});

test("a second click gives what was chosen, and whoever wants to be asked nothing gives it by the first", async () => {
  for (const confirm of ["undo", "never"]) {
    const { page, table } = await opened({ confirm });
    const { seq } = await newest(page, table);
    await page.locator("[data-spot]").first().click();
    await kind(page, "deploy");
    const { x, y, width, height } = await page.locator("main [data-shadow]").first().boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    if (confirm === "undo") {
      await page.waitForTimeout(600);
      assert.equal((await newest(page, table)).seq, seq);
      await page.mouse.click(x + width / 2, y + height / 2);
    }
    await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
    await placedAndDeployed(page, table, seq);
  }
});

test("keys lay, confirm, number and give a turn", async () => {
  const { page, table } = await opened();
  const { seq } = await newest(page, table);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await kind(page, "deploy");
  await page.locator("[data-pick], [data-act=choice-next]").first().waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
  await placedAndDeployed(page, table, seq);
});
