// Shared by the browser tests: the browser, the server's URL, and functions for playing.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const BASE = process.env.BASTIDE_URL?.replace(/\/$/, "");
export const BINARY = process.env.BASTIDE_BIN;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

if (!BASE) {
  console.error("Set BASTIDE_URL to the address of a running server, for example BASTIDE_URL=http://127.0.0.1:8080 npm run e2e.");
  process.exit(2);
}

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const WHOLE = "/usr/bin/chromium";
/** Paths of browsers, by preference: the headless shell starts faster and uses less CPU time than the whole browser. */
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", WHOLE];

/** Timeout of one step in milliseconds. It is long because the machine may be busy; successful steps never take this long. */
export const PATIENCE = 180_000;

/** Starts a browser; `whole` requests the full browser, for features that the headless shell lacks, such as notifications. */
export function launch({ whole = false } = {}) {
  const browsers = whole ? [process.env.CHROMIUM, WHOLE] : BROWSERS;
  return chromium.launch({ executablePath: browsers.find((path) => path && existsSync(path)), args: FLAGS });
}

/** Polls until `check` returns something truthy, and returns that. */
export async function until(check, what = "a condition") {
  for (const began = Date.now(); ; await new Promise((done) => setTimeout(done, 100))) {
    const found = await check();
    if (found) return found;
    if (Date.now() - began > PATIENCE) throw new Error(`timed out waiting for ${what}`);
  }
}

let named = 0;
/** Returns a name that no other test uses, in this run or in an earlier one with the same server data. */
export const newName = (name = "Anna") => `${name} ${Date.now() % 1e8}${process.pid % 1000}${named++}`;

/** Browser contexts of the current test. */
const contexts = new Set();

/** Closes the pages of a test, so that they take no CPU time from later tests. If the test failed, prints the text of its pages first. */
export async function closePages(test) {
  if (test?.passed === false) {
    for (const page of [...contexts].flatMap((context) => context.pages())) {
      const shown = await page.locator("body").innerText({ timeout: 5000 }).catch((error) => error.message);
      console.log(`at ${page.url()}: ${shown.slice(0, 2000)}\n${page.problems}`);
    }
  }
  await Promise.all([...contexts].map((context) => context.close()));
  contexts.clear();
}

/**
 * Opens a page for a new visitor; errors on the page are collected in `page.problems`. Unless a test is about it, there is no service
 * worker, which would download the whole client in every test.
 */
export async function visit(
  browser,
  path = "/",
  {
    width = 1280, height = 800, language = "en", touch = false, dark = false, base = BASE, confirm = "always", pace = "now",
    motion = false, worker = false, analyseOnServer = true,
  } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language,
    hasTouch: touch,
    isMobile: touch,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: motion ? "no-preference" : "reduce",
    serviceWorkers: worker ? "allow" : "block",
  });
  contexts.add(context);
  // Most tests answer one decision at a time and see other players' turns at once; tests about whole turns or their display override this.
  // Analyses by the server can be shortened and compared.
  await context.addInitScript((chosen) => {
    const kept = JSON.parse(localStorage.getItem("bastide.settings") ?? "{}");
    localStorage.setItem("bastide.settings", JSON.stringify({ ...chosen, ...kept }));
  }, { confirm, pace, analyseOnServer });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  // By default Playwright calls the function in every animation frame, which keeps the browser drawing.
  const waitForFunction = page.waitForFunction.bind(page);
  page.waitForFunction = (check, argument, options) => waitForFunction(check, argument, { polling: 50, ...options });
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(`page: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs every failed connection; tests that stop the server expect those.
    if (message.type() === "error" && !/ERR_|WebSocket|Failed to load resource/.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(base + path);
  return page;
}

/** Password of the accounts that tests create. */
export const PASSWORD = "correct horse battery";

/** Opens a page for a new visitor who creates an account, and stores its name in `page.called`. */
export async function stranger(browser, name, options) {
  const page = await visit(browser, "/account", options);
  page.called = newName(name);
  await page.locator("[data-act=turn]").click();
  await page.locator("[data-account-name]").fill(page.called);
  await page.locator("[data-password]").fill(PASSWORD);
  await page.locator("[data-act=enter]").click();
  await page.locator(`[data-signed-in="${page.called}"]`).waitFor();
  return page;
}

/** Returns the options of tests that need the engine in the client, which everyday debug builds lack. */
export async function needsEngine() {
  const worker = await fetch(`${BASE}/sw.js`).then((reply) => reply.text());
  return { skip: worker.includes("tables-") ? false : "build with BASTIDE_ENGINE: this client has no engine" };
}

/** Expands the event list of a long game completely. */
export async function listAll(page) {
  const more = page.locator("[data-act=more-events]");
  while (await more.count()) await more.first().click();
}

/** Returns how many pixels wider than the screen the page is. */
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Fetches JSON from the server within a page. */
export const json = (page, path) => page.evaluate(async (path) => (await fetch(path)).json(), path);

/** Posts as this page's browser and returns the body of the successful response. */
export const post = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return text && JSON.parse(text);
    },
    [path, body],
  );

/** Creates a correspondence game between the accounts of two pages and returns its table. */
export async function correspondenceGame(one, other) {
  const setup = { game: "carcassonne", expansions: [], options: {}, first_seat: 0, seats: 2 };
  const table = { setup, seats: [human("x"), { type: "open" }], public: false, clock: { type: "days", days: 3 } };
  const { table: name } = await post(one, "/api/tables", table);
  await post(other, `/api/tables/${name}/join`, { seat: 1, name: "x" });
  return name;
}

/** Asserts that axe finds nothing serious on the page, with all of its rules or only those in `chosen`. */
export async function audit(page, what, chosen = null) {
  // The script is evaluated, because the page's content security policy rejects a script tag.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const serious = await page.evaluate(async (chosen) => {
    const { axe } = globalThis;
    const isSerious = ({ impact }) => ["serious", "critical"].includes(impact);
    // Only rules with a serious impact are run.
    const rules = axe._audit.rules.filter((rule) => isSerious(rule) && (chosen ? chosen.includes(rule.id) : rule.enabled));
    const { violations } = await axe.run(document, {
      resultTypes: ["violations"], elementRef: false, runOnly: { type: "rule", values: rules.map(({ id }) => id) },
    });
    const places = (nodes) => nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)).join(" | ");
    return violations.filter(isSerious).map(({ id, nodes }) => `${id}: ${places(nodes)}`);
  }, chosen);
  assert.deepEqual(serious.map((one) => `${what}: ${one}`), []);
}

/** Creates a table over HTTP instead of the form: `seats` as in the protocol, `more` for fields besides seats and set-up. */
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

/** Waits until it is this screen's turn or the game ends; returns the kind of decision, or "end". */
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

/** Waits until the server has accepted the answer to position `seq`. */
export const answered = (page, seq) =>
  page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]")?.dataset.seq ?? -1) > seq, seq, { timeout: PATIENCE });

/** Places the tile in hand by clicking a legal place; `choose` picks one. */
export async function placeByClick(page, choose = (keys) => keys[0]) {
  const { seq } = await state(page);
  const keys = await page.$$eval("[data-spot]", (spots) => spots.map((spot) => spot.dataset.spot));
  const key = choose(keys);
  await page.locator(`[data-spot="${key}"]`).click();
  await page.locator("[data-act=confirm]").click();
  await answered(page, seq);
}

/** Places a follower at the choice with this index, or none. */
export async function deployByClick(page, index = null) {
  const { seq } = await state(page);
  // People click anywhere on a segment; this focuses the segment and presses Enter instead.
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

/** Plays to the end or for `most` turns, placing a follower every other turn. Returns the number of tiles placed. */
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
      // The page passes automatically if nothing else is possible.
      const { seq } = await state(page);
      const passed = await page.waitForFunction((seq) => {
        if (Number(document.querySelector("main[data-seq]").dataset.seq) !== seq) return "passed";
        return document.querySelector("[data-act=pass]") !== null && "asked";
      }, seq);
      if ((await passed.jsonValue()) === "passed") continue;
      const count = await page.locator("[data-choice]").count();
      await deployByClick(page, laid % 2 === 0 ? laid % Math.max(1, count) : null).catch(async (error) => {
        if ((await state(page)).kind === "deploy" && (await state(page)).mine) throw error;
      });
    }
  }
}

/**
 * Plays a game's first and last turns by clicking, and those in between through a socket, while the page does not follow the game. Returns
 * the number of tiles placed by clicking.
 */
export async function playEnds(page, made, seed, eachTurn, turns = 6) {
  const laid = await playOut(page, eachTurn, turns);
  await playAway(page, made, { left: turns }, seed);
  return laid + (await playOut(page));
}

/** Maximum number of positions that an open page draws while the game continues; drawing more takes longer than reopening the page. */
const MAX_DRAWN = 6;

/** Opens a small page of the client that shows no game. Pictures and data will not do: their policies forbid scripts to open sockets. */
export const openIdlePage = (page) => page.goto(new URL("/confirm", page.url()).href);

/** Plays on like `playOn`. If that takes more than a few answers, leaves the table's page and reopens it at the end. */
export async function playAway(page, made, goal, seed) {
  const near = await playOn(page, made, goal, seed, MAX_DRAWN);
  if (near) return near;
  const { origin } = new URL(page.url());
  await openIdlePage(page);
  // `playOn` uses two random numbers per answer; continue with the next ones.
  let continued = seed >>> 0;
  for (let taken = 0; taken < 2 * MAX_DRAWN; taken++) continued = nextState(continued);
  const view = await playOn(page, made, goal, continued);
  await page.goto(`${origin}/t/${made.table}`);
  await atSeq(page, view.seq);
  return view;
}

const nextState = (state) => (Math.imul(state, 1664525) + 1013904223) >>> 0;

/** Returns a generator of pseudo-random numbers, which are the same in every run. */
export function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = nextState(state);
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns the class of an answer, such as `deploy/build` or `deploy/deploy:mayor`; tests check that the screen supports each class. */
export const classOf = (kind, answer) =>
  `${kind}/${answer.verb}${answer.verb === "deploy" ? `:${answer.role === "watchman" ? "watchman" : answer.figure}` : ""}`;

/**
 * Plays at random through a separate socket until the goal is met or the game is over, and returns the view, or null after `most` answers.
 * Computer players play for themselves. A goal is one of the following: an answer of a class that is not in `beyond`; a feature of a `kind`
 * with at least `least` printed things whose `counts` has the given value; a tile of a `set` in hand; a decision of kind `asks`, about the
 * player's `own` figures or those of others; a figure that can take a `role`; a tile to place with at least `tiles` on the board or at most
 * `left` in the bag; the `end`.
 */
export async function playOn(page, { table, tokens }, goal, seed, most = 1e9) {
  return page.evaluate(
    async ([table, tokens, goal, seed, most]) => {
      const met = (view, classes) => {
        const { kind, seat, answers, tile } = view.decision;
        if (goal.end) return false;
        if (goal.beyond) return classes.some((one) => !one.endsWith("/pass") && !goal.beyond.includes(one));
        if (goal.asks)
          return (
            kind === goal.asks &&
            answers.some((one) => (goal.own === undefined || (one.seat === seat) === goal.own) && (one.ghosts ?? 0) >= (goal.ghosts ?? 0))
          );
        if (goal.role) return kind === "deploy" && answers.some((one) => one.role === goal.role);
        if (goal.tiles) return kind === "place" && view.tiles.length >= goal.tiles;
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
      await new Promise((done, fail) => {
        socket.onopen = done;
        socket.onerror = () => fail(new Error("the socket of the game cannot be opened"));
      });
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
          // If passing is the only answer, the page passes automatically.
          if (answers.length === 1 && answers[0].verb === "pass") continue;
          const classes = [...new Set(answers.map((answer) => classOf(kind, answer)))];
          if (met(view, classes)) return view;
          if (most-- === 0) return null;
          // Picks the class first, then the answer; otherwise the many places for a figure would crowd out all other actions. A preferred
          // class is picked every other time.
          const preferred = classes.includes(goal.prefer) && below(2) === 0;
          const chosen = preferred ? goal.prefer : classes[below(classes.length)];
          const of = answers.filter((answer) => classOf(kind, answer) === chosen);
          socket.send(JSON.stringify({ type: "answer", seat, seq: view.seq, word: of[below(of.length)].word }));
        }
      } finally {
        socket.close();
      }
    },
    [table, tokens, goal, seed, most],
  );
}

/** Creates a table, plays on until the goal is met, if any, and opens the table in that position. */
export async function openTable(page, seats, setup = {}, goal = null, seed = 1) {
  const made = await makeTable(page, seats, setup);
  const view = goal && (await playOn(page, made, goal, seed));
  await page.goto(`${new URL(page.url()).origin}/t/${made.table}`);
  await page.locator("main[data-seq]").waitFor();
  if (view) await atSeq(page, view.seq);
  return { ...made, view };
}

/** Returns the key of an answer's target on the screen. */
function targetKey({ verb, tile, segment, corner, id, to_tile, to_segment }) {
  if (verb === "move") return `${to_tile}:${to_segment}`;
  if (verb === "redeem") return `r${id}`;
  if (verb === "return" || verb === "capture" || verb === "haunt" || (verb === "lead" && id !== undefined)) return `f${id}`;
  if (verb === "clear" || (verb === "lead" && segment === undefined)) return `t${tile}`;
  return corner === undefined ? `${tile}:${segment}` : `c${tile}:${corner}`;
}

/** Selects the target of an answer to the pending decision, without confirming. */
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
    // Targets without a button are focused and confirmed with Enter.
    await page.locator(`[data-choice="${key}"]`).focus();
    await page.keyboard.press("Enter");
  }
  const kind = page.locator(`[data-figure-kind="${answer.figure ?? answer.verb}"]`);
  if (await kind.count()) await kind.first().click();
}

/** Performs one answer to the pending decision with the screen's own buttons. */
export async function perform(page, made, view, answer) {
  await atSeq(page, view.seq);
  // Answers without a target have a button that sends them at once.
  if (answer.verb === "again") {
    await page.locator(`[data-answer="${answer.word}"]`).click();
    return given(page, made, view, answer);
  }
  await pointAt(page, view, answer);
  await confirm(page, made, view, answer);
}

/** Waits until the screen shows a position. */
export const atSeq = (page, seq) =>
  page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]")?.dataset.seq) === seq, seq, { timeout: PATIENCE });

/** Waits until the board has stopped zooming: its picture is stretched until then. */
export const atRest = (page) => page.waitForFunction(() => document.querySelector(".world").style.transform.endsWith("scale(1)"));

/**
 * Tracks the requests of a page from now on. The returned function waits until the page and all its requests have finished. Playwright's
 * "networkidle" also waits for the event stream, which never ends.
 */
export function loading(page) {
  const open = new Set();
  page.on("request", (request) => !request.url().includes("/api/events") && open.add(request));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => open.delete(request));
  const idle = () => page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestIdleCallback(done));
    return document.readyState === "complete";
  });
  return () => until(async () => open.size === 0 && (await idle()) && open.size === 0, "all that the page loads");
}

/** Waits until all animations have ended, except endless ones. */
export const settled = (page) =>
  page.waitForFunction(() => {
    const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
    return moving.length === 0 && document.querySelector("[data-flight]") === null;
  });

/** Confirms the selected answer and asserts that it was sent. */
export async function confirm(page, made, view, answer) {
  await page.locator("[data-act=confirm]").click();
  await given(page, made, view, answer);
}

/** Waits for an answer and asserts that it is the expected one. */
async function given(page, { table }, view, answer) {
  await answered(page, view.seq);
  const [step] = await page.evaluate(
    async ([table, seq]) => (await fetch(`/api/tables/${table}/events?from=${seq}&to=${seq + 1}`)).json(),
    [table, view.seq],
  );
  assert.equal(step.answer, answer.word);
}

/** Converts a point of the board, in units of 1000 per tile, to window coordinates. */
export const onScreen = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const at = new DOMPoint(x, y).matrixTransform(document.querySelector("svg.ground").getScreenCTM());
      return { x: at.x, y: at.y };
    },
    [x, y],
  );

/** Returns the anchor of a segment's figures, in units of 1000 per tile. */
export async function anchorOf(page, view, tile, segment) {
  const placed = view.tiles[tile];
  const [x, y] = await page.evaluate(
    async ([set, kind, segment]) => (await (await fetch(`/api/art/${set}.json`)).json()).tiles[kind].segments[segment].anchor,
    [placed.set, placed.kind, segment],
  );
  const turned = [[x, y], [1000 - y, x], [1000 - x, 1000 - y], [y, 1000 - x]][placed.rotation];
  return [placed.x * 1000 + turned[0], placed.y * 1000 + turned[1]];
}

/** Starts a separate server for a test; the test can kill it and restart it on the same port with the same data. */
export async function ownServer(more = []) {
  const data = await mkdtemp(join(tmpdir(), "bastide-e2e-"));
  let server;
  let port = "0";
  const start = async () => {
    const options = ["--port", port, "--data", data, "--step", "0", "--deals", "1", "--messages", "1000", ...more];
    server = spawn(BINARY, ["serve", ...options], { stdio: ["ignore", "pipe", "ignore"] });
    let said = "";
    server.stdout.on("data", (part) => (said += part));
    port = await until(() => /^Bastide is at http:.*:(\d+)/.exec(said)?.[1], "the server");
  };
  const kill = () =>
    new Promise((done) => {
      server.once("exit", done);
      server.kill("SIGKILL");
    });
  const end = async () => {
    await kill();
    await rm(data, { recursive: true, force: true });
  };
  await start();
  return { base: `http://127.0.0.1:${port}`, data, start, kill, end };
}
