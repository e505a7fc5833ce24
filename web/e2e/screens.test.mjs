// Screens that have little room or bad luck: phones held sideways, many players, a server that is gone, links that are none.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BASE, bot, human, json, launch, makeTable, overflow, visit } from "./browser.mjs";

const EVERYTHING = [
  "inns-cathedrals", "river", "games-quarterly", "cathars", "king-robber", "count", "abbey-mayor", "princess-dragon",
  "traders-builders", "tower", "mists",
];

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const box = (page, selector) => page.locator(selector).filter({ visible: true }).first().boundingBox();

/** A table of four with everything, as its first player sees it. */
async function crowded(size) {
  const page = await visit(browser, "/", size);
  const { table } = await makeTable(page, ["Anna", "Boris", "Christine", "Dmytro"].map(human), { expansions: EVERYTHING });
  await page.goto(`${BASE}/t/${table}`);
  await page.locator("[data-spot]").first().waitFor();
  return page;
}

test("a phone held sideways shows the board on more than two thirds of the screen, with four players and everything", async () => {
  const page = await crowded({ width: 844, height: 390, touch: true });
  const board = await box(page, "main[data-seq]");
  assert.ok((board.width * board.height) / (844 * 390) > 0.67, JSON.stringify(board));
  const acts = ["confirm", "panels", "settings"].map((act) => `[data-act=${act}]`);
  const wanted = ["[data-score='0']", "[data-score='3']", "[data-turn]", ...acts];
  for (const selector of wanted) {
    const { x, y, width, height } = await box(page, selector);
    assert.ok(x >= 0 && y >= 0 && x + width <= 844 && y + height <= 390, `${selector} is at ${x}, ${y}`);
  }
  assert.equal(await overflow(page), 0);
  assert.deepEqual(page.problems, []);
});

test("four players with everything leave a narrow phone half its height for the board, and the panel beside a wide one room", async () => {
  const narrow = await crowded({ width: 360, height: 740, touch: true });
  assert.ok((await box(narrow, "main[data-seq]")).height > 340);
  assert.equal(await overflow(narrow), 0);
  await narrow.locator("[data-act=panels]").click();
  await narrow.waitForFunction(() => document.querySelector("aside.side").getAnimations().length === 0);
  const [sheet, closer] = [await box(narrow, "aside.side"), await box(narrow, "aside.side .closer")];
  assert.ok(closer.y >= sheet.y, `the button to close is outside: ${JSON.stringify([sheet, closer])}`);
  await narrow.locator("aside.side .closer").click();
  const wide = await crowded({ width: 1280, height: 800 });
  assert.ok((await box(wide, "aside.side [role=tabpanel]")).height > 150);
});

test("what is no link to a table is told at the field, and so is a table that there is not", async () => {
  const page = await visit(browser);
  const field = page.locator("[data-join]");
  await field.fill("hello world");
  await page.keyboard.press("Enter");
  await page.locator("#join-wrong:not(:empty)").waitFor();
  assert.equal(new URL(page.url()).pathname, "/");
  await field.fill("abcdefghijkm");
  await page.keyboard.press("Enter");
  await page.getByText("There is no such table").waitFor();
  const { table } = await makeTable(page, [human("Anna"), bot()]);
  await field.fill(`${BASE}/t/${table}`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/t/${table}`);
});

test("a list of tables that cannot be read says so, and is read again", async () => {
  const page = await visit(browser);
  await makeTable(page, [human("Anna"), bot()]);
  await page.route("**/api/tables", (route) => route.abort());
  await page.reload();
  await page.locator("[data-list-problem]").waitFor();
  await page.unroute("**/api/tables");
  await page.locator("[data-list-problem] button").click();
  await page.locator("[data-table]").first().waitFor();
});

test("the rules speak of choices in the page's language, without names that programs have for them", async () => {
  for (const language of ["en", "ru", "uk"]) {
    const page = await visit(browser, "/rules", { language });
    await page.locator("[data-option=first_player]").first().waitFor();
    const text = await page.locator("main").innerText();
    assert.deepEqual(text.match(/\w+_\w+|option \w+ =|docs\/\S+/g), null, language);
    const clauses = await json(page, `/api/rules/${language}`);
    const named = clauses.reduce((sum, clause) => sum + clause.options.length, 0);
    assert.ok((await page.locator("[data-option]").count()) >= named, `${named} choices`);
  }
});

test("another language is spoken at once, in what a screen reader hears too", async () => {
  const page = await visit(browser);
  const { table } = await makeTable(page, [human("Anna"), human("Boris")]);
  await page.goto(`${BASE}/t/${table}`);
  await page.locator("[data-spot]").first().waitFor();
  const heard = () => page.locator("[role=status][aria-live]").innerText();
  const before = await heard();
  await page.locator("[data-act=settings]").click();
  await page.locator("[data-language=ru]").click();
  await page.waitForFunction((before) => document.querySelector("[role=status][aria-live]").textContent !== before, before);
  assert.match(await page.locator("[data-turn]").innerText(), /[а-я]/i);
  assert.match(await heard(), /[а-я]/i);
});
