// The position editor: a position set up by touch and with the keyboard, shared by link, played on, analysed and scored; damaged links.

import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { audit, closePages, launch, overflow, until, visit } from "./browser.mjs";
import { picture } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const act = (page, name) => page.locator(`[data-act="${name}"]`);
const tab = (page, name) => page.locator(`[data-tab="${name}"]`);

/** Waits until the engine has answered with as many tiles. */
const tiles = (page, count) => page.locator(`main[data-tiles="${count}"]`).waitFor();

/** A monastery beside the start tile with a monk, twelve points for the second player, and no tiles left. */
const FINAL = `tile crfr@0,0r0
tile ffff-monastery@0,1r0
figure 0:monk:c@0,1
seat 1
score 1 12
`;

describe("the position editor", () => {
  it("sets up a position by touch on a phone, and plays on", async () => {
    const page = await visit(browser, "/editor", { width: 360, height: 740, touch: true });
    await tiles(page, 1);
    assert.equal(await overflow(page), 0);
    await audit(page, "the editor");
    await page.locator("[data-pick=crfr]").tap();
    const spot = page.locator('[data-spot="1,0"]');
    await spot.tap();
    await act(page, "put").tap();
    await tiles(page, 2);
    await page.locator("[data-tool=figures]").tap();
    await page.locator("[data-seat='1']").tap();
    const choice = page.locator("[data-choice]").first();
    await choice.dispatchEvent("click");
    await act(page, "put").tap();
    await page.locator("[data-figure]").first().waitFor({ state: "attached" });
    await picture(page, "editor-360", false);
    await act(page, "undo").tap();
    await until(async () => (await page.locator("[data-figure]").count()) === 0, "the figure to be gone");
    await act(page, "redo").tap();
    await page.locator("[data-figure]").first().waitFor({ state: "attached" });
    await tab(page, "position").tap();
    assert.equal(await overflow(page), 0);
    await audit(page, "the position's numbers");
    await page.locator("[data-score='0']").fill("7");
    await page.locator("[data-score='0']").blur();
    await tab(page, "use").tap();
    await page.locator("[data-opponent]").selectOption("easy");
    assert.equal(await overflow(page), 0);
    await audit(page, "what to do with a position");
    await act(page, "play-on").tap();
    await page.locator("main.boardarea[data-seq]").waitFor();
    await until(async () => /\b7\b/.test(await page.locator("body").innerText()), "the score at the table");
    assert.deepEqual(page.problems, []);
  });

  it("scores a finished table field by field, and opens it from a link", async () => {
    const page = await visit(browser, "/editor");
    await tiles(page, 1);
    await tab(page, "position").click();
    await page.locator("summary").last().click();
    await page.locator("[data-board-text]").fill(FINAL);
    await page.locator("[data-board-text]").blur();
    await tiles(page, 2);
    await page.locator("summary").nth(1).click();
    await act(page, "empty-bag").click();
    await tab(page, "use").click();
    await page.locator("[data-scoring='1']").waitFor();
    assert.equal(await page.locator("[data-total-of='0']").innerText(), "2");
    assert.equal(await page.locator("[data-total-of='1']").innerText(), "12");
    assert.equal(await act(page, "play-on").isDisabled(), true);
    await picture(page, "editor-1280", false);
    await audit(page, "the scoring");
    const link = await page.locator("input[readonly]").inputValue();
    const other = await visit(browser, new URL(link).pathname + new URL(link).hash, { dark: true });
    await tiles(other, 2);
    await tab(other, "use").click();
    await other.locator("[data-scoring='1']").waitFor();
    await audit(other, "a linked position");
    assert.deepEqual([...page.problems, ...other.problems], []);
  });

  it("places tiles with the keyboard and analyses the position", async () => {
    const page = await visit(browser, "/editor");
    await tiles(page, 1);
    await page.locator("[data-pick=frfr]").focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-spot]").first().waitFor();
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await tiles(page, 2);
    await page.keyboard.press("Control+z");
    await tiles(page, 1);
    await tab(page, "position").click();
    await page.locator("[data-hand]").selectOption("cfff");
    await tab(page, "use").click();
    await act(page, "analyse-position").click();
    await page.locator("[data-tab=analysis]").waitFor();
    await page.locator("[data-line]").first().waitFor();
    await act(page, "edit-position").click();
    await tiles(page, 1);
    assert.deepEqual(page.problems, []);
  });

  it("says what is impossible, and survives a damaged link", async () => {
    const page = await visit(browser, "/editor#board=broken");
    await page.locator("[data-damaged]").waitFor();
    await tiles(page, 1);
    await tab(page, "position").click();
    await page.locator("summary").last().click();
    await page.locator("[data-board-text]").fill("tile crfr@0,0r0\ntile cccc-pennant@1,0r0\nnonsense\n");
    await page.locator("[data-board-text]").blur();
    await page.locator("[data-problem=edges]").waitFor();
    await page.locator("[data-problem=form]").waitFor();
    await tab(page, "use").click();
    await page.locator("[data-impossible]").waitFor();
    assert.equal(await act(page, "play-on").isDisabled(), true);
    await audit(page, "an impossible position");
    assert.deepEqual(page.problems, []);
  });
});
