// Tournaments: two people and a program play a knock-out to its end, and a result of a game in person that an organiser decides.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, test } from "node:test";
import { look, picture, PHONE, SIDEWAYS, WIDE } from "./looks.mjs";
import { BASE, PASSWORD, audit, closePages, json, launch, overflow, post, stranger, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Makes a tournament through the form and returns its id. */
async function makeTournament(page, name, choose) {
  await page.goto(`${BASE}/tournaments`);
  await page.locator("[data-act=new-tournament]").click();
  await page.locator("[data-new-tournament] [data-name]").fill(name);
  await choose(page);
  await audit(page, "the form of a tournament");
  assert.ok((await overflow(page)) <= 0);
  await page.locator("[data-act=make-tournament]").click();
  await page.locator('main[data-tournament-page="joining"]').waitFor();
  return new URL(page.url()).pathname.split("/").at(-1);
}

async function open(page, id) {
  await page.goto(`${BASE}/tournaments/${id}`);
  await page.locator("main[data-steps]:not([data-steps=''])").waitFor();
}

/** Resigns the page's game, if it has one that is due; returns whether it had. */
async function resign(page, id) {
  await open(page, id);
  const due = page.locator("[data-due]");
  if ((await due.count()) === 0) return false;
  await due.click();
  await page.locator("main[data-seq]").waitFor();
  await page.locator("[data-act=acts]").click();
  await page.locator("[data-act=resign]").first().click();
  await page.locator("[data-act=sure]").click();
  await page.locator('[data-end][data-how="resigned"]').waitFor();
  await open(page, id);
  return true;
}

test("two people and a program play a knock-out to its end", async () => {
  const anna = await stranger(browser, "Anna");
  const olha = await stranger(browser, "Olha", { width: 360, height: 740, touch: true, dark: true });
  const robot = await stranger(browser, "Robot");
  const id = await makeTournament(anna, "Cup of the Bastide", async (page) => {
    await page.locator("[data-choose=format]").selectOption("single-elimination");
    await page.locator("[data-third-place]").uncheck();
  });
  await anna.locator("[data-act=join]").click();
  await anna.locator("[data-players='1']").waitFor();
  await olha.goto(`${BASE}/tournaments`);
  await olha.locator(`[data-tournament="${id}"]`).click();
  await olha.locator("[data-act=join]").click();
  await olha.locator("[data-players='2']").waitFor();
  await audit(olha, "a tournament that is open for players");
  // A program needs only a token with the scope for tournaments.
  await post(robot, "/api/account/prove", { password: PASSWORD });
  const { secret } = await post(robot, "/api/account/tokens", { name: "cup", scopes: ["tournament:write"] });
  const joined = await fetch(`${BASE}/api/tournaments/${id}/act`, {
    method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` }, body: '{"act": "join"}',
  });
  assert.equal(joined.status, 200);
  // The organiser's page follows by itself.
  await anna.locator("[data-players='3']").waitFor();

  for (let round = 1; (await json(anna, `/api/tournaments/${id}`)).phase !== "over"; round += 1) {
    await open(anna, id);
    await anna.locator("[data-act=pair]").click();
    await anna.locator(`[data-round="${round}"]`).waitFor();
    const { matches } = await json(anna, `/api/tournaments/${id}`);
    const match = matches.find((one) => one.second !== null);
    assert.equal(match.outcome, null);
    // Someone who plays resigns, and the page of the organiser shows the result without being loaded again.
    if (!(await resign(olha, id))) assert.ok(await resign(anna, id));
    await anna.locator(`[data-match="${match.number}"]:not([data-outcome=open])`).waitFor();
  }
  for (const page of [anna, olha]) {
    await open(page, id);
    await page.locator("[data-winner]").waitFor();
    await page.locator("[data-standings='3']").waitFor();
    await audit(page, "the end of a tournament");
    assert.ok((await overflow(page)) <= 0);
    assert.deepEqual(page.problems, []);
  }
  assert.equal(await anna.locator("[data-winner]").innerText(), await olha.locator("[data-winner]").innerText());
  const lines = await olha.evaluate(async (path) => (await fetch(path)).text(), `/api/tournaments/${id}/export?what=matches&format=csv`);
  assert.equal(lines.trim().split("\n").length, 4, lines);
  await anna.locator("summary", { hasText: "What was done" }).click();
  await anna.locator("[data-log] li", { hasText: "A round was paired" }).first().waitFor();
});

const link = async (name) => (await readFile(new URL(`../../corpus/carcassonnelab/${name}.link`, import.meta.url), "utf8")).trim();

/** Fills the form of a result in from a game; returns the points. */
async function fillIn(page, game) {
  for (const points of ["1", "2"]) await page.locator(`[data-points='${points}']`).fill("");
  await page.locator("[data-played]").fill(game);
  await page.locator("[data-act=fill-in]").click();
  await page.waitForFunction(() => [...document.querySelectorAll("[data-points]")].every((field) => field.value !== ""));
  return Promise.all(["1", "2"].map(async (points) => Number(await page.locator(`[data-points='${points}']`).inputValue())));
}

test("a result is filled in from a link to the game, or from its record", async () => {
  const anna = await stranger(browser, "Anna", { width: 360, height: 740, touch: true });
  const id = await makeTournament(anna, "Club evening", async (page) => {
    await page.locator("[data-choose=where]").selectOption("person");
    await page.locator("summary", { hasText: "tie-breaks" }).click();
    await page.locator("[data-choose=seeding]").selectOption("joined");
    await page.locator("[data-choose=tie-break-1]").selectOption("wins");
    await page.locator("[data-choose=tie-break-2]").selectOption("");
  });
  const { settings } = await json(anna, `/api/tournaments/${id}`);
  assert.deepEqual([settings.seeding, settings.tie_breaks], ["joined", ["wins"]]);
  for (const name of ["Olha", "Vira", "Danylo", "Nika"]) await post(anna, `/api/tournaments/${id}/act`, { act: "add", name });
  await open(anna, id);
  await anna.locator("[data-act=pair]").click();
  await anna.locator("[data-open-match='1']").click();
  await anna.locator("summary", { hasText: "from a game" }).click();
  const played = await link("1-two-players");
  const { table } = await post(anna, "/api/records", { record: played });
  const { players } = await json(anna, `/api/tables/${table}/view`);
  const scores = players.map(({ score }) => score);
  assert.deepEqual(await fillIn(anna, played), scores);
  assert.deepEqual(await fillIn(anna, `${BASE}/r/${table}`), scores);
  const record = await anna.evaluate(async (path) => (await fetch(path)).text(), `/api/tables/${table}/record`);
  assert.deepEqual(await fillIn(anna, record), scores);
  await anna.locator("[data-act=swap-points]").click();
  assert.equal(Number(await anna.locator("[data-points='1']").inputValue()), scores[1]);
  for (const [bad, why] of [["5-unfinished", "not finished"], ["4-three-players", "two players"]]) {
    await anna.locator("[data-played]").fill(await link(bad));
    await anna.locator("[data-act=fill-in]").click();
    await anna.locator("[data-fill-problem]", { hasText: why }).waitFor();
  }
  await look(anna, "a result from a game", { sizes: [PHONE, SIDEWAYS, WIDE], seen: "[data-played]" });
  await anna.locator("[data-reason]").fill(`${BASE}/r/${table}`);
  await anna.locator("[data-act=send-result]").click();
  await anna.locator("[data-match='1']:not([data-outcome=open])").waitFor();

  // The wall of the room has the other game, the result, and paper for it.
  const wall = await visit(browser, `/wall/${id}`, { width: 1280, height: 800 });
  await wall.locator("[data-wall=playing] [data-board='1']", { hasText: `${scores[1]}:${scores[0]}` }).waitFor();
  await wall.locator("[data-wall-standings='4']").waitFor();
  await look(wall, "the wall of a tournament", { sizes: [PHONE, SIDEWAYS, WIDE] });
  await wall.evaluate(() => (window.print = () => document.body.toggleAttribute("data-printed", true)));
  await wall.locator("[data-act=print-slips]").click();
  await wall.locator("body[data-printed]").waitFor();
  await wall.emulateMedia({ media: "print" });
  await wall.locator("[data-slip='1']").filter({ visible: true }).waitFor();
  assert.equal(await wall.locator("[data-pairings]").filter({ visible: true }).count(), 0);
  await picture(wall, "slips of a tournament");
  await wall.emulateMedia({ media: "screen" });
  await wall.locator("[data-act=print]").click();
  await wall.emulateMedia({ media: "print" });
  await wall.locator("[data-pairings='2']").filter({ visible: true }).waitFor();
  assert.equal(await wall.locator("[data-slip]").count(), 0);
  await picture(wall, "the wall of a tournament on paper");
  for (const page of [anna, wall]) assert.deepEqual(page.problems, []);
});

test("a game in person is reported twice and differently, and an arbiter decides", async () => {
  const anna = await stranger(browser, "Anna", { width: 844, height: 390, touch: true });
  const olha = await stranger(browser, "Olha");
  const id = await makeTournament(anna, "Club evening", async (page) => {
    await page.locator("[data-choose=format]").selectOption("round-robin");
    await page.locator("[data-choose=where]").selectOption("person");
  });
  await anna.locator("[data-act=join]").click();
  await anna.locator("[data-players='1']").waitFor();
  await open(olha, id);
  await olha.locator("[data-act=join]").click();
  await anna.locator("[data-players='2']").waitFor();
  await anna.locator("[data-act=pair]").click();
  await anna.locator("[data-round='1']").waitFor();
  await open(olha, id);
  await olha.locator("[data-open-match='1']").click();
  await olha.locator("[data-points='1']").fill("61");
  await olha.locator("[data-points='2']").fill("70");
  await olha.locator("[data-act=send-result]").click();
  await olha.locator("[data-result]").waitFor({ state: "detached" });
  await post(anna, `/api/tournaments/${id}/act`, { act: "report", match: 1, points: [70, 61] });
  await anna.locator("[data-match='1'] .error").waitFor();
  await audit(anna, "two different reports");
  const vira = await stranger(browser, "Vira", { width: 360, height: 740, touch: true });
  await anna.locator("[data-arbiter-name]").fill(vira.called);
  await anna.locator("[data-act=appoint]").click();
  await anna.locator(`[data-arbiter="${vira.called}"]`).waitFor();
  await look(anna, "the arbiters of a tournament", { sizes: [PHONE, WIDE], seen: "[data-arbiters]" });
  await open(vira, id);
  await vira.locator("[data-open-match='1']").click();
  await vira.locator("[data-points='1']").fill("70");
  await vira.locator("[data-points='2']").fill("61");
  await vira.locator("[data-reason]").fill("the score sheet says so");
  await audit(vira, "the decision on a match");
  await vira.locator("[data-act=send-result]").click();
  await anna.locator("main[data-tournament-page=over]").waitFor();
  await olha.locator("main[data-tournament-page=over]").waitFor();
  await olha.locator("summary", { hasText: "What was done" }).click();
  await olha.locator("[data-log] li", { hasText: "the score sheet says so" }).waitFor();
  await vira.locator("[data-act=dismiss]").click();
  await anna.locator("[data-arbiters='0']").waitFor();
  for (const page of [anna, olha, vira]) {
    assert.ok((await overflow(page)) <= 0);
    assert.deepEqual(page.problems, []);
  }
});

test("the pages look right in Russian and Ukrainian, and say what is not possible", async () => {
  const anna = await stranger(browser, "Anna", { width: 360, height: 740, touch: true });
  const id = await makeTournament(anna, "Кубок", async (page) => {
    await page.locator("[data-choose=joining]").selectOption("organiser");
  });
  await anna.locator("[data-add-name]").fill("nobody by this name");
  await anna.locator("[data-act=add-player]").click();
  await anna.locator("[data-problem]").waitFor();
  for (const language of ["ru", "uk"]) {
    const page = await visit(browser, `/tournaments/${id}`, { language, width: 360, height: 740, dark: true });
    await page.locator("[data-tournament-page=joining]").waitFor();
    await audit(page, `a tournament in ${language}`);
    assert.ok((await overflow(page)) <= 0);
    await page.goto(`${BASE}/tournaments`);
    await page.locator(`[data-tournament="${id}"]`).waitFor();
    await audit(page, `the tournaments in ${language}`);
    assert.ok((await overflow(page)) <= 0);
  }
  await anna.locator("[data-act=delete]").click();
  await anna.locator("[data-act=delete]").click();
  await anna.waitForURL(/\/tournaments$/);
  await visit(browser, `/tournaments/${id}`).then((page) => page.locator("[role=alert]").waitFor());
});
