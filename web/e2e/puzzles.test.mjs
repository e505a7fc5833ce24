// Puzzles: one solved by touch on a phone, one missed and one solved with the keyboard; the filter, the history, and a static site without
// a connection.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, afterEach, before, describe, it } from "node:test";
import { audit, BASE, closePages, launch, newName, overflow, visit } from "./browser.mjs";
import { picture } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const folder = new URL("../public/puzzles/", import.meta.url);
const puzzles = readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl"))
  .flatMap((name) => readFileSync(new URL(name, folder), "utf8").trim().split("\n").map((line) => JSON.parse(line)));

/** Returns a puzzle of Carcassonne whose best turn ends with this word. */
const endingWith = (word) => puzzles.find(({ record, lines: [{ answers }] }) =>
  record.includes("\nsetup: carcassonne seats=2\n") && answers.length === 2 && word.test(answers[1]));
const PASS = endingWith(/^pass$/);
/** A monastery whose place leaves only one rotation. */
const MONK = endingWith(/^monk:/);

/** Address of a static site with the engine, if there is one. */
const SITE = process.env.BASTIDE_STATIC_URL;

const act = (page, name) => page.locator(`[data-act=${name}]`);
const state = (page, wanted) => page.waitForSelector(`[data-puzzle-state="${wanted}"]`);
const open = async (page) => {
  await state(page, "open");
  await page.locator("main[data-mine=yes]").waitFor();
};

/** Reads a placement: `crfr@1,0r90`. */
function placement(puzzle) {
  const [, x, y, degrees] = /@(-?\d+),(-?\d+)r(\d+)$/.exec(puzzle.lines[0].answers[0]);
  return { spot: `${x},${y}`, rotation: String(Number(degrees) / 90) };
}

const rotation = (page) => page.locator(".ghost use").first().evaluate((use) => use.getAttribute("href").split(".").at(-1));

/** Lays the tile where the best turn does. */
async function lay(page, puzzle, press, rotate) {
  const { spot, rotation: wanted } = placement(puzzle);
  await press(page.locator(`[data-spot="${spot}"]`));
  for (let turn = 0; turn < 4 && (await rotation(page)) !== wanted; turn++) await rotate();
  assert.equal(await rotation(page), wanted);
}

describe("puzzles", () => {
  it("are solved by touch on a phone", async () => {
    const page = await visit(browser, `/puzzles#${PASS.id}`, { width: 360, height: 740, touch: true });
    await open(page);
    assert.equal(await overflow(page), 0);
    await audit(page, "a puzzle");
    await picture(page, "puzzle-360", false);
    await lay(page, PASS, (spot) => spot.tap(), () => act(page, "rotate").tap());
    await act(page, "confirm").tap();
    const pass = act(page, "pass");
    await Promise.race([pass.waitFor(), state(page, "right")]);
    if (await pass.count()) await pass.tap();
    await state(page, "right");
    assert.equal(await overflow(page), 0);
    await audit(page, "a solved puzzle");
    await picture(page, "puzzle-360-right", false);
    assert.equal(await page.locator("[data-streak]").getAttribute("data-streak"), "1");
    // A puzzle that was not tried yet follows.
    await act(page, "puzzle-next").tap();
    await open(page);
    assert.notEqual(await page.locator("[data-puzzle]").getAttribute("data-puzzle"), PASS.id);
    assert.deepEqual(page.problems, []);
  });

  it("are missed, tried again and solved with the keyboard", async () => {
    const page = await visit(browser, `/puzzles#${MONK.id}`, { dark: true });
    await open(page);
    await audit(page, "a puzzle");
    // A focused place is answered with Enter.
    const answer = async (spot) => {
      await spot.focus();
      await page.keyboard.press("Enter");
      await page.locator("main[data-kind=deploy]").waitFor();
    };
    await answer(page.locator(`[data-spot]:not([data-spot="${placement(MONK).spot}"])`).first());
    await act(page, "pass").waitFor();
    await page.keyboard.press("p");
    await state(page, "wrong");
    await page.locator("[data-lines] [data-line='1']").waitFor();
    await page.locator(".boardarea svg").first().waitFor();
    await audit(page, "a missed puzzle");
    await picture(page, "puzzle-1280-wrong", false);
    assert.equal(await page.locator("[data-streak]").getAttribute("data-streak"), "0");
    await act(page, "puzzle-retry").press("Enter");
    await open(page);
    await answer(page.locator(`[data-spot="${placement(MONK).spot}"]`));
    const monk = page.locator("[data-pick]", { hasText: "Monk" });
    await page.keyboard.press((await monk.locator("kbd").innerText()).trim());
    await page.keyboard.press("Enter");
    await state(page, "right");
    // Only the first attempt counts.
    await page.locator("[data-filters] summary").click();
    assert.equal(await page.locator("[data-history] li").count(), 1);
    await page.locator("[data-filter=game]").selectOption("hunters");
    await open(page);
    assert.deepEqual(page.problems, []);
  });

  it("are solved by typed commands on the text board", async () => {
    const page = await visit(browser, `/puzzle/${MONK.id}`);
    await open(page);
    await act(page, "text-board").focus();
    await page.keyboard.press("Enter");
    await page.locator("#command:focus").waitFor();
    const type = async (text) => {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    };
    const log = page.locator("[data-text-board] [role=log]");
    await type("places");
    const { spot, rotation } = placement(MONK);
    const [x, y] = spot.split(",");
    await log.filter({ hasText: `${x} : ${y}` }).waitFor();
    await type(`place ${x} ${y} ${rotation * 90}`);
    await page.locator("main[data-laid=yes]").waitFor();
    await type("monk");
    await state(page, "right");
    await audit(page, "a puzzle solved on the text board");
    // The address names the puzzle, so that it can be shared.
    assert.equal(new URL(page.url()).pathname, `/puzzle/${MONK.id}`);
    await page.locator("[data-filters] summary").click();
    assert.equal(await page.locator("[data-filters] input[readonly]").inputValue(), page.url().split("#")[0]);
    await act(page, "puzzle-next").focus();
    await page.keyboard.press("Enter");
    await page.locator("main[data-mine=yes]").waitFor();
    await page.locator("#command").waitFor();
    assert.deepEqual(page.problems, []);
  });

  it("are one history on two devices of an account", async () => {
    const name = newName("Olha");
    const page = await visit(browser, "/account");
    await page.locator("[data-act=turn]").click();
    await page.locator("[data-account-name]").fill(name);
    await page.locator("[data-password]").fill("correct horse battery");
    await act(page, "enter").click();
    await page.locator(`[data-signed-in="${name}"]`).waitFor();
    await page.goto(new URL(`/puzzle/${PASS.id}`, page.url()).href);
    await open(page);
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith("/attempt")),
      act(page, "puzzle-show").click(),
    ]);
    await page.locator("[data-filters] summary").click();
    await page.locator("[data-account-rating]").waitFor();
    const rating = await page.locator("[data-account-rating]").getAttribute("data-account-rating");
    const other = await visit(browser, "/account", { width: 360, height: 740 });
    await other.locator("[data-account-name]").fill(name);
    await other.locator("[data-password]").fill("correct horse battery");
    await act(other, "enter").click();
    await other.locator(`[data-signed-in="${name}"]`).waitFor();
    await other.goto(new URL("/puzzles", other.url()).href);
    await open(other);
    await other.locator("[data-filters] summary").click();
    await other.locator(`[data-account-rating="${rating}"]`).waitFor();
    assert.equal(await other.locator("[data-history] li").count(), 1);
    assert.equal(await overflow(other), 0);
    await audit(other, "the history of an account");
    await picture(other, "puzzle-360-history", false);
    assert.deepEqual([...page.problems, ...other.problems], []);
  });

  it("show their answer", async () => {
    const page = await visit(browser, `/puzzles#${PASS.id}`, { language: "uk" });
    await open(page);
    await act(page, "puzzle-show").click();
    await state(page, "shown");
    await page.locator("[data-lines]").waitFor();
    assert.deepEqual(page.problems, []);
  });

  it("work on a static site without a connection", { skip: SITE ? false : "set BASTIDE_STATIC_URL to a static site" }, async () => {
    const page = await visit(browser, `/#/puzzles#${PASS.id}`, { base: SITE, worker: true });
    await open(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await act(page, "puzzle-next").click();
    await open(page);
    await act(page, "puzzle-show").click();
    await state(page, "shown");
  });
});

assert.ok(BASE);
