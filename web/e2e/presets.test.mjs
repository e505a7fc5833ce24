// Presets: chosen in the set-up, changed, reset, and shown at the table.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { audit, BASE, closePages, human, json, launch, makeTable, visit } from "./browser.mjs";
import { look, PHONE, switchLanguage } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Opens the set-up of a game with some expansions. */
async function setUp(page, expansions = []) {
  await page.locator("[data-act=setup]").click();
  for (const id of expansions) await page.locator(`[data-expansion=${id}]`).check();
}

const value = (page, option) => page.locator(`#option-${option}`).inputValue();

test("a preset sets the options; a changed option is marked and can be reset", async () => {
  const page = await visit(browser, "/#carcassonne");
  await setUp(page, ["abbey-mayor", "cathars"]);
  const form = page.locator("[data-preset]");
  assert.equal(await form.getAttribute("data-preset"), "rulebook");
  assert.equal(await page.locator("[data-departed]").getAttribute("data-departed"), "0");

  // The preset can be chosen with the keyboard only, since the choice is an ordinary select.
  await page.getByLabel("Rule set").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await form.getAttribute("data-preset"), "jcloisterzone");
  assert.deepEqual(await Promise.all(["siege_escape", "wagon_move", "abbey_at_end"].map((one) => value(page, one))), [
    "any_city_tile",
    "adjacent_tiles",
    "true",
  ]);
  assert.equal(await page.locator("[data-departure]").count(), 0);
  // An expansion added later uses the preset too.
  await page.locator("[data-expansion=traders-builders]").check();
  assert.equal(await value(page, "pig_herd_with_pigs"), "on");

  await page.locator("#option-small_city").selectOption("2");
  await page.locator("#option-wagon_move").selectOption("same_tile_link");
  await page.locator("#option-first_player").selectOption("host_seat");
  const status = page.getByRole("status").filter({ hasText: "Differs from" });
  assert.equal(await status.innerText(), "Differs from “JCloisterZone and FanCloisterZone” in: Two-tile cities and Wagon movement");
  const mark = page.locator("[data-departure=small_city]");
  assert.match(await mark.innerText(), /In the rule set: 4 points/);
  assert.equal(await page.locator("#option-small_city").getAttribute("aria-describedby"), "departure-small_city");
  await audit(page, "departures");
  await page.getByRole("button", { name: /^Two-tile cities: reset to “4 points/ }).click();
  assert.equal(await value(page, "small_city"), "4");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "option-small_city");
  assert.equal(await status.innerText(), "Differs from “JCloisterZone and FanCloisterZone” in: Wagon movement");
  await page.locator("#option-farmers").selectOption("false");
  await page.locator("[data-act=all-back]").click();
  assert.equal(await page.locator("[data-departure]").count(), 0);
  assert.equal(await value(page, "first_player"), "host_seat");

  // The preset is remembered with the game's other choices, and shown when the form is closed.
  await page.locator("#option-farmers").selectOption("false");
  await page.locator("[data-act=play]").click();
  await page.locator("main[data-seq]").waitFor();
  await page.goto(`${BASE}/#carcassonne`);
  assert.equal((await page.locator("[data-rules]").innerText()).trim(), "· Rules: JCloisterZone and FanCloisterZone with 1 change");
  await setUp(page);
  assert.equal(await form.getAttribute("data-preset"), "jcloisterzone");
  assert.equal(await page.locator("[data-departure]").getAttribute("data-departure"), "farmers");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a table shows its preset and the differences from it", async () => {
  const page = await visit(browser, "/");
  const setup = { expansions: ["abbey-mayor"], options: { abbey_at_end: "true", wagon_move: "adjacent_tiles", small_city: "2" } };
  const gathering = await makeTable(page, [human("Anna"), { type: "open" }], setup);
  await page.goto(`${BASE}/t/${gathering.table}`);
  const rules = page.locator("[data-rules]");
  await rules.waitFor();
  assert.match(
    await rules.innerText(),
    /^Rules: Current official rules with these changes:\s+Two-tile cities: 2 points: 1 per tile, 1 per pennant \(rule set: 4 points/,
  );
  const { preset } = await json(page, `/api/tables/${gathering.table}`);
  assert.deepEqual(preset.departures, [{ option: "small_city", value: "2", preset: "4" }]);

  const playing = await makeTable(page, [human("Anna"), human("Olha")], setup);
  await page.goto(`${BASE}/t/${playing.table}`);
  await page.locator("main[data-seq]").waitFor();
  await page.keyboard.press("?");
  const dialog = page.locator("dialog[open]");
  assert.equal(await dialog.locator("[data-rules]").getAttribute("data-rules"), "current");
  assert.equal(await dialog.locator("[data-departure]").count(), 1);
  await audit(page, "help with the rules of the game");
  await page.goto(`${BASE}/r/${playing.table}`);
  await page.locator("[data-this-game] > summary").click();
  assert.equal(await page.locator("[data-this-game] [data-rules]").getAttribute("data-departed"), "1");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("presets on a phone in Russian and Ukrainian: nothing is wider than the screen", async () => {
  const page = await visit(browser, "/#carcassonne", { ...PHONE, touch: true, language: "ru" });
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-act=expansions-all]").click();
  await page.locator("#preset").selectOption("current");
  for (const option of ["small_city", "farmers", "wagon_move", "fairy"]) {
    const select = page.locator(`#option-${option}`);
    const [now, all] = [
      await select.inputValue(),
      await select.locator("option").evaluateAll((options) => options.map((one) => one.value)),
    ];
    await select.selectOption(all.find((one) => one !== now));
  }
  for (const [language, departs] of [["ru", "Отличается от набора"], ["uk", "Відрізняється від набору"]]) {
    await switchLanguage(page, language);
    assert.equal(await page.locator("[data-departure]").count(), 4);
    await page.locator("[data-departed]", { hasText: new RegExp(`^\\s*${departs}`) }).waitFor();
    await look(page, `presets in ${language}`, { sizes: [PHONE], themes: ["light"] });
  }
  assert.deepEqual(page.problems, []);
});

test("a set-up is saved under a name, and comes back with one tap", async () => {
  const page = await visit(browser, "/#carcassonne", { ...PHONE, touch: true });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);
  await page.locator("[data-arrange]").first().waitFor();
  assert.ok((await height()) <= 1.5, "one and a half screens at most");
  await page.locator("[data-arrange=two-and-link]").tap();
  await page.locator("[data-expansion=river]").check();
  await page.locator("[data-act=name-preset]").tap();
  await page.locator("[data-preset-name]").fill("Friday");
  await page.locator("[data-act=save-preset]").tap();
  await page.locator("[data-arrange=computer]").tap();
  await page.locator("[data-act=expansions-none]").tap();
  await page.reload();
  await page.locator('[data-own-preset="Friday"]').tap();
  assert.ok(await page.locator("[data-expansion=river]").isChecked());
  assert.equal(await page.locator("[data-arrange=two-and-link]").getAttribute("aria-pressed"), "true");
  assert.equal(await page.locator("[data-seat-choice]").count(), 3);
  await look(page, "set-up with an own preset");
  await page.locator("[data-act=remove-preset]").tap();
  await page.locator('[data-own-presets="0"]').waitFor();
  assert.deepEqual(page.problems, []);
});

test("a game with only its rulebook offers no choice of presets", async () => {
  const page = await visit(browser, "/#discovery");
  await setUp(page);
  await page.locator("#option-hand").selectOption("two_open");
  assert.equal(await page.locator("[data-preset]").count(), 0);
  await page.goto(`${BASE}/#hunters`);
  await setUp(page);
  await page.locator("#preset").selectOption("current");
  assert.equal(await value(page, "edition"), "later");
  assert.equal(await page.locator("[data-departure]").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("every option and each of its values has a label", async () => {
  const page = await visit(browser, "/");
  const { games } = await json(page, "/api/games");
  for (const { id } of games) {
    await page.goto(`${BASE}/#${id}`);
    await page.locator("[data-act=setup]").click();
    const all = page.locator("[data-act=expansions-all]");
    if (await all.count()) await all.click();
    const wordless = await page.$$eval("[data-option-part] .line:has([id^=option-])", (lines) =>
      lines.flatMap((line) => {
        const select = line.querySelector("select");
        const texts = [line.querySelector("label").innerText, ...[...select.options].map((one) => one.text)];
        const ids = [select.id.slice("option-".length), ...[...select.options].map((one) => one.value)];
        return [
          ...ids.filter((one, index) => texts[index] === one),
          ...(line.querySelector(".help").innerText ? [] : [`help of ${ids[0]}`]),
        ];
      }),
    );
    assert.deepEqual(wordless, [], id);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
