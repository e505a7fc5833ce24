// Games on this device: the engine in the browser plays them without a server, stores them, and passes them on.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, test } from "node:test";
import {
  atSeq, BASE, bot, closePages, human, json, launch, makeTable, myDecision, needsEngine, placeByClick, playOut, until, visit,
} from "./browser.mjs";
import { PHONE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const engine = await needsEngine();

/** Waits until the service worker has kept the client and controls the page. */
async function kept(page) {
  await page.locator('[data-offline-state="ready"]').waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const seqOf = async (page) => Number(await page.locator("main[data-seq]").getAttribute("data-seq"));

/** Creates a game on this device with the set-up form: one person against a computer player. */
async function begin(page, game, level = "hard") {
  await page.goto(`${BASE}/#${game}`);
  const seats = page.locator("[data-seat-choice]");
  await seats.first().waitFor();
  const wanted = game === "coop" ? 1 : 2;
  while ((await seats.count()) > wanted) await seats.last().locator("button").last().click();
  if (game !== "coop") {
    await page.locator("[data-seat-choice='1'] select").first().selectOption("bot");
    await page.locator("[data-seat-choice='1'] select").nth(1).selectOption(level);
  }
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-choose=on-device]").check();
  await page.locator("[data-act=play]").first().click();
  await page.waitForURL(/\/t\/device-/);
  await page.locator("main[data-seq]").waitFor();
}

for (const game of ["carcassonne", "hunters", "discovery", "coop"]) {
  test(`a whole game of ${game} is played without a connection`, engine, async () => {
    const page = await visit(browser, "/", { worker: true });
    await kept(page);
    await begin(page, game);
    await page.context().setOffline(true);
    const laid = await playOut(page);
    assert.ok(laid >= 5, `laid ${laid} tiles`);
    await page.locator("[data-act=final-skip]").click({ timeout: 5000 }).catch(() => {});
    await page.locator("[data-end], [data-act=results]").first().waitFor();
    assert.deepEqual(page.problems, []);
  });
}

test("a game survives a closed page, and continues on the server and in another browser", engine, async () => {
  let page = await visit(browser, "/", PHONE);
  await begin(page, "carcassonne", "easy");
  await playOut(page, undefined, 3);
  await myDecision(page);
  const [seq, address] = [await seqOf(page), page.url()];
  const context = page.context();
  await page.close();

  page = await context.newPage();
  page.problems = [];
  await page.goto(BASE);
  await page.locator("[data-device-games] [data-table]").click();
  await page.waitForURL(address);
  await atSeq(page, seq);
  await page.locator("[data-act=share]").click();
  await page.locator("[data-act=copy-game]").click();
  await page.locator("[data-act=copied]").click();
  await page.waitForURL((url) => !url.pathname.includes("device-"));
  await atSeq(page, seq);
  const table = page.url().split("/").at(-1);
  assert.equal((await json(page, `/api/tables/${table}`)).transferred, seq);

  await page.locator("[data-act=share]").click();
  await page.locator("[data-act=seat-link]").click();
  const link = new URL(await page.locator("[data-link-of] input").inputValue());
  const other = await visit(browser, link.pathname + link.hash);
  await atSeq(other, seq);
  assert.equal(await myDecision(other), "place");
  await placeByClick(other);
  assert.deepEqual(other.problems, []);
});

test("a game against computer players continues on this device", engine, async () => {
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [human("Anna"), bot()]);
  await page.goto(`${BASE}/t/${table}`);
  await playOut(page, undefined, 2);
  await myDecision(page);
  const seq = await seqOf(page);
  await page.locator("[data-act=share]").click();
  await page.locator("[data-act=to-device]").click();
  await page.waitForURL(/\/t\/device-/);
  await atSeq(page, seq);
  assert.equal(await myDecision(page), "place");
  await placeByClick(page);
  assert.deepEqual(page.problems, []);
});

test("another tab takes the game over, and a damaged game is skipped", engine, async () => {
  const page = await visit(browser, "/");
  await begin(page, "carcassonne", "easy");
  await myDecision(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.locator("main[data-seq]").waitFor();
  await page.getByText("open in another tab").waitFor();
  await myDecision(second);
  await placeByClick(second);

  await second.goto(BASE);
  await second.locator("[data-device-games] [data-table]").waitFor();
  await second.evaluate(async () => {
    const db = await new Promise((done) => (indexedDB.open("bastide").onsuccess = (event) => done(event.target.result)));
    const change = db.transaction(["lines", "games"], "readwrite");
    const all = (name) => new Promise((done) => (change.objectStore(name).getAll().onsuccess = (event) => done(event.target.result)));
    const [[line], [game]] = [await all("lines"), await all("games")];
    change.objectStore("lines").put({ ...line, table: "device-broken", summary: 7 });
    change.objectStore("games").put({ ...game, text: game.text.slice(0, 100) });
    await new Promise((done) => (change.oncomplete = done));
    db.close();
  });
  await second.reload();
  await second.locator("[data-damaged=device-broken]").waitFor();
  await second.locator("[data-device-games] [data-table]").click();
  await second.getByText("This game is damaged").waitFor();
});

test("games are saved to a file and opened again", engine, async () => {
  const page = await visit(browser, "/");
  await begin(page, "discovery", "easy");
  await playOut(page, undefined, 2);
  await page.goto(BASE);
  const saved = page.waitForEvent("download");
  await page.locator("[data-act=save-all]").click();
  const file = await readFile(await (await saved).path());
  await page.locator("[data-act=delete]").click();
  await page.locator("[data-act=delete-sure]").click();
  await page.locator("[data-device-games] [data-table]").waitFor({ state: "detached" });
  // The section is gone with its last game, unless there is no connection.
  await begin(page, "carcassonne", "easy");
  await page.goto(BASE);
  await page.locator("[data-device-file]").setInputFiles({
    name: "games.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.concat([file, Buffer.from('{"record": "nonsense"}\n')]),
  });
  const loaded = page.locator("[data-loaded]");
  await loaded.waitFor();
  assert.deepEqual([await loaded.getAttribute("data-loaded"), await loaded.getAttribute("data-not-loaded")], ["1", "1"]);
  assert.equal(await page.locator("[data-device-games] [data-table]").count(), 2);
});

test("a finished game of the server is reviewed in the browser", engine, async () => {
  const page = await visit(browser, "/", { analyseOnServer: false });
  const { table } = await makeTable(page, [bot(10), bot(10)]);
  await until(async () => (await json(page, `/api/tables/${table}`)).phase === "finished", "the end of the game");
  const analysed = [];
  page.on("request", (request) => /analys[ei]/.test(new URL(request.url()).pathname) && analysed.push(request.url()));
  await page.goto(`${BASE}/r/${table}#review`);
  await page.locator("[data-act=review]").click();
  await page.waitForFunction(() => Number(document.querySelector("[data-review-done]")?.dataset.reviewDone) >= 4);
  await page.locator("[data-act=review-stop]").click();
  await page.locator("[data-review-seat='0']").waitFor();
  assert.deepEqual(analysed.filter((url) => url.includes("/api/")), []);
  assert.deepEqual(page.problems, []);
});

test("a guided game, the rules and an analysis work without a connection", engine, async () => {
  const page = await visit(browser, "/", { worker: true });
  await kept(page);
  await page.context().setOffline(true);
  await page.goto(`${BASE}/guided/carcassonne`);
  await page.locator('[data-guided="place"]').waitFor();
  await page.locator("[data-act=guided-show]:enabled").click();
  await page.locator('[data-guided]:not([data-guided="place"])').waitFor();
  await page.goto(`${BASE}/rules`);
  await page.getByText("BASE-01").first().waitFor();

  await page.goto(BASE);
  await page.locator("[data-act=play-now]").click();
  await page.waitForURL(/\/t\/device-/);
  await playOut(page, undefined, 2);
  await page.locator("[data-act=acts]").click();
  await page.locator("[data-act=resign]").first().click();
  await page.locator("[data-act=sure]").click();
  await page.locator("[data-act=to-review]").waitFor();
  await page.goto(`${page.url().replace("/t/", "/r/")}#analysis@1`);
  await page.locator("[data-act=next-decision]").click();
  await page.locator("[data-analysis] [data-line]").first().waitFor();
  assert.deepEqual(page.problems, []);
});
