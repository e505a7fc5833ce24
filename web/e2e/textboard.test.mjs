// The text board: a program that reads only the accessibility tree finds the server's legal answers and plays whole games with the
// keyboard. BASTIDE_POSITIONS=200 plays whole games until that many positions of each family have been compared; by default, only a few
// turns at the beginning and end of each game are played this way.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  audit, BASE, bot, closePages, human, json, launch, makeTable, openIdlePage, overflow, playAway, playOn, random, visit,
} from "./browser.mjs";

const POSITIONS = Number(process.env.BASTIDE_POSITIONS ?? 0);
/** Number of turns played with the text board at each end of a game, unless whole games are played. */
const TURNS = 2;
const MAX_MEDIAN_KEYS = 12;

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const FAMILIES = {
  carcassonne: { expansions: ["inns-cathedrals", "traders-builders"] },
  "Ghosts, Castles & Cemeteries": { expansions: ["mists"] },
  "three hidden tiles in hand": { options: { hand: "three_hidden" } },
  hunters: { game: "hunters" },
  discovery: { game: "discovery" },
  coop: { game: "coop" },
};

const FIGURES = {
  follower: "Follower", large: "Large follower", builder: "Builder", pig: "Pig", member: "Member", hut: "Hut",
};
const ROLES = {
  knight: "Knight", highwayman: "Highwayman", monk: "Monk", farmer: "Farmer", builder: "Builder", pig: "Pig", hunter: "Hunter",
  gatherer: "Gatherer", fisher: "Fisher", hut: "Hut", explorer: "Explorer", brigand: "Brigand", navigator: "Navigator", guard: "Guard",
  lord: "Lord of the castle", keeper: "Keeper",
};
const SIDES = { n: "north", e: "east", s: "south", w: "west" };

/** Returns the nodes of the accessibility tree that a screen reader presents, in reading order. */
async function readTree(session) {
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const list = [];
  const walk = (node) => {
    if (!node) return;
    const role = node.role?.value;
    if (!node.ignored && ["heading", "button", "textbox", "log", "link"].includes(role)) {
      const level = node.properties?.find(({ name }) => name === "level")?.value.value;
      list.push({ role, level, name: node.name?.value ?? "" });
    }
    for (const child of node.childIds ?? []) walk(byId.get(child));
  };
  walk(nodes.find((node) => node.parentId === undefined));
  return list;
}

/** Returns the numbered choices below their heading. */
function choicesIn(tree) {
  const start = tree.findIndex(({ role, name }) => role === "heading" && name.startsWith("Choices:"));
  const rest = tree.slice(start + 1);
  const end = rest.findIndex(({ role, level }) => role === "heading" && level === 2);
  return rest.slice(0, end).flatMap(({ role, name }) => {
    const [, number, text] = (role === "button" && /^(\d+)\. (.*)$/.exec(name)) || [];
    return number === undefined ? [] : [{ number: Number(number), text }];
  });
}

/** Returns the words with which the text board locates a segment, from the segment's name in the notation. */
function located(code) {
  if (code === "c") return /in the middle(?!, number [2-9])/;
  if (/^c\d/.test(code)) return new RegExp(`in the middle, number ${code.slice(1)}`);
  if (code.length === 1) return new RegExp(`(^|, |: )${SIDES[code]}(,|;|$)`);
  return new RegExp(`${SIDES[code[1]]} end of the ${SIDES[code[0]]} side`);
}

/** Returns whether a choice's text describes one of the server's answers. */
function describes(text, answer, view) {
  const [head] = text.split("; ");
  const cell = ({ x, y }) => ` ${x}\u00a0:\u00a0${y}`;
  const { verb, role } = answer;
  const place = view.tiles[answer.tile];
  if (verb === "place") {
    const [, slot, x, y, degrees] = /^(?:Tile (\d+), )?(-?\d+)\s:\s(-?\d+), (\d+)°/.exec(text) ?? [];
    return (answer.slot === undefined || Number(slot) === answer.slot + 1) && Number(x) === answer.x && Number(y) === answer.y
      && Number(degrees) === 90 * answer.rotation;
  }
  if (verb === "again") return text === "Place another tile";
  if (verb === "clear") return head.endsWith(cell(place)) && new RegExp(`\\b${answer.ghosts} ghost`).test(text);
  if (verb === "deploy") {
    const figure = FIGURES[answer.figure];
    const named = role === answer.figure ? `${ROLES[role]}: ` : `(${ROLES[role]}): `;
    const code = answer.word.split(":")[1].split("@")[0];
    return head.includes(named) && (figure === undefined || head.startsWith(figure)) && located(code).test(head);
  }
  if (["return", "haunt", "capture"].includes(verb)) {
    const code = answer.word.split(":").at(-1).split("@")[0];
    const ghosts = /, (\d+) ghost/.exec(head)?.[1];
    const owned = `${["Anna", "Computer (Easy)"][answer.seat]}’s ${ROLES[role]}`;
    return head.includes(owned) && head.endsWith(cell(place)) && located(code).test(head)
      && Number(ghosts ?? 0) === (answer.ghosts ?? 0);
  }
  throw new Error(`no description of ${answer.word}`);
}

/** Asserts that the choices are exactly the server's answers, and returns each choice with its answer. */
function compare(choices, answers, view) {
  const passes = answers.filter(({ verb }) => verb === "pass").length;
  const shown = choices.filter(({ number }) => number > 0);
  assert.equal(choices.length - shown.length, passes, "passing is shown if it is possible");
  assert.equal(new Set(shown.map(({ text }) => text)).size, shown.length, "every choice has its own text");
  const others = answers.filter(({ verb }) => verb !== "pass");
  const texts = () => JSON.stringify(shown.map(({ text }) => text), null, 1);
  assert.equal(shown.length, others.length, `as many choices as answers: ${texts()}`);
  for (const answer of others) {
    const found = shown.filter(({ text }) => describes(text, answer, view));
    // Guards of one player differ only in their colours.
    const alike = others.filter((other) => other.word.split(":").at(-1) === answer.word.split(":").at(-1) && other.role === answer.role);
    assert.ok(found.length === 1 || (found.length > 0 && FIGURES[answer.figure] === undefined && found.length === alike.length),
      `${found.length} choices for ${answer.word} among ${texts()}`);
  }
  for (const { text } of shown) assert.ok(others.some((answer) => describes(text, answer, view)), `an answer for ${text}`);
}

/** Opens another socket besides the page's, to ask the server for the legal answers after a placement. */
const openSpy = (page, token) => page.evaluate(async (token) => {
  const socket = new WebSocket(`ws://${location.host}/api${location.pathname.replace("/t/", "/tables/")}/socket`);
  await new Promise((done, fail) => ((socket.onopen = done), (socket.onerror = fail)));
  globalThis.preview = (seq, words) => new Promise((done) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "preview") done(message.view);
    };
    socket.send(JSON.stringify({ type: "preview", seat: 0, seq, words }));
  });
  const welcome = new Promise((done) => (socket.onmessage = ({ data }) => JSON.parse(data).type === "welcome" && done()));
  socket.send(JSON.stringify({ type: "hello", v: 1, tokens: [token], since: null }));
  await welcome;
}, token);

class Player {
  constructor(page, session, made, seed) {
    Object.assign(this, { page, session, made, below: random(seed), positions: 0, turns: [], keys: 0 });
  }

  async type(text) {
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
    this.keys += text.length + 1;
  }

  /** Waits until this player must decide or the game ends. */
  mine(seq) {
    return this.page.waitForFunction((seq) => {
      const { dataset } = document.querySelector("main[data-seq]") ?? {};
      return dataset && Number(dataset.seq) > seq && (dataset.mine === "yes" || dataset.kind === "over") && !dataset.laid;
    }, seq);
  }

  view() {
    return this.page.evaluate(async (table) => (await fetch(`/api/tables/${table}/view`)).json(), this.made.table);
  }

  /** Plays to the end of the game, or for a limited number of turns or positions. */
  async play({ turns = Infinity, positions = Infinity } = {}) {
    let seq = -1;
    for (let laid = 0; laid < turns && this.positions < positions;) {
      await this.mine(seq);
      const view = await this.view();
      if (view.over) return true;
      ({ seq } = view);
      // The page passes automatically if nothing else is possible; another seat's turn needs no answer here.
      const { answers, seat } = view.decision;
      if (seat !== 0 || (answers.length === 1 && answers[0].verb === "pass")) continue;
      const choices = choicesIn(await readTree(this.session));
      if ((await this.view()).seq !== seq) continue;
      compare(choices, answers, view);
      this.positions += 1;
      const choice = choices[this.below(choices.length)];
      await this.type(String(choice.number));
      const answer = answers.find((one) => one.verb === "place" && describes(choice.text, one, view));
      if (answer) {
        laid += 1;
        await this.follow(seq, answer);
        this.turns.push(this.keys);
        this.keys = 0;
      }
    }
    return false;
  }

  /** Answers the decision that follows the placement of a tile. */
  async follow(seq, answer) {
    await this.page.waitForFunction(() => document.querySelector("main[data-laid=yes]"));
    const after = await this.page.evaluate(([seq, word]) => globalThis.preview(seq, [word]), [seq, answer.word]);
    const answers = after?.decision.answers ?? [];
    const choices = choicesIn(await readTree(this.session));
    if (answers.every(({ verb }) => verb === "pass")) {
      assert.deepEqual(choices, []);
      return this.type("");
    }
    compare(choices, answers, after);
    this.positions += 1;
    await this.type(String(choices[this.below(choices.length)].number));
  }
}

async function openText(page, made, seed) {
  await page.goto(`${BASE}/t/${made.table}#text`);
  await page.locator("[data-text-board] main").waitFor();
  await openSpy(page, made.tokens[0].token);
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  return new Player(page, session, made, seed);
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

for (const [family, setup] of Object.entries(FAMILIES)) {
  test(`the accessibility tree is enough to play ${family}`, async () => {
    const page = await visit(browser, "/");
    const make = () => makeTable(page, [human("Anna"), bot()], setup);
    let made = await make();
    let player = await openText(page, made, 11);
    const turns = [];
    let positions = 0;
    if (POSITIONS > 0) {
      let ended = false;
      for (let game = 0; positions < POSITIONS; game++) {
        if (game > 0) {
          made = await make();
          player = await openText(page, made, 11 + game);
        }
        ended = (await player.play({ positions: ended ? POSITIONS - positions : Infinity })) || ended;
        positions += player.positions;
        turns.push(...player.turns);
      }
      assert.ok(ended, "a whole game was played");
    } else {
      await player.play({ turns: TURNS });
      turns.push(...player.turns);
      positions += player.positions;
      await playAway(page, made, { left: 2 * TURNS }, 5);
      player = await openText(page, made, 12);
      assert.ok(await player.play(), "the game ends");
      turns.push(...player.turns);
      positions += player.positions;
    }
    console.log(`${family}: ${positions} positions, ${turns.length} turns, median ${median(turns)} keys`);
    assert.ok(median(turns) <= MAX_MEDIAN_KEYS, `a turn takes ${median(turns)} keys`);
    assert.deepEqual(page.problems, []);
  });
}

test("a skip link leads to the text board, which answers commands and announces every move", async () => {
  const page = await visit(browser, "/", { width: 360, height: 740 });
  const made = await makeTable(page, [human("Anna"), bot()], { options: { first_player: "host_seat" } });
  await page.goto(`${BASE}/t/${made.table}`);
  await page.locator("main[data-mine=yes]").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.act), "text-board");
  await page.keyboard.press("Enter");
  await page.locator("[data-text-board] [data-item]").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  await openSpy(page, made.tokens[0].token);
  const player = new Player(page, session, made, 1);
  const log = page.getByRole("log");
  const says = async (command, expected) => {
    await player.type(command);
    await log.filter({ hasText: expected }).waitFor();
  };
  await says("tile 0 0", /0\s:\s0 – north: city; east: road; south: field; west: road/);
  await says("places", /\d\s:\s-?\d+ – (north|east|south|west): \w+/);
  await says("h", /north: \w+; east: \w+; south: \w+; west: \w+/i);
  await says("help", /hand, h: shows the tile in hand/);
  await says("nonsense", /Unknown command: nonsense/);
  await says("1", /Your turn isn’t over yet/);
  await says("b", /The tile is back in your hand/);
  await player.play({ turns: 1 });
  await player.mine(1);
  await log.filter({ hasText: /Anna places a tile at -?\d+\s:\s-?\d+, \d+°: north: .*Computer \(Easy\) places a tile at/ }).waitFor();
  const headings = (await readTree(session)).filter(({ role }) => role === "heading").map(({ level }) => level);
  assert.equal(headings.filter((level) => level === 1).length, 1);
  assert.ok(headings.every((level, index) => index === 0 || level <= headings[index - 1] + 1), "no level of headings is skipped");
  await audit(page, "text board");
  assert.equal(await overflow(page), 0);
  // Pages keep using the text board until the user leaves it.
  await page.goto(`${BASE}/t/${made.table}`);
  await page.locator("[data-text-board] main").waitFor();
  await player.type("board");
  await page.locator(".boardarea").waitFor();
  assert.deepEqual(page.problems, []);
});

test("a plain table does not say what a place completes", async () => {
  const page = await visit(browser, "/");
  for (const plain of [false, true]) {
    const made = await makeTable(page, [human("Anna"), human("Olha")], {}, { plain });
    let completing = false;
    for (let tiles = 8; tiles < 30 && !completing; tiles += 3) {
      const view = await playOn(page, made, { tiles }, tiles);
      const { places } = plain ? { places: [] } : await json(page, `/api/tables/${made.table}/guide?at=${view.seq}`);
      completing = plain || places.length > 0;
    }
    await page.goto(`${BASE}/t/${made.table}#text`);
    await page.locator("[data-item]").first().waitFor();
    if (!plain) await page.locator("[data-item]").filter({ hasText: "completes" }).first().waitFor();
    else assert.equal(await page.locator("[data-item]").filter({ hasText: "completes" }).count(), 0);
    await openIdlePage(page);
  }
});
