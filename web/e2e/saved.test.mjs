// Opening saved games in the browser: another program's file, and a record downloaded from a table.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, test } from "node:test";
import { audit, bot, closePages, json, launch, makeTable, overflow, ownServer, until, visit } from "./browser.mjs";
import { look, PHONE, picture, resize, switchLanguage, WIDE } from "./looks.mjs";

const CORPUS = new URL("../../corpus/jcz/", import.meta.url);
const SAVED = new URL("whole-games--everything-45-turns.jcz", CORPUS).pathname;

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await ownServer();
});
afterEach(closePages);
after(async () => {
  await browser.close();
  await server.end();
});

const tableOf = (page) => /\/r\/(\w+)/.exec(page.url())[1];

/** Waits for the replay of an imported game and for its board. */
async function opened(page) {
  await page.waitForURL(/\/r\/\w+$/);
  await page.locator("[data-imported]").waitFor();
  await page.locator("main[data-seq] svg.ground").waitFor();
}

/** Returns whether `act` opens the file chooser, which is suppressed. */
async function asksForFile(page, act) {
  await page.locator("[data-saved-file]").evaluate((input) => {
    globalThis.asked = new Promise((done) => {
      input.addEventListener("click", (event) => (event.preventDefault(), done(navigator.userActivation.isActive)), { once: true });
    });
  });
  await act();
  return page.evaluate(() => globalThis.asked);
}

/** Drops a file on the page, as if dragged with the mouse. */
async function drop(page, name, text) {
  const dragged = await page.evaluateHandle(([name, text]) => {
    const dragged = new DataTransfer();
    dragged.items.add(new File([text], name));
    return dragged;
  }, [name, text]);
  await page.dispatchEvent("main", "dragover", { dataTransfer: dragged });
  await page.locator(".drop").waitFor();
  await page.dispatchEvent("main", "drop", { dataTransfer: dragged });
}

test("an unfinished game of JCloisterZone is imported", async () => {
  const page = await visit(browser, "/", { base: server.base });
  const see = async (what, seen) => {
    await look(page, what, { sizes: [WIDE], themes: ["light"], seen, fullPage: false });
    await switchLanguage(page, "uk");
    await look(page, what, { sizes: [PHONE], themes: ["dark"], seen, fullPage: false });
    await switchLanguage(page, "en");
  };
  await page.locator("[data-act=open-saved]").scrollIntoViewIfNeeded();
  await see("home", "[data-act=open-saved]");

  // The file chooser can be opened with the keyboard alone.
  await page.locator("[data-act=open-saved]").focus();
  assert.ok(await asksForFile(page, () => page.keyboard.press("Enter")));
  await page.locator("[data-saved-file]").setInputFiles(SAVED);
  await opened(page);
  assert.equal(await page.locator("[data-imported]").getAttribute("data-imported"), "broken-off");
  await see("replay", "main[data-seq]");

  // The replay ends where the file does, without a winner.
  await page.locator("[data-act=step-last]").click();
  const steps = await json(page, `/api/tables/${tableOf(page)}/events`);
  await page.locator(`main[data-seq="${steps.length}"]`).waitFor();
  assert.equal(await page.locator("li.winner").count(), 0);
  const players = JSON.parse(await readFile(SAVED, "utf8")).players.map((player) => player.name);
  assert.deepEqual((await page.locator("[data-seat] .text").allInnerTexts()).map((one) => one.trim()), players);
  await picture(page, "end", false);

  const table = tableOf(page);
  // The link can be shared: other visitors see the game.
  await page.locator("[data-imported] [data-act=share]").click();
  const link = await page.locator("dialog .field").inputValue();
  assert.equal(link, `${server.base}/r/${table}`);
  for (const size of [PHONE, WIDE]) {
    await resize(page, size);
    assert.ok(await page.locator("dialog").evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth), "the dialog holds its link");
    await picture(page, `share-${size.width}`, false);
  }
  await page.keyboard.press("Escape");
  const guest = await visit(browser, `/t/${table}`, { base: server.base });
  await opened(guest);
  assert.equal(guest.url(), link, "the page of a table leads to the replay");
  await guest.context().close();

  // Analysis and review are available: both tabs are shown.
  await page.locator("[data-tab=review]").click();
  await page.locator("[data-act=review]").waitFor();
  await page.locator("[data-tab=analysis]").click();
  await page.locator("[data-slider]").evaluate((slider) => {
    slider.value = 1;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const next = page.locator("[data-act=next-decision]");
  await page.locator("[data-nobody], [data-lines]").first().waitFor();
  if (await next.count()) await next.click();
  await page.locator("[data-lines]").waitFor();

  // The game is listed in this browser, marked as imported.
  await page.goto(`${server.base}/`);
  const listed = page.locator(`[data-table="${table}"]`);
  await listed.waitFor();
  assert.equal(await listed.getAttribute("href"), `/r/${table}`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a record downloaded from a table is imported by dropping it, unchanged", async () => {
  const page = await visit(browser, "/", { base: server.base });
  const { table } = await makeTable(page, [bot(10), bot(10)]);
  await until(async () => (await json(page, `/api/tables/${table}`)).phase === "finished", "the end of the game");
  const text = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}/record`)).text(), table);
  await drop(page, "game.txt", text);
  await opened(page);
  assert.equal(await page.locator("[data-imported]").getAttribute("data-imported"), "over");
  assert.notEqual(tableOf(page), table);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("[data-imported] [data-act=record]").click()]);
  assert.equal(await readFile(await download.path(), "utf8"), text);
  await page.locator("[data-act=step-last]").click();
  await page.locator("li.winner").first().waitFor();
  const names = await page.locator("[data-seat] .text").allInnerTexts();
  assert.ok(names.every((name) => !name.includes("(")), `computer players have names of the page's own: ${names}`);
  await picture(page, "record-1280", false);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("an invalid file is refused with an explanation, and another can be chosen at once", async () => {
  const page = await visit(browser, "/", { ...PHONE, touch: true, language: "ru", base: server.base });
  await page.locator("[data-act=open-saved]").waitFor();
  const choose = (name, text) => page.locator("[data-saved-file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
  const told = (code) => page.locator(`[data-open-error=${code}]`);
  await choose("picture.png", "\u0089PNG\r\n");
  assert.match(await told("bad_record").innerText(), /Это не запись партии/);
  await page.locator("[data-act=open-saved]").scrollIntoViewIfNeeded();
  await picture(page, "refused-360", false);
  assert.ok((await overflow(page)) <= 0, "the refusal is not wider than the screen");
  await audit(page, "refusal");
  await choose("film.mp4", "x".repeat(300_000));
  assert.match(await told("too_big").innerText(), /256 КБ/);
  const spoilt = (await readFile(SAVED, "utf8")).replace(/"R(0|90|180|270)"/, '"R45"');
  await choose("spoilt.jcz", spoilt);
  await told("bad_record").waitFor();
  assert.deepEqual(await json(page, "/api/tables"), [], "nothing was stored");
  await drop(page, "game.jcz", await readFile(SAVED, "utf8"));
  await opened(page);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a pasted CarcassonneLab link opens a replay, and a bad one is refused with an explanation", async () => {
  const link = (await readFile(new URL("../carcassonnelab/1-two-players.link", CORPUS), "utf8")).trim();
  const page = await visit(browser, "/", { base: server.base });
  const paste = async (text) => {
    await page.locator("[data-saved-link]").fill(text);
    await page.locator("[data-act=open-link]").click();
  };
  await paste(link.replace("#/0/", "#/9/"));
  assert.match(await page.locator("[data-open-error=bad_link]").innerText(), /unknown version/);
  await paste(link);
  await opened(page);
  assert.equal(await page.locator("[data-imported]").getAttribute("data-imported"), "over");
  const names = await page.locator("[data-seat] .text").allInnerTexts();
  assert.deepEqual(names.map((one) => one.trim()).sort(), ["North", "South"]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a link with a tile that fits only in another rotation is opened on request, and the game is a link again", async () => {
  const file = (name) => readFile(new URL(`../carcassonnelab/${name}.link`, CORPUS), "utf8");
  const page = await visit(browser, "/", { base: server.base });
  await page.locator("[data-saved-link]").fill((await file("7-turned-tile")).trim());
  await page.locator("[data-act=open-link]").click();
  const error = page.locator("[data-open-error=bad_link]");
  await error.waitFor();
  await error.scrollIntoViewIfNeeded();
  const see = async (what, seen) => {
    await look(page, what, { sizes: [WIDE], themes: ["light"], seen, fullPage: false });
    await switchLanguage(page, "ru");
    await look(page, what, { sizes: [PHONE], themes: ["dark"], seen, fullPage: false });
    await switchLanguage(page, "en");
  };
  await see("turned tile", "[data-act=fix-rotation]");
  await page.locator("[data-act=fix-rotation]").click();
  await opened(page);
  await page.locator("[data-act=lab-link]").click();
  await page.locator("dialog input").waitFor();
  assert.equal(await page.locator("dialog input").inputValue(), (await file("1-two-players")).trim());
  // The settings are out of reach while the dialog is open.
  await look(page, "link", { sizes: [WIDE], themes: ["light"], seen: "dialog input", fullPage: false });
  await look(page, "link", { sizes: [PHONE], themes: ["dark"], seen: "dialog input", fullPage: false });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
