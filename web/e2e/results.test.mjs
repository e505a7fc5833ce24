// Rated games: two people with accounts play one, and what came of it is on their pages, the leaderboard and in the archive.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { audit, BASE, BINARY, json, launch, overflow, visit } from "./browser.mjs";

const PASSWORD = "correct horse battery";
/** Where pictures of the pages go, for whoever wants to look at them. */
const PICTURES = process.env.BASTIDE_PICTURES;

let browser;
before(async () => {
  browser = await launch();
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
});
after(() => browser.close());

const look = async (page, what) => {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${what}.png`), fullPage: true });
};

const post = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    },
    [path, body],
  );

/** Somebody with an account that no earlier run has made. */
async function somebody(name, size = {}) {
  const page = await visit(browser, "/", size);
  page.called = `${name} ${Date.now() % 1e9}`;
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

test("a rated game of two accounts is on their pages, the leaderboard and in the archive", { timeout: 240_000 }, async () => {
  const anna = await somebody("Anna");
  const borys = await somebody("Borys", { width: 360, height: 740, touch: true });

  await anna.goto(`${BASE}/#carcassonne`);
  await anna.locator("[data-act=setup]").click();
  assert.equal(await anna.locator("[data-choose=rated]").count(), 0, "without a clock nothing is rated");
  await anna.locator("[data-choose=clock]").selectOption("turn-60");
  await anna.locator("[data-choose=rated]").check();
  await look(anna, "rated-setup-1280");
  await anna.locator("[data-act=play]").click();
  await anna.waitForURL(/\/t\//);
  const table = anna.url().split("/t/")[1];
  await anna.locator("[data-rated]").waitFor();
  assert.equal(await anna.locator(`[data-person="${anna.called}"]`).count(), 1, "the name leads to the profile");
  assert.equal(await anna.locator("[data-act=start]").count(), 0, "no computer player takes a seat here");
  await look(anna, "rated-gathering-1280");

  await borys.goto(`${BASE}/t/${table}`);
  await borys.locator("[data-take]").first().click();
  await borys.locator("main[data-seq]").waitFor();
  await resign(borys);
  for (const page of [anna, borys]) {
    await page.locator('[data-end][data-how="resigned"]').waitFor();
    await page.locator('[data-rating-changes="2"]').waitFor();
  }
  assert.match(await anna.locator("[data-rating-changes]").innerText(), /1500 → 1662 \(\+162\)/);
  await look(anna, "rated-end-1280");
  await look(borys, "rated-end-360");
  assert.ok((await overflow(borys)) <= 0);

  const result = await json(anna, `/api/tables/${table}/result`);
  assert.deepEqual(result.seats.map((seat) => seat.rating), [{ before: 1500, after: 1662 }, { before: 1500, after: 1338 }]);

  for (const [page, width] of [[anna, 1280], [borys, 360]]) {
    for (const [who, rating] of [[anna, 1662], [borys, 1338]]) {
      await page.goto(`${BASE}/@/${encodeURIComponent(who.called)}`);
      await page.locator(`[data-person-page="${who.called}"]`).waitFor();
      await page.locator(`[data-rating="${rating}"]`).waitFor();
      await page.locator('[data-rating-chart="1"]').waitFor();
    }
    // Everybody finds their own games, public or not.
    await page.goto(`${BASE}/@/${encodeURIComponent(page.called)}`);
    await page.locator(`[data-game="${table}"]`).waitFor();
    assert.equal(await page.locator("[data-stat=games]").innerText(), "1");
    await audit(page, "a person's page");
    assert.ok((await overflow(page)) <= 0, "a person's page is not wider than the screen");
    await look(page, `person-${width}`);

    await page.goto(`${BASE}/leaderboard?speed=rapid`);
    await page.locator(`[data-leader="${anna.called}"]`).waitFor();
    await audit(page, "the leaderboard");
    assert.ok((await overflow(page)) <= 0, "the leaderboard is not wider than the screen");
    await look(page, `leaderboard-${width}`);

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
    await audit(page, "the archive");
    assert.ok((await overflow(page)) <= 0, "the archive is not wider than the screen");
    await look(page, `archive-${width}`);
  }

  // By one's own address: the game with its record, which holds.
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

test("a guest is told what a rated game needs, and looks at the pages all the same", { timeout: 120_000 }, async () => {
  const host = await somebody("Host");
  const seats = [{ type: "human", name: "?" }, { type: "open" }];
  const setup = { game: "carcassonne", seats: 2, expansions: [], options: {}, first_seat: 0 };
  const asked = { setup, seats, public: true, clock: { type: "game", start: 300, increment: 10 }, rated: true };
  const { table } = (await post(host, "/api/tables", asked)).body;
  for (const [width, dark] of [[360, true], [1280, false]]) {
    const page = await visit(browser, `/t/${table}`, { width, height: 740, touch: width < 500, dark });
    await page.locator("[data-take]").first().click();
    await page.locator("[role=alert]").waitFor();
    assert.equal(await page.locator("[role=alert]").innerText(), "A rated game is between accounts. Sign in to take a seat.");
    await page.goto(`${BASE}/#carcassonne`);
    await page.locator("[data-act=setup]").click();
    await page.locator("[data-choose=clock]").selectOption("turn-60");
    assert.ok(await page.locator("[data-choose=rated]").isDisabled());
    for (const path of [`/@/${encodeURIComponent(host.called)}`, "/leaderboard", "/archive"]) {
      await page.goto(BASE + path);
      await page.locator("main h1").waitFor();
      await page.waitForTimeout(300);
      await audit(page, path);
      assert.ok((await overflow(page)) <= 0, `${path} is not wider than the screen`);
      await look(page, `guest${path.split(/[/%]/).slice(0, 2).join("-").replace("@", "person")}-${width}${dark ? "-dark" : ""}`);
    }
    await page.goto(`${BASE}/@/Nobody%20at%20all`);
    await page.locator("[role=alert]").waitFor();
    assert.deepEqual(page.problems, []);
  }
});
