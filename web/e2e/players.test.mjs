// The page of players, and ratings beside names: two accounts play a rated game and find each other by name, in the lobby and at a table.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, json, launch, newName, overflow, post, visit } from "./browser.mjs";
import { look, PHONE, picture, resize, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";

const PASSWORD = "correct horse battery";
/** A clock of rapid games. */
const CLOCK = { type: "turn", seconds: 60 };

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Opens a page with a new account. */
async function newAccount(name, size) {
  const page = await visit(browser, "/", size);
  page.called = newName(name);
  await post(page, "/api/account", { name: page.called, password: PASSWORD });
  await page.goto(`${BASE}/account`);
  await page.locator(`[data-signed-in="${page.called}"]`).waitFor();
  return page;
}

/** Creates a table of two, with the creator on the first seat. */
async function table(page, more = {}) {
  const setup = { game: "carcassonne", seats: 2, expansions: [], options: {}, first_seat: 0 };
  const seats = [{ type: "human", name: "?" }, { type: "open" }];
  return (await post(page, "/api/tables", { setup, seats, public: true, clock: CLOCK, ...more })).table;
}

/** Lets the second account win a rated game of the first, who resigns. */
async function rate(loser, winner) {
  const name = await table(loser, { rated: true });
  await post(winner, `/api/tables/${name}/join`, { seat: 1, name: "?" });
  await loser.goto(`${BASE}/t/${name}`);
  await loser.locator("[data-act=acts]").click();
  await loser.locator("[data-act=resign]").click();
  await loser.locator("[data-act=sure]").click();
  await loser.locator('[data-rating-changes="2"]').waitFor();
}

const rating = (value) => `[data-rating="${value}"]`;

test("players are found by name, with their ratings and what one can do with them", async () => {
  const anna = await newAccount("Anna", WIDE);
  const borys = await newAccount("Borys", { ...PHONE, touch: true });
  const avatar = { figure: "builder", colour: 2, background: "city" };
  await post(anna, "/api/account/profile", { avatar, flag: "UA" });
  await rate(borys, anna);

  await anna.goto(`${BASE}/lobby`);
  await anna.locator('header a[href="/people"]').click();
  await anna.locator("[data-players-of=people-recent]").waitFor();
  assert.equal(await anna.locator('a[href="/people"]').filter({ visible: true }).count(), 1, "the header's links are not repeated");
  await anna.locator('[data-players-of=people-online] [data-players]:not([data-players=""])').waitFor({ state: "attached" });
  await anna.locator("[data-people-search]").fill(` ${anna.called.toUpperCase()}`);
  const row = (page, who) => page.locator(`[data-players-of=people-begins] [data-player="${who.called}"]`);
  await row(anna, anna).locator(rating("1662?")).waitFor();
  for (const part of ["[data-online]", "[data-flag=UA]", '[data-avatar="builder 2 city"]']) await row(anna, anna).locator(part).waitFor();
  assert.equal(await row(anna, anna).locator("[data-challenge]").count(), 0, "players cannot challenge themselves");
  assert.match(anna.url(), /\/people\?begins=/);

  // The address of a search can be shared, and on a phone the page is among the links of the lobby.
  await borys.goto(`${BASE}/lobby`);
  await borys.locator('[data-site-links] a[href="/people"]').click();
  await borys.locator("[data-people-search]").fill("Nobody at all");
  await borys.locator("[data-players-of=people-begins] [data-players='0']").waitFor();
  await borys.goto(`${BASE}/people?begins=${encodeURIComponent(anna.called)}`);
  await row(borys, anna).locator("[data-challenge]").click();
  await borys.locator("[data-challenge-name]").waitFor();
  assert.equal(await borys.locator("[data-challenge-name]").inputValue(), anna.called);

  // A player in a public game can be watched; the rating depends on the chosen game.
  const name = await table(anna);
  await post(borys, `/api/tables/${name}/join`, { seat: 1, name: "?" });
  const guest = await visit(browser, `/people?begins=${encodeURIComponent(anna.called)}`, WIDE);
  await row(guest, anna).locator("[data-watch]").waitFor();
  const sizes = [PHONE, SIDEWAYS, WIDE];
  await look(guest, "players-found", { sizes, seen: "[data-player]" });
  await guest.locator("[data-choose=speed]").selectOption("blitz");
  await row(guest, anna).locator("[data-rating]").waitFor({ state: "detached" });
  await guest.locator("[data-people-search]").fill("");
  await guest.locator("[data-choose=speed]").selectOption("rapid");
  await guest.locator(`[data-players-of=people-best] ${rating("1662?")}`).first().waitFor();
  await look(guest, "players", { sizes, seen: "[data-players-of=people-online]" });
  for (const language of ["ru", "uk"]) {
    await switchLanguage(guest, language);
    for (const width of [360, 1000]) {
      await resize(guest, { width, height: 740 });
      assert.ok((await overflow(guest)) <= 0, `${language}, ${width} wide`);
      await picture(guest, `players-${language}-${width}`);
    }
  }
  await guest.locator("[data-people-search]").fill(anna.called);
  await row(guest, anna).locator("[data-watch]").click();
  await guest.waitForURL(`${BASE}/t/${name}`);
  assert.deepEqual([...anna.problems, ...borys.problems, ...guest.problems], []);
});

test("the lobby, the waiting room and the table show the ratings of accounts", async () => {
  const anna = await newAccount("Anna", WIDE);
  const borys = await newAccount("Borys", { ...PHONE, touch: true });
  await rate(borys, anna);

  // A seek and a challenge.
  await anna.goto(`${BASE}/lobby`);
  await anna.locator("[data-quick=usual]").click();
  await borys.goto(`${BASE}/lobby`);
  const seek = borys.locator("[data-seek]").filter({ hasText: anna.called });
  await seek.locator(rating("1662?")).waitFor();
  await post(anna, "/api/seeks/leave", {});
  await seek.waitFor({ state: "detached" });
  const setup = { game: "carcassonne", seats: 2, expansions: [], options: {} };
  const challenge = { setup, seats: [{ type: "human", name: "?" }, { type: "open" }], clock: CLOCK };
  const made = await post(anna, "/api/challenges", { to: [borys.called], table: challenge });
  await borys.locator(`[data-challenge="${made.table}"] ${rating("1662?")}`).waitFor();
  await picture(borys, "challenge-rating-360");
  await post(anna, `/api/challenges/${made.table}/cancel`, {});

  // An open table, its waiting room, and the game; a guest has no rating.
  const name = await table(anna);
  const line = borys.locator(`[data-open-tables] [data-table="${name}"]`);
  await line.waitFor();
  assert.match(await line.innerText(), new RegExp(`${anna.called} \\(1662\\?\\)`));
  await look(borys, "lobby-ratings", { sizes: [PHONE, WIDE], themes: ["light"], seen: `[data-table="${name}"]` });
  await line.click();
  await borys.locator(`[data-seat="0"] ${rating("1662?")}`).waitFor();
  await picture(borys, "gathering-rating-360");
  await borys.locator("[data-take]").first().click();
  await anna.goto(`${BASE}/t/${name}`);
  for (const [page, sizes] of [[anna, [WIDE, SIDEWAYS]], [borys, [PHONE]]]) {
    await page.locator("main[data-seq]").waitFor();
    for (const [seat, value] of [[0, "1662?"], [1, "1338?"]]) {
      await page.locator(`[data-seat="${seat}"] ${rating(value)}`).filter({ visible: true }).first().waitFor();
    }
    await look(page, `table-ratings-${page === anna ? "anna" : "borys"}`, { sizes, seen: "main[data-seq]", fullPage: false });
  }
  const { seats } = await json(anna, `/api/tables/${name}`);
  assert.deepEqual(seats.map((seat) => seat.rating), [{ value: 1662, provisional: true }, { value: 1338, provisional: true }]);

  const mixed = await table(anna);
  const guest = await visit(browser, `/t/${mixed}`, WIDE);
  await guest.locator("[data-take]").first().click();
  await guest.locator("main[data-seq]").waitFor();
  await guest.locator(`[data-seat="0"] ${rating("1662?")}`).filter({ visible: true }).first().waitFor();
  assert.equal(await guest.locator('[data-seat="1"] [data-rating]').count(), 0);
  assert.deepEqual([...anna.problems, ...borys.problems, ...guest.problems], []);
});
