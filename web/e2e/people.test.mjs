// Accounts: a guest creates one and keeps their table, finds it in another browser, and ends the session there.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, human, json, launch, makeTable, myDecision, newName, placeByClick, visit } from "./browser.mjs";
import { look, PHONE } from "./looks.mjs";

const PASSWORD = "correct horse battery";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

async function enter(page, name, password) {
  await page.locator("[data-account-name]").fill(name);
  await page.locator("[data-password]").fill(password);
  await page.locator("[data-act=enter]").click();
}

async function signUp(page, name) {
  await page.goto(`${BASE}/account`);
  await page.locator("[data-act=turn]").click();
  await page.locator("[data-sign=up]").waitFor();
  await enter(page, name, PASSWORD);
  await page.locator(`[data-signed-in="${name}"]`).waitFor();
}

test("a guest's table moves to the account and opens wherever it is signed in", async () => {
  const name = newName();
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [human("Anna"), human("Borys")]);
  await page.goto(`${BASE}/t/${table}`);
  assert.equal(await myDecision(page), "place");
  await placeByClick(page);
  await signUp(page, name);
  assert.equal(await page.locator("[data-unclaimed]").count(), 0, "all tables were added");

  const other = await visit(browser, "/account");
  await enter(other, name, "a wrong guess");
  const said = await other.locator("[role=alert]").textContent();
  assert.equal(said, "Wrong name or password. Check both and try again.");
  await enter(other, name.toUpperCase(), PASSWORD);
  await other.locator(`[data-signed-in="${name}"]`).waitFor();
  await other.goto(BASE);
  await other.locator(`[data-table="${table}"]`).click();
  await myDecision(other);
  assert.equal(await other.evaluate(() => document.querySelector("main[data-seq]").dataset.mine), "yes", "the seats are held there");

  await page.goto(`${BASE}/account#security`);
  await page.locator("[data-session=current]").waitFor();
  await page.locator("[data-act=end-session]").click();
  await page.waitForFunction(() => document.querySelectorAll("[data-session]").length === 1);
  await other.goto(`${BASE}/account`);
  await other.locator("[data-sign=in]").waitFor();
  assert.deepEqual(await json(other, "/api/tables"), []);

  await page.locator("[data-act=sign-out]").click();
  await page.locator("[data-sign=in]").waitFor();
  assert.deepEqual(await json(page, "/api/tables"), [], "signed out, the browser has no tables");
  await page.goto(`${BASE}/t/${table}`);
  await page.locator("main[data-seq]").waitFor();
  assert.notEqual(await page.evaluate(() => document.querySelector("main[data-seq]").dataset.mine), "yes");
  assert.deepEqual([...page.problems, ...other.problems], []);
});

test("the account page has its messages in every language chosen before or there", async () => {
  const page = await visit(browser, "/rules");
  await page.locator("main h1").waitFor();
  const choose = async (language) => {
    await page.locator("[data-act=settings]").click();
    await page.locator(`[data-language=${language}]`).click();
    await page.keyboard.press("Escape");
  };
  await choose("uk");
  await page.locator('a[href="/account"]').first().click();
  await page.locator("[data-sign=in]").waitFor();
  assert.equal(await page.locator("h1").textContent(), "Увійти");
  await choose("ru");
  await page.locator("h1", { hasText: "Войти" }).waitFor();
  // A message that has not been loaded is shown as its id.
  assert.doesNotMatch(await page.locator("main").textContent(), /[a-z]+-[a-z]+/);
  assert.deepEqual(page.problems, []);
});

test("account pages are accessible and fit every screen", async () => {
  const page = await visit(browser, "/account", { ...PHONE, touch: true });
  await page.locator("[data-sign=in]").waitFor();
  await look(page, "sign-in");
  await makeTable(page, [human("Anna"), human("Borys")]);
  await page.reload();
  await page.locator("[data-claims]").waitFor();
  await page.locator("[data-act=turn]").click();
  await enter(page, "Guest", "short");
  await page.locator("[role=alert]").waitFor();
  await look(page, "sign-up", { seen: "[role=alert]" });
  const name = newName();
  await enter(page, name, PASSWORD);
  await page.locator(`[data-signed-in="${name}"]`).waitFor();
  assert.deepEqual(page.problems, []);
});
