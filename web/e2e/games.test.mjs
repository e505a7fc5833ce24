// All games: choosing one, playing a whole game of each, highlighting on their boards, and hands. Carcassonne is played with hands here.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  anchorOf, atRest, atSeq, BASE, bot, classOf, closePages, deployByClick, human, launch, listAll, makeTable, myDecision, onScreen,
  openTable, overflow, perform, placeByClick, playEnds, playAway, random, visit,
} from "./browser.mjs";
import { look, PHONE, resize, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const LANGUAGES = ["en", "ru", "uk"];
const GAMES = ["carcassonne", "hunters", "discovery", "coop"];
const seqOf = async (page) => Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
const visible = (locator) => locator.filter({ visible: true });

const two = [human("Anna"), human("Olha")];

test("all games can be chosen, on a wide screen and on a phone", async () => {
  const page = await visit(browser, "/", WIDE);
  await page.locator("[data-game]").first().waitFor();
  assert.deepEqual(await page.$$eval("[data-game]", (cards) => cards.map((card) => card.dataset.game)), GAMES);
  const onEach = async (check) => {
    for (const size of [WIDE, PHONE]) {
      await resize(page, size);
      await check(size);
      assert.ok((await overflow(page)) <= 0, "not wider than the screen");
    }
  };
  for (const game of GAMES) {
    // The scene is drawn with the game's own tiles.
    await page.locator(`[data-game=${game}] img`).first().waitFor({ state: "attached" });
    await page.waitForFunction(
      (game) =>
        [...document.querySelectorAll(`[data-game=${game}] use`)].every((use) =>
          document.getElementById(use.getAttribute("href").slice(1)),
        ),
      game,
    );
  }
  await onEach(async ({ width }) => {
    for (const game of GAMES) {
      const box = await page.locator(`[data-game=${game}]`).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${game} lies on the screen`);
    }
  });
  await page.locator("[data-game=discovery] a[href='/rules#part=discovery']").click();
  await page.locator("dialog[open] [data-clauses]").getByText("DISC-01").first().waitFor();
  await page.keyboard.press("Escape");

  await page.locator("[data-game=discovery] .choose").click();
  await page.locator("[data-new-game=discovery] [data-act=setup]").click();
  await page.locator("#option-hand").waitFor();
  assert.equal(await page.locator("#option-farmers").count(), 0, "another game's option is not shown");
  await onEach(() => page.locator("#option-hand").waitFor());
  await page.locator("#option-hand").selectOption("two_open");
  await page.goBack();
  await page.locator("[data-game=hunters] .choose").click();
  await page.locator("[data-new-game=hunters]").waitFor();
  await page.locator("[data-act=setup]").click();
  await page.locator("#option-count_by").waitFor();
  assert.deepEqual(page.problems, []);
});

test("a game starts with its options and remembers them", async () => {
  const page = await visit(browser, "/#discovery");
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-seat-choice='1'] select").first().selectOption("human");
  await page.locator("#option-hand").selectOption("two_open");
  await page.locator("#option-equal_turns").selectOption("printed");
  await page.locator("[data-act=play]").click();
  await page.waitForURL(/\/t\//);
  await page.locator("main[data-seq]").waitFor();
  const { setup } = await (await fetch(`${BASE}/api/tables/${page.url().split("/").at(-1)}`)).json();
  assert.equal(setup.game, "discovery");
  assert.deepEqual([setup.options.hand, setup.options.equal_turns], ["two_open", "printed"]);
  await page.goto(`${BASE}/#hunters`);
  await page.locator("[data-new-game=hunters] [data-act=setup]").click();
  assert.equal(await page.locator("[data-seat-choice='1'] select").first().inputValue(), "human", "the players are those of the last game");
  await page.goto(`${BASE}/#discovery`);
  await page.locator("[data-new-game=discovery] [data-act=setup]").click();
  assert.equal(await page.locator("#option-hand").inputValue(), "two_open");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const WORDS = {
  hunters: {
    en: ["Hunters & Gatherers", "place a member or a hut?"],
    ru: ["Охотники и собиратели", "поставите соплеменника или хижину?"],
    uk: ["Мисливці та збирачі", "розмістите одноплемінника чи хатину?"],
  },
  discovery: {
    en: ["The Discovery", "place a follower, or score one?"],
    ru: ["Новые Земли", "поставите спутника или снимете?"],
    uk: ["Нові Землі", "розмістите супутника чи знімете?"],
  },
};

test("both games are in three languages", async () => {
  const page = await visit(browser, "/", { ...PHONE, touch: true });
  for (const [game, words] of Object.entries(WORDS)) {
    await page.goto(BASE);
    for (const language of LANGUAGES) {
      await switchLanguage(page, language);
      await page.locator(`[data-game=${game}]`).getByText(words[language][0]).first().waitFor();
    }
    await openTable(page, [human("Anna"), human("Olha")], { game, options: { first_player: "host_seat" } });
    assert.equal(await myDecision(page), "place");
    await placeByClick(page);
    for (const language of LANGUAGES) {
      await switchLanguage(page, language);
      await page.locator("[data-turn]").getByText(words[language][1]).waitFor();
      // No protocol ids are shown, and nothing is wider than the screen.
      const text = await page.evaluate(() => document.body.innerText);
      assert.doesNotMatch(text, /\b(kind|role|figure|option|turn|hint|mode)-[a-z]/);
      assert.ok((await overflow(page)) <= 0);
    }
  }
  assert.deepEqual(page.problems, []);
});

/** Checks the end of a game: the points by kind add up to the scores, and the replay reaches the same position. */
async function checkEnd(page) {
  if (await page.locator("[data-finale]").count()) await page.locator("[data-act=final-skip]").click();
  const end = page.locator("[data-end]");
  await end.waitFor();
  const table = page.url().split("/").at(-1);
  const view = await (await fetch(`${BASE}/api/tables/${table}/view`)).json();
  for (const { seat, score } of view.players) {
    assert.equal(Number(await end.locator(`[data-total="${seat}"]`).innerText()), score);
    const parts = await end.locator(`li:has([data-total="${seat}"]) dd`).allInnerTexts();
    assert.equal(parts.map(Number).reduce((a, b) => a + b), score, "the kinds add up to the score");
  }
  await page.locator("[data-act=replay]").click();
  await page.locator("[data-slider]").waitFor();
  await page.locator("[data-act=step-last]").click();
  await atSeq(page, view.seq);
  await listAll(page);
  assert.ok(await page.locator("[data-event=deployed]").count());
  return view;
}

for (const [game, setup] of [
  ["hunters", {}],
  ["hunters", { options: { edition: "later" } }],
  ["discovery", {}],
  ["discovery", { options: { hand: "two_hidden", equal_turns: "even" } }],
  ["carcassonne", { options: { hand: "three_hidden" }, expansions: ["inns-cathedrals"] }],
]) {
  const named = `${game}${setup.options ? ` (${Object.values(setup.options).join(", ")})` : ""}`;
  test(`a whole game of ${named} against a computer player`, async () => {
    const page = await visit(browser, "/");
    const made = await openTable(page, [human("Anna"), bot()], { game, ...setup });
    const laid = await playEnds(page, made, 7, undefined, 3);
    assert.ok(laid >= 5, `laid ${laid} tiles`);
    await checkEnd(page);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

/** Plays to the end, performing each class of action with the screen's own buttons and all others through a socket. */
async function playEverything(page, made, seed, times, needed) {
  const below = random(seed);
  const met = new Map();
  const known = () => [...met].filter(([, count]) => count >= times).map(([one]) => one);
  for (;;) {
    const view = await playAway(page, made, { beyond: known() }, below(2 ** 31));
    if (view.over) break;
    const { kind, answers } = view.decision;
    const lacking = answers.filter((answer) => answer.verb !== "pass" && !known().includes(classOf(kind, answer)));
    const answer = lacking[below(lacking.length)];
    const what = classOf(kind, answer);
    await perform(page, made, view, answer).catch((error) => {
      throw new Error(`${what} ${answer.word} after ${view.seq} answers: ${error.message}`);
    });
    met.set(what, (met.get(what) ?? 0) + 1);
  }
  for (const what of needed) assert.ok(met.has(what), `${what} was done on the screen; done were ${[...met.keys()].join(" ")}`);
}

for (const [game, options, needed] of [
  ["hunters", {}, ["place/place", "deploy/deploy:member", "deploy/deploy:hut"]],
  ["discovery", { hand: "two_open" }, ["place/place", "deploy/deploy:follower", "deploy/return"]],
  ["carcassonne", { hand: "three_open" }, ["place/place", "deploy/deploy:follower"]],
]) {
  test(`everything that can be done in ${game} can be done on the screen`, async () => {
    const page = await visit(browser, "/", { width: 360, height: 740, touch: true });
    const made = await openTable(page, [...two, human("Borys")], { game, options });
    await playEverything(page, made, 4, 5, needed);
    await checkEnd(page);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

/** Returns a tile file of forests with gold or a menhir, each surrounded by a meadow, so that every tile earns a bonus tile at once. */
const woods = (treasure) => `set = "mine"
family = "hunters"
title = "Woods"
total = 60

[[tile]]
id = "wood"
count = 60
ports = "mmm mmm mmm mmm"
segments.m = { kind = "meadow" }
segments.w = { kind = "forest", ${treasure} = 1 }
inside = ["w"]
`;

test("the shaman of the later edition calls a member back", async () => {
  const page = await visit(browser, "/", { width: 360, height: 740, touch: true });
  const known = ["place/place", "deploy/deploy:member", "deploy/deploy:hut"];
  let made;
  // The shaman's owner may have no figure on the map, or the tile may fit nowhere.
  for (let n = 0; n < 6 && made?.view.decision.kind !== "shaman"; n++) {
    made = await openTable(page, two, { game: "hunters", options: { edition: "later" }, own_tiles: woods("menhir") }, { beyond: known }, n);
  }
  const { view } = made;
  const answer = view.decision.answers.find((one) => one.verb === "return");
  assert.equal(view.decision.kind, "shaman");
  await atSeq(page, view.seq);
  assert.match(await page.locator("[data-turn]").innerText(), /shaman/i);
  await perform(page, made, view, answer);
  assert.ok((await overflow(page)) <= 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Points at the feature with the most matching things, and returns it. */
async function pointAtFeature(page, view, { kind, counts }) {
  const number = (feature) => feature.things.filter((thing) => thing.counts === counts).length;
  const feature = view.features.filter((one) => one.kind === kind).sort((a, b) => number(b) - number(a))[0];
  await page.keyboard.press("f");
  await atRest(page);
  const area = kind === "system" ? view.features.find((one) => feature.touches.includes(one.id) && one.kind === "lake") : feature;
  for (const [tile, segment] of area.segments) {
    const { x, y } = await onScreen(page, ...(await anchorOf(page, view, tile, segment)));
    await page.mouse.move(x, y);
    const lit = page.locator(`g[data-feature="${feature.id}"]`);
    if (await lit.count()) return feature;
  }
  throw new Error(`no segment of the ${kind} could be pointed at`);
}

for (const [game, what, goal] of [
  ["discovery", "a mountain lights the towns that it scores", { kind: "mountain", counts: true, least: 3 }],
  ["hunters", "a meadow lights its animals and strikes out the hunted deer", { kind: "meadow", counts: false, least: 1 }],
  ["hunters", "a river system lights its fish", { kind: "system", counts: true, least: 3 }],
  ["hunters", "a forest lights its gold", { kind: "forest", counts: true, least: 2 }],
]) {
  test(what, async () => {
    const page = await visit(browser, "/");
    const { view } = await openTable(page, two, { game }, goal, 3);
    assert.ok(!view.over, "there was such a feature");
    const feature = await pointAtFeature(page, view, goal);
    const shown = (counts) => page.locator(`[data-thing][data-counts=${counts ? "yes" : "no"}]`).count();
    for (const counts of [true, false]) assert.equal(await shown(counts), feature.things.filter((thing) => thing.counts === counts).length);
    if (goal.kind === "mountain")
      assert.equal(await page.locator("[data-beside]").count(), feature.touches.length, "its grasslands are tinted");
    await page.locator("[data-feature-card]").waitFor();
    // The feature can also be lit with the keyboard only.
    await page.mouse.move(2, 2);
    for (let i = 0; i < view.features.length && (await page.locator(`g[data-feature="${feature.id}"]`).count()) === 0; i++)
      await page.keyboard.press("i");
    assert.equal(await shown(true), feature.things.filter((thing) => thing.counts).length);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("a bonus tile is announced, and its pile is counted", async () => {
  const page = await visit(browser, "/");
  const made = await openTable(page, two, { game: "hunters", own_tiles: woods("gold") });
  assert.equal(await visible(page.locator("[data-apart]")).getAttribute("data-apart"), "12");
  const view = await playAway(page, made, { set: "hunters-bonus" }, 9);
  assert.ok(!view.over, "a player earned a bonus tile");
  await atSeq(page, view.seq);
  await visible(page.locator("[data-bonus]")).waitFor();
  assert.match(await page.locator("[data-turn]").innerText(), /bonus tile/);
  assert.equal(Number(await visible(page.locator("[data-apart]")).getAttribute("data-apart")), view.bag.apart);
  await page.locator("[data-tab=tiles]").click();
  assert.equal(await page.locator("[data-kinds-apart] li").count(), view.bag.tiles.filter((kind) => kind.apart).length);
  await placeByClick(page);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("clicking a follower shows its points, and confirming scores them", async () => {
  const page = await visit(browser, "/");
  const made = await openTable(page, two, { game: "discovery", options: { first_player: "host_seat" } });
  await placeByClick(page);
  assert.equal(await myDecision(page), "deploy");
  await deployByClick(page, 0);
  assert.equal(await myDecision(page), "place");
  await placeByClick(page);
  if ((await myDecision(page)) === "deploy") await deployByClick(page, null);
  await placeByClick(page);
  assert.equal(await myDecision(page), "deploy");
  const view = await (await fetch(`${BASE}/api/tables/${made.table}/view`)).json();
  const figure = view.figures.find((one) => one.seat === 0);
  const { worth } = view.features.find((one) => one.figures.includes(figure.id));
  const choice = page.locator(`[data-choice="f${figure.id}"]`);
  assert.equal(Number(await choice.getAttribute("data-worth")), worth, "its points stand beside it before it is chosen");
  await choice.click();
  assert.equal(await page.locator("[data-mode=remove]").getAttribute("aria-pressed"), "true");
  assert.equal(Number((await page.locator("[data-feature-card] .worth").first().innerText()).trim()), worth, "the card explains them");
  const seq = await seqOf(page);
  await page.locator("[data-act=confirm]").click();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq, seq);
  assert.equal(Number((await visible(page.locator("[data-score='0']")).innerText()).trim()), worth);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Returns the tiles that a page shows in a seat's hand, with null for a tile shown face down. */
const handOf = (page, seat) =>
  page.$$eval(`[data-hand-of="${seat}"]`, (hands) => {
    const [hand] = hands.filter((one) => one.offsetParent !== null);
    return [...hand.querySelectorAll("[data-tile], [data-back]")].map((one) => one.dataset.tile ?? null);
  });

test("hidden hands: two browsers see their own tiles and the backs of the other's", async () => {
  const host = await visit(browser, "/");
  const made = await makeTable(host, [human("Anna"), { type: "open" }], {
    game: "discovery",
    options: { first_player: "host_seat", hand: "two_hidden" },
  });
  await host.goto(`${BASE}/t/${made.table}`);
  await host.locator("[data-act=start]").waitFor();
  const guest = await visit(browser, `/t/${made.table}`);
  await guest.locator("[data-name]").fill("Olha");
  await guest.locator('[data-take="1"]').click();
  const told = [];
  guest.on("websocket", (socket) => socket.on("framereceived", (frame) => told.push(frame.payload.toString())));
  // Reloading the page before the seat is stored would make its player a spectator.
  assert.equal(await myDecision(host), "place");
  await guest.reload();
  await guest.locator("main[data-seq]").waitFor();
  const mine = await handOf(host, 0);
  assert.equal(mine.filter(Boolean).length, 2, "the host sees the host's tiles");
  assert.deepEqual(await handOf(host, 1), [null, null]);
  assert.deepEqual(await handOf(guest, 0), [null, null]);
  assert.equal((await handOf(guest, 1)).filter(Boolean).length, 2);
  assert.equal(await guest.locator("[data-spot]").count(), 0, "nor where they could go");

  // Each tile in hand has its own places.
  const first = await host.$$eval("[data-spot]", (spots) => spots.map((spot) => spot.dataset.spot));
  assert.ok(first.length > 0);
  await visible(host.locator("[data-slot='1']")).click();
  assert.equal(await visible(host.locator("[data-slot='1']")).getAttribute("aria-pressed"), "true");
  await placeByClick(host);
  if ((await myDecision(host)) === "deploy") await deployByClick(host, null);
  assert.equal(await myDecision(guest), "place");
  assert.deepEqual(await handOf(guest, 0), [null, null], "including the tile drawn since");
  assert.equal((await handOf(host, 0)).filter(Boolean).length, 2);
  for (const text of told) {
    for (const { view } of [JSON.parse(text)])
      if (view) assert.deepEqual(view.players[0].hand.filter(Boolean), [], "the guest's browser received no tile");
  }
  assert.ok(told.length > 0);
  assert.deepEqual([...host.problems, ...guest.problems], []);
  await host.context().close();
  await guest.context().close();
});

test("hidden hands on one screen are covered until their owner has it", async () => {
  const page = await visit(browser, "/", { width: 360, height: 740, touch: true });
  await openTable(page, two, { game: "discovery", options: { first_player: "host_seat", hand: "two_hidden" } });
  for (const seat of [0, 1]) {
    const uncover = page.locator("[data-act=uncover]");
    await uncover.waitFor();
    for (const other of [0, 1]) assert.deepEqual(await handOf(page, other), [null, null]);
    assert.equal(await page.locator("[data-spot]").count(), 0);
    await uncover.click();
    assert.equal((await handOf(page, seat)).filter(Boolean).length, 2);
    assert.deepEqual(await handOf(page, 1 - seat), [null, null]);
    await placeByClick(page);
    if ((await myDecision(page)) === "deploy") await deployByClick(page, null);
  }
  assert.ok((await overflow(page)) <= 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Returns the slot of the chosen tile in hand. */
const chosenSlot = (page) => visible(page.locator("[data-slot][aria-pressed=true]")).getAttribute("data-slot");

test("one of three hidden tiles is chosen and placed with keys, against a computer player", async () => {
  const page = await visit(browser, "/");
  const setup = { game: "carcassonne", options: { first_player: "host_seat", hand: "three_hidden" } };
  await openTable(page, [human("Anna"), bot()], setup);
  let picked = 0;
  for (let turn = 0; turn < 4; turn++) {
    assert.equal(await myDecision(page), "place");
    assert.equal((await handOf(page, 0)).filter(Boolean).length, 3);
    assert.deepEqual(await handOf(page, 1), [null, null, null], "the computer player's tiles are shown face down");
    const before = await chosenSlot(page);
    await page.keyboard.press("t");
    if ((await chosenSlot(page)) !== before) picked += 1;
    const { kind } = await visible(page.locator("[data-slot][aria-pressed=true]")).evaluate((one) => ({ kind: one.dataset.tile }));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator("main[data-laid=yes], main:not([data-kind=place])").first().waitFor();
    const seq = await seqOf(page);
    await page.keyboard.press("p");
    await page.keyboard.press("Enter");
    await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq, seq);
    const { tiles } = await (await fetch(`${BASE}/api/tables/${page.url().split("/t/")[1].split(/[?#]/)[0]}/view`)).json();
    assert.ok(tiles.some((tile) => tile.kind === kind && tile.seat === 0), `${kind} was placed`);
  }
  assert.ok(picked >= 3, `another tile was chosen ${picked} times`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("hands of three tiles fit on every screen", async () => {
  const page = await visit(browser, "/");
  const setup = {
    expansions: ["princess-dragon", "traders-builders", "tower", "abbey-mayor"],
    options: { first_player: "host_seat", hand: "three_hidden" },
  };
  await openTable(page, [human("Anna"), bot(), bot(), bot()], setup, { tiles: 24 }, 6);
  const sizes = [PHONE, SIDEWAYS, WIDE];
  for (const size of sizes) {
    await resize(page, size);
    const slots = visible(page.locator("[data-slot]"));
    assert.equal(await slots.count(), 3);
    for (const slot of await slots.all()) {
      const { x, y, width, height } = await slot.boundingBox();
      const { width: right, height: bottom } = size;
      assert.ok(x >= 0 && y >= 0 && x + width <= right && y + height <= bottom, `a tile is off the screen, ${right} wide`);
      assert.ok(width >= 36, `a tile is ${width} wide on a screen of ${right}`);
    }
  }
  await look(page, "three hidden tiles", { sizes, seen: "[data-slot]", fullPage: false });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("open hands are seen by everybody", async () => {
  const page = await visit(browser, "/");
  const made = await openTable(page, two, { game: "discovery", options: { hand: "two_open" } });
  const watcher = await visit(browser, `/t/${made.table}`);
  await watcher.locator("main[data-seq]").waitFor();
  for (const seat of [0, 1]) assert.equal((await handOf(watcher, seat)).filter(Boolean).length, 2);
  assert.equal(await watcher.locator("[data-slot]").count(), 0, "spectators cannot choose");
  await watcher.context().close();
  await page.context().close();
});

test("the rules are grouped by game", async () => {
  const page = await visit(browser, "/rules");
  await page.locator("[data-rules-of=hunters]").waitFor();
  assert.deepEqual(await page.$$eval("[data-rules-of]", (parts) => parts.map((part) => part.dataset.rulesOf)), GAMES);
  await page.locator("[data-part-select]").selectOption("discovery");
  await page.locator("#DISC-01").waitFor();
  assert.equal(await page.locator("#BASE-01").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
