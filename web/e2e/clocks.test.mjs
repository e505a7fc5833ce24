// Games decided by the clock, undo, pauses, resigning, ending by consent and aborting: two browsers at one table.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  atSeq, audit, BASE, BINARY, bot, closePages, deployByClick, human, launch, makeTable, myDecision, overflow, ownServer, placeByClick,
  visit,
} from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Creates a table for two people in separate browser contexts; the first one starts. */
async function twoPeople(more, { base = BASE, ready = async () => {}, ...options } = {}) {
  const anna = await visit(browser, "/", { base, ...options });
  const made = await makeTable(anna, [human("Anna"), { type: "open" }], { options: { first_player: "host_seat" } }, more);
  const borys = await visit(browser, "/", { base, ...options });
  await borys.evaluate(
    ([table]) =>
      fetch(`/api/tables/${table}/join`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ seat: 1, name: "Borys" }),
      }),
    [made.table],
  );
  for (const page of [anna, borys]) {
    await ready(page);
    await page.goto(`${base}/t/${made.table}`);
  }
  return { anna, borys, table: made.table, base };
}

/** Plays a whole turn for the acting player. */
async function turn(page) {
  assert.equal(await myDecision(page), "place");
  await placeByClick(page);
  if ((await page.locator("main[data-seq]").getAttribute("data-mine")) === "yes" && (await myDecision(page)) === "deploy") {
    await deployByClick(page);
  }
}

const seqOf = async (page) => Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
const seen = (page, selector) => page.locator(selector).filter({ visible: true }).first();

async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

test("a clock starts with the second turn, and warns", async () => {
  // The test controls the pages' clocks, so that a slow machine does not run out of time; the server's clock has plenty.
  const { anna, borys } = await twoPeople({ clock: { type: "turn", seconds: 3600 } }, { ready: (page) => page.clock.install() });
  await seen(anna, "[data-clock]").waitFor();
  assert.equal(await anna.locator("[data-running]").count(), 0, "no clock runs in the first turn");
  await turn(anna);
  for (const page of [anna, borys]) {
    const clock = seen(page, '[data-seat="1"] [data-clock]');
    await seen(page, '[data-seat="1"] [data-running]').waitFor();
    assert.equal(await seen(page, '[data-seat="1"] [data-low]').count(), 0);
    await page.clock.fastForward(3_591_000);
    await seen(page, '[data-seat="1"] [data-low]').waitFor();
    const box = await clock.boundingBox();
    const first = await clock.innerText();
    await page.clock.runFor(1000);
    assert.notEqual(await clock.innerText(), first, "it counts down");
    assert.deepEqual(await clock.boundingBox(), box, "and nothing moves");
  }
  await audit(borys, "a clock that runs down");
  await leave(anna, borys);
});

test("running out of time loses the game", async () => {
  const { anna, borys } = await twoPeople({ clock: { type: "turn", seconds: 5 } });
  await turn(anna);
  for (const page of [anna, borys]) {
    await page.locator('[data-end][data-how="time"]').waitFor();
    assert.equal(await page.locator('[data-end-note="end-time"]').innerText(), "Borys ran out of time.");
    await page.getByRole("heading", { name: "Anna wins" }).waitFor();
  }
  await leave(anna, borys);
});

test("a move is undone if the other agrees, and resigning loses", async () => {
  const { anna, borys } = await twoPeople({});
  await myDecision(anna);
  const before = await seqOf(anna);
  await turn(anna);
  await myDecision(borys);
  const after = await seqOf(borys);
  const ask = async () => {
    await anna.locator("[data-act=acts]").click();
    await anna.locator("[data-act=undo]").click();
    await borys.locator('[data-offer="0"]').waitFor();
  };
  await ask();
  await audit(borys, "an offer");
  await borys.locator("[data-act=refuse]").click();
  await anna.locator("[data-offer]").waitFor({ state: "detached" });
  assert.equal(await seqOf(anna), after, "nothing was undone");
  // After a refusal, undo can be requested again after the next answer.
  await turn(borys);
  await turn(anna);
  await myDecision(borys);
  const later = await seqOf(anna);
  await ask();
  await borys.locator("[data-act=agree]").click();
  await anna.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) < seq, later);
  assert.equal(await myDecision(anna), "place");
  assert.ok((await seqOf(anna)) > before);
  await atSeq(borys, await seqOf(anna));
  // The game continues from there, and the event list has no trace of the undone moves.
  await turn(anna);
  await myDecision(borys);
  assert.equal(await seqOf(borys), later);
  await borys.locator("[data-act=acts]").click();
  await borys.locator("[data-act=resign]").click();
  await borys.locator("[data-act=not-sure]").click();
  await borys.locator("[data-act=resign]").click();
  await borys.locator("[data-act=sure]").click();
  for (const page of [anna, borys]) {
    await page.locator('[data-end][data-how="resigned"]').waitFor();
    await page.getByRole("heading", { name: "Anna wins" }).waitFor();
  }
  await leave(anna, borys);
});

test("a game is aborted in the first turn, on a phone too", async () => {
  const { anna, borys } = await twoPeople({ clock: { type: "days", days: 3 } }, { width: 360, height: 740, touch: true });
  await seen(anna, "[data-clock]").waitFor();
  assert.equal(await seen(anna, "[data-clock]").innerText(), "3 d 0 h");
  assert.equal(await overflow(anna), 0);
  await anna.locator("[data-act=acts]").click();
  await audit(anna, "actions other than moves");
  await anna.locator("[data-act=abort]").click();
  await anna.locator("[data-act=sure]").click();
  for (const page of [anna, borys]) {
    await page.locator('[data-end][data-how="aborted"]').waitFor();
    await page.getByRole("heading", { name: "Ended without a result" }).waitFor();
  }
  await leave(anna, borys);
});

test("a game is paused, resumed and ended when both agree", async () => {
  const { anna, borys } = await twoPeople({ clock: { type: "turn", seconds: 3600 } });
  const offer = async (page, act, other) => {
    await page.locator("[data-act=acts]").click();
    await page.locator(`[data-act=${act}]`).click();
    await other.locator(`[data-offer-kind=${act}]`).waitFor();
  };
  const noClock = (page) => page.waitForFunction(() => document.querySelector("[data-running]") === null);
  await turn(anna);
  await myDecision(borys);
  await seen(borys, "[data-running]").waitFor();
  await offer(anna, "pause", borys);
  await borys.locator("[data-act=agree]").click();
  for (const page of [anna, borys]) {
    await page.locator("[data-paused]").waitFor();
    await noClock(page);
    assert.equal(await seen(page, "[data-turn]").innerText(), "Paused");
    assert.equal(await page.locator("main[data-seq]").getAttribute("data-mine"), "no", "no one can move");
  }
  await audit(borys, "a paused game");
  await borys.reload();
  await borys.locator("[data-paused]").waitFor();
  await noClock(borys);
  await anna.locator("[data-act=resume]").click();
  for (const page of [anna, borys]) {
    await page.locator("[data-paused]").waitFor({ state: "detached" });
    await seen(page, '[data-seat="1"] [data-running]').waitFor();
  }
  await turn(borys);
  await myDecision(anna);
  await offer(borys, "end", anna);
  await anna.locator("[data-act=refuse]").click();
  await borys.locator("[data-offer]").waitFor({ state: "detached" });
  await turn(anna);
  await myDecision(borys);
  await offer(anna, "end", borys);
  await audit(anna, "an offer to end the game");
  await borys.locator("[data-act=agree]").click();
  for (const page of [anna, borys]) {
    await page.locator('[data-end][data-how="aborted"]').waitFor();
    await page.getByRole("heading", { name: "Ended without a result" }).waitFor();
    const note = await page.locator('[data-end-note="end-agreed"]').innerText();
    assert.equal(note, "Anna offered to end the game without a result, and everyone agreed.");
  }
  await leave(anna, borys);
});

test("a game against the computer is paused and ended at once", async () => {
  const page = await visit(browser, "/");
  const made = await makeTable(page, [human("Anna"), bot()], { options: { first_player: "host_seat" } });
  await page.goto(`${BASE}/t/${made.table}`);
  await turn(page);
  await page.locator("[data-act=acts]").click();
  await page.locator("[data-act=pause]").click();
  await page.locator("[data-act=resume]").click();
  await turn(page);
  await myDecision(page);
  await page.locator("[data-act=acts]").click();
  await page.locator("[data-act=end]").click();
  await page.locator("[data-act=sure]").click();
  await page.locator('[data-end][data-how="aborted"]').waitFor();
  await leave(page);
});

test("a clock is chosen in the form, and remembered", async () => {
  const page = await visit(browser, "/#carcassonne");
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-choose=clock]").selectOption("game-300-10");
  await page.locator("[data-choose=fall]").selectOption("computer");
  assert.match(await page.locator("[data-clock-chosen]").innerText(), /5 min \+ 10 s per turn/);
  await page.locator("[data-act=play]").click();
  await seen(page, "[data-clock]").waitFor();
  assert.equal(await seen(page, "[data-clock]").innerText(), "5:00");
  const table = page.url().split("/").at(-1);
  const { terms } = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}`)).json(), table);
  assert.deepEqual(terms, { clock: { type: "game", start: 300, increment: 10 }, fall: "computer", undo: true, rated: false });
  await page.goto(`${BASE}/#carcassonne`);
  await page.locator("[data-clock-chosen]").waitFor();
  await leave(page);
});

test(
  "a computer player replaces an absent player, who can take the seat back",
  { skip: BINARY ? false : "set BASTIDE_BIN to the program: the test starts its own server" },
  async () => {
    const server = await ownServer(["--absence", "1"]);
    try {
      const { anna, borys, table, base } = await twoPeople({}, { base: server.base });
      await turn(anna);
      await myDecision(borys);
      await borys.goto(`${base}/`);
      await anna.locator('[data-missing="1"]').waitFor();
      await anna.locator("[data-act=replace]").click();
      assert.equal(await myDecision(anna), "place", "the computer player has moved");
      await borys.goto(`${base}/t/${table}`);
      await borys.locator('[data-kept="1"]').waitFor();
      await borys.locator("[data-act=return]").click();
      await borys.locator("[data-kept]").waitFor({ state: "detached" });
      await turn(anna);
      await turn(borys);
      assert.equal(await myDecision(anna), "place");
      await leave(anna, borys);
    } finally {
      await server.end();
    }
  },
);
