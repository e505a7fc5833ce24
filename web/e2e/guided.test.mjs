// Guided games: offered once, played at a real table, by touch on a phone and with "Show me"; Help for touch screens and keyboards.

import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { audit, closePages, launch, overflow, until, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const act = (page, name) => page.locator(`[data-act=${name}]`);
const step = (page) => page.locator("[data-guided]").getAttribute("data-guided");

/** Waits until a step is shown. */
const at = (page, id) => page.waitForSelector(`[data-guided="${id}"]`);

/** Presses "Show me", "Next" or "Skip" until the last step. */
async function throughTo(page, last) {
  await until(async () => {
    if ((await step(page)) === last) return true;
    const finale = act(page, "final-skip");
    if (await finale.count()) await finale.click({ timeout: 2000 }).catch(() => {});
    const show = page.locator("[data-act=guided-show]:enabled");
    const next = page.locator('[data-act="guided-next"].primary');
    if (await show.count()) await show.click({ timeout: 2000 }).catch(() => {});
    else if (await next.count()) await next.click({ timeout: 2000 }).catch(() => {});
    return false;
  }, `the step ${last}`);
}

describe("guided games", () => {
  it("are offered once on the home page, and played by touch on a phone", async () => {
    const page = await visit(browser, "/", { width: 360, height: 740, touch: true, confirm: "undo" });
    await page.locator("[data-guided-offer]").waitFor();
    await audit(page, "the offer");
    await act(page, "guided").tap();
    await at(page, "place");
    assert.equal(await overflow(page), 0);
    await audit(page, "the first step");
    await page.locator('[data-spot="1,0"]').tap();
    await at(page, "rotate");
    const rotation = () => page.locator(".ghost use").first().evaluate((use) => use.getAttribute("href").split(".").at(-1));
    assert.notEqual(await rotation(), "0", "there is something to rotate");
    await act(page, "rotate").tap();
    await at(page, "follower");
    assert.equal(await rotation(), "0");
    await act(page, "guided-show").tap();
    await throughTo(page, "score");
    assert.equal(await page.locator("main.boardarea").getAttribute("data-kind"), "over");
    assert.equal(await overflow(page), 0);
    await audit(page, "the last step");
    // The guided game can be repeated, but is no longer offered.
    await act(page, "guided-again").tap();
    await at(page, "place");
    await act(page, "guided-leave").tap();
    await page.locator("[data-game=hunters]").waitFor();
    assert.equal(await page.locator("[data-guided-offer]").count(), 0);
    assert.deepEqual(page.problems, []);
  });

  for (const [game, look] of [
    ["hunters", { width: 844, height: 390, touch: true, language: "ru" }],
    ["discovery", { width: 1280, height: 800, dark: true, language: "uk" }],
    ["coop", { width: 2560, height: 1300 }],
  ]) {
    it(`show every step of ${game}`, async () => {
      const page = await visit(browser, `/guided/${game}`, { confirm: "undo", ...look });
      await page.locator("[data-guided]").waitFor();
      assert.equal(await overflow(page), 0);
      await throughTo(page, "score");
      await audit(page, game);
      assert.deepEqual(page.problems, []);
    });
  }

  it("continue when the reader plays something else", async () => {
    const page = await visit(browser, "/guided/carcassonne", { confirm: "always" });
    await at(page, "place");
    const place = page.locator('[data-spot]:not([data-spot="1,0"])').first();
    await place.click();
    await act(page, "confirm").click();
    await page.locator("[data-act=pass]").click();
    await at(page, "city");
    await throughTo(page, "score");
    assert.deepEqual(page.problems, []);
  });

  it("are in Help, which speaks of touch or of keys", async () => {
    for (const touch of [true, false]) {
      const page = await visit(browser, "/guided/discovery", touch ? { width: 360, height: 740, touch } : {});
      await page.locator("[data-guided]").waitFor();
      await act(page, "help").click();
      await page.locator("[data-help=points] svg").first().waitFor();
      assert.equal(await page.locator("[data-help=touch]").count(), touch ? 1 : 0);
      assert.equal(await page.locator("[data-help=keys]").count(), touch ? 0 : 1);
      await audit(page, "help");
      await page.locator("[data-guided-game=hunters]").click();
      await at(page, "forest");
      assert.deepEqual(page.problems, []);
    }
  });
});
