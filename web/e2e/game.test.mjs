// Whole games in the browser, by clicking, up to the final score and the replay.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  answered, BASE, bot, closePages, deployByClick, human, launch, makeTable, myDecision, placeByClick, playEnds, playOut, visit,
} from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const number = async (locator) => Number((await locator.first().innerText()).trim().split(/\s/)[0]);

for (const [what, options] of [
  ["on a wide screen", { width: 1280, height: 800 }],
  ["on a phone", { width: 360, height: 640, touch: true }],
]) {
  test(`a whole game against the computer, ${what}`, async () => {
    const page = await visit(browser, "/", options);
    const made = await makeTable(page, [human("Anna"), bot()]);
    await page.goto(`${BASE}/t/${made.table}`);
    let reloaded = false;
    const reload = async (turn) => {
      if (turn !== 5 || reloaded) return;
      // In the middle of the game, the page is reloaded and must restore its seat and the same board.
      reloaded = true;
      const seq = await page.locator("main[data-seq]").getAttribute("data-seq");
      await page.reload();
      assert.equal(await myDecision(page), "place");
      assert.equal(await page.locator("main[data-seq]").getAttribute("data-seq"), seq);
    };
    // On touch screens, repetitive turns in the middle are skipped.
    const laid = options.touch ? await playEnds(page, made, 7, reload) : await playOut(page, reload);
    assert.ok(reloaded && laid >= (options.touch ? 8 : 30), `laid ${laid} tiles`);

    const finale = page.locator("[data-finale]");
    if (await finale.count()) {
      await page.locator("[data-act=final-next]").click();
      await page.locator("[data-act=final-skip]").click();
    }
    const end = page.locator("[data-end]");
    await end.waitFor();
    for (const seat of [0, 1]) {
      const total = await number(end.locator(`[data-total="${seat}"]`));
      const shown = await number(page.locator(`[data-score="${seat}"]`).filter({ visible: true }));
      assert.equal(total, shown, "the chart and the table agree");
      const parts = await end.locator(`li:has([data-total="${seat}"]) dd`).allInnerTexts();
      assert.equal(parts.map(Number).reduce((a, b) => a + b), total, "the kinds add up to the score");
    }
    const scores = await Promise.all([0, 1].map((seat) => number(end.locator(`[data-total="${seat}"]`))));

    await page.locator("[data-act=replay]").click();
    await page.waitForURL(`${BASE}/r/${made.table}`);
    await page.locator("[data-slider]").waitFor();
    assert.equal(await page.locator("main[data-seq]").getAttribute("data-seq"), "0");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("main[data-seq]").dataset.seq === "1");
    await page.locator("[data-act=step-last]").click();
    await page.waitForFunction(() => {
      const slider = document.querySelector("[data-slider]");
      return document.querySelector("main[data-seq]").dataset.seq === slider.max;
    });
    for (const seat of [0, 1]) assert.equal(await number(page.locator(`[data-score="${seat}"]`)), scores[seat]);

    await page.goBack();
    await page.locator("[data-act=again]").click();
    await page.waitForFunction((path) => location.pathname.startsWith("/t/") && location.pathname !== path, `/t/${made.table}`);
    await myDecision(page);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("two clicks from the first page to a game", async () => {
  const page = await visit(browser, "/");
  await page.locator("[data-game=carcassonne] .choose").click();
  await page.locator("[data-act=play]").click();
  await page.waitForURL(/\/t\//);
  await page.locator("main[data-seq]").waitFor();
  assert.equal(await page.locator("li[data-seat]").filter({ visible: true }).count(), 2);
  // The fingerprint of the draw pile is available before the first turn, in the help dialog.
  assert.equal(await page.locator("[data-commitment]").count(), 0);
  await page.keyboard.press("?");
  await page.locator("[data-proof] summary").click();
  assert.match(await page.locator("[data-commitment] code").innerText(), /^[0-9a-f]{16,}$/);
  await page.goto(BASE);
  await page.locator("[data-table]").first().waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("three taps from the first page to the first tile", async () => {
  const page = await visit(browser, "/", { width: 360, height: 740, touch: true, confirm: "undo" });
  await page.locator("[data-act=play-now]").tap();
  await page.waitForURL(/\/t\//);
  assert.equal(await myDecision(page), "place");
  const seq = Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
  await page.locator("[data-spot]").first().tap();
  await page.locator("[data-act=pass]").tap();
  await answered(page, seq);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two people share one screen", async () => {
  const page = await visit(browser, "/");
  const made = await makeTable(page, [human("Anna"), human("Olha")], { options: { first_player: "host_seat" } });
  await page.goto(`${BASE}/t/${made.table}`);
  const turn = page.locator("[data-turn]");
  for (const name of ["Anna", "Olha", "Anna"]) {
    assert.equal(await myDecision(page), "place");
    assert.match(await turn.innerText(), new RegExp(name));
    if (name === "Olha") assert.equal(await page.locator("[data-pass]").getAttribute("data-pass"), "1");
    await placeByClick(page);
    if ((await myDecision(page)) === "deploy") await deployByClick(page, null);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two browsers play one game, the second by its link", async () => {
  const host = await visit(browser, "/");
  const made = await makeTable(host, [human("Anna"), { type: "open" }], { options: { first_player: "host_seat" } });
  await host.goto(`${BASE}/t/${made.table}`);
  await host.locator("[data-act=start]").waitFor();

  const guest = await visit(browser, `/t/${made.table}`);
  await guest.locator("[data-name]").fill("Olha");
  await guest.locator('[data-take="1"]').click();

  for (const page of [host, guest, host]) {
    assert.equal(await myDecision(page), "place");
    await placeByClick(page);
    if ((await myDecision(page)) === "deploy") await deployByClick(page, 0);
  }
  const seq = () => host.locator("main[data-seq]").getAttribute("data-seq");
  await guest.waitForFunction((seq) => document.querySelector("main[data-seq]").dataset.seq === seq, await seq());
  assert.deepEqual([...host.problems, ...guest.problems], []);
  await host.context().close();
  await guest.context().close();
});

test("the host starts without waiting, and the computer takes the open seat", async () => {
  const page = await visit(browser, "/");
  const made = await makeTable(page, [human("Anna"), { type: "open" }], { options: { first_player: "host_seat" } });
  await page.goto(`${BASE}/t/${made.table}`);
  await page.locator("[data-act=start]").click();
  assert.equal(await myDecision(page), "place");
  assert.match(await page.locator('li[data-seat="1"]').filter({ visible: true }).innerText(), /Computer \(Hard\)/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a choice can be undone until it is confirmed", async () => {
  const page = await visit(browser, "/");
  const made = await makeTable(page, [human("Anna"), human("Olha")]);
  await page.goto(`${BASE}/t/${made.table}`);
  assert.equal(await myDecision(page), "place");
  const seq = await page.locator("main[data-seq]").getAttribute("data-seq");
  const confirm = page.locator("[data-act=confirm]");
  await page.locator("[data-spot]").first().click();
  assert.equal(await confirm.isEnabled(), true);
  // Events that are not part of the game do not discard the choice.
  const watches = await visit(browser, `/t/${made.table}`);
  await page.locator('[data-watching="1"]').waitFor();
  await watches.context().close();
  await page.locator("[data-watching]").waitFor({ state: "detached" });
  assert.equal(await confirm.isEnabled(), true);
  await page.locator("[data-act=back]").click();
  assert.equal(await confirm.isEnabled(), false);
  assert.equal(await page.locator("main[data-seq]").getAttribute("data-seq"), seq);
  assert.equal(await page.locator("[data-spot][aria-pressed=true]").count(), 0);
  await page.context().close();
});
