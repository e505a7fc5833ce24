// Insights: finished games on the server and on this device are reviewed in the browser and summed up.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, launch, needsEngine, playOut, visit } from "./browser.mjs";
import { look, PHONE, SIDEWAYS, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const engine = await needsEngine();

/** Plays a few turns of a game against a computer player and resigns. */
async function playAndResign(page) {
  await page.locator("main[data-seq]").waitFor();
  await playOut(page, undefined, 4);
  await page.locator("[data-act=acts]").click();
  await page.locator("[data-act=resign]").click();
  await page.locator("[data-act=sure]").click();
  await page.locator("[data-end]").first().waitFor();
}

test("games on the server and on this device are reviewed, and mistakes lead to the analysis", engine, async () => {
  const page = await visit(browser, "/insights");
  await page.locator("[data-none]").waitFor();
  await page.goto(BASE);
  await page.locator("[data-act=play-now]").click();
  await page.waitForURL(/\/t\//);
  await playAndResign(page);

  await page.goto(`${BASE}/#hunters`);
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-choose=on-device]").check();
  await page.locator("[data-seat-choice='1'] select").first().selectOption("bot");
  await page.locator("[data-act=play]").first().click();
  await page.waitForURL(/\/t\/device-/);
  await playAndResign(page);

  await page.goto(BASE);
  await page.locator("[data-act=insights]").click();
  await page.locator("[data-act=review]").click();
  await page.locator("main[data-insights='2']").waitFor();
  await page.locator("[data-act=review], [data-act=stop]").first().waitFor({ state: "detached" });
  assert.match(await page.locator("[data-accuracy]").innerText(), /^\d+%$/);
  assert.equal(await page.locator("[data-phase]").count(), 3);
  assert.ok((await page.locator("[data-kind=placement]").count()) === 1);
  await look(page, "insights", { sizes: [PHONE, SIDEWAYS, WIDE] });

  // The results are kept.
  await page.reload();
  await page.locator("main[data-insights='2']").waitFor();
  assert.equal(await page.locator("[data-act=review]").count(), 0);
  const mistake = page.locator("[data-mistake]").first();
  const at = await mistake.getAttribute("data-mistake");
  await mistake.click();
  await page.locator(`main[data-seq='${at}']`).waitFor();
  assert.deepEqual(page.problems, []);
});

test("damaged results are reviewed again", engine, async () => {
  const page = await visit(browser, "/", { ...PHONE, touch: true, language: "uk" });
  await page.locator("[data-act=play-now]").click();
  await page.waitForURL(/\/t\//);
  await playAndResign(page);
  await page.evaluate(() => localStorage.setItem("bastide.insights.500", '[null, {"table": 7}, {"table": "x"}]'));
  await page.goto(`${BASE}/insights`);
  await page.locator("[data-act=review]").click();
  await page.locator("main[data-insights='1']").waitFor();
  await look(page, "insights-uk", { sizes: [PHONE] });
  assert.deepEqual(page.problems, []);
});
