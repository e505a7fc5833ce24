// Ghosts, Castles & Cemeteries on the screen: notes in the set-up, ghosts placed by mouse, touch and keyboard, a whole game.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  anchorOf, atRest, atSeq, BASE, bot, closePages, confirm, human, launch, listAll, onScreen, openTable, overflow, perform, playAway, visit,
} from "./browser.mjs";
import { look, PHONE, resize, switchLanguage, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const three = [human("Anna"), human("Olha"), human("Borys")];
const MISTS = { expansions: ["mists"] };

/** Plays on until a ghost must be placed beside an `own` follower, or beside one of another player. */
async function playToHaunt(page, made, seed, own, ghosts = 0) {
  const view = await playAway(page, made, { asks: "haunt", own, ghosts }, seed);
  assert.equal(view.over, false, "a ghost was to be placed before the end");
  return view;
}

/** Returns the centre of a figure's ring on the board. */
async function middleOf(page, id) {
  const box = await page.locator(`[data-choice="f${id}"]`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const WORDS = {
  en: {
    name: "Ghosts, Castles & Cemeteries",
    note: "printed copy",
    mixed: "no official rules",
    other: "you extended the mist: place a ghost beside an opponent’s follower",
    own: "you limited the mist: place a ghost beside one of your followers",
    told: "Gets a ghost",
  },
  ru: {
    name: "Привидения, замки и кладбища",
    note: "восстановлены",
    mixed: "Официальных правил",
    other: "туман продлён: отправьте привидение к чужому последователю",
    own: "туман ограничен: привидение достанется вашему последователю",
    told: "Получает привидение",
  },
  uk: {
    name: "Привиди, замки та цвинтарі",
    note: "відтворено",
    mixed: "Офіційних правил",
    other: "туман розширено: нашліть привида на чужого підданця",
    own: "туман обмежено: привид дістанеться вашому підданцеві",
    told: "Отримує привида",
  },
};

/** Checks the texts of a loaded page in each language. */
async function inEachLanguage(page, check) {
  for (const [language, words] of Object.entries(WORDS)) {
    await switchLanguage(page, language);
    await check(words, language);
  }
}

test("the set-up notes in three languages what is uncertain about the set", async () => {
  const page = await visit(browser, "/#carcassonne", { ...PHONE, touch: true });
  await page.locator("[data-act=setup]").click();
  await inEachLanguage(page, async ({ name, note }) => {
    await page.locator("#setup").getByText(name, { exact: false }).first().waitFor();
    // The note is shown before the set is chosen.
    assert.match(await page.locator("[data-note=mists]").innerText(), new RegExp(note));
  });
  await page.locator("[data-expansion=mists]").check();
  await page.locator("#option-ghost_penalty").selectOption("scoring_only");
  assert.equal(await page.locator("[data-mixed]").count(), 0, "alone it has official rules");
  await page.locator("[data-expansion=river]").check();
  await inEachLanguage(page, async ({ mixed }, language) => {
    assert.match(await page.locator("[data-mixed=mists]").innerText(), new RegExp(mixed));
    assert.ok((await overflow(page)) <= 0, "not wider than the screen");
    await page.locator('#setup a[href="/rules#part=mists"]').click();
    const clauses = page.locator("dialog[open] [data-clauses]");
    await clauses.getByText("MIST-13").first().waitFor();
    assert.equal(Number(await clauses.getAttribute("data-clauses")), 13);
    const text = await clauses.innerText();
    assert.equal(/[а-яіїєґ]{4}/i.test(text), language !== "en", "the clauses are in the page's language");
    await page.keyboard.press("Escape");
    await clauses.waitFor({ state: "detached" });
  });
  assert.deepEqual(page.problems, []);
});

test("ghosts are placed and listed in three languages, by touch", async () => {
  const page = await visit(browser, "/", { ...PHONE, touch: true });
  const made = await openTable(page, three, MISTS);
  for (const own of [false, true]) {
    const view = await playToHaunt(page, made, 7, own);
    await inEachLanguage(page, async (words) => {
      await page.locator("[data-turn]").getByText(own ? words.own : words.other).waitFor();
      assert.ok((await overflow(page)) <= 0, "not wider than the screen");
    });
    const { id, seat, word, ghosts = 0 } = view.decision.answers[0];
    assert.equal(seat === view.decision.seat, own);
    // The first possible follower is scrolled into view; the other ones are a tap away in the list.
    await page.locator(`[data-pick="f${id}"]`).or(page.locator("[data-act=choice-next]")).first().tap();
    await page.locator(`[data-choice="f${id}"][aria-pressed=true]`).waitFor();
    assert.equal(await page.locator(`.board [data-ghost-coming="${id}"]`).count(), 1, "the ghost is shown before it is confirmed");
    await inEachLanguage(page, async () => {
      const outside = await page.$$eval(
        ".actions button",
        (buttons) =>
          buttons
            .map((button) => button.getBoundingClientRect())
            .filter(
              ({ left, top, right, bottom, width }) => width > 0 && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight),
            ).length,
      );
      assert.equal(outside, 0, "every button lies on the screen");
    });
    await confirm(page, made, view, { word });
    assert.equal(await page.locator(`.board [data-ghost-of="${id}"]`).count(), (ghosts + 1) % 3, "the third goes with the follower");
    await inEachLanguage(page, async ({ told }) => {
      await page.locator("[data-act=panels]").tap();
      await page.locator("[data-event=haunted]").first().getByText(told).waitFor();
      await page.locator("aside .closer").tap();
      const text = await page.evaluate(() => document.body.innerText);
      assert.doesNotMatch(text, /\b(kind|role|figure|token|turn|hint|event|term)-[a-z]/);
    });
  }
  await look(page, "the misty board", { sizes: [PHONE] });
  assert.deepEqual(page.problems, []);
});

test("a whole game against a computer player, with ghosts placed by clicking", async () => {
  const page = await visit(browser, "/");
  const made = await openTable(page, [human("Anna"), bot()], MISTS);
  const met = { other: 0, own: 0 };
  for (const own of [false, true, false, true]) {
    const view = await playAway(page, made, { asks: "haunt", own }, 3);
    if (view.over) break;
    await page.locator("[data-act=fit]").click();
    await atRest(page);
    const { id, ghosts = 0, word } = view.decision.answers[0];
    const { x, y } = await middleOf(page, id);
    const covered = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest(".actions") !== null, [x, y]);
    // A follower under the action bar is chosen in the bar.
    if (covered) await page.locator(`[data-pick="f${id}"]`).or(page.locator("[data-act=choice-next]")).first().click();
    else await page.mouse.click(x, y);
    await page.locator(`[data-choice="f${id}"][aria-pressed=true]`).waitFor();
    await confirm(page, made, view, { word });
    assert.equal(
      await page.locator(`.board [data-ghost-of="${id}"]`).count(),
      (ghosts + 1) % 3,
      "ghosts can be counted; the third goes with the follower",
    );
    met[own ? "own" : "other"] += covered ? 0 : 1;
  }
  assert.ok(met.other > 0 && met.own > 0, `placed by clicking on the board: ${JSON.stringify(met)}`);
  const view = await playAway(page, made, { end: true }, 3);
  if (await page.locator("[data-finale]").count()) await page.locator("[data-act=final-skip]").click();
  const end = page.locator("[data-end]");
  await end.waitFor();
  for (const { seat, score } of view.players) {
    assert.equal(Number(await end.locator(`[data-total="${seat}"]`).innerText()), score);
    const parts = await end.locator(`li:has([data-total="${seat}"]) dd`).allInnerTexts();
    assert.equal(parts.map(Number).reduce((a, b) => a + b), score, "the kinds, the ghosts and the deductions add up to the score");
  }
  await page.locator("[data-act=replay]").click();
  await page.locator("[data-slider]").waitFor();
  await page.locator("[data-act=step-last]").click();
  await atSeq(page, view.seq);
  await listAll(page);
  for (const type of ["haunted", "returned", "deployed"])
    assert.ok(await page.locator(`[data-event=${type}]`).count(), `${type} is listed`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a third ghost sends a follower home, with the keyboard only", async () => {
  const page = await visit(browser, "/");
  const made = await openTable(page, three, MISTS);
  const view = await playToHaunt(page, made, 5, true, 2);
  const { id, seat, word } = view.decision.answers.find((one) => one.ghosts === 2);
  const before = view.players[seat].supply.follower;
  await page.locator(`[data-choice="f${id}"]`).focus();
  await page.keyboard.press("Enter");
  await page.locator(`[data-choice="f${id}"][aria-pressed=true]`).waitFor();
  assert.equal(await page.locator(`.board [data-ghost-of="${id}"], .board [data-ghost-coming="${id}"]`).count(), 3);
  await page.keyboard.press("Enter");
  await atSeq(page, view.seq + 1);
  assert.equal(await page.locator(`.board [data-figure="${id}"]`).count(), 0);
  const now = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}/view`)).json(), made.table);
  assert.equal(now.players[seat].supply.follower, before + 1);
  const [step] = await page.evaluate(
    async ([table, seq]) => (await fetch(`/api/tables/${table}/events?from=${seq}&to=${seq + 1}`)).json(),
    [made.table, view.seq],
  );
  assert.equal(step.answer, word);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("supplies list guards at hand and in reserve, and free ghosts", async () => {
  const page = await visit(browser, "/");
  await openTable(page, three, MISTS);
  for (const size of [WIDE, PHONE]) {
    await resize(page, size);
    const guards = page.locator("[data-tokens='0']").filter({ visible: true });
    assert.match(await guards.getAttribute("aria-label"), /Guards in reserve: 3/);
    assert.match(
      await page.locator("li[data-seat='0'] .supply[role=img]").filter({ visible: true }).first().getAttribute("aria-label"),
      /Follower: 5.*Guard: 2/,
    );
    if (size === PHONE) await page.locator("[data-act=panels]").click();
    await page.getByRole("tab", { name: "Tiles" }).click();
    await page.locator("[data-stock]").getByText("Ghosts: 15").waitFor();
  }
  assert.deepEqual(page.problems, []);
});

test("elements left out of the expansion are not in the game", async () => {
  const page = await visit(browser, "/#carcassonne", { ...PHONE, touch: true });
  await page.locator("[data-act=setup]").click();
  assert.equal(await page.locator("[data-elements=mists]").count(), 0);
  await page.locator("[data-expansion=mists]").check();
  assert.deepEqual(await page.$$eval("[data-elements=mists] [data-element]", (all) => all.map((one) => one.dataset.element)),
    ["ghosts", "guards", "start-block", "castles", "cemeteries"]);
  for (const element of ["guards", "start-block"]) await page.locator(`[data-element=${element}]`).uncheck();
  await page.locator("[data-act=play]").click();
  await page.waitForURL(/\/t\//);
  await page.locator("main[data-seq]").waitFor();
  const table = page.url().split("/").at(-1);
  const view = await (await fetch(`${BASE}/api/tables/${table}/view`)).json();
  assert.deepEqual(view.setup.without, ["guards", "start-block"]);
  assert.equal(view.tiles[0].set, "base");
  assert.equal(view.players[0].tokens.guard, undefined);
  assert.equal(view.stock.ghost, 15);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a corrected tile file is played in place of the printed tiles", async () => {
  const page = await visit(browser, "/#carcassonne", { ...PHONE, touch: true });
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-expansion=mists]").check();
  await page.locator("[data-own-tiles] summary").click();
  const link = page.locator("[data-tile-file=mists]");
  assert.equal(await link.getAttribute("download"), "own-mists.toml");
  const file = await (await fetch(BASE + (await link.getAttribute("href")))).text();
  await page
    .locator("[data-own-tiles] input[type=file]")
    .setInputFiles({ name: "own-mists.toml", mimeType: "text/plain", buffer: Buffer.from(file) });
  await page.locator("[data-instead]").waitFor();
  assert.equal(await page.locator("[data-instead]").inputValue(), "mists", "the file says whose tiles it corrects");
  assert.ok((await overflow(page)) <= 0, "not wider than the screen");
  await page.locator("[data-act=play]").click();
  await page.waitForURL(/\/t\//);
  await page.locator("main[data-seq]").waitFor();
  const table = page.url().split("/").at(-1);
  const { setup } = await (await fetch(`${BASE}/api/tables/${table}`)).json();
  assert.deepEqual(setup.sets, { base: 1, mists: 0 });
  const view = await (await fetch(`${BASE}/api/tables/${table}/view`)).json();
  assert.deepEqual(view.tiles.slice(0, 4).map((tile) => tile.set), Array(4).fill("own-mists"));
  assert.equal(view.bag.tiles.some((tile) => tile.set === "mists"), false);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("castles and cemeteries are described, and take figures", async () => {
  const page = await visit(browser, "/");
  const made = await openTable(page, [human("Anna"), human("Olha")], MISTS);
  for (const [role, kind, said] of [["lord", "Castle", "MIST-12"], ["keeper", "Cemetery", "takes a guard from the reserve"]]) {
    const view = await playAway(page, made, { role }, 2);
    assert.equal(view.over, false, `a ${role} can be placed before the end`);
    const answer = view.decision.answers.find((one) => one.role === role);
    await perform(page, made, view, answer);
    const now = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}/view`)).json(), made.table);
    const feature = now.features.find((one) => one.segments.some(([tile, segment]) => tile === answer.tile && segment === answer.segment));
    const [x, y] = await anchorOf(page, now, answer.tile, answer.segment);
    await page.locator("[data-act=fit]").click();
    await atRest(page);
    const card = page.locator("[data-feature-card]");
    const at = await onScreen(page, x, y);
    await page.mouse.move(at.x + 3, at.y);
    await page.mouse.move(at.x, at.y);
    await card.getByText(kind, { exact: true }).waitFor();
    await card.getByText(said).first().waitFor();
    assert.equal(await card.locator(".worth").innerText(), String(feature.worth));
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("mist is described when pointed at, and scores nothing", async () => {
  const page = await visit(browser, "/");
  const made = await openTable(page, three, MISTS);
  const view = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}/view`)).json(), made.table);
  const bank = view.features.find((one) => one.kind === "mist");
  const [x, y] = await anchorOf(page, view, ...bank.segments[0]);
  const at = await onScreen(page, x, y);
  await page.mouse.move(at.x, at.y);
  const card = page.locator("[data-feature-card]");
  await card.getByText("Bank of mist").waitFor();
  assert.equal(await page.locator(`.shade[data-feature="${bank.id}"]`).count(), 1, "its area is lit");
  assert.equal(await card.locator(".worth").count(), 0);
  await page.locator("aside.side").getByRole("tab", { name: "Features" }).click();
  assert.equal(await page.locator("aside.side").getByText("Bank of mist").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
