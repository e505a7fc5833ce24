// Rated games: two accounts play one, and the result is on their profiles, on the leaderboard and in the archive.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { BASE, BINARY, closePages, json, launch, newName, overflow, visit } from "./browser.mjs";
import { look, PHONE, picture, WIDE } from "./looks.mjs";

const PASSWORD = "correct horse battery";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const post = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    },
    [path, body],
  );

/** Opens a page with a new account. */
async function newAccount(name, size = {}) {
  const page = await visit(browser, "/", size);
  page.called = newName(name);
  const made = await post(page, "/api/account", { name: page.called, password: PASSWORD });
  assert.equal(made.status, 201);
  await page.goto(`${BASE}/account`);
  await page.locator(`[data-signed-in="${page.called}"]`).waitFor();
  return page;
}

async function resign(page) {
  await page.locator("[data-act=acts]").click();
  await page.locator("[data-act=resign]").click();
  await page.locator("[data-act=sure]").click();
}

test("a rated game of two accounts is on their pages, the leaderboard and in the archive", async () => {
  const anna = await newAccount("Anna");
  const borys = await newAccount("Borys", { width: 360, height: 740, touch: true });

  await anna.goto(`${BASE}/#carcassonne`);
  await anna.locator("[data-act=setup]").click();
  assert.equal(await anna.locator("[data-choose=rated]").count(), 0, "without a clock nothing is rated");
  await anna.locator("[data-choose=clock]").selectOption("turn-60");
  await anna.locator("[data-choose=rated]").check();
  await picture(anna, "rated-setup-1280");
  await anna.locator("[data-act=play]").click();
  await anna.waitForURL(/\/t\//);
  const table = anna.url().split("/t/")[1];
  await anna.locator("[data-rated]").waitFor();
  assert.equal(await anna.locator(`[data-person="${anna.called}"]`).count(), 1, "the name links to the profile");
  assert.equal(await anna.locator("[data-act=start]").count(), 0, "no computer player takes a seat here");
  await picture(anna, "rated-gathering-1280");

  await borys.goto(`${BASE}/t/${table}`);
  await borys.locator("[data-take]").first().click();
  await borys.locator("main[data-seq]").waitFor();
  await resign(borys);
  for (const page of [anna, borys]) {
    await page.locator('[data-end][data-how="resigned"]').waitFor();
    await page.locator('[data-rating-changes="2"]').waitFor();
  }
  assert.match(await anna.locator("[data-rating-changes]").innerText(), /1500 → 1662 \(\+162\)/);
  await picture(anna, "rated-end-1280");
  await picture(borys, "rated-end-360");
  assert.ok((await overflow(borys)) <= 0);

  const result = await json(anna, `/api/tables/${table}/result`);
  assert.deepEqual(result.seats.map((seat) => seat.rating), [{ before: 1500, after: 1662 }, { before: 1500, after: 1338 }]);

  for (const page of [anna, borys]) {
    const size = page === anna ? WIDE : PHONE;
    const see = (what) => look(page, what, { sizes: [size], themes: ["light"] });
    for (const [who, rating] of [[anna, 1662], [borys, 1338]]) {
      await page.goto(`${BASE}/@/${encodeURIComponent(who.called)}`);
      await page.locator(`[data-person-page="${who.called}"]`).waitFor();
      await page.locator(`[data-rating="${rating}"]`).waitFor();
      await page.locator('[data-rating-table="1"]').waitFor();
      assert.equal(await page.locator("[data-rating-chart]").count(), 0, "one game makes no chart");
    }
    // Profiles list the player's own games, public or not.
    await page.goto(`${BASE}/@/${encodeURIComponent(page.called)}`);
    await page.locator(`[data-game="${table}"]`).waitFor();
    assert.equal(await page.locator("[data-stat=games]").innerText(), "1");
    await see("person");

    await page.goto(`${BASE}/leaderboard?speed=rapid`);
    await page.locator(`[data-leader="${anna.called}"]`).waitFor();
    await see("leaderboard");

    await page.goto(`${BASE}/archive`);
    await page.locator("[data-choose=whose]").selectOption("mine");
    await page.locator(`[data-game="${table}"]`).waitFor();
    await page.locator("[data-choose=result]").selectOption(page === anna ? "lost" : "won");
    await page.locator("[data-act=search]").click();
    await page.locator('[data-found="0"]').waitFor();
    await page.locator("[data-choose=result]").selectOption(page === anna ? "won" : "lost");
    await page.locator("[data-player]").fill(page.called);
    await page.locator("[data-act=search]").click();
    await page.locator('[data-found="1"]').waitFor();
    assert.match(page.url(), /whose=mine.*result=/);
    await page.locator("summary").first().click();
    await see("archive");
  }

  // The download of the player's own games contains a valid record of the game.
  const lines = await anna.evaluate(async () => (await fetch("/api/archive.ndjson?whose=mine")).text());
  const games = lines.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(games.map((one) => one.result.table), [table]);
  if (BINARY) {
    const folder = await mkdtemp(join(tmpdir(), "bastide-"));
    const file = join(folder, "game.json");
    await writeFile(file, JSON.stringify(games[0].record));
    const verified = spawnSync(BINARY, ["verify", file], { encoding: "utf8" });
    assert.equal(verified.status, 0, verified.stdout + verified.stderr);
    await rm(folder, { recursive: true });
  }
  assert.deepEqual([...anna.problems, ...borys.problems], []);
});

test("guests learn what a rated game needs, and can view the pages", async () => {
  const host = await newAccount("Host");
  const seats = [{ type: "human", name: "?" }, { type: "open" }];
  const setup = { game: "carcassonne", seats: 2, expansions: [], options: {}, first_seat: 0 };
  const asked = { setup, seats, public: true, clock: { type: "game", start: 300, increment: 10 }, rated: true };
  const { table } = (await post(host, "/api/tables", asked)).body;
  const page = await visit(browser, `/t/${table}`, { ...PHONE, touch: true });
  await page.locator("[data-take]").first().click();
  await page.locator("[role=alert]").waitFor();
  assert.equal(await page.locator("[role=alert]").innerText(), "You need to sign in to join a rated game.");
  await page.goto(`${BASE}/#carcassonne`);
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-choose=clock]").selectOption("turn-60");
  assert.ok(await page.locator("[data-choose=rated]").isDisabled());
  const pages = [[`/@/${encodeURIComponent(host.called)}`, "found"], ["/leaderboard", "leaders"], ["/archive", "found"]];
  for (const [path, count] of pages) {
    await page.goto(BASE + path);
    await page.locator("main h1").waitFor();
    await page.locator(`[data-${count}]:not([data-${count}=""])`).waitFor({ state: "attached" });
    const what = `guest${path.split(/[/%]/).slice(0, 2).join("-").replace("@", "person")}`;
    await look(page, what, { sizes: [PHONE], themes: ["dark"] });
    await look(page, what, { sizes: [WIDE], themes: ["light"] });
  }
  await page.goto(`${BASE}/@/Nobody%20at%20all`);
  await page.locator("[role=alert]").waitFor();
  assert.deepEqual(page.problems, []);
});
