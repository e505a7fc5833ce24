// Mists over Carcassonne: the game of one team, from its card on the first page to the end, won or lost.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  atSeq, audit, BASE, bot, confirm, deployByClick, human, launch, listAll, makeTable, myDecision, overflow, placeByClick, playOn,
  pointAt, visit,
} from "./browser.mjs";

const PHONE = { width: 360, height: 740, touch: true };

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** A computer player that can win and does not look at the clock, so that the same deal gives the same game. */
const able = (millis = 20) => ({ type: "bot", level: "hard", millis });

const viewOf = (page, { table }) => page.evaluate(async (table) => (await fetch(`/api/tables/${table}/view`)).json(), table);
const visible = (locator) => locator.filter({ visible: true });

async function seated(page, seats) {
  const made = await makeTable(page, seats, { game: "coop" });
  await page.goto(`${BASE}/t/${made.table}`);
  await page.locator("main[data-seq]").waitFor();
  return made;
}

/** The ghosts that the board shows, tile by tile, beside those of the view. */
async function checkGhosts(page, view) {
  const shown = await page.$$eval(".board [data-on-tile]", (all) =>
    all.map((one) => [Number(one.dataset.onTile), Number(one.dataset.tileGhosts), one.children.length]),
  );
  const expected = view.tiles.flatMap((tile, index) => (tile.ghosts ? [[index, tile.ghosts, tile.ghosts]] : []));
  assert.deepEqual(shown, expected, "each ghost on its tile is drawn");
  assert.equal(await visible(page.locator("[data-team] [data-ghosts]")).getAttribute("data-ghosts"), String(view.stock.ghost));
}

const WORDS = {
  en: {
    name: "Mists over Carcassonne",
    note: /level 1 of the six/,
    deploy: "place a guard?",
    reward: "points, or ghosts off a tile?",
    take: /^Take \d+ points?$/,
    lost: "The team has lost",
  },
  ru: {
    name: "Туманы над Каркассоном",
    note: /первый из шести уровней/,
    deploy: "поставите стражника?",
    reward: "очки или привидения с квадрата?",
    take: /^Взять \d+ очк/,
    lost: "Команда проиграла",
  },
  uk: {
    name: "Тумани над Каркасоном",
    note: /перший із шести рівнів/,
    deploy: "розмістите вартового?",
    reward: "очки чи привиди з плитки?",
    take: /^Взяти \d+ оч/,
    lost: "Команда програла",
  },
};

for (const [language, words] of Object.entries(WORDS)) {
  test(`alone against the mist, in ${language}, by touch`, { timeout: 240_000 }, async () => {
    const page = await visit(browser, "/", { ...PHONE, language, dark: language === "ru" });
    const card = page.locator("[data-game=coop]");
    await card.getByText(words.name).waitFor();
    await card.locator("img").first().waitFor({ state: "attached" });
    await card.locator(".choose").tap();
    assert.match(await page.locator("[data-note=coop]").innerText(), words.note);
    await page.locator("[data-act=setup]").tap();
    // One is enough for a team.
    await page.locator("[data-seat-choice='1'] button").tap();
    assert.equal(await page.locator("[data-seat-choice]").count(), 1);
    assert.ok(await page.locator("[data-seat-choice='0'] button").isDisabled());
    assert.ok((await overflow(page)) <= 0, "the set-up is not wider than the screen");
    await page.locator("[data-act=play]").tap();
    await page.waitForURL(/\/t\//);
    await page.locator("main[data-seq]").waitFor();
    const table = page.url().split("/").at(-1);
    const tokens = await page.evaluate((table) => JSON.parse(localStorage.getItem("bastide.seats"))[table], table);
    const made = { table, tokens };

    assert.equal(await myDecision(page), "place");
    await checkGhosts(page, await viewOf(page, made));
    await placeByClick(page);
    assert.equal(await myDecision(page), "deploy");
    await page.locator("[data-turn]").getByText(words.deploy).waitFor();
    await page.locator("[data-choice-tile] [data-shadow]").filter({ visible: true }).first().tap({ force: true });
    // A guard of any of four colours.
    assert.equal(await page.locator("[data-figure-kind]").count(), 4);
    const titles = await page.$$eval("[data-figure-kind]", (buttons) => buttons.map((button) => button.title));
    assert.equal(new Set(titles).size, 4, titles.join());
    await page.locator("[data-figure-kind=third-guard]").tap();
    await page.locator("[data-act=confirm]").tap();

    let view = await playOn(page, made, [], 11, { asks: "reward" });
    for (let more = 0; view.over && more < 8; more++) {
      // Random play may lose before anything is finished: the next game is tried.
      const next = await seated(page, [human("Anna")]);
      Object.assign(made, next);
      view = await playOn(page, made, [], 12 + more, { asks: "reward" });
    }
    assert.equal(view.over, false);
    await atSeq(page, view.seq);
    await page.locator("[data-turn]").getByText(words.reward).waitFor();
    assert.match(await page.locator("[data-act=pass] span:visible").first().innerText(), words.take);
    const feature = view.decision.reward.feature;
    assert.equal(await page.locator(`.board .shade[data-feature="${feature}"]`).count(), 1, "the feature that is decided is lit");
    await checkGhosts(page, view);
    const answer = view.decision.answers.find((one) => one.verb === "clear");
    await pointAt(page, view, answer);
    await page.locator(`[data-choice="t${answer.tile}"][aria-pressed=true]`).waitFor();
    assert.ok((await overflow(page)) <= 0, "not wider than the screen");
    await audit(page, "the team's table");
    await confirm(page, made, view, answer);
    const after = await viewOf(page, made);
    assert.equal(after.stock.ghost, view.stock.ghost + answer.ghosts);
    await checkGhosts(page, after);

    const end = await playOn(page, made, [], 3, { end: true });
    assert.equal(end.team.outcome, "lost", "random play loses");
    await page.locator("dialog[open]").getByText(words.lost).first().waitFor();
    assert.equal(await page.locator("[data-end] [data-outcome=lost]").count(), 1);
    const text = await page.evaluate(() => document.body.innerText);
    assert.doesNotMatch(text, /\b(kind|role|figure|token|turn|hint|event|term|team)-[a-z]/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("a whole game beside computer players, with the screen's own buttons", { timeout: 600_000 }, async (context) => {
  const page = await visit(browser, "/");
  const made = await seated(page, [human("Anna"), bot()]);
  const done = { place: 0, deploy: 0, points: 0, ghosts: 0 };
  for (;;) {
    const kind = await myDecision(page);
    if (kind === "end") break;
    const view = await viewOf(page, made);
    if (view.decision.kind !== kind || view.over) continue;
    await checkGhosts(page, view);
    if (kind === "place") await placeByClick(page, (keys) => keys[(done.place++ * 3) % keys.length]);
    else if (kind === "deploy") {
      // A decision in which nobody can be placed passes by itself.
      if (view.decision.answers.length === 1) await atSeq(page, view.seq + 1).catch(() => {});
      else {
        await deployByClick(page, 0);
        done.deploy += 1;
      }
    } else {
      assert.equal(kind, "reward");
      const answer =
        view.decision.answers.find((one) => (one.verb === "clear") === done.points >= done.ghosts) ?? view.decision.answers.at(-1);
      if (answer.verb === "clear") {
        await pointAt(page, view, answer);
        await confirm(page, made, view, answer);
        done.ghosts += 1;
      } else {
        await page.locator("[data-act=pass]").click();
        await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq, view.seq);
        done.points += 1;
      }
    }
  }
  context.diagnostic(JSON.stringify(done));
  assert.ok(done.place >= 4 && done.deploy >= 2 && done.ghosts + done.points >= 1, JSON.stringify(done));
  const view = await viewOf(page, made);
  const end = page.locator("[data-end]");
  await end.waitFor();
  assert.equal(await end.locator("[data-team]").getAttribute("data-team"), String(view.team.points));
  assert.equal(view.players.reduce((sum, one) => sum + one.score, 0), view.team.points);
  await end.locator("[data-act=replay]").click();
  await page.locator("[data-slider]").waitFor();
  await page.locator("[data-act=step-last]").click();
  await atSeq(page, view.seq);
  await listAll(page);
  await page.locator("[data-event=over]").getByText(view.team.outcome === "won" ? "The team has won" : "The team has lost").waitFor();
  assert.ok(await page.locator("[data-event=ghosts]").count());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a team that wins is told so", { timeout: 300_000 }, async () => {
  const page = await visit(browser, "/");
  for (let game = 0; game < 8; game++) {
    // Other seats are dealt other tiles.
    const made = await makeTable(page, [able(20 + game), able(), able()], { game: "coop" });
    await page.goto(`${BASE}/t/${made.table}`);
    const end = page.locator("[data-end]");
    await end.waitFor();
    if ((await viewOf(page, made)).team.outcome !== "won") continue;
    assert.equal(await end.locator("[data-outcome=won]").count(), 1);
    await page.locator("dialog[open]").getByText("The team has won").first().waitFor();
    assert.equal(await end.locator("li.winner").count(), 3, "all of the team");
    assert.deepEqual(page.problems, []);
    await page.context().close();
    return;
  }
  assert.fail("no team won");
});
