// Creates the screenshots in docs/images and the film of a turn: the strongest player plays games, which are captured in the browser.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BASE, bot, human, json, launch, makeTable, visit } from "./browser.mjs";

const OUT = new URL("../../docs/images/", import.meta.url).pathname;
const SIZE = { width: 1280, height: 800 };

/** Plays the best answers until a tile is to be placed with at least `tiles` on the board, or to the end; returns the last view. */
const playWell = (page, { table, tokens }, tiles = Infinity) =>
  page.evaluate(
    async ([table, tokens, tiles]) => {
      const json = async (path, body) => (await fetch(path, body && { method: "POST", ...body })).json();
      const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
      const inbox = [];
      let wake = () => {};
      socket.onmessage = ({ data }) => (inbox.push(JSON.parse(data)), wake());
      await new Promise((done, fail) => ((socket.onopen = done), (socket.onerror = fail)));
      socket.send(JSON.stringify({ type: "hello", v: 1, tokens: tokens.map((one) => one.token), since: null }));
      const mine = tokens.map((one) => one.seat);
      for (;;) {
        while (inbox.length === 0) await new Promise((done) => (wake = done));
        const { view, error } = inbox.shift();
        if (error) throw new Error(error.message);
        if (!view || (!view.over && !mine.includes(view.decision.seat))) continue;
        const reached = view.tiles.length >= tiles && view.decision.kind === "place";
        if (view.over || reached) return socket.close(), view;
        const record = await (await fetch(`/api/tables/${table}/record`)).text();
        const best = await json("/api/analyse", {
          headers: { "content-type": "application/json" }, body: JSON.stringify({ record, millis: 40, given: false }),
        });
        if (best.error) throw new Error(JSON.stringify(best.error));
        socket.send(JSON.stringify({ type: "answer", seat: view.decision.seat, seq: view.seq, word: best.lines[0].answers[0] }));
      }
    },
    [table, tokens, tiles === Infinity ? 1e9 : tiles],
  );

const settled = async (page, table, seq) => {
  await page.goto(`${BASE}/t/${table}`);
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]")?.dataset.seq) === seq, seq);
  await page.waitForFunction(() => document.querySelectorAll(".ground image").length > 4);
  await page.waitForTimeout(2500);
};

/** Opens a table in the middle of a game, with a tile to place. */
async function middle(browser, seats, setup, tiles, look = {}) {
  const page = await visit(browser, "/", { ...SIZE, confirm: "undo", ...look });
  const made = await makeTable(page, seats, setup);
  const view = await playWell(page, made, tiles);
  await settled(page, made.table, view.seq);
  return { page, made, view };
}

/** Places the tile in hand near the centre of the picture. */
async function lay(page) {
  const spots = await page.locator("[data-spot]").all();
  const away = async (spot) => {
    const { x, y, width, height } = await spot.boundingBox();
    return Math.hypot(x + width / 2 - 456, y + height / 2 - 360);
  };
  const all = await Promise.all(spots.map(async (spot) => ({ spot, far: await away(spot) })));
  await all.sort((a, b) => a.far - b.far)[0].spot.click();
  await page.locator("main [data-shadow]").first().waitFor({ timeout: 5000 }).catch(() => {});
  await page.waitForTimeout(800);
}

const shot = (page, name) => page.screenshot({ path: join(OUT, `${name}.png`) });

async function pictures(browser) {
  const expansions = ["inns-cathedrals", "traders-builders"];
  const { page, made } = await middle(browser, [human("Olena"), human("Ivan"), human("Anna")], { expansions }, 44);
  await lay(page);
  await shot(page, "game");
  await page.goto(BASE);
  await page.locator("[data-game]").first().waitFor();
  await page.waitForTimeout(1500);
  await shot(page, "games");
  const hunters = await middle(browser, [human("Olena"), human("Ivan")], { game: "hunters" }, 38);
  await lay(hunters.page);
  await shot(hunters.page, "hunters");
  const discovery = await middle(browser, [human("Olena"), human("Ivan")], { game: "discovery" }, 40);
  await lay(discovery.page);
  await shot(discovery.page, "discovery");
  const mists = await middle(browser, [human("Olena"), human("Ivan")], { game: "coop" }, 15, { dark: true });
  await lay(mists.page);
  await shot(mists.page, "mists");
  await playWell(page, made);
  const steps = await json(page, `/api/tables/${made.table}/events?from=60`);
  const { seq } = steps.find(({ seat, answer }) => seat !== null && answer.includes("@"));
  await page.goto(`${BASE}/r/${made.table}#analysis`);
  await page.locator("[data-slider]").evaluate((slider, seq) => {
    slider.value = seq;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, seq - 1);
  await page.locator("[data-line]").first().waitFor({ timeout: 60_000 });
  await page.locator("[data-line]").first().click();
  await page.waitForTimeout(2500);
  await shot(page, "analysis");
}

/** Draws a cursor, because a headless browser shows none. */
const cursor = (page) =>
  page.evaluate(() => {
    const seen = document.createElement("div");
    const arrow = '<path d="M4 2v18l5-4.500 3 6.500 3-1.400-3-6.300h6.500z" fill="#fff" stroke="#222" stroke-width="1.500"/>';
    seen.innerHTML = `<svg viewBox="0 0 24 24" width="30">${arrow}</svg>`;
    seen.style.cssText = "position:fixed;z-index:99;pointer-events:none;left:0;top:0;filter:drop-shadow(0 2px 3px #0008)";
    document.body.append(seen);
    const follow = ({ clientX, clientY }) => (seen.style.translate = `${clientX - 4}px ${clientY - 2}px`);
    addEventListener("pointermove", follow, { capture: true });
  });

async function film(browser) {
  const { page, view } = await middle(browser, [human("Olena"), bot(100)], {}, 18, { motion: true });
  await cursor(page);
  const session = await page.context().newCDPSession(page);
  const folder = mkdtempSync(join(tmpdir(), "bastide-film-"));
  const frames = [];
  let over = false;
  session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    if (over) return;
    const file = join(folder, `${String(frames.length).padStart(5, "0")}.jpg`);
    writeFileSync(file, Buffer.from(data, "base64"));
    frames.push({ file, at: metadata.timestamp });
    void session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  let at = [1100, 650];
  const glide = async ([x, y], steps = 22) => {
    for (let i = 1; i <= steps; i++) {
      const part = i / steps;
      const ease = part * part * (3 - 2 * part);
      await page.mouse.move(at[0] + (x - at[0]) * ease, at[1] + (y - at[1]) * ease);
      await page.waitForTimeout(16);
    }
    at = [x, y];
  };
  const middleOf = async (locator) => {
    const { x, y, width, height } = await locator.boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...at);
  await session.send("Page.startScreencast", { format: "jpeg", quality: 92, everyNthFrame: 1 });
  await page.waitForTimeout(500);
  const best = await page.locator("[data-spot]").all();
  const target = best[Math.floor(best.length / 3)];
  await glide(await middleOf(page.locator("[data-hand]").filter({ visible: true }).first()));
  await page.mouse.down();
  await glide(await middleOf(target), 34);
  await page.waitForTimeout(350);
  await page.mouse.up();
  await page.waitForTimeout(900);
  const shadow = page.locator("main [data-shadow]").first();
  if (await shadow.count()) {
    await glide(await middleOf(shadow));
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForTimeout(700);
  }
  await glide(await middleOf(page.locator("[data-act=confirm]:enabled, [data-act=pass]:enabled").last()));
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 2, view.seq);
  await page.waitForTimeout(3500);
  over = true;
  await session.send("Page.stopScreencast");
  const stays = ({ at }, i) => Math.max(0.02, (frames[i + 1]?.at ?? at + 1) - at).toFixed(3);
  const list = frames.map((frame, i) => `file '${frame.file}'\nduration ${stays(frame, i)}`);
  writeFileSync(join(folder, "list"), list.join("\n"));
  const how = ["-y", "-v", "error", "-f", "concat", "-safe", "0", "-i", join(folder, "list"), "-vf", "fps=15,scale=960:-1:flags=lanczos"];
  const coded = ["-c:v", "libwebp_anim", "-quality", "60", "-compression_level", "5", "-loop", "0"];
  execFileSync("ffmpeg", [...how, ...coded, join(OUT, "turn.webp")]);
  rmSync(folder, { recursive: true });
}

const browser = await launch();
// The argument `film` or `pictures` creates only one of the two.
const wanted = process.argv[2];
if (wanted !== "film") await pictures(browser);
if (wanted !== "pictures") await film(browser);
await browser.close();
