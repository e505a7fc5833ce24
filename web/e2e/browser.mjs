// What the browser tests share: a browser, the server's address, and hands that play.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const BASE = process.env.BASTIDE_URL?.replace(/\/$/, "");
export const BINARY = process.env.BASTIDE_BIN;
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

if (!BASE) {
  console.error("Set BASTIDE_URL to the address of a running server, for example BASTIDE_URL=http://127.0.0.1:8080 npm run e2e.");
  process.exit(2);
}

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** A whole game takes its time on a small machine that does other things too. */
export const PATIENCE = 60_000;

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

/** A fresh visitor; problems on the page are gathered in `page.problems`. */
export async function visit(
  browser,
  path = "/",
  {
    width = 1280, height = 800, language = "en", touch = false, dark = false, base = BASE, confirm = "always", pace = "now",
    motion = false,
  } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language,
    hasTouch: touch,
    isMobile: touch,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: motion ? "no-preference" : "reduce",
  });
  // Most tests give one answer at a time and see others' turns as they come; those about whole turns, or how they are shown, say so.
  await context.addInitScript((chosen) => {
    const kept = JSON.parse(localStorage.getItem("bastide.settings") ?? "{}");
    localStorage.setItem("bastide.settings", JSON.stringify({ ...chosen, ...kept }));
  }, { confirm, pace });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(`page: ${error.message}`));
  page.on("console", (message) => {
    // A browser reports every connection that it cannot make; a test that stops the server expects those.
    if (message.type() === "error" && !/ERR_|WebSocket|Failed to load resource/.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(base + path);
  return page;
}

/** Lists all that happened in a game, which of a long one is shown in parts. */
export async function listAll(page) {
  const more = page.locator("[data-act=more-events]");
  while (await more.count()) await more.first().click();
}

/** By how many pixels the page is wider than the screen. */
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What the server answers to a page that asks for this. */
export const json = (page, path) => page.evaluate(async (path) => (await fetch(path)).json(), path);

/** Axe finds nothing serious on the page. */
export async function audit(page, what) {
  // A script tag would be refused by the page's content policy; the tester's own code is not the page's.
  await page.evaluate(readFileSync(AXE, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${what}: ${one.id}: ${one.nodes.slice(0, 4).map((node) => node.html.slice(0, 160)).join(" | ")}`);
  assert.deepEqual(serious, []);
}

/** Makes a table over HTTP, without the form: `seats` as the protocol has them, `more` beside them and the set-up. */
export async function makeTable(page, seats, setup = {}, more = {}) {
  return page.evaluate(
    async ([seats, setup, more]) => {
      const body = {
        setup: { game: "carcassonne", expansions: [], options: {}, first_seat: 0, ...setup, seats: seats.length },
        seats,
        public: false,
        ...more,
      };
      const answer = await fetch("/api/tables", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    [seats, setup, more],
  );
}

export const bot = (millis = 30) => ({ type: "bot", level: "easy", millis });
export const human = (name) => ({ type: "human", name });

const state = (page) =>
  page.evaluate(() => {
    const board = document.querySelector("main[data-seq]");
    return {
      seq: Number(board?.dataset.seq ?? -1),
      kind: board?.dataset.kind ?? "",
      mine: board?.dataset.mine === "yes",
      ending: document.querySelector("[data-finale], [data-end]") !== null,
    };
  });

/** Waits until this screen is to act or the game ends; answers what is asked, "end" at the end. */
export async function myDecision(page) {
  await page.waitForFunction(
    () => {
      const board = document.querySelector("main[data-seq]");
      return board?.dataset.mine === "yes" || document.querySelector("[data-finale], [data-end]") !== null;
    },
    undefined,
    { timeout: PATIENCE },
  );
  const { kind, ending } = await state(page);
  return ending ? "end" : kind;
}

/** Waits until the server has taken the answer to the position `seq`. */
const answered = (page, seq) =>
  page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]")?.dataset.seq ?? -1) > seq, seq, { timeout: PATIENCE });

/** Lays the tile in hand by clicking one of the legal places; `choose` picks among them. */
export async function placeByClick(page, choose = (keys) => keys[0]) {
  const { seq } = await state(page);
  const keys = await page.$$eval("[data-spot]", (spots) => spots.map((spot) => spot.dataset.spot));
  const key = choose(keys);
  await page.locator(`[data-spot="${key}"]`).click();
  await page.locator("[data-act=confirm]").click();
  await answered(page, seq);
}

/** Places a follower on the segment number `index`, or none. */
export async function deployByClick(page, index = null) {
  const { seq } = await state(page);
  // A segment may be hit anywhere by a finger; here it is reached as with Tab and Enter.
  const choices = page.locator("[data-choice]");
  if (index !== null && (await choices.count()) > index) {
    await choices.nth(index).focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-act=confirm]").click();
  } else {
    await page.locator("[data-act=pass]").click();
  }
  await answered(page, seq);
}

/** Plays to the end or for so many turns, a follower every other turn. Answers how many tiles were laid here. */
export async function playOut(page, eachTurn = async () => {}, most = Infinity) {
  let laid = 0;
  for (;;) {
    const kind = await myDecision(page);
    if (kind === "end" || (kind === "place" && laid >= most)) return laid;
    if (kind === "place") {
      await eachTurn(laid);
      await placeByClick(page, (keys) => keys[(laid * 7) % keys.length]);
      laid += 1;
    } else {
      // A decision may have passed by itself where passing was all there was.
      const count = await page.locator("[data-choice]").count();
      await deployByClick(page, laid % 2 === 0 ? laid % Math.max(1, count) : null).catch(async (error) => {
        if ((await state(page)).kind === "deploy" && (await state(page)).mine) throw error;
      });
    }
  }
}

/** Plays a game's first and last turns by clicking, and those between through a socket. Answers how many tiles were laid by clicking. */
export async function playEnds(page, made, seed, eachTurn, turns = 6) {
  const laid = await playOut(page, eachTurn, turns);
  const { seq } = await playOn(page, made, [], seed, { left: turns });
  await atSeq(page, seq);
  return laid + (await playOut(page));
}

/** Numbers that look random and are the same in every run. */
export function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What an answer does, finely enough to see whether the screen can do each: `deploy/build`, `deploy/deploy:mayor`. */
export const classOf = (kind, answer) =>
  `${kind}/${answer.verb}${answer.verb === "deploy" ? `:${answer.role === "watchman" ? "watchman" : answer.figure}` : ""}`;

/**
 * Plays on behind the screen's back, through a socket of its own and at random, until `known` lacks something that can be done
 * now, or the game is over. Answers the view. With a goal, whatever can be done is known, and it stops where the goal is met: a
 * feature of a kind with so many printed things that count or do not, a tile of a set in hand, a decision of a kind about figures
 * of one's own or of others, a figure that can be placed in a role, a tile to lay when so many are left, or only the end. Computer
 * players play for themselves.
 */
export async function playOn(page, { table, tokens }, known, seed, goal = null) {
  return page.evaluate(
    async ([table, tokens, known, seed, goal]) => {
      const met = (view) => {
        const { kind, seat, answers, tile } = view.decision;
        if (goal.end) return false;
        if (goal.asks)
          return (
            kind === goal.asks &&
            answers.some((one) => (goal.own === undefined || (one.seat === seat) === goal.own) && (one.ghosts ?? 0) >= (goal.ghosts ?? 0))
          );
        if (goal.role) return kind === "deploy" && answers.some((one) => one.role === goal.role);
        if (goal.left) return kind === "place" && view.bag.left <= goal.left;
        if (goal.set) return kind === "place" && tile?.set === goal.set;
        return view.features.some(
          (one) => one.kind === goal.kind && one.things.filter((thing) => thing.counts === goal.counts).length >= goal.least,
        );
      };
      let state = seed >>> 0;
      const below = (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
      };
      const classOf = (kind, answer) =>
        `${kind}/${answer.verb}${answer.verb === "deploy" ? `:${answer.role === "watchman" ? "watchman" : answer.figure}` : ""}`;
      const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
      const inbox = [];
      let wake = () => {};
      socket.onmessage = (event) => {
        inbox.push(JSON.parse(event.data));
        wake();
      };
      const next = async () => {
        while (inbox.length === 0) await new Promise((done) => (wake = done));
        return inbox.shift();
      };
      await new Promise((done) => (socket.onopen = done));
      socket.send(JSON.stringify({ type: "hello", v: 1, tokens: tokens.map((one) => one.token), since: null }));
      try {
        let view = null;
        let mine = [];
        for (;;) {
          const message = await next();
          if (message.type === "error") throw new Error(message.error.message);
          if (!message.view) continue;
          if (message.you) mine = message.you;
          view = message.view;
          const { seat, kind, answers } = view.decision;
          if (view.over) return view;
          if (!mine.includes(seat)) continue;
          // A pass that stands alone is given by the page itself.
          if (answers.length === 1 && answers[0].verb === "pass") continue;
          const classes = [...new Set(answers.map((answer) => classOf(kind, answer)))];
          if (goal ? met(view) : classes.some((one) => !one.endsWith("/pass") && !known.includes(one))) return view;
          // First what is done, then how: else the many places of a figure would hide everything else.
          const chosen = classes[below(classes.length)];
          const of = answers.filter((answer) => classOf(kind, answer) === chosen);
          // Within what one client may send in a second.
          await new Promise((done) => setTimeout(done, 55));
          socket.send(JSON.stringify({ type: "answer", seat, seq: view.seq, word: of[below(of.length)].word }));
        }
      } finally {
        socket.close();
      }
    },
    [table, tokens, known, seed, goal],
  );
}

/** The key of what an answer points at on the screen. */
function targetKey({ verb, tile, segment, corner, id, to_tile, to_segment }) {
  if (verb === "move") return `${to_tile}:${to_segment}`;
  if (verb === "redeem") return `r${id}`;
  if (verb === "return" || verb === "capture" || verb === "haunt" || (verb === "lead" && id !== undefined)) return `f${id}`;
  if (verb === "clear" || (verb === "lead" && segment === undefined)) return `t${tile}`;
  return corner === undefined ? `${tile}:${segment}` : `c${tile}:${corner}`;
}

/** Opens what an answer of the pending decision belongs to, and points at it; it is not confirmed yet. */
export async function pointAt(page, view, answer) {
  const mode = page.locator(`[data-mode="${answer.mode}"]`);
  if (await mode.count()) await mode.click();
  const held = page.locator(`[data-slot="${answer.slot}"]`).filter({ visible: true });
  if (answer.held && (await held.getAttribute("aria-pressed")) !== "true") await held.click();
  if (answer.verb === "place") {
    await page.locator(`[data-spot="${answer.x},${answer.y}"]`).click();
    const shown = () => page.locator(".ghost use").evaluate((use) => Number(use.getAttribute("href").split(".").at(-1)));
    for (let i = 0; i < 4 && (await shown()) !== answer.rotation; i++) await page.keyboard.press("r");
    return;
  }
  const key = targetKey(answer);
  const button = page.locator(`[data-pick="${key}"]`);
  if (await button.count()) await button.click();
  else {
    // What has no button of its own is reached with Tab and Enter, or by pointing at the board.
    await page.locator(`[data-choice="${key}"]`).focus();
    await page.keyboard.press("Enter");
  }
  const kind = page.locator(`[data-figure-kind="${answer.figure ?? answer.verb}"]`);
  if (await kind.count()) await kind.first().click();
}

/** Gives one answer of the pending decision with the screen's own buttons. */
export async function perform(page, made, view, answer) {
  await atSeq(page, view.seq);
  await pointAt(page, view, answer);
  await confirm(page, made, view, answer);
}

/** Waits until the screen shows a position. */
export const atSeq = (page, seq) =>
  page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]")?.dataset.seq) === seq, seq, { timeout: PATIENCE });

/** Confirms what was pointed at, and sees that it is the answer that was given. */
export async function confirm(page, { table }, view, answer) {
  await page.locator("[data-act=confirm]").click();
  await answered(page, view.seq);
  const [step] = await page.evaluate(
    async ([table, seq]) => (await fetch(`/api/tables/${table}/events?from=${seq}&to=${seq + 1}`)).json(),
    [table, view.seq],
  );
  assert.equal(step.answer, answer.word);
}

/** The point of the window that shows a point of the board, in tiles of 1000. */
export const onScreen = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const at = new DOMPoint(x, y).matrixTransform(document.querySelector("svg.ground").getScreenCTM());
      return { x: at.x, y: at.y };
    },
    [x, y],
  );

/** A point of a segment where figures stand, in tiles of 1000. */
export async function anchorOf(page, view, tile, segment) {
  const placed = view.tiles[tile];
  const [x, y] = await page.evaluate(
    async ([set, kind, segment]) => (await (await fetch(`/api/art/${set}.json`)).json()).tiles[kind].segments[segment].anchor,
    [placed.set, placed.kind, segment],
  );
  const turned = [[x, y], [1000 - y, x], [1000 - x, 1000 - y], [y, 1000 - x]][placed.rotation];
  return [placed.x * 1000 + turned[0], placed.y * 1000 + turned[1]];
}

/** A server of the test's own, which it may kill: address, kill and start again on the same port and data. */
export async function ownServer(more = []) {
  const data = await mkdtemp(join(tmpdir(), "bastide-e2e-"));
  const port = await freePort();
  let process;
  const base = `http://127.0.0.1:${port}`;
  const start = async () => {
    const options = ["--port", String(port), "--data", data, "--step", "0", "--deals", "1", ...more];
    process = spawn(BINARY, ["serve", ...options], { stdio: "ignore" });
    for (let i = 0; i < 200; i++) {
      const up = await fetch(`${base}/api/games`).then((answer) => answer.ok, () => false);
      if (up) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the server did not start");
  };
  const kill = () =>
    new Promise((done) => {
      process.once("exit", done);
      process.kill("SIGKILL");
    });
  const end = async () => {
    await kill();
    await rm(data, { recursive: true, force: true });
  };
  await start();
  return { base, start, kill, end };
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
