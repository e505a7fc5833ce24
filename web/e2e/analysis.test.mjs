// Position analysis and game review by the server's strongest player.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { audit, bot, closePages, human, json, launch, makeTable, overflow, ownServer, PATIENCE, until, visit } from "./browser.mjs";
import { look, PHONE, resize, switchLanguage, WIDE } from "./looks.mjs";

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await ownServer();
});
afterEach(closePages);
after(async () => {
  await browser.close();
  await server.end();
});

/** Creates a table of computer players and waits for the end of the game. */
async function finished(page, seats, setup = {}) {
  const { table } = await makeTable(page, seats, setup);
  await until(async () => (await json(page, `/api/tables/${table}`)).phase === "finished", "the end of the game");
  return table;
}

const open = (page, path) => page.goto(`${server.base}${path}`);
const at = (page) => page.locator("main[data-seq]").getAttribute("data-seq").then(Number);
const points = (text) => Number(text.replace("−", "-").replace(",", ".").replace(/[^\d.-]/g, ""));

/** Moves to a position with the slider and waits until it is shown. */
async function goTo(page, seq) {
  await page.locator("[data-slider]").evaluate((slider, seq) => {
    slider.value = seq;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, seq);
  await page.waitForFunction((seq) => document.querySelector("main[data-seq]").dataset.seq === String(seq), seq);
}

/** Limits the server's thinking time per position and returns a map that collects its analyses by position. */
async function gather(page, millis = 15) {
  const answers = new Map();
  await page.route(/\/analysis\?/, (route) => route.continue({ url: route.request().url().replace(/millis=\d+/, `millis=${millis}`) }));
  page.on("response", async (response) => {
    const url = new URL(response.url());
    if (!url.pathname.endsWith("/analysis") || !response.ok()) return;
    const analysis = await response.json().catch(() => null);
    if (analysis) answers.set(analysis.at, analysis);
  });
  return answers;
}

/** Waits until the page lists the lines of the shown position; returns the server's analysis of it. */
async function linesOf(page, answers) {
  const seq = await at(page);
  await page.locator("[data-analysis][aria-busy=false] [data-lines]").waitFor();
  return until(() => answers.get(seq), `the analysis of ${seq}`);
}

/** Returns the grade of a played answer, by points or by the chance to win, whichever is worse. */
function gradeOf({ lost, lost_wins: chance }) {
  if (lost < 0.05 && chance < 0.005) return "best";
  if (lost >= 6 || chance >= 0.3) return "blunder";
  if (lost >= 3 || chance >= 0.2) return "mistake";
  return lost >= 1 || chance >= 0.1 ? "inaccuracy" : "good";
}

const cellOf = (word) => /@(-?\d+,-?\d+)r/.exec(word)?.[1];

/** Returns the first decision to place a tile at or after a step, with the answer that was played. */
async function placing(page, table, from) {
  const steps = await json(page, `/api/tables/${table}/events?from=${from}`);
  const step = steps.find((one) => one.seat !== null && cellOf(one.answer));
  return { seq: step.seq - 1, answer: step.answer };
}

test("the best moves are shown in the list and on the board", async () => {
  const page = await visit(browser, "/", { base: server.base });
  const table = await finished(page, [bot(10), bot(10)]);
  // Enough time for a line of several turns, even while other tests are running.
  const answers = await gather(page, 500);
  await open(page, `/r/${table}#analysis`);
  await page.locator("[data-tab=analysis][aria-selected=true]").waitFor();
  const { seq, answer } = await placing(page, table, 60);
  await goTo(page, seq);
  const told = await linesOf(page, answers);
  assert.equal(told.given, answer);
  const shown = await page.locator("[data-lines] [data-margin]").allInnerTexts();
  assert.equal(shown.length, told.lines.length);
  told.lines.forEach((line, index) => assert.ok(Math.abs(points(shown[index]) - line.margin) < 0.06, `${shown[index]} is ${line.margin}`));
  const words = await page
    .locator("[data-line]")
    .evaluateAll((lines) => lines.map((line) => [...line.querySelectorAll("[data-word]")].map((one) => one.dataset.word)));
  assert.deepEqual(words, told.lines.map((line) => line.answers));

  // The played answer is marked once, with the points it lost.
  const marked = told.lines.findIndex((line) => line.answers[0] === answer);
  assert.equal(await page.locator("[data-played]").count(), 1);
  assert.equal(await page.locator(`[data-line="${marked}"] [data-played]`).count(), 1);
  const lost = page.locator("[data-played] [data-lost]");
  if (await lost.count()) assert.ok(Math.abs(points(await lost.innerText()) + told.lost) < 0.06, "the loss is the server's");
  else assert.ok(told.lost < 0.05);

  // Every line shows the seat's chance to win, the open one the forecast of every seat.
  const wins = await page.locator("[data-lines] [data-wins]").allInnerTexts();
  told.lines.forEach((line, index) => assert.ok(Math.abs(points(wins[index]) - 100 * line.wins[told.seat]) < 1.1, wins[index]));
  for (const seat of [0, 1]) {
    const forecast = points(await page.locator(`[data-line-details] [data-points="${seat}"]`).innerText());
    assert.ok(Math.abs(forecast - told.lines[0].totals[seat]) < 0.06, `${forecast} points`);
    const chance = points(await page.locator(`[data-line-details] [data-chance="${seat}"]`).innerText());
    assert.ok(Math.abs(chance - 100 * told.lines[0].wins[seat]) < 1.1, `${chance} %`);
  }

  // The board shows the first line, or the focused or hovered one instead.
  const hint = page.locator("[data-hint]");
  assert.equal(await hint.getAttribute("data-hint"), cellOf(told.lines[0].answers[0]));
  const other = told.lines.findIndex((line) => cellOf(line.answers[0]) !== cellOf(told.lines[0].answers[0]));
  assert.ok(other > 0, "there is another place");
  await page.locator(`[data-line="${other}"]`).focus();
  assert.equal(await hint.getAttribute("data-hint"), cellOf(told.lines[other].answers[0]));
  await page.keyboard.press("Enter");
  await page.locator(`[data-line="${other}"][aria-expanded=true]`).waitFor();
  await page.locator("[data-tab=analysis]").focus();
  assert.equal(await hint.getAttribute("data-hint"), cellOf(told.lines[other].answers[0]), "the open line stays on the board");
  await page.locator("[data-line='0']").hover();
  assert.equal(await hint.getAttribute("data-hint"), cellOf(told.lines[0].answers[0]));
  const figure = told.lines.findIndex((line) => line.answers.length > 1 && line.answers[1] !== "pass");
  if (figure >= 0) {
    await page.locator(`[data-line="${figure}"]`).hover();
    await page.locator('.board [data-figure="-1"]').waitFor({ state: "attached" });
  }

  // The main line works the same way, turn by turn, on top of the earlier tiles; a turn that is clicked stays shown.
  await page.locator("[data-line='0']").click();
  const tiles = told.lines[0].main.map(({ answer }) => cellOf(answer)).filter(Boolean);
  assert.ok(tiles.length > 1, "the line continues");
  const turn = (cell) => page.locator("[data-turn]").filter({ has: page.locator(`[data-word*="@${cell}r"]`) });
  await turn(tiles[1]).focus();
  assert.equal(await hint.getAttribute("data-hint"), tiles[1]);
  const laid = () => page.locator("[data-laid]").evaluateAll((all) => all.map((one) => one.dataset.laid));
  assert.deepEqual(await laid(), [cellOf(told.lines[0].answers[0]), tiles[0]]);
  await turn(tiles[0]).focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-tab=analysis]").focus();
  assert.equal(await hint.getAttribute("data-hint"), tiles[0]);
  await turn(tiles[0]).click();
  await page.mouse.move(300, 300);
  await page.locator("[data-tab=analysis]").focus();
  assert.equal(await hint.getAttribute("data-hint"), cellOf(told.lines[0].answers[0]), "the line itself again");
  assert.deepEqual(await laid(), []);
  await audit(page, "analysis");

  // The analysis follows the shown position; at a draw, it explains that no one decides there and offers to go to the next decision.
  await goTo(page, seq + 1);
  if (await page.locator("[data-nobody]").count()) await page.locator("[data-act=next-decision]").click();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq, seq);
  assert.ok((await linesOf(page, answers)).lines.length > 0);
  // Cached positions are not requested again.
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().includes("/analysis?"))));
  await goTo(page, seq);
  await page.locator("[data-lines]").waitFor();
  // A longer analysis takes one more request.
  await page.locator("[data-act=think-longer]").click();
  await page.locator("[data-analysis][aria-busy=true]").waitFor();
  await page.locator("[data-analysis][aria-busy=false]").waitFor();
  assert.equal(asked, 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("an unreachable server is reported, and retrying works", async () => {
  const page = await visit(browser, "/", { base: server.base });
  const table = await finished(page, [bot(10), bot(10)]);
  await gather(page);
  let broken = true;
  await page.route(/\/analysis\?/, (route) => (broken ? route.abort() : route.fallback()));
  await open(page, `/r/${table}#analysis`);
  await goTo(page, (await placing(page, table, 30)).seq);
  await page.locator("[data-analysis-problem=offline]").waitFor();
  broken = false;
  await page.locator("[data-act=analyse-again]").click();
  await page.locator("[data-lines]").waitFor();
  assert.equal(await page.locator("[data-analysis-problem]").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a game is reviewed, with its costliest moves", async () => {
  const page = await visit(browser, "/", { ...PHONE, touch: true, dark: true, language: "ru", base: server.base });
  const table = await finished(page, [bot(10), { type: "bot", level: "hard", millis: 10 }]);
  const answers = await gather(page);
  const steps = await json(page, `/api/tables/${table}/events`);
  const decisions = steps.filter((step) => step.seat !== null).map((step) => step.seq - 1);

  // The review is opened from the results of the game.
  await open(page, `/t/${table}`);
  await page.locator("[data-act=to-review]").click();
  await page.waitForURL(`${server.base}/r/${table}#review`);
  await page.locator("[data-review=new]").waitFor();
  await page.locator("[data-act=review]").click();
  const done = () => page.locator("[data-review-done]").innerText().then((text) => Number(text.split("/")[0]));
  await page.waitForFunction(() => Number(document.querySelector("[data-review-done]")?.dataset.reviewDone) > 3);
  await page.locator("[data-act=review-stop]").click();
  await page.locator("[data-review=stopped]").waitFor();
  const stopped = await done();

  // The stopped review resumes where it left off, even after visiting another page.
  await page.goBack();
  await page.locator("[data-act=to-review]").waitFor();
  await page.goForward();
  await page.locator("[data-review=stopped]").waitFor();
  assert.equal(await done(), stopped);
  await page.locator("[data-act=review]").click();
  await page.locator("[data-review=complete]").waitFor({ timeout: 4 * PATIENCE });
  // The page may be done with a response that this test is still reading.
  await until(() => answers.size >= decisions.length, "every analysis");
  assert.deepEqual([...answers.keys()].sort((a, b) => a - b), decisions, "every decision was looked at");

  const judged = [...answers.values()].filter((one) => one.lines.length > 1);
  for (const seat of [0, 1]) {
    const own = judged.filter((one) => one.seat === seat);
    const card = page.locator(`[data-review-seat="${seat}"]`);
    const lost = own.reduce((sum, one) => sum + Math.max(0, one.lost), 0);
    assert.ok(Math.abs(points(await card.locator("[data-review-lost]").innerText()) - lost) < 0.06, "the points add up");
    const chance = own.reduce((sum, one) => sum + one.lost_wins, 0);
    const shown = points(await card.locator("[data-review-lost-chance]").innerText());
    assert.ok(Math.abs(shown - 100 * chance) < 1.5, `the chances add up: ${shown} and ${chance}`);
    const best = own.filter((one) => gradeOf(one) === "best").length;
    assert.deepEqual((await card.locator("[data-review-best]").innerText()).match(/\d+/g).map(Number), [best, own.length]);
    for (const grade of ["inaccuracy", "mistake", "blunder"]) {
      const count = own.filter((one) => gradeOf(one) === grade).length;
      assert.equal(Number(await card.locator(`[data-grades=${grade}]`).innerText()), count, grade);
    }
  }

  // The costliest answers are listed worst first and link to their positions, where the board shows the better line. This is
  // checked on a phone, then on a wide screen in another language.
  const costly = judged.filter((one) => !["best", "good"].includes(gradeOf(one)));
  const worst = costly.sort((a, b) => b.lost - a.lost || b.lost_wins - a.lost_wins || a.at - b.at);
  assert.ok(worst.length > 1, "the easy player gives points away");
  for (const [size, language, chosen] of [[PHONE, "ru", 1], [WIDE, "en", 0]]) {
    await resize(page, size);
    await switchLanguage(page, language);
    const listed = await page.locator("[data-worst]").evaluateAll((all) => all.map((one) => Number(one.dataset.worst)));
    assert.deepEqual(listed, worst.slice(0, listed.length).map((one) => one.at));
    await page.locator("[data-worst]").nth(chosen).focus();
    await page.keyboard.press("Enter");
    await page.locator(`main[data-seq="${worst[chosen].at}"]`).waitFor();
    await page.locator(`[data-worst="${worst[chosen].at}"][aria-current=true]`).waitFor();
    const cell = cellOf(worst[chosen].lines[0].answers[0]);
    if (cell) await page.locator(`[data-hint="${cell}"]`).waitFor({ state: "attached" });

    assert.equal(await page.locator("[data-margins]").getAttribute("data-margins"), String(judged.length));
    const marked = await page.locator("[data-mark]").evaluateAll((all) => all.map((one) => Number(one.dataset.mark)));
    assert.equal(await page.locator("[data-margins] .value").first().isVisible(), true, "the chart shows its scale");
    const serious = worst.slice(0, 10).filter((one) => gradeOf(one) !== "inaccuracy");
    assert.deepEqual(marked, serious.map((one) => one.at), "the worst are marked in the chart");
    await look(page, "review", { sizes: [size], themes: [size === PHONE ? "dark" : "light"], fullPage: false });
  }

  // A reload restores the position without new requests.
  await page.waitForURL(`${server.base}/r/${table}#review@${worst[0].at}`);
  const known = answers.size;
  answers.clear();
  await page.reload();
  await page.locator("[data-review=complete]").waitFor();
  assert.equal(await at(page), worst[0].at);
  assert.equal(await page.locator("[data-margins]").getAttribute("data-margins"), String(judged.length));
  assert.deepEqual([known, answers.size], [decisions.length, 0]);

  // The event list shows the marks too.
  await page.locator("[data-tab=events]").click();
  const blunders = judged.filter((one) => gradeOf(one) === "blunder" && cellOf(one.given)).length;
  const marks = await page.locator("[role=tabpanel] [data-grade=blunder]").count();
  assert.ok(marks >= blunders, `${marks} marks for ${blunders} blunders`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a team's game is analysed by its points", async () => {
  const page = await visit(browser, "/", { base: server.base, language: "uk", ...PHONE, touch: true });
  const table = await finished(page, [bot(10), bot(10)], { game: "coop" });
  const answers = await gather(page);
  await open(page, `/r/${table}#analysis`);
  await goTo(page, (await placing(page, table, 30)).seq);
  const told = await linesOf(page, answers);
  assert.doesNotMatch(await page.locator("[data-margin]").first().innerText(), /\+/, "a team's points are not a lead");
  assert.equal(await page.locator("[data-line]").count(), told.lines.length);
  assert.ok((await overflow(page)) <= 0, "the analysis is not wider than the screen");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("an unfinished game is not analysed", async () => {
  const page = await visit(browser, "/", { base: server.base });
  const { table } = await makeTable(page, [human("Anna"), human("Olha")]);
  await open(page, `/r/${table}#analysis`);
  await page.locator("[data-tab=events][aria-selected=true]").waitFor();
  assert.deepEqual(await page.locator("[data-tab]").evaluateAll((tabs) => tabs.map((tab) => tab.dataset.tab)), ["events", "chart"]);
  const refused = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}/analysis?at=1&millis=20`)).status, table);
  assert.ok(refused >= 400, "the server does not help either");
  await page.context().close();
});
