// Studies: variations by touch and with the keyboard, annotations, chapters, the text board, files, damaged data, reviews, live readers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { audit, BINARY, bot, closePages, json, launch, makeTable, newName, overflow, until, visit } from "./browser.mjs";
import { look, picture, SIDEWAYS, switchLanguage, PHONE, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

const act = (page, name) => page.locator(`[data-act="${name}"]`);
const tab = (page, name) => page.locator(`[data-tab="${name}"]`);
const saved = (page) => page.locator("[data-save=saved]").waitFor();
const blur = (page) => page.evaluate(() => document.activeElement.blur());

/** Waits until the position of a node is shown; returns the node's id. */
async function shownAfter(page, before) {
  return until(async () => {
    const node = await page.locator("main").getAttribute("data-node-shown");
    return node !== null && node !== before && node;
  }, "another position");
}

/** Does something that shows another position; returns its node. */
async function move(page, how) {
  const before = await page.locator("main").getAttribute("data-node-shown");
  await how();
  return shownAfter(page, before);
}

const draw = (page, word) => move(page, () => page.locator(`[data-draw="${word}"]`).click());

/** Creates a study of the base game in which the first seat has drawn a straight road. */
async function begin(page) {
  await act(page, "new-study").click();
  await act(page, "create-chapter").click();
  await page.locator("main[data-node-shown=start]").waitFor();
  await draw(page, "first:0");
  await draw(page, "draw:frfr");
}

const node = (id, parent, answer) => ({ id, parent, answers: [answer] });
const RECORD = "bastide record 1\nrules: 2\nsetup: carcassonne seats=2\nresult: unfinished\n0. first:0\n";
const DAMAGED = {
  bastide_study: 1, name: "Half a study", chapters: [
    { name: "Roads", record: RECORD, nodes: [
      node("a", null, "draw:frfr"), { ...node("b", "a", "frfr@1,0r0"), comment: "It fits.", glyph: "!" },
      node("c", "a", "frfr@0,0r0"), node("d", "c", "pass"), node("e", "nowhere", "pass"), node("b", "a", "frfr@-1,0r0"),
    ] },
    { name: "Lost", record: "nonsense", nodes: [] },
  ],
};

/** A study of a game with a tile file of the players' own. */
const OWN_TILES = {
  bastide_study: 1, name: "Woods", chapters: [{ name: "Woods", nodes: [node("a", null, "first:0")], record: {
    bastide_record: 1, rules_version: 3, players: [], commitment: null, seed: null, outcome: { how: "unfinished" }, comments: [], turns: [],
    setup: { game: "hunters", expansions: [], seats: 2, options: {}, first_seat: 0, own_tiles: `set = "mine"
family = "hunters"
title = "Woods"
total = 60

[[tile]]
id = "wood"
count = 60
ports = "mmm mmm mmm mmm"
segments.m = { kind = "meadow" }
segments.w = { kind = "forest", gold = 1 }
inside = ["w"]
` },
  } }],
};

async function signUp(page, name) {
  await page.goto(new URL("/account", page.url()).href);
  await page.locator("[data-act=turn]").click();
  await page.locator("[data-account-name]").fill(name);
  await page.locator("[data-password]").fill("correct horse battery");
  await page.locator("[data-act=enter]").click();
  await page.locator(`[data-signed-in="${name}"]`).waitFor();
}

const file = (name, content) => ({ name, mimeType: "application/json", buffer: Buffer.from(content) });

describe("studies", () => {
  it("are made by touch on a phone, and kept", async () => {
    const page = await visit(browser, "/study", { width: 360, height: 740, touch: true });
    await page.locator("[data-none]").waitFor();
    await audit(page, "the list of studies");
    assert.equal(await overflow(page), 0);
    await begin(page);
    await page.locator('[data-spot="1,0"]').tap();
    const east = await move(page, () => act(page, "confirm").tap());
    await page.locator("[data-comment]").fill("A road to the east.");
    await page.locator("[data-set-glyph='!?']").tap();
    await page.locator("[data-tree] [data-glyph='!?']").waitFor();
    await picture(page, "study-360", false);
    // The same draw continues with another place: a variation.
    await move(page, () => act(page, "step-back").tap());
    await page.locator('[data-spot="-1,0"]').tap();
    await move(page, () => act(page, "confirm").tap());
    assert.equal(await page.locator(".variation [data-node]").count(), 1);
    await page.locator("[data-tool=arrow]").tap();
    const box = await page.locator("main .board").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = async (type, dx) => page.locator("main .board").dispatchEvent(type, {
      pointerId: 7, pointerType: "touch", clientX: x + dx, clientY: y, bubbles: true, isPrimary: true,
    });
    // Synthetic pointers cannot be captured.
    await page.evaluate(() => (Element.prototype.setPointerCapture = () => {}));
    await touch("pointerdown", -40);
    await touch("pointermove", 60);
    await touch("pointerup", 60);
    await page.locator("[data-arrow]").waitFor({ state: "attached" });
    await page.locator("[data-tool=arrow]").tap();
    await look(page, "a study", { sizes: [PHONE, SIDEWAYS, WIDE], fullPage: false });
    await saved(page);
    await page.reload();
    await page.locator(".variation [data-node][aria-current=true]").waitFor();
    await page.locator(`[data-tree] [data-node="${east}"]`).tap();
    await page.locator(`main[data-node-shown="${east}"]`).waitFor();
    assert.equal(await page.locator("[data-comment]").inputValue(), "A road to the east.");
    await act(page, "studies").tap();
    await page.locator("[data-studies='1']").waitFor();
    await page.locator("[data-delete]").tap();
    await page.locator("[data-delete]").tap();
    await page.locator("[data-none]").waitFor();
    assert.deepEqual(page.problems, []);
  });

  it("are made with the keyboard, in three languages", async () => {
    const page = await visit(browser, "/study");
    await begin(page);
    await blur(page);
    await page.keyboard.press("1");
    const first = await move(page, () => page.keyboard.press("Enter"));
    await move(page, () => page.keyboard.press("p"));
    await move(page, () => page.keyboard.press("ArrowLeft"));
    await move(page, () => page.keyboard.press("ArrowLeft"));
    await page.keyboard.press("2");
    const second = await move(page, () => page.keyboard.press("Enter"));
    assert.equal(await page.locator(`.variation [data-node="${second}"]`).count(), 1);
    assert.equal(await move(page, () => page.keyboard.press("PageDown")), first);
    assert.equal(await move(page, () => page.keyboard.press("PageUp")), second);
    await act(page, "promote").click();
    await page.locator(`.variation [data-node="${first}"]`).waitFor();
    await blur(page);
    await page.keyboard.press("Control+z");
    await page.locator(`.variation [data-node="${second}"]`).waitFor();
    await act(page, "delete-branch").click();
    await page.locator(".variation").waitFor({ state: "detached" });
    await blur(page);
    await move(page, () => page.keyboard.press("Control+z"));
    await page.locator(`.variation [data-node="${second}"]`).waitFor();
    // An arrow from the newest tile to the cell north of it, and a mark on a feature.
    await page.locator("[data-tool=arrow]").click();
    await blur(page);
    for (const key of ["ArrowUp", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await page.locator("[data-arrow]").waitFor({ state: "attached" });
    await page.locator("[data-pick-colour=red]").click();
    await page.locator("[data-tool=feature]").click();
    await blur(page);
    await page.keyboard.press("Enter");
    await page.locator("[data-marked-feature][data-colour=red]").waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await page.locator("[data-tool=feature][aria-pressed=false]").waitFor();
    for (const language of ["ru", "uk"]) {
      await switchLanguage(page, language);
      assert.match(await page.locator("[data-save]").innerText(), /[а-яі]/);
      await look(page, `a study in ${language}`, { sizes: [PHONE, WIDE], themes: ["light"], fullPage: false });
    }
    await switchLanguage(page, "en");
    await tab(page, "analysis").click();
    await page.locator("[data-line]").first().waitFor();
    assert.equal(await page.locator("[data-line]").count() > 1, true);
    assert.deepEqual(page.problems, []);
  });

  it("are read and continued with the text board", async () => {
    const page = await visit(browser, "/study");
    await begin(page);
    await act(page, "text-board").focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-text-board] [data-item='1']").waitFor();
    await audit(page, "the text board of a study");
    await move(page, () => page.locator("[data-text-board] [data-item='1']").click());
    await page.locator("[data-text-board] [data-turn]").filter({ hasText: "Player 1" }).waitFor();
    await move(page, () => page.locator("[data-text-board] [data-item='0']").click());
    await move(page, () => page.locator("[data-text-board] [data-draw='draw:crfr']").click());
    assert.equal(await page.locator("[data-tree] [data-node]").count(), 6);
    await act(page, "board").click();
    await page.locator("main .board").waitFor();
    assert.deepEqual(page.problems, []);
  });

  it("are continued by typed commands on the text board", async () => {
    const page = await visit(browser, "/study");
    await begin(page);
    await act(page, "text-board").focus();
    await page.keyboard.press("Enter");
    await page.locator("#command:focus").waitFor();
    const log = page.locator("[data-text-board] [role=log]");
    const type = async (text) => {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    };
    /** Types a command that only reads, and waits for a message. */
    const read = async (text, wanted) => {
      await type(text);
      await log.filter({ hasText: wanted }).waitFor();
    };
    await read("places", "1 : 0");
    await read("hand", /north: field; east: road/);
    await read("place 9 9", "9 : 9");
    await read("77", "77");
    await read("nonsense", "nonsense");
    await read("help", "features");
    const placed = await move(page, () => type("place 1 0"));
    await log.filter({ hasText: /Highwayman/ }).waitFor();
    await read("tile 1 0", "1 : 0");
    const deployed = await move(page, () => type("highwayman"));
    await page.locator(`[data-tree] [data-node="${deployed}"]`).waitFor();
    await read("features", /Player 1/);
    await read("scores", /Player 2/);
    await read("bag", /70/);
    // A draw by its number, then back to the position before it.
    await move(page, () => type("1"));
    assert.equal(await page.locator("[data-text-board] [data-draw]").count(), 0);
    assert.equal(await move(page, () => type("back")), deployed);
    // Another answer to the same position is a variation.
    assert.equal(await move(page, () => type("b")), placed);
    await move(page, () => type("pass"));
    assert.equal(await page.locator(".variation [data-node]").count(), 1);
    await audit(page, "the text board of a study after commands");
    await look(page, "the text board of a study", { fullPage: false });
    await page.locator("#command").focus();
    await type("board");
    await page.locator("main .board").waitFor();
    assert.deepEqual(page.problems, []);
  });

  it("show the tiles that belong to a chapter", async () => {
    const page = await visit(browser, "/study");
    await page.locator("[data-study-file]").setInputFiles(file("woods.json", JSON.stringify(OWN_TILES)));
    await page.locator("main[data-node-shown]").waitFor();
    await page.locator("[data-tree] [data-node=a]").click();
    const draw = page.locator("[data-draw*=wood]");
    await draw.locator('use[href="#tile.mine.wood.0"]').waitFor({ state: "attached" });
    await page.locator('symbol[id="tile.mine.wood.0"] image').first().waitFor({ state: "attached" });
    await move(page, () => draw.click());
    await page.locator("main [data-spot]").first().click();
    await move(page, () => act(page, "confirm").click());
    await page.locator("main image[href^='blob:']").first().waitFor({ state: "attached" });
    await picture(page, "study-own-tiles", false);
    await act(page, "text-board").focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-text-board] dd").filter({ hasText: /forest/ }).first().waitFor();
    await act(page, "studies").click();
    // The table that draws the tiles is in no list.
    await page.goto(new URL("/", page.url()).href);
    await page.locator("[data-act=puzzles]").waitFor();
    assert.equal(await page.locator("[data-table]").count(), 0);
    assert.deepEqual(page.problems, []);
  });

  it("have chapters from positions, links and records, and are saved as a file", async () => {
    const page = await visit(browser, "/study");
    await begin(page);
    await tab(page, "chapters").click();
    await act(page, "add-chapter").click();
    await page.locator("[data-from=position]").click();
    await page.locator("[data-new-name]").fill("After the draw");
    await act(page, "create-chapter").click();
    await page.locator("[data-chapters='2']").waitFor();
    await page.locator("main [data-spot]").first().waitFor();
    await act(page, "add-chapter").click();
    await page.locator("[data-from=text]").click();
    await page.locator("[data-record]").fill("nonsense\nof two lines");
    await act(page, "create-chapter").click();
    await page.locator("[data-chapter-problem]").waitFor();
    await page.locator("[data-record]").fill(`${RECORD}1. draw:frfr frfr@1,0r0 highwayman:e\n`);
    await act(page, "create-chapter").click();
    await page.locator("[data-chapters='3']").waitFor();
    await act(page, "chapter-up").click();
    await page.locator("[data-chapter='1'][aria-current=true]").waitFor();
    await page.locator("[data-chapter-name]").fill("A game");
    await page.locator("[data-chapter-name]").blur();
    await audit(page, "chapters");
    await tab(page, "moves").click();
    assert.equal(await page.locator("[data-tree] [data-node]").count(), 5, "the start and the record's answers");
    await tab(page, "share").click();
    await page.locator("[data-study-name]").fill("Three chapters");
    await page.locator("[data-study-name]").blur();
    await saved(page);
    const [download] = await Promise.all([page.waitForEvent("download"), act(page, "download-study").click()]);
    assert.equal(download.suggestedFilename(), "Three-chapters.study.json");
    const text = await readFile(await download.path(), "utf8");
    const study = JSON.parse(text);
    assert.deepEqual(study.chapters.map(({ name }) => name), ["Carcassonne", "A game", "After the draw"]);
    await act(page, "studies").click();
    await page.locator("[data-study-file]").setInputFiles(file("study.json", text));
    await page.locator("main[data-node-shown=start]").waitFor();
    await tab(page, "chapters").click();
    await page.locator("[data-chapters='3']").waitFor();
    assert.deepEqual(page.problems, []);
  });

  it("are opened as far as they are intact", async () => {
    const page = await visit(browser, "/study");
    await page.locator("[data-study-file]").setInputFiles(file("x.json", "no study"));
    await page.locator("[data-study-problem]").waitFor();
    await page.locator("[data-study-file]").setInputFiles(file("half.json", JSON.stringify(DAMAGED)));
    await page.locator("[data-skipped='4']").waitFor();
    for (const problem of ["answer", "parent", "id", "record"]) await page.locator(`[data-problem=${problem}]`).waitFor();
    await audit(page, "a damaged study");
    await act(page, "open-imported").click();
    await page.locator("main[data-node-shown=start]").waitFor();
    assert.equal(await page.locator("[data-tree] [data-node]").count(), 3);
    await page.locator("[data-tree] [data-node=b]").click();
    await page.locator("main[data-node-shown=b]").waitFor();
    assert.equal(await page.locator("[data-comment]").inputValue(), "It fits.");
    // A damaged document in the browser's storage affects neither the list nor other studies.
    await page.evaluate(() => new Promise((done, fail) => {
      const opening = indexedDB.open("bastide-studies", 1);
      opening.onerror = fail;
      opening.onsuccess = () => {
        const change = opening.result.transaction(["lines", "texts"], "readwrite");
        change.objectStore("lines").put({ id: "device-damaged", name: "Damaged", chapters: 1, updated: Date.now(), revision: 1 });
        change.objectStore("texts").put({ id: "device-damaged", text: "{\"bastide_study\":" });
        change.oncomplete = () => (opening.result.close(), done());
      };
    }));
    await act(page, "studies").click();
    await page.locator("[data-studies='2']").waitFor();
    await page.locator("[data-study=device-damaged]").click();
    await until(async () => /study file/.test(await page.locator("body").innerText()), "the message");
    await page.goBack();
    await page.locator("[data-studies='2']").waitFor();
    assert.deepEqual(page.problems, []);
  });

  it("keep both versions when two tabs change one", async () => {
    const page = await visit(browser, "/study");
    await begin(page);
    await saved(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator("[data-comment]").fill("From the other tab.");
    await saved(other);
    await page.locator("[data-comment]").fill("From this tab.");
    await page.locator("[data-save=stale]").waitFor();
    await audit(page, "a stale study");
    await act(page, "keep-both").click();
    await page.locator("[data-save=saved]").waitFor();
    assert.match(await page.title(), /copy/);
    await act(page, "studies").click();
    await page.locator("[data-studies='2']").waitFor();
    assert.deepEqual(page.problems, []);
  });

  it("are shared, and followed live in a second browser", async () => {
    const page = await visit(browser, "/");
    await signUp(page, newName("Olha"));
    await page.goto(new URL("/study", page.url()).href);
    await begin(page);
    await tab(page, "share").click();
    await page.locator("[data-visibility]").selectOption("link");
    const before = page.url();
    await act(page, "upload-study").click();
    await page.waitForURL((url) => url.href !== before && /\/study\/[a-z2-9]{12}/.test(url.pathname));
    await page.locator("main[data-node-shown]").waitFor();
    const address = new URL(page.url()).pathname;
    const reader = await visit(browser, address, { width: 360, height: 740, touch: true });
    await reader.locator("[data-save=readonly]").waitFor();
    assert.equal(await reader.locator("[data-comment]").count(), 0);
    await reader.locator("[data-act=follow][aria-pressed=true]").waitFor();
    // The author plays a move and comments on it: the reader sees both, and the same position.
    await page.locator("[data-tree] [data-node]").last().click();
    await page.locator('[data-spot="1,0"]').click();
    const east = await move(page, () => act(page, "confirm").click());
    await reader.locator(`main[data-node-shown="${east}"]`).waitFor();
    const began = Date.now();
    await page.locator("[data-comment]").fill("Seen at once.");
    await reader.locator("[data-tree] .comment").filter({ hasText: "Seen at once." }).waitFor();
    console.log(`a comment reached the reader after ${Date.now() - began} ms`);
    assert.equal(await overflow(reader), 0);
    await audit(reader, "a study that is read");
    await picture(reader, "study-reader", false);
    // A reader who looks around stays there, until following again.
    await reader.locator("[data-tree] [data-node='']").click();
    await reader.locator("main[data-node-shown=start]").waitFor();
    await reader.locator("[data-act=follow][aria-pressed=false]").waitFor();
    const later = await move(page, () => act(page, "pass").click());
    await reader.locator(`[data-tree] [data-node="${later}"]`).waitFor();
    assert.equal(await reader.locator("main").getAttribute("data-node-shown"), "start");
    await act(reader, "follow").tap();
    await reader.locator(`main[data-node-shown="${later}"]`).waitFor();
    // A failed change is kept on the page, and saved again.
    await saved(page);
    await page.context().setOffline(true);
    await page.locator("[data-comment]").fill("Written offline.");
    await page.locator("[data-save=failed]").waitFor();
    await page.context().setOffline(false);
    await act(page, "save-again").click();
    await saved(page);
    await reader.locator("[data-tree] .comment").filter({ hasText: "Written offline." }).waitFor();
    // Readers report a study to the moderators.
    await tab(reader, "share").tap();
    await act(reader, "report").tap();
    await audit(reader, "reporting a study");
    await reader.locator("dialog [data-act=report]").tap();
    await reader.locator("[role=status]").filter({ hasText: "moderator" }).waitFor();
    // A private study is gone for others.
    await tab(page, "share").click();
    await page.locator("select[data-visibility]").selectOption("private");
    await page.locator("select[data-visibility=private]").waitFor();
    await reader.locator("[role=alert]").filter({ hasText: "no such study" }).waitFor();
    await act(page, "delete-study").click();
    await act(page, "delete-study").click();
    await page.waitForURL((url) => url.pathname === "/study");
    assert.deepEqual([...page.problems, ...reader.problems], []);
  });

  it("are made from a review", async () => {
    const page = await visit(browser, "/", { analyseOnServer: false });
    const { table } = await makeTable(page, [bot(10), bot(10)]);
    await until(async () => (await json(page, `/api/tables/${table}`)).phase === "finished", "the end of the game");
    await page.goto(`${new URL(page.url()).origin}/r/${table}#review`);
    await act(page, "review").click();
    // The review is stopped once it has found something to improve.
    await page.locator("[data-worst]").first().waitFor();
    await act(page, "review-stop").click();
    await act(page, "make-study").click();
    await page.locator("main[data-node-shown=start]").waitFor();
    const glyph = page.locator("[data-tree] [data-glyph]").first();
    await glyph.waitFor();
    await page.locator(".variation [data-node]").first().waitFor();
    assert.match(await page.locator("[data-tree]").innerText(), /Loses about \d/);
    await picture(page, "study-of-review", false);
    const steps = await json(page, `/api/tables/${table}/events?from=0`);
    assert.equal(await page.locator("[data-tree] > [data-node]").count(), steps.length + 1);
    assert.deepEqual(page.problems, []);
  });

  it("show what was played next in finished games", async () => {
    const folder = await mkdtemp(join(tmpdir(), "bastide-"));
    const match = join(folder, "match.jsonl");
    execFileSync(BINARY, ["arena", "--a", "easy", "--b", "medium", "--games", "4", "--seed", "3", "--records", "--out", match]);
    const games = (await readFile(match, "utf8")).trim().split("\n").slice(1).map((line) => JSON.parse(line).record);
    const files = await Promise.all(games.map(async (record, number) => {
      const path = join(folder, `${number}.json`);
      await writeFile(path, JSON.stringify(record));
      return path;
    }));
    execFileSync(BINARY, ["admin", "--data", process.env.BASTIDE_DATA, "import", ...files]);
    await rm(folder, { recursive: true });

    const page = await visit(browser, "/study");
    await act(page, "new-study").click();
    await act(page, "create-chapter").click();
    await page.locator("main[data-node-shown=start]").waitFor();
    await tab(page, "openings").click();
    await act(page, "load-openings").click();
    await page.locator("[data-opening-games]").waitFor();
    assert.ok(Number(await page.locator("[data-opening-games]").getAttribute("data-opening-games")) >= games.length);
    assert.equal(await page.locator("[data-next] button").count(), 0, "the first player is not chosen yet");
    await draw(page, "first:0");
    // Follows one of the games.
    for (const word of games[0].turns[1].answers) {
      await move(page, () => page.locator(`[data-next="${word}"] button`).click());
    }
    await page.locator("[data-next]").first().waitFor();
    await look(page, "openings", { sizes: [PHONE, SIDEWAYS, WIDE], seen: "[data-opening-games]", fullPage: false });
    assert.deepEqual(page.problems, []);
  });
});
