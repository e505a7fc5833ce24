// Lessons: one by touch on a phone, with a wrong move first; one with the keyboard and the text board; every step shown once; two other
// languages; a static site without a connection.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, describe, it } from "node:test";
import { audit, closePages, launch, overflow, visit } from "./browser.mjs";
import { look, PHONE, picture, SIDEWAYS, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const folder = new URL("../public/lesson-data/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const lessons = read("index").groups.flatMap((group) => group.lessons);

/** Address of a static site with the engine, if there is one. */
const SITE = process.env.BASTIDE_STATIC_URL;

const act = (page, name) => page.locator(`[data-act=${name}]`);
const stage = (page, wanted) => page.waitForSelector(`[data-stage="${wanted}"]`);
/** Waits until the reader can move in a step. */
const open = (page, step) => page.waitForSelector(`[data-stage=open]:has([data-lesson-step="${step}"]) main[data-mine=yes]`);

/** Lets the page play the step until it is solved. */
async function show(page) {
  const solved = page.locator("[data-stage=right]");
  const content = () => page.evaluate(() => document.querySelector("main").outerHTML);
  for (let presses = 0; !(await solved.count()); presses++) {
    assert.ok(presses < 40, "the step is solved after a few presses");
    const before = await content();
    await act(page, "lesson-show").or(solved).first().click();
    await page.waitForFunction((before) => document.querySelector("[data-stage=right]")
      || document.querySelector("main")?.outerHTML !== before, before);
  }
}

describe("lessons", () => {
  it("are played by touch on a phone, with a wrong move first", async () => {
    const page = await visit(browser, "/lessons", { width: 360, height: 740, touch: true });
    await page.locator("[data-lesson-link=roads]").tap();
    await open(page, 1);
    assert.equal(await overflow(page), 0);
    assert.equal(await page.locator("[data-marked='-1,1']").count(), 1);
    await audit(page, "a lesson");
    await picture(page, "lesson-360", false);
    await page.locator("[data-spot]:not([data-spot='-1,1'])").first().tap();
    await act(page, "confirm").tap();
    await act(page, "pass").tap();
    await stage(page, "wrong");
    assert.equal(await overflow(page), 0);
    await audit(page, "a wrong move");
    await picture(page, "lesson-360-wrong", false);
    await act(page, "lesson-retry").tap();
    await open(page, 1);
    await page.locator("[data-spot='-1,1']").tap();
    await act(page, "confirm").tap();
    await act(page, "pass").tap();
    await stage(page, "right");
    await audit(page, "a right move");
    assert.match(await page.locator("[data-result=right]").innerText(), /6 points/);
    // The lesson is left and resumed at its second step.
    await act(page, "lesson-leave").tap();
    assert.equal(await page.locator("[data-lesson-link=roads]").getAttribute("data-solved"), "1");
    await page.reload();
    await page.locator("[data-lesson-link=roads]").tap();
    await open(page, 2);
    await show(page);
    await act(page, "lesson-following").tap();
    await page.waitForSelector("[data-lesson=cities]");
    assert.deepEqual(page.problems, []);
  });

  it("are played with the keyboard and the text board", async () => {
    const page = await visit(browser, "/lessons/monasteries#text");
    await page.locator("[data-text-board] main[data-mine=yes]").waitFor();
    await audit(page, "a lesson with the text board");
    assert.ok(await page.getByText("Highlighted: 1\u00a0:\u00a01").isVisible());
    /** Types the number of a choice. */
    const choose = async (text) => {
      const choice = page.locator("[data-item]", { hasText: text }).first();
      await choice.waitFor();
      const number = await choice.getAttribute("data-item");
      await page.getByRole("textbox").first().focus();
      await page.keyboard.type(number);
      await page.keyboard.press("Enter");
    };
    await choose(/^\d+\. 1\s:\s1,/);
    await choose("Monk");
    await stage(page, "right");
    await page.keyboard.press("Tab");
    await act(page, "lesson-next").press("Enter");
    await page.waitForSelector("[data-lesson-step='2']");
    assert.deepEqual(page.problems, []);
  });

  it("can all be solved by showing each step", async () => {
    const page = await visit(browser, "/lessons");
    for (const { id, steps } of lessons) {
      await page.locator(`[data-lesson-link="${id}"]`).click();
      for (let step = 1; step <= steps; step++) {
        await open(page, step);
        await show(page);
        if (step < steps) await act(page, "lesson-next").click();
      }
      await act(page, "lesson-leave").click();
    }
    await page.locator(`[data-lessons-done="${lessons.length}"]`).waitFor();
    assert.equal(lessons.length, 28);
    assert.deepEqual(page.problems, []);
  });

  it("look right at every size, also in Russian and Ukrainian, and survive a damaged store", async () => {
    for (const language of ["ru", "uk"]) {
      const page = await visit(browser, "/", { language });
      await page.evaluate(() => localStorage.setItem("bastide.lessons", "{\"roads\": 5, \"join\": [0, \"x\"]"));
      await act(page, "lessons").click();
      await page.locator("[data-lessons-done='0']").waitFor();
      await look(page, `lessons-${language}`);
      await page.evaluate(() => localStorage.setItem("bastide.lessons", "{\"roads\": 5, \"join\": [0, \"x\", 9]}"));
      await page.reload();
      assert.equal(await page.locator("[data-lesson-link=join]").getAttribute("data-solved"), "1");
      await page.locator("[data-lesson-link=join]").click();
      await open(page, 2);
      await look(page, `lesson-${language}`, { sizes: [SIDEWAYS, PHONE, WIDE], fullPage: false });
      assert.deepEqual(page.problems, []);
    }
  });

  it("work on a static site without a connection", { skip: SITE ? false : "set BASTIDE_STATIC_URL to a static site" }, async () => {
    const page = await visit(browser, "/", { base: SITE, worker: true });
    // The client is kept as soon as the home page is open for a moment.
    await page.locator("[data-offline-state=ready]").waitFor();
    await page.context().setOffline(true);
    await act(page, "lessons").click();
    await page.locator("[data-lesson-link=tower]").click();
    await open(page, 1);
    await show(page);
    await act(page, "lesson-next").click();
    await open(page, 2);
  });
});
