// Mists over Carcassonne: the cooperative game, from its card on the home page to a win or loss.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  answered, atSeq, BASE, bot, closePages, confirm, deployByClick, human, launch, listAll, makeTable, myDecision, openTable, overflow,
  placeByClick, playAway, pointAt, visit,
} from "./browser.mjs";
import { look, PHONE, switchLanguage } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Returns a computer player that can win and whose moves do not depend on time, so that the same deal always gives the same game. */
const able = (millis = 20) => ({ type: "bot", level: "hard", millis });

const viewOf = (page, { table }) => page.evaluate(async (table) => (await fetch(`/api/tables/${table}/view`)).json(), table);
const visible = (locator) => locator.filter({ visible: true });

/** Asserts that the board shows the ghosts of the view, tile by tile. */
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
    note: /first of the six levels/,
    deploy: "place a guard?",
    reward: "take the points, or remove ghosts?",
    take: /^Take \d+ points?$/,
    lost: "The team has lost",
    why: { ghosts: "There were not enough ghosts left for the tile.", tiles: "The last tile was played before the team reached its goal." },
  },
  ru: {
    name: "Туманы над Каркассоном",
    note: /первый из шести уровней/,
    deploy: "поставите стражника?",
    reward: "взять очки или убрать привидения?",
    take: /^Взять \d+ очк/,
    lost: "Команда проиграла",
    why: {
      ghosts: "Для квадрата не хватило привидений.", tiles: "Квадраты закончились раньше, чем команда набрала нужное число очков.",
    },
  },
  uk: {
    name: "Тумани над Каркасоном",
    note: /перший із шести рівнів/,
    deploy: "розмістите вартового?",
    reward: "узяти очки чи прибрати привидів?",
    take: /^Взяти \d+ оч/,
    lost: "Команда програла",
    why: {
      ghosts: "Для плитки не вистачило привидів.", tiles: "Плитки закінчилися раніше, ніж команда набрала потрібну кількість очок.",
    },
  },
};

/** Checks the texts of a loaded page in each language. */
async function inEachLanguage(page, check) {
  for (const [language, words] of Object.entries(WORDS)) {
    await switchLanguage(page, language);
    await check(words);
  }
}

test("alone against the mist, in three languages, by touch", async () => {
  const page = await visit(browser, "/", { ...PHONE, touch: true });
  const card = page.locator("[data-game=coop]");
  await inEachLanguage(page, ({ name }) => card.getByText(name).waitFor());
  await card.locator("img").first().waitFor({ state: "attached" });
  await card.locator(".choose").tap();
  await inEachLanguage(page, async ({ note }) => assert.match(await page.locator("[data-note=coop]").innerText(), note));
  await page.locator("[data-act=setup]").tap();
  // A team can be a single player.
  await page.locator("[data-seat-choice='1'] button:not([data-pick-colour])").tap();
  await page.locator("[data-seat-choice='1']").waitFor({ state: "detached" });
  assert.equal(await page.locator("[data-seat-choice]").count(), 1);
  assert.ok(await page.locator("[data-seat-choice='0'] button:not([data-pick-colour])").isDisabled());
  await inEachLanguage(page, async () => assert.ok((await overflow(page)) <= 0, "the set-up is not wider than the screen"));
  await page.locator("[data-act=play]").tap();
  await page.waitForURL(/\/t\//);
  await page.locator("main[data-seq]").waitFor();
  const table = page.url().split("/").at(-1);
  const tokens = await page.evaluate((table) => JSON.parse(localStorage.getItem("bastide.seats"))[table], table);
  let made = { table, tokens };

  assert.equal(await myDecision(page), "place");
  await checkGhosts(page, await viewOf(page, made));
  await placeByClick(page);
  assert.equal(await myDecision(page), "deploy");
  await inEachLanguage(page, ({ deploy }) => page.locator("[data-turn]").getByText(deploy).waitFor());
  await page.locator("[data-choice-tile] [data-shadow]").filter({ visible: true }).first().tap({ force: true });
  // A guard can have any of four colours.
  await page.locator("[data-figure-kind]").nth(3).waitFor();
  await inEachLanguage(page, async () => {
    const titles = await page.$$eval("[data-figure-kind]", (buttons) => buttons.map((button) => button.title));
    assert.equal(titles.length, 4);
    assert.equal(new Set(titles).size, 4, titles.join());
  });
  await page.locator("[data-figure-kind=third-guard]").tap();
  await page.locator("[data-act=confirm]").tap();

  let view = await playAway(page, made, { asks: "reward" }, 11);
  for (let more = 0; view.over && more < 8; more++) {
    // Random play may lose before anything is completed; in that case the next game is tried.
    made = await openTable(page, [human("Anna")], { game: "coop" }, { asks: "reward" }, 12 + more);
    view = made.view;
  }
  assert.equal(view.over, false);
  const feature = view.decision.reward.feature;
  await inEachLanguage(page, async ({ reward, take }) => {
    await page.locator("[data-turn]").getByText(reward).waitFor();
    assert.match(await page.locator("[data-act=pass] span:visible").first().innerText(), take);
    assert.equal(await page.locator(`.board .shade[data-feature="${feature}"]`).count(), 1, "the feature to decide about is lit");
  });
  await checkGhosts(page, view);
  const answer = view.decision.answers.find((one) => one.verb === "clear");
  await pointAt(page, view, answer);
  await page.locator(`[data-choice="t${answer.tile}"][aria-pressed=true]`).waitFor();
  for (const [language, theme] of [["en", "light"], ["uk", "light"], ["ru", "dark"]]) {
    await switchLanguage(page, language);
    await look(page, `the team's table, ${language}`, { sizes: [PHONE], themes: [theme] });
  }
  await confirm(page, made, view, answer);
  const after = await viewOf(page, made);
  assert.equal(after.stock.ghost, view.stock.ghost + answer.ghosts);
  await checkGhosts(page, after);

  const end = await playAway(page, made, { end: true }, 3);
  assert.equal(end.team.outcome, "lost", "random play loses");
  for (const [language, { lost, why }] of Object.entries(WORDS)) {
    await page.evaluate((language) => {
      const kept = JSON.parse(localStorage.getItem("bastide.settings"));
      localStorage.setItem("bastide.settings", JSON.stringify({ ...kept, language }));
    }, language);
    await page.reload();
    await page.locator("dialog[open]").getByText(lost).first().waitFor();
    assert.equal(await page.locator("[data-end] [data-outcome=lost]").count(), 1);
    const { reason } = end.team;
    assert.equal((await page.locator(`[data-end] [data-end-note=team-reason-${reason}]`).innerText()).trim(), why[reason]);
    const text = await page.evaluate(() => document.body.innerText);
    assert.doesNotMatch(text, /\b(kind|role|figure|token|turn|hint|event|term|team)-[a-z]/);
  }
  assert.deepEqual(page.problems, []);
});

test("a game with computer players, started with the screen's own buttons", async (context) => {
  const page = await visit(browser, "/");
  const made = await openTable(page, [human("Anna"), bot()], { game: "coop" });
  const done = { place: 0, deploy: 0, points: 0, ghosts: 0 };
  for (;;) {
    const kind = await myDecision(page);
    if (kind === "end" || (done.place >= 4 && done.deploy >= 2 && done.ghosts + done.points >= 1)) break;
    const view = await viewOf(page, made);
    if (view.decision.kind !== kind || view.over) continue;
    await atSeq(page, view.seq);
    await checkGhosts(page, view);
    if (kind === "place") await placeByClick(page, (keys) => keys[(done.place++ * 3) % keys.length]);
    else if (kind === "deploy") {
      // If no guard is possible, the page passes automatically.
      if (view.decision.answers.length === 1) await answered(page, view.seq);
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
        await answered(page, view.seq);
        done.points += 1;
      }
    }
  }
  context.diagnostic(JSON.stringify(done));
  assert.ok(done.place >= 4 && done.deploy >= 2 && done.ghosts + done.points >= 1, JSON.stringify(done));
  const view = await playAway(page, made, { end: true }, 5);
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

test("a winning team sees that it has won", async () => {
  const page = await visit(browser, "/");
  for (let game = 0; game < 8; game++) {
    // Different thinking times give different deals.
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
