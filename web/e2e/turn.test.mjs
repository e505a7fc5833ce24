// A turn by hand: the tile is previewed, placed, rotated, moved, undone, and confirmed together with its figure.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { atRest, BASE, closePages, human, json, launch, makeTable, until, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

async function opened(options = {}) {
  const page = await visit(browser, "/", { confirm: "undo", ...options });
  const made = await makeTable(page, [human("Anna"), human("Boris")]);
  await page.goto(`${BASE}/t/${made.table}`);
  await page.locator("[data-spot]").first().waitFor();
  return { page, ...made };
}

const newest = (page, table) => json(page, `/api/tables/${table}/view`);
/** Asserts that the first two answers after a position are a tile and a figure on it. */
async function placedAndDeployed(page, table, seq) {
  const [place, deploy] = await json(page, `/api/tables/${table}/events?from=${seq}`);
  assert.match(place.answer, /@/);
  assert.match(deploy.answer, /^(knight|highwayman|farmer|monk):/);
}
const kind = (page, wanted) => page.waitForFunction((kind) => document.querySelector("main[data-seq]").dataset.kind === kind, wanted);

test("a tile and a figure take three clicks, and nothing is sent before the last", async () => {
  const { page, table } = await opened();
  const { seq } = await newest(page, table);
  await page.locator("[data-spot]").first().click();
  await kind(page, "deploy");
  assert.equal((await newest(page, table)).seq, seq, "the tile has not been sent yet");
  await page.locator("[data-shadow]").first().waitFor();
  assert.equal(await page.locator("[data-pick]").count(), 0, "choices on the tile need no numbers");
  const shadow = await page.locator("main [data-shadow]").first().boundingBox();
  await page.mouse.click(shadow.x + shadow.width / 2, shadow.y + shadow.height / 2);
  await page.locator("[data-act=confirm]:enabled").click();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
  await placedAndDeployed(page, table, seq);
  assert.deepEqual(page.problems, []);
});

test("a laid tile can be moved and undone while its figure is being chosen", async () => {
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

test("a turn without a figure takes two clicks", async () => {
  const { page, table } = await opened();
  const { seq } = await newest(page, table);
  await page.locator("[data-spot]").first().click();
  await kind(page, "deploy");
  await page.locator("[data-act=pass]").click();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
  const steps = await json(page, `/api/tables/${table}/events?from=${seq}`);
  assert.deepEqual([steps[0].answer.includes("@"), steps[1].answer], [true, "pass"]);
});

test("the tile is previewed under the mouse, and the wheel rotates it through legal rotations", async () => {
  const { page, table } = await opened();
  const { decision } = await newest(page, table);
  const fits = new Map();
  for (const { x, y, rotation } of decision.answers) fits.set(`${x},${y}`, [...(fits.get(`${x},${y}`) ?? []), rotation]);
  const [key, rotations] = [...fits].sort(([, a], [, b]) => b.length - a.length)[0];
  const { x, y, width, height } = await page.locator(`[data-spot="${key}"]`).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  const shown = async () => Number(await page.locator(`[data-hovered="${key}"]`).getAttribute("data-rotation"));
  const seen = [await shown()];
  for (let i = 1; i < rotations.length; i++) {
    // The client counts wheel events within a sixth of a second as one movement.
    await page.waitForTimeout(220);
    await page.mouse.wheel(0, 100);
    await until(async () => (await shown()) !== seen.at(-1), "another rotation");
    seen.push(await shown());
  }
  assert.ok(rotations.length > 1, "it fits in several ways");
  assert.deepEqual(seen.sort(), rotations);
});

test("a second click confirms, or the first one if confirmation is off", async () => {
  for (const confirm of ["undo", "never"]) {
    const { page, table } = await opened({ confirm });
    const { seq } = await newest(page, table);
    await page.locator("[data-spot]").first().click();
    await kind(page, "deploy");
    const { x, y, width, height } = await page.locator("main [data-shadow]").first().boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    if (confirm === "undo") {
      await page.locator("[data-act=confirm]:enabled").waitFor();
      assert.equal((await newest(page, table)).seq, seq);
      await page.mouse.click(x + width / 2, y + height / 2);
    }
    await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
    await placedAndDeployed(page, table, seq);
  }
});

test("a turn is played with keys and numbers", async () => {
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

test("six decisions take at most ten keys, with numbered places", async () => {
  const { page, table } = await opened();
  const { seq } = await newest(page, table);
  let strokes = 0;
  const press = (key) => ((strokes += 1), page.keyboard.press(key));
  const given = (seq) => page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
  let now = seq;
  for (let turn = 0; turn < 3; turn++) {
    if (turn === 0) await press("ArrowRight");
    else await press((await page.locator("[data-number]").nth(1).getAttribute("data-number")).slice(0, 1));
    // The figure is chosen by number before the server has sent the choices.
    await press("1");
    if ((await page.locator("[data-spot][aria-pressed=true]").count()) === 0) continue;
    await page.locator("[data-act=confirm]:enabled").waitFor();
    await page.waitForFunction(() => document.querySelector("main[data-seq]").dataset.kind === "deploy");
    await page.locator(".figures [data-ghost-figure], [data-act=confirm]:enabled").first().waitFor();
    await press("Enter");
    await given(now);
    now = (await newest(page, table)).seq;
  }
  assert.ok(strokes <= 10, `${strokes} strokes`);
  await placedAndDeployed(page, table, seq);
});

/** Returns the centre of an element in the window. */
async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

test("the tile is dragged from the hand to a place, and returns if there is none", async () => {
  const { page, table } = await opened();
  const { seq } = await newest(page, table);
  const hand = page.locator("[data-hand]").filter({ visible: true }).first();
  const spot = page.locator("[data-spot]").first();
  const [from, to] = [await middle(hand), await middle(spot)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] - 40, from[1] + 10, { steps: 4 });
  await page.locator("[data-carried]").waitFor();
  await page.mouse.up();
  await page.locator("[data-carried]").waitFor({ state: "detached" });
  assert.equal(await page.locator("[data-spot][aria-pressed=true]").count(), 0, "it is in the hand again");
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 8 });
  const over = await page.locator("[data-hovered]").getAttribute("data-hovered");
  assert.equal(over, await spot.getAttribute("data-spot"), "the board shows it where it would lie");
  await page.mouse.up();
  await kind(page, "deploy");
  assert.equal((await newest(page, table)).seq, seq, "it can still be undone");
  assert.equal(await page.locator("[data-spot][aria-pressed=true]").getAttribute("data-spot"), over);
  assert.deepEqual(page.problems, []);
});

/** Returns functions that simulate a finger with the touch events that a device sends. */
async function finger(page) {
  const session = await page.context().newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  return { down: (...at) => send("touchStart", [at]), to: (...at) => send("touchMove", [at]), up: () => send("touchEnd", []) };
}

test("a finger drags the tile above itself, and picks small parts through the loupe", async () => {
  const { page, table } = await opened({ width: 360, height: 740, touch: true });
  const { seq } = await newest(page, table);
  const touch = await finger(page);
  const from = await middle(page.locator("[data-hand]").filter({ visible: true }).first());
  const to = await middle(page.locator("[data-spot]").first());
  await touch.down(...from);
  await touch.to(from[0], from[1] - 30);
  await page.locator("[data-carried]").waitFor();
  const { y, height } = await page.locator("[data-carried]").boundingBox();
  assert.ok(y + height / 2 < from[1] - 30 - 40, "the finger does not hide it");
  const lift = from[1] - 30 - (y + height / 2);
  await touch.to(to[0], to[1] + lift);
  await touch.up();
  await kind(page, "deploy");
  // On a zoomed-out board the parts of a tile are smaller than a finger.
  for (let i = 0; i < 4; i++) await page.keyboard.press("-");
  await atRest(page);
  const [x, tileY] = await middle(page.locator("[data-spot][aria-pressed=true]"));
  await touch.down(x, tileY);
  await page.locator("[data-loupe]").waitFor();
  const box = await page.locator("[data-loupe]").boundingBox();
  assert.ok(box.y + box.height < tileY, "the loupe is above the finger");
  const seen = new Set();
  for (const [dx, dy] of [[0, -14], [14, 0], [0, 14], [-14, 0]]) {
    await touch.to(x + dx, tileY + dy);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    seen.add(await page.evaluate(() => document.querySelector("[data-loupe] [data-near][aria-pressed=true]")?.getAttribute("data-near")));
  }
  seen.delete(undefined);
  await touch.up();
  await page.locator("[data-loupe]").waitFor({ state: "detached" });
  assert.ok(seen.size > 1, `the finger passed ${[...seen]}`);
  await page.locator("[data-act=confirm]:enabled").click();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
  await placedAndDeployed(page, table, seq);
  assert.deepEqual(page.problems, []);
});

test("on a touch screen every part has a button with a name, which lights up what it would claim", async () => {
  const { page } = await opened({ width: 360, height: 740, touch: true });
  await page.locator("[data-spot]").first().tap();
  await kind(page, "deploy");
  const picks = page.locator("[data-pick]");
  await picks.first().waitFor();
  const names = await picks.allTextContents();
  const part = /^\s*(Road|City|Monastery|Field)(, (north|south|east|west|(north|south)-(east|west)))?\s*$/;
  for (const name of names) assert.match(name, part);
  assert.equal(new Set(names).size, names.length, names.join());
  const bar = (await page.locator(".actions").boundingBox()).height;
  for (let i = 0; i < names.length; i++) {
    const { width, height } = await picks.nth(i).boundingBox();
    assert.ok(width >= 44 && height >= 44, `${names[i]} is ${width} by ${height}`);
    await picks.nth(i).tap();
    await page.locator(".board [data-feature]").waitFor();
    assert.equal((await page.locator(".actions").boundingBox()).height, bar, "the bar keeps its height");
  }
  const boxes = await Promise.all((await page.locator("main [data-shadow]").all()).map((one) => one.boundingBox()));
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= Math.min(a.width, b.width) * 0.9, "shadows do not overlap");
    }
  }
  assert.deepEqual(page.problems, []);
});

test("over twelve turns, a turn takes three clicks with a follower and two without", async () => {
  const { page } = await opened();
  const clicks = { figure: [], none: [] };
  let count = 0;
  const click = async (locator) => {
    count += 1;
    const [x, y] = await middle(locator);
    await page.mouse.click(x, y);
  };
  let seq = -1;
  for (let turn = 0; turn < 12; turn++) {
    await page.waitForFunction((seq) => {
      const { dataset } = document.querySelector("main[data-seq]");
      return Number(dataset.seq) > seq && dataset.kind === "place" && dataset.mine === "yes";
    }, seq);
    seq = Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
    await page.locator("[data-spot]").first().waitFor();
    count = 0;
    const spots = page.locator("[data-spot]");
    await click(spots.nth((turn * 5) % (await spots.count())));
    await kind(page, "deploy");
    await page.locator("[data-act=pass]").waitFor();
    const shadows = page.locator("main [data-shadow]");
    const figure = turn % 2 === 0 && (await shadows.count()) > 0;
    if (figure) {
      await click(shadows.first());
      await click(page.locator("[data-act=confirm]:enabled"));
    } else await click(page.locator("[data-act=pass]"));
    (figure ? clicks.figure : clicks.none).push(count);
  }
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  console.log(`clicks a turn: ${mean(clicks.figure)} with a follower (${clicks.figure.length}), ${mean(clicks.none)} without`);
  assert.ok(clicks.figure.length >= 5, `${clicks.figure.length} turns had a follower`);
  assert.ok(mean(clicks.figure) <= 3 && mean(clicks.none) <= 2, JSON.stringify(clicks));
});
