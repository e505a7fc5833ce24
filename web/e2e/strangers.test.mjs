// Two strangers and a program: accounts created in the browser, quick match, a rated game decided on time, chat, rematch; and a program
// that accepts a challenge.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, afterEach, before, test } from "node:test";
import {
  BASE, PASSWORD, audit, closePages, deployByClick, json, launch, myDecision, overflow, placeByClick, stranger,
} from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

async function toLobby(page) {
  await page.goto(`${BASE}/lobby`);
  await page.locator('main[data-lobby][data-online="true"]').waitFor();
}

/** Seeks a rated game for two with thirty seconds per turn. */
async function look(page) {
  await toLobby(page);
  await page.locator("[data-rated]").check();
  await page.locator("[data-act=own-wish]").click();
  await page.locator("[data-wish=clock]").selectOption("turn-30");
  await page.locator("[data-act=look]").click();
}

const tableOf = (page) => new URL(page.url()).pathname.slice(3);
const isMine = async (page) => (await page.locator("main[data-seq]").getAttribute("data-mine")) === "yes";

/** Plays a whole turn for the acting player. */
async function turn(page) {
  assert.equal(await myDecision(page), "place");
  await placeByClick(page);
  if ((await isMine(page)) && (await myDecision(page)) === "deploy") await deployByClick(page);
}

/** Writes a message at the table; opens the panels first if they are not beside the board. */
async function say(page, words) {
  if (!(await page.locator("[data-tab=talk]").isVisible())) await page.locator("[data-act=panels]").click();
  await page.locator("[data-tab=talk]").click();
  await page.locator("[data-say]").fill(words);
  await page.locator("[data-act=say]").click();
}

async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

test("two strangers play a rated game until time runs out, chat and play again", async () => {
  const anna = await stranger(browser, "Anna");
  const olha = await stranger(browser, "Olha", { width: 360, height: 740, touch: true, dark: true });
  await look(anna);
  await anna.locator("[data-seeking]").waitFor();
  await look(olha);
  for (const page of [olha, anna]) {
    await page.waitForURL(/\/t\//);
    await page.locator("main[data-seq]").waitFor();
  }
  const table = tableOf(anna);
  assert.equal(tableOf(olha), table);
  const { terms, plain } = await json(anna, `/api/tables/${table}`);
  assert.deepEqual([terms.rated, plain, terms.clock], [true, true, { type: "turn", seconds: 30 }]);

  // Either of them may start; after one turn each, the first player lets the clock run out.
  await Promise.race([anna, olha].map((page) => page.waitForSelector('main[data-mine="yes"]')));
  const [first, second] = (await isMine(anna)) ? [anna, olha] : [olha, anna];
  await turn(first);
  await turn(second);
  await say(second, "Take your time!");
  await first.locator("[data-mine=yes]").waitFor();
  for (const page of [anna, olha]) await page.locator('[data-end][data-how="time"]').waitFor();
  for (const page of [anna, olha]) await page.locator('[data-rating-changes="2"]').waitFor();
  assert.match(await second.locator("[data-rating-changes]").innerText(), /1500 → 1662 \(\+162\)/);
  await audit(olha, "the end by the clock");
  assert.ok((await overflow(olha)) <= 0);
  const result = await json(anna, `/api/tables/${table}/result`);
  assert.equal(result.how, "time");
  assert.deepEqual(result.seats.map((seat) => seat.rating.after).sort(), [1338, 1662]);

  await first.locator("[data-act=again]").click();
  await second.locator("[data-act=again]").click();
  for (const page of [anna, olha]) await page.waitForURL((url) => url.pathname.startsWith("/t/") && tableOf(page) !== table);
  const next = await json(anna, `/api/tables/${tableOf(anna)}`);
  assert.equal(next.terms.rated, true);
  assert.deepEqual(next.seats.map((seat) => seat.name).sort(), [anna.called, olha.called].sort());
  // The chat is still shown at its table after the game.
  await first.goto(`${BASE}/t/${table}`);
  await first.locator("[data-end] button", { hasText: "View the board" }).click();
  if (!(await first.locator("[data-tab=talk]").isVisible())) await first.locator("[data-act=panels]").click();
  await first.locator("[data-tab=talk]").click();
  await first.locator("[data-line]", { hasText: "Take your time!" }).waitFor();
  await leave(anna, olha);
});

test("a program accepts a challenge, plays and learns that its opponent resigned", async () => {
  const host = await stranger(browser, "Robot");
  await host.locator("[data-tab=api]").click();
  await host.locator("[data-act=program]").click();
  await host.locator("[data-act=program-sure]").click();
  await host.locator("[data-proof-password]").fill(PASSWORD);
  await host.locator("[data-act=prove]").click();
  await host.locator("[data-program]").waitFor();
  await host.locator("[data-field=token-name]").fill("the example");
  for (const scope of ["read", "play", "talk"]) await host.locator(`input[type=checkbox][value="${scope}"]`).check();
  await host.locator("[data-act=make-token]").click();
  const token = await host.locator("[data-secret]").innerText();
  const program = spawn("python3", ["../examples/online_bot.py", BASE], { env: { ...process.env, BASTIDE_TOKEN: token } });
  const said = [];
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (part) => said.push(part.toString()));
  try {
    const anna = await stranger(browser, "Anna", { width: 360, height: 740, touch: true });
    await toLobby(anna);
    await anna.locator("[data-challenge-name]").fill(host.called);
    await anna.locator("[data-act=challenge]").click();
    await anna.waitForURL(/\/t\//);
    await anna.locator("main[data-seq]").waitFor();
    const table = tableOf(anna);
    // Each player takes two turns, regardless of who starts.
    await turn(anna);
    await turn(anna);
    await anna.locator('main[data-mine="yes"]').waitFor();
    await anna.locator("[data-act=acts]").click();
    await anna.locator("[data-act=resign]").first().click();
    await anna.locator("[data-act=sure]").click();
    await anna.locator('[data-end][data-how="resigned"]').waitFor();
    const { seats } = await json(anna, `/api/tables/${table}`);
    assert.deepEqual(seats.map((seat) => seat.name).sort(), [anna.called, host.called].sort());
    assert.equal(program.exitCode, null, said.join(""));
    await leave(anna);
  } finally {
    program.kill();
  }
  await leave(host);
});
