// Accessibility: keyboard only, three languages, no serious axe findings, nothing wider than the screen.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, bot, closePages, human, launch, makeTable, myDecision, openTable, placeByClick, visit } from "./browser.mjs";
import { look, PHONE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

test("axe finds nothing serious on any page, and nothing is wider than the screen", async () => {
  const page = await visit(browser, "/", { ...PHONE, touch: true });
  await page.locator("[data-game]").first().waitFor();
  await look(page, "first page");
  for (const game of ["carcassonne", "hunters", "discovery"]) {
    await page.goto(`${BASE}/#${game}`);
    await page.locator(`[data-new-game=${game}] [data-act=setup]`).click();
    await look(page, `set-up of ${game}`);
  }
  await page.goto(`${BASE}/rules#BASE-11`);
  await page.locator("#BASE-11").waitFor();
  await look(page, "rules");
  await page.goto(`${BASE}/admin`);
  await page.locator("[data-not-allowed]").waitFor();
  await look(page, "moderation without permission");
  for (const path of ["archive", "leaderboard"]) {
    await page.goto(`${BASE}/${path}`);
    await page.locator("main h1").waitFor();
    await look(page, path);
  }
  const gathering = await makeTable(page, [human("Anna"), { type: "open" }]);
  await page.goto(`${BASE}/t/${gathering.table}`);
  await page.locator("[data-act=start]").waitFor();
  await look(page, "open table");
  const { table } = await openTable(page, [human("Anna"), human("Olha")], { expansions: ["inns-cathedrals"] }, { tiles: 5 });
  await look(page, "table");
  await placeByClick(page);
  assert.equal(await myDecision(page), "deploy");
  await look(page, "deploying");
  await page.locator("[data-act=settings]").click();
  await look(page, "settings", { seen: "dialog[open]" });
  await page.keyboard.press("Escape");
  for (const [game, options] of [["hunters", {}], ["discovery", { hand: "two_open" }]]) {
    const known = ["place/place", "deploy/deploy:member", "deploy/deploy:follower"];
    const { view } = await openTable(page, [human("Anna"), human("Olha"), human("Borys")], { game, options }, { beyond: known }, 6);
    await page.keyboard.press("i");
    await look(page, `${game}, ${view.decision.kind}`);
  }
  await page.goto(`${BASE}/r/${table}`);
  await page.locator("[data-slider]").waitFor();
  await look(page, "replay");
  assert.deepEqual(page.problems, []);
});

test("a turn is played with the keyboard only", async () => {
  const page = await visit(browser, "/");
  const made = await makeTable(page, [human("Anna"), bot()], { options: { first_player: "host_seat" } });
  await page.goto(`${BASE}/t/${made.table}`);
  assert.equal(await myDecision(page), "place");
  const seq = async () => Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
  const before = await seq();
  await page.keyboard.press("ArrowRight");
  const chosen = page.locator("[data-spot][aria-pressed=true]");
  const first = await chosen.getAttribute("data-spot");
  await page.locator(`[data-spot="${first}"]:focus`).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("r");
  await page.keyboard.press("Escape");
  await chosen.waitFor({ state: "detached" });
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq, before);
  assert.equal(await myDecision(page), "deploy");
  const middle = await seq();
  await page.keyboard.press("1");
  await page.locator("[data-choice][aria-pressed=true]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-choice][aria-pressed=true]").waitFor({ state: "detached" });
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq, middle);
  // The figure may already have returned if its feature was completed, but the steps show that it was placed.
  const steps = await (await fetch(`${BASE}/api/tables/${made.table}/events?from=${middle}&to=${middle + 1}`)).json();
  assert.ok(steps[0].events.some((event) => event.type === "deployed" && event.seat === 0));
  await myDecision(page);
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a dialog closes with Escape and returns the focus", async () => {
  const page = await visit(browser, "/");
  await openTable(page, [human("Anna"), human("Boris")]);
  for (const act of ["acts", "share", "help", "settings"]) {
    const button = page.locator(`[data-act=${act}]`);
    await button.focus();
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]:focus").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.ok(await button.evaluate((one) => one === document.activeElement), act);
  }
});

test("Tab reaches the places, and focus lays the tile there", async () => {
  const page = await visit(browser, "/");
  const made = await makeTable(page, [human("Anna"), human("Olha")]);
  await page.goto(`${BASE}/t/${made.table}`);
  assert.equal(await myDecision(page), "place");
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.dataset.spot !== undefined)) break;
  }
  const spot = await page.evaluate(() => document.activeElement.dataset.spot);
  assert.ok(spot, "a place has the focus");
  assert.equal(await page.locator("[data-spot][aria-pressed=true]").getAttribute("data-spot"), spot);
  const seq = Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
  await page.keyboard.press("Enter");
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq, seq);
  assert.equal(await myDecision(page), "deploy");
  await page.context().close();
});

test("the language is switched at the table and remembered", async () => {
  const page = await visit(browser, "/", { language: "uk-UA" });
  await page.waitForFunction(() => document.documentElement.lang === "uk");
  const made = await makeTable(page, [human("Анна"), bot()], { options: { first_player: "host_seat" } });
  await page.goto(`${BASE}/t/${made.table}`);
  await myDecision(page);
  assert.match(await page.locator("[data-turn]").innerText(), /Ваш хід: викладіть плитку/);
  await page.locator("[data-act=settings]").click();
  await page.locator("[data-language=ru]").click();
  await page.keyboard.press("Escape");
  await page.locator("[data-turn]").getByText("Ваш ход: выложите квадрат").waitFor();
  await page.locator("[data-act=settings]").click();
  await page.locator("[data-language=en]").click();
  await page.keyboard.press("Escape");
  await page.locator("[data-turn]").getByText("Your turn: place the tile").waitFor();
  await page.reload();
  await page.locator("[data-turn]").getByText("Your turn: place the tile").waitFor();
  await page.context().close();
});

test("the rule reference is searchable, linked and in three languages", async () => {
  const page = await visit(browser, "/rules#BASE-12");
  await page.locator("#BASE-12.target").waitFor();
  await page.locator("[data-search]").fill("pennant");
  await page.waitForFunction(() => document.querySelectorAll("mark").length > 0);
  assert.equal(await page.locator("#BASE-11").count(), 0);
  await page.locator("[data-search]").fill("");
  for (const [language, word] of [["ru", "Завершённая дорога"], ["uk", "Завершена дорога"], ["en", "Completed road"]]) {
    await page.locator(`button[lang=${language}]`).click();
    await page.locator("#BASE-11").getByText(word).waitFor();
  }
  await page.goto(`${BASE}/#carcassonne`);
  await page.locator("[data-act=setup]").click();
  await page.locator('#setup a[href="/rules#BASE-21"]').click();
  await page.locator("dialog[open]").getByText("BASE-21").first().waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
