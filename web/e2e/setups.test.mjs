// Set-ups: numbers of figures and tiles, and the colours of players.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, human, json, launch, makeTable, settled, visit } from "./browser.mjs";
import { look, PHONE, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const line = (page, word) => page.locator(`[data-number="${word}"]`);
const countOf = (page, word) => line(page, word).locator("[data-count]").innerText();
const tableId = (page) => new URL(page.url()).pathname.split("/").pop();

/** Opens the numbers in the set-up of a game with some expansions. */
async function openNumbers(page, expansions = []) {
  await page.locator("[data-act=setup]").click();
  for (const id of expansions) await page.locator(`[data-expansion=${id}]`).check();
  await page.locator("#numbers-summary").click();
  await line(page, "copies").waitFor();
}

/** Presses a stepper's button several times. */
async function step(page, word, act, times = 1) {
  for (let i = 0; i < times; i += 1) await line(page, word).locator(`[data-act=${act}]`).click();
}

test("numbers of figures and tiles are changed, refused, reset and played", async () => {
  const page = await visit(browser, "/#carcassonne");
  await openNumbers(page, ["traders-builders", "river"]);
  await line(page, "pig").waitFor();
  assert.equal(await line(page, "river-1").locator(".name").innerText(), "The River");
  assert.equal(await line(page, "follower").locator("[data-printed]").innerText(), "as printed");
  await step(page, "pig", "more");
  await step(page, "follower", "fewer", 2);
  await step(page, "base", "more");
  assert.deepEqual(await Promise.all(["pig", "follower", "base"].map((word) => countOf(page, word))), ["2", "5", "2"]);
  assert.equal(await line(page, "follower").locator("[data-printed]").innerText(), "printed: 7");
  for (const button of await page.locator("[data-number] button").all()) {
    const { width, height } = await button.boundingBox();
    assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
  }
  await look(page, "numbers", { sizes: [PHONE, SIDEWAYS, WIDE], seen: "[data-numbers]" });

  // The server's limits are reported in the page's language, before and when the game is started.
  await step(page, "copies", "more", 8);
  const problem = page.locator("[data-numbers-problem]");
  await problem.getByText("The set-up has too many tiles: 1,524. At most 1,080 fit. Lower a number.", { exact: true }).waitFor();
  await page.locator("[data-act=play]").click();
  await page.locator("section > .inner > [role=alert]").waitFor();
  assert.match(await page.locator("section > .inner > [role=alert]").innerText(), /too many tiles/);
  await switchLanguage(page, "uk");
  await problem.getByText("Забагато плиток").waitFor();
  await switchLanguage(page, "ru");
  await problem.getByText("Слишком много квадратов").waitFor();
  await switchLanguage(page, "en");
  await page.locator("[data-act=numbers-printed]").click();
  await problem.waitFor({ state: "detached" });
  assert.deepEqual(await Promise.all(["pig", "base", "copies"].map((word) => countOf(page, word))), ["1", "1", "1"]);
  assert.equal(await page.locator("[data-act=numbers-printed]").count(), 0);

  // An own preset keeps the numbers, and the table's set-up and record have those that are in play.
  await step(page, "pig", "more");
  await step(page, "base", "more");
  await page.locator("[data-act=name-preset]").click();
  await page.locator("[data-preset-name]").fill("Two pigs");
  await page.locator("[data-act=save-preset]").click();
  await page.locator("[data-act=numbers-printed]").click();
  await page.locator("[data-own-preset='Two pigs']").click();
  await page.locator("[data-own-numbers]").waitFor();
  assert.equal(await countOf(page, "pig"), "2");
  await page.locator("[data-act=play]").click();
  await page.locator("main[data-seq]").waitFor();
  const { setup } = await json(page, `/api/tables/${tableId(page)}`);
  assert.deepEqual(setup.figures, { pig: 2 });
  assert.deepEqual(setup.sets, { base: 2, "river-1": 1, "traders-builders": 1 });
  const record = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/record`)).text(), tableId(page));
  assert.match(record, /figures=pig:2 sets=base:2,/);
  assert.deepEqual(page.problems, []);
});

test("the waiting room says what differs from the printed game", async () => {
  const page = await visit(browser, "/");
  const setup = { expansions: ["traders-builders"], figures: { pig: 2 }, sets: { base: 3, "traders-builders": 1 } };
  const { table } = await makeTable(page, [human("Anna"), { type: "open" }], setup);
  await page.goto(`${BASE}/t/${table}`);
  await page.locator("[data-figures=pig]").waitFor();
  assert.equal(await page.locator("[data-figures=pig]").innerText(), "Pig: 2");
  assert.equal(await page.locator("[data-set=base]").innerText(), "Base game ×3");
  assert.equal(await page.locator("[data-set]").count(), 1);
  assert.deepEqual(page.problems, []);
});

const KINDS = { hunters: ["member", "hut", "hunters-bonus"], discovery: ["follower"], coop: ["guard", "second-guard"] };
for (const [game, words] of Object.entries(KINDS)) {
  test(`${game} has its own figures and tile sets`, async () => {
    const page = await visit(browser, `/#${game}`);
    await openNumbers(page);
    for (const word of words) await line(page, word).waitFor();
    const names = await page.locator("[data-number] .name").allInnerTexts();
    assert.equal(new Set(names).size, names.length, names.join());
    assert.deepEqual(page.problems, []);
  });
}

const colourOf = (page, seat) => page.locator(`[data-pick-colour="${seat}"]`).getAttribute("data-colour");

/** Chooses the colour of a seat in the open dialog of its picker. */
async function choose(page, seat, colour) {
  await page.locator(`[data-pick-colour="${seat}"]`).click();
  await page.locator(`[data-choose-colour="${colour}"]`).click();
  await page.locator(`[data-pick-colour="${seat}"][data-colour="${colour}"]`).waitFor();
}

test("people on one screen choose colours, which the board and the next game use", async () => {
  const page = await visit(browser, "/#carcassonne");
  await page.locator("[data-arrange=two-here]").click();
  assert.deepEqual(await Promise.all([0, 1].map((seat) => colourOf(page, seat))), ["0", "1"]);
  await choose(page, 0, 3);
  await page.locator("[data-pick-colour='1']").click();
  assert.ok(await page.locator("[data-choose-colour='3']").isDisabled(), "another person has green");
  await look(page, "colours", { sizes: [PHONE, SIDEWAYS, WIDE], seen: "dialog", fullPage: false });
  await page.keyboard.press("Escape");
  await page.locator("[data-act=play]").click();
  await page.locator("main[data-seq]").waitFor();
  assert.deepEqual((await json(page, `/api/tables/${tableId(page)}`)).colours, [3, 1, 2, 0, 4, 5]);
  const owner = () => page.locator("li[data-seat='0']").first().evaluate((one) => one.style.getPropertyValue("--owner"));
  assert.equal(await owner(), "var(--seat-3)");
  const swatch = page.locator("li[data-seat='0'] svg circle.pattern").first();
  assert.equal(await swatch.getAttribute("fill"), "url(#own-3)", "the pattern belongs to the colour");
  await settled(page);
  await look(page, "coloured-table", { fullPage: false });

  await page.goto(`${BASE}/#hunters`);
  await page.locator("[data-pick-colour='0'][data-colour='3']").waitFor();
  assert.deepEqual(page.problems, []);
});

test("everyone in the waiting room chooses a free colour", async () => {
  const [anna, borys] = [await visit(browser, "/"), await visit(browser, "/", { width: 360, height: 740 })];
  const { table } = await makeTable(anna, [human("Anna"), { type: "open" }, { type: "open" }]);
  await anna.goto(`${BASE}/t/${table}`);
  await anna.locator("[data-pick-colour='0']").waitFor();
  await choose(anna, 0, 5);
  await borys.goto(`${BASE}/t/${table}`);
  await borys.locator("[data-name]").fill("Borys");
  await borys.locator("main .primary[data-take]").click();
  await borys.locator("[data-pick-colour='1']").waitFor();
  await borys.locator("[data-pick-colour='1']").click();
  assert.ok(await borys.locator("[data-choose-colour='5']").isDisabled());
  await borys.locator("[data-choose-colour='2']").click();
  await borys.locator("[data-pick-colour='1'][data-colour='2']").waitFor();
  // The other page follows.
  const swatch = anna.locator("[data-seat='1'] svg circle.pattern");
  await anna.locator("[data-seat='1'] svg circle.pattern[fill='url(#own-2)']").waitFor();
  assert.equal(await swatch.count(), 1);
  await look(anna, "waiting-room-colours", { sizes: [PHONE, SIDEWAYS, WIDE] });

  // The next table takes the colour along if it is free; a taken one is left alone.
  const { table: next } = await makeTable(anna, [{ ...human("Anna"), colour: 2 }, { type: "open" }, { type: "open" }]);
  await borys.goto(`${BASE}/t/${next}`);
  await borys.locator("main .primary[data-take]").click();
  await borys.locator("[data-pick-colour='1'][data-colour='1']").waitFor();
  const { table: last } = await makeTable(anna, [human("Anna"), { type: "open" }, { type: "open" }]);
  await borys.goto(`${BASE}/t/${last}`);
  await borys.locator("main .primary[data-take]").click();
  await borys.locator("[data-pick-colour='1'][data-colour='2']").waitFor();
  assert.deepEqual([anna.problems, borys.problems], [[], []]);
});

test("the button that turns the board has its own icon", async () => {
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [human("Anna"), human("Boris")]);
  await page.goto(`${BASE}/t/${table}`);
  const board = await page.locator("[data-act=turn-board] path").getAttribute("d");
  await page.locator("[data-spot]").first().waitFor({ state: "attached" });
  const paths = page.locator("button:not([data-act=turn-board]) svg path");
  const others = await paths.evaluateAll((all) => all.map((one) => one.getAttribute("d")));
  assert.ok(board && !others.includes(board));
  await look(page, "board-icon", { sizes: [PHONE, SIDEWAYS, WIDE], themes: ["light"], fullPage: false });
  assert.deepEqual(page.problems, []);
});
