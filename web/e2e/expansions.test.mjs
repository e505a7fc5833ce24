// Every expansion on the screen: each class of action is performed with the screen's own buttons, up to the end of a game.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  atSeq, audit, BASE, classOf, closePages, confirm, human, launch, listAll, makeTable, overflow, perform, playAway, pointAt, random, visit,
} from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Creates a table for three people who share one screen, with every expansion that the server offers. */
async function everything(page) {
  const games = await page.evaluate(async () => (await fetch("/api/games")).json());
  const expansions = games.expansions.map((one) => one.id);
  const made = await makeTable(page, [human("Anna"), human("Olha"), human("Borys")], { expansions });
  await page.goto(`${BASE}/t/${made.table}`);
  await page.locator("main[data-seq]").waitFor();
  return made;
}

/** Returns an answer of a class not in `known`. */
const fresh = (view, known, below) => {
  const { kind, answers } = view.decision;
  const lacking = answers.filter((answer) => answer.verb !== "pass" && !known.includes(classOf(kind, answer)));
  const wanted = classOf(kind, lacking[below(lacking.length)]);
  const of = lacking.filter((answer) => classOf(kind, answer) === wanted);
  return of[below(of.length)];
};

test("a whole game with every expansion", async (context) => {
  const page = await visit(browser, "/");
  const made = await everything(page);
  const below = random(11);
  const TIMES = 2;
  const met = new Map();
  const known = () => [...met].filter(([, times]) => times >= TIMES).map(([one]) => one);
  let view;
  for (;;) {
    // Draws differ in each run; few towers could mean that no follower can be captured.
    const prefer = met.has("capture/capture") ? null : "deploy/build";
    view = await playAway(page, made, { beyond: known(), prefer }, below(2 ** 31));
    if (view.over) break;
    const answer = fresh(view, known(), below);
    const what = classOf(view.decision.kind, answer);
    await perform(page, made, view, answer).catch((error) => {
      throw new Error(`${what} ${answer.word} after ${view.seq} answers: ${error.message}`);
    });
    met.set(what, (met.get(what) ?? 0) + 1);
  }
  context.diagnostic([...met.keys()].sort().join(" "));
  for (const what of ["place/place", "deploy/deploy:follower", "deploy/deploy:large", "deploy/deploy:mayor", "deploy/deploy:wagon",
    "deploy/build", "deploy/lead", "capture/capture", "dragon/lead"]) {
    assert.ok(met.has(what), `${what} was done on the screen`);
  }

  if (await page.locator("[data-finale]").count()) await page.locator("[data-act=final-skip]").click();
  const end = page.locator("[data-end]");
  await end.waitFor();
  for (const { seat, score } of view.players) {
    assert.equal(Number(await end.locator(`[data-total="${seat}"]`).innerText()), score);
    const parts = await end.locator(`li:has([data-total="${seat}"]) dd`).allInnerTexts();
    assert.equal(parts.map(Number).reduce((a, b) => a + b), score, "the kinds and sources add up to the score");
  }
  await page.locator("[data-act=replay]").click();
  await page.locator("[data-slider]").waitFor();
  await page.locator("[data-act=step-last]").click();
  await atSeq(page, view.seq);
  await listAll(page);
  for (const type of ["captured", "led", "built", "deployed"])
    assert.ok(await page.locator(`[data-event=${type}]`).count(), `${type} is listed`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("every expansion fits a phone, and everything can be tapped", async () => {
  const page = await visit(browser, "/", { width: 360, height: 740, touch: true, language: "ru" });
  const made = await everything(page);
  const below = random(5);
  const known = [];
  for (let n = 0; n < 14; n++) {
    const view = await playAway(page, made, { beyond: known }, below(2 ** 31));
    if (view.over) break;
    const answer = fresh(view, known, below);
    const what = classOf(view.decision.kind, answer);
    known.push(what);
    await atSeq(page, view.seq);
    await pointAt(page, view, answer);
    assert.ok((await overflow(page)) <= 0, `${what}: not wider than the screen`);
    const outside = await page.$$eval(
      ".actions button",
      (buttons) =>
        buttons
          .map((button) => button.getBoundingClientRect())
          .filter(({ left, top, right, bottom, width }) => width > 0 && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight))
          .length,
    );
    assert.equal(outside, 0, `${what}: every button lies on the screen`);
    if (n % 4 === 1) {
      await audit(page, what);
    }
    await confirm(page, made, view, answer).catch((error) => {
      throw new Error(`${what} ${answer.word} after ${view.seq} answers: ${error.message}`);
    });
  }
  assert.ok(known.length >= 8, `met ${known.join(" ")}`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the set-up explains every set, and its rules are one click away", async () => {
  const page = await visit(browser, "/#carcassonne");
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-act=expansions-all]").click();
  const all = await page.locator("[data-expansion]").count();
  assert.ok(all > 1);
  assert.equal(await page.locator("[data-expansion]:checked").count(), all);
  for (const part of ["base", "tower", "count"]) await page.locator(`[data-option-part=${part}]`).waitFor();
  // The sixth seat is available only with one of the expansions.
  for (let seat = 2; seat < 6; seat++) await page.locator("[data-act=add-seat]").click();
  assert.equal(await page.locator("[data-act=add-seat]").count(), 0);
  await page.locator("[data-act=expansions-none]").click();
  assert.equal(await page.locator("[data-seat-choice]").count(), 5);
  assert.equal(await page.locator("[data-option-part=tower]").count(), 0);
  await page.locator('#setup a[href="/rules#part=tower"]').click();
  const clauses = page.locator("dialog[open] [data-clauses]");
  await clauses.getByText("TOW-01").waitFor();
  assert.ok(Number(await clauses.getAttribute("data-clauses")) > 5);
  await page.goto(`${BASE}/rules#part=tower`);
  await page.locator("#TOW-01").waitFor();
  assert.equal(await page.locator("#BASE-01").count(), 0);
  await page.locator("[data-part-select]").selectOption("");
  await page.locator("#BASE-01").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
