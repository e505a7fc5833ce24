// Screens with little room or with errors: phones held sideways, many players, unreachable servers, invalid links.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, bot, closePages, human, json, launch, makeTable, openTable, overflow, visit } from "./browser.mjs";
import { PHONE, resize, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";

const EVERYTHING = [
  "inns-cathedrals", "river", "games-quarterly", "cathars", "king-robber", "count", "abbey-mayor", "princess-dragon",
  "traders-builders", "tower", "mists", "watchtowers", "festival", "phantom", "darmstadt", "spiel-fair", "spiel-doch", "winter",
  "wind-roses", "cult", "mage-witch",
];

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const box = (page, selector) => page.locator(selector).filter({ visible: true }).first().boundingBox();

test("four players with everything fit on a phone held either way, and beside a wide board", async () => {
  const page = await visit(browser, "/", { ...SIDEWAYS, touch: true });
  await openTable(page, ["Anna", "Boris", "Christine", "Dmytro"].map(human), { expansions: EVERYTHING });
  await page.locator("[data-spot]").first().waitFor();

  // When the phone is held sideways, the board takes up more than two thirds of the screen.
  const board = await box(page, "main[data-seq]");
  assert.ok((board.width * board.height) / (844 * 390) > 0.67, JSON.stringify(board));
  const acts = ["confirm", "panels", "settings"].map((act) => `[data-act=${act}]`);
  const wanted = ["[data-score='0']", "[data-score='3']", "[data-turn]", ...acts];
  for (const selector of wanted) {
    const { x, y, width, height } = await box(page, selector);
    assert.ok(x >= 0 && y >= 0 && x + width <= 844 && y + height <= 390, `${selector} is at ${x}, ${y}`);
  }
  assert.equal(await overflow(page), 0);

  // When the phone is held upright, the board takes up about half of the height.
  await resize(page, PHONE);
  assert.ok((await box(page, "main[data-seq]")).height > 340);
  assert.equal(await overflow(page), 0);
  await page.locator("[data-act=panels]").click();
  await page.waitForFunction(() => document.querySelector("aside.side.open")?.getAnimations().length === 0);
  const [sheet, closer] = [await box(page, "aside.side"), await box(page, "aside.side .closer")];
  assert.ok(closer.y >= sheet.y, `the button to close is outside: ${JSON.stringify([sheet, closer])}`);
  await page.locator("aside.side .closer").click();

  await resize(page, WIDE);
  assert.ok((await box(page, "aside.side [role=tabpanel]")).height > 150);
  assert.deepEqual(page.problems, []);
});

test("an invalid link and a missing table are reported at the field", async () => {
  const page = await visit(browser);
  const field = page.locator("[data-join]");
  await field.fill("hello world");
  await page.keyboard.press("Enter");
  await page.locator("#join-wrong:not(:empty)").waitFor();
  assert.equal(new URL(page.url()).pathname, "/");
  await field.fill("abcdefghijkm");
  await page.keyboard.press("Enter");
  await page.getByText("This table doesn’t exist").waitFor();
  const { table } = await makeTable(page, [human("Anna"), bot()]);
  await field.fill(`${BASE}/t/${table}`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/t/${table}`);
});

test("a list of tables that cannot be loaded is reported and retried", async () => {
  const page = await visit(browser);
  await makeTable(page, [human("Anna"), bot()]);
  await page.route("**/api/tables", (route) => route.abort());
  await page.reload();
  await page.locator("[data-list-problem]").waitFor();
  await page.unroute("**/api/tables");
  await page.locator("[data-list-problem] button").click();
  await page.locator("[data-table]").first().waitFor();
});

test("a replay that cannot be loaded offers to try again", async () => {
  const page = await visit(browser);
  const { table } = await makeTable(page, [human("Anna"), bot()]);
  await page.route("**/api/tables/**", (route) => route.abort());
  await page.goto(`${BASE}/r/${table}`);
  await page.locator("[data-act=try-again]").waitFor();
  await page.unroute("**/api/tables/**");
  await page.locator("[data-act=try-again]").click();
  await page.locator("[data-slider]").waitFor();
  await page.goto(`${BASE}/r/abcdefghijkm`);
  await page.locator("main h1").waitFor();
  assert.equal(await page.locator("[data-act=try-again]").count(), 0, "a missing table stays missing");
});

test("the rules name options in the page's language, without ids", async () => {
  const page = await visit(browser, "/rules");
  for (const [language, words] of [["en", "Completed road"], ["ru", "Завершённая дорога"], ["uk", "Завершена дорога"]]) {
    await switchLanguage(page, language);
    await page.locator("#BASE-11").getByText(words).waitFor();
    await page.locator("[data-option=first_player]").first().waitFor();
    const text = await page.locator("main").innerText();
    assert.deepEqual(text.match(/\w+_\w+|option \w+ =|docs\/\S+/g), null, language);
    const clauses = await json(page, `/api/rules/${language}`);
    const named = clauses.reduce((sum, clause) => sum + clause.options.length, 0);
    assert.ok((await page.locator("[data-option]").count()) >= named, `${named} choices`);
  }
});

test("a change of language applies at once, for screen readers too", async () => {
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
