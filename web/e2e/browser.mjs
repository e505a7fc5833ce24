// What the browser tests share: a browser, the server's address, and hands that play.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const BASE = process.env.BASTIDE_URL?.replace(/\/$/, "");
export const BINARY = process.env.BASTIDE_BIN;

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
export async function visit(browser, path = "/", { width = 1280, height = 800, language = "en", touch = false, dark = false, base = BASE } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language,
    hasTouch: touch,
    isMobile: touch,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
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

/** Makes a table over HTTP, without the form: `seats` as the protocol has them. */
export async function makeTable(page, seats, setup = {}) {
  return page.evaluate(
    async ([seats, setup]) => {
      const body = { setup: { game: "carcassonne", expansions: [], options: {}, first_seat: 0, ...setup, seats: seats.length }, seats, public: false };
      const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    [seats, setup],
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
  const picks = page.locator("[data-pick]");
  if (index !== null && (await picks.count()) > index) {
    await picks.nth(index).click();
    await page.locator("[data-act=confirm]").click();
  } else {
    await page.locator("[data-act=pass]").click();
  }
  await answered(page, seq);
}

/** Plays to the end, a follower every other turn. Answers how many tiles were laid here. */
export async function playOut(page, eachTurn = async () => {}) {
  let laid = 0;
  for (;;) {
    const kind = await myDecision(page);
    if (kind === "end") return laid;
    if (kind === "place") {
      await eachTurn(laid);
      await placeByClick(page, (keys) => keys[(laid * 7) % keys.length]);
      laid += 1;
    } else {
      // A decision may have passed by itself where passing was all there was.
      const count = await page.locator("[data-pick]").count();
      await deployByClick(page, laid % 2 === 0 ? laid % Math.max(1, count) : null).catch(async (error) => {
        if ((await state(page)).kind === "deploy" && (await state(page)).mine) throw error;
      });
    }
  }
}

/** Numbers that look random and are the same in every run. */
export function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What can be done in the pending decision: its modes, the first of which is shown; one alone has no button. */
export async function modesOf(page) {
  const modes = await page.$$eval("[data-mode]", (buttons) => buttons.map((button) => button.dataset.mode));
  if (modes.length > 0) return modes;
  return [(await page.locator("[data-spot]").count()) > 0 ? "place" : (await state(page)).kind];
}

/**
 * Answers the pending decision by clicking, in the given mode where there are several: a place or a choice, `pick` of those
 * there are, then one of what may be done there, then "confirm"; null where `pick` answers -1, which passes.
 */
export async function decide(page, mode, pick) {
  const { seq } = await state(page);
  if (await page.locator(`[data-mode="${mode}"]`).count()) await page.locator(`[data-mode="${mode}"]`).click();
  const spots = await page.$$eval("[data-spot]", (all) => all.map((one) => one.dataset.spot));
  if (spots.length > 0) {
    await page.locator(`[data-spot="${spots[pick(spots.length)]}"]`).click();
  } else {
    const picks = page.locator("[data-pick]");
    const count = await picks.count();
    const steps = await page.locator("[data-act=choice-next]").count();
    if (count > 0) await picks.nth(pick(count)).click();
    else if (steps > 0) for (let i = pick(4); i >= 0; i--) await page.locator("[data-act=choice-next]").click();
    const kinds = page.locator("[data-figure-kind]");
    const several = await kinds.count();
    if (several > 0) await kinds.nth(pick(several)).click();
  }
  await page.locator("[data-act=confirm]").click();
  await answered(page, seq);
}

/** Passes the pending decision by clicking. */
export async function pass(page) {
  const { seq } = await state(page);
  await page.locator("[data-act=pass]").click();
  await answered(page, seq);
}

/** A server of the test's own, which it may kill: address, kill and start again on the same port and data. */
export async function ownServer() {
  const data = await mkdtemp(join(tmpdir(), "bastide-e2e-"));
  const port = await freePort();
  let process;
  const base = `http://127.0.0.1:${port}`;
  const start = async () => {
    process = spawn(BINARY, ["serve", "--port", String(port), "--data", data, "--step", "0"], { stdio: "ignore" });
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
