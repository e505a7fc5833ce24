// Finding a game: quick match, challenges, rematch and table access.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { audit, BASE, bot, closePages, human, json, launch, makeTable, myDecision, newName, overflow, visit } from "./browser.mjs";
import { look, PHONE, picture, resize, WIDE } from "./looks.mjs";

const PASSWORD = "correct horse battery";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const at = (page, table) => page.waitForURL(`${BASE}/t/${table}`);

async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

/** Posts as this page's browser and returns the response. */
const post = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    },
    [path, body],
  );

async function withAccount(name, options) {
  const page = await visit(browser, "/lobby", options);
  const made = await post(page, "/api/account", { name, password: PASSWORD });
  assert.equal(made.status, 201);
  await page.goto(`${BASE}/account`);
  await page.locator(`[data-signed-in="${name}"]`).waitFor();
  await page.goto(`${BASE}/lobby`);
  await online(page);
  return page;
}

/** Waits until the page receives events. */
const online = (page) => page.locator('main[data-lobby][data-online="true"]').waitFor();

async function lobby(options = {}) {
  const page = await visit(browser, "/lobby", options);
  await page.locator("[data-quick]").first().waitFor();
  await online(page);
  return page;
}

test("two strangers meet by one click", async () => {
  const anna = await lobby({ ...PHONE, touch: true });
  const olha = await lobby();
  await look(anna, "lobby");
  await anna.locator("[data-seek-name]").fill("Anna");
  await anna.locator("[data-quick=quick]").click();
  await anna.locator("[data-seeking]:focus").waitFor();
  await look(anna, "seeking", { seen: "[data-seeking]" });
  // Visitors to the lobby see the seek without a reload.
  await olha.locator("[data-seeks] li", { hasText: "Anna" }).waitFor();
  await picture(olha, "lobby-with-a-seek");
  await olha.locator("[data-seek-name]").fill("Olha");
  await olha.locator("[data-quick=quick]").click();
  await olha.waitForURL(/\/t\//);
  const table = new URL(olha.url()).pathname.slice(3);
  await at(anna, table);
  for (const page of [anna, olha]) await page.locator("main[data-seq]").waitFor();
  const info = await json(anna, `/api/tables/${table}`);
  assert.deepEqual(info.seats.map((seat) => seat.name).sort(), ["Anna", "Olha"]);
  assert.deepEqual(info.terms.clock, { type: "game", start: 300, increment: 5 });
  const mine = await Promise.all([anna, olha].map((page) => page.locator("main[data-seq]").getAttribute("data-mine")));
  assert.equal(mine.filter((one) => one === "yes").length, 1, "one of them starts");
  await leave(anna, olha);
});

test("a seek is cancelled, accepted, and filled with computer players", async () => {
  const anna = await lobby();
  await anna.locator("[data-act=own-wish]").click();
  await anna.locator("[data-wish=game]").selectOption("hunters");
  await anna.locator("[data-wish=seats]").fill("2");
  await anna.locator("[data-wish=clock]").selectOption("turn-60");
  await anna.locator("[data-act=look]").click();
  await anna.locator("[data-seeking]").waitFor();
  await anna.locator("[data-act=leave-seek]").click();
  await anna.locator("[data-seeking]").waitFor({ state: "detached" });
  await anna.locator("[data-act=look]").click();
  const seek = await anna.locator("[data-seeking]").getAttribute("data-seeking");
  const olha = await lobby();
  await olha.locator(`[data-accept-seek="${seek}"]`).click();
  await olha.waitForURL(/\/t\//);
  await at(anna, new URL(olha.url()).pathname.slice(3));

  const ira = await lobby();
  await ira.locator("[data-quick=three]").click();
  await ira.locator("[data-fill-level]").selectOption("easy");
  await ira.locator("[data-act=fill-seek]").click();
  await ira.waitForURL(/\/t\//);
  assert.match(await myDecision(ira), /place|deploy/);
  const info = await json(ira, `/api/tables/${new URL(ira.url()).pathname.slice(3)}`);
  assert.deepEqual(info.seats.map((seat) => seat.type).sort(), ["bot", "bot", "human"]);
  await leave(anna, olha, ira);
});

test("a challenge by name arrives on every page, and is accepted", async () => {
  const [first, second] = [newName("Anna"), newName("Olha")];
  const anna = await withAccount(first);
  const olha = await withAccount(second, { width: 360, height: 740, touch: true });
  await anna.locator("[data-challenge-name]").fill("nobody at all");
  await anna.locator("[data-act=challenge]").click();
  assert.match(await anna.locator("[data-challenges] [role=alert]").innerText(), /There’s no account with this name/);
  await anna.locator("[data-challenge-name]").fill(second.toUpperCase());
  await anna.locator("[data-act=challenge]").click();
  await anna.locator("[data-act=cancel-challenge]").waitFor();
  await picture(anna, "challenges-1280");
  await olha.locator("[data-call=challenge]").waitFor();
  await audit(olha, "a challenge");
  assert.ok((await overflow(olha)) <= 0);
  await picture(olha, "challenged-360");
  await olha.locator("[data-call=challenge] [data-act=call-decline]").click();
  await anna.locator("[data-call=declined]").waitFor();
  await anna.locator("[data-act=cancel-challenge]").waitFor({ state: "detached" });

  // A challenge arrives on other pages of the site as well.
  await olha.goto(`${BASE}/rules`);
  await anna.locator("[data-challenge-name]").fill(second);
  await anna.locator("[data-act=challenge]").click();
  await olha.locator("[data-call=challenge] [data-act=call-accept]").click();
  await olha.waitForURL(/\/t\//);
  const table = new URL(olha.url()).pathname.slice(3);
  await at(anna, table);
  await olha.locator("main[data-seq]").waitFor();
  // Only the two players can open the table.
  const stranger = await visit(browser, `/t/${table}`);
  await stranger.locator("text=This table is by invitation only").waitFor();
  await leave(anna, olha, stranger);
});

test("a link is shown as a QR code", async () => {
  const page = await visit(browser, "/", { ...PHONE, touch: true });
  const { table } = await makeTable(page, [human("Anna"), { type: "open" }]);
  await page.goto(`${BASE}/t/${table}`);
  await page.locator("[data-act=qr]").click();
  const code = (table) => `[data-qr="${BASE}/t/${table}"] svg`;
  await page.locator(code(table)).waitFor();
  await look(page, "code", { seen: code(table), themes: ["light"] });
  const made = await makeTable(page, [human("Anna"), bot()]);
  await page.goto(`${BASE}/t/${made.table}`);
  for (const size of [PHONE, WIDE]) {
    await resize(page, size);
    await page.locator("[data-act=share]").click();
    await page.locator("[data-act=qr]").click();
    await page.locator(code(made.table)).waitFor();
    await picture(page, `share-${size.width}`);
    await page.keyboard.press("Escape");
    await page.locator(code(made.table)).waitFor({ state: "detached" });
  }
  await leave(page);
});

test("one tap makes a table for a friend, who joins with one button", async () => {
  const anna = await visit(browser, "/", { ...PHONE, touch: true });
  // A phone can send the link with its own dialog.
  await anna.addInitScript(() => (navigator.share = async (shared) => void (globalThis.sent = shared)));
  await anna.reload();
  await anna.locator("[data-act=play-friend]").click();
  await anna.waitForURL(/\/t\/\w+$/);
  const link = anna.url();
  await anna.locator(`[data-inviting=true] [data-qr="${link}"] svg`).waitFor();
  await look(anna, "invitation", { seen: "[data-inviting=true]" });
  await anna.locator("[data-inviting] [data-act=send-link]").click();
  await anna.waitForFunction(() => globalThis.sent);
  assert.deepEqual(await anna.evaluate(() => globalThis.sent.url), link);
  await anna.keyboard.press("Escape");
  await anna.locator("dialog[open]").waitFor({ state: "detached" });
  assert.equal(await anna.locator("[data-commitment]").isVisible(), false, "the seal is among the details");
  await anna.locator("[data-table-details] summary").click();
  assert.match(await anna.locator("[data-commitment] code").innerText(), /^[0-9a-f]{16,}$/);
  await look(anna, "waiting room", { seen: "[data-act=start]" });

  const olha = await visit(browser, new URL(link).pathname, { ...PHONE, touch: true, language: "uk" });
  await olha.getByRole("heading", { name: "Guest запрошує вас зіграти: Каркасон" }).waitFor();
  assert.equal(await olha.locator("main .button").count(), 1);
  await look(olha, "invited", { seen: "[data-take]" });
  await olha.locator("[data-name]").fill("Ольга");
  await olha.locator("[data-take]").click();
  for (const page of [anna, olha]) await page.locator("main[data-seq]").waitFor();
  await leave(anna, olha);
});

test("a rematch moves all players and spectators to its table", async () => {
  const anna = await visit(browser, "/");
  const olha = await visit(browser, "/", { width: 360, height: 740, touch: true });
  const made = await makeTable(anna, [human("Anna"), { type: "open" }], { options: { first_player: "host_seat" } });
  await olha.goto(`${BASE}/t/${made.table}`);
  await olha.locator("[data-name]").fill("Olha");
  await olha.locator('[data-take="1"]').click();
  await anna.goto(`${BASE}/t/${made.table}`);
  await myDecision(anna);
  const watches = await visit(browser, `/t/${made.table}`);
  await anna.locator('[data-watching="1"]').waitFor();
  await picture(anna, "watched-1280");
  await anna.locator("[data-act=acts]").click();
  await anna.locator("[data-act=resign]").first().click();
  await anna.locator("[data-act=sure]").click();
  for (const page of [anna, olha]) {
    await page.locator('[data-end][data-how="resigned"]').waitFor();
    await page.locator("[data-act=again]").waitFor();
  }
  await anna.locator("[data-act=again]").click();
  await anna.locator("[data-rematch-waits]").waitFor();
  await picture(anna, "rematch-waits-1280");
  await olha.locator("text=Anna would like to play again").waitFor();
  await audit(olha, "a rematch");
  await picture(olha, "rematch-wanted-360");
  await olha.locator("[data-act=again]").click();
  await olha.waitForURL((url) => url.pathname.startsWith("/t/") && !url.pathname.endsWith(made.table));
  const next = new URL(olha.url()).pathname.slice(3);
  for (const page of [anna, watches]) await at(page, next);
  const info = await json(anna, `/api/tables/${next}`);
  assert.deepEqual(info.seats.map((seat) => seat.name), ["Olha", "Anna"], "everybody moves one seat on");
  await leave(anna, olha, watches);
});

test("a host can close a table to spectators", async () => {
  const anna = await visit(browser, "/#carcassonne");
  await anna.locator("[data-act=setup]").click();
  await anna.locator("[data-choose=access]").selectOption("public");
  await anna.locator("[data-choose=spectators]").uncheck();
  await picture(anna, "access-1280");
  await anna.locator("[data-act=play]").last().click();
  await anna.waitForURL(/\/t\//);
  const table = new URL(anna.url()).pathname.slice(3);
  await anna.locator("main[data-seq]").waitFor();
  const watches = await visit(browser, `/t/${table}`);
  await watches.locator("text=You can’t watch this game").waitFor();
  await picture(watches, "barred-1280");
  assert.equal((await json(watches, `/api/tables/${table}/view`)).error.code, "no_spectators");
  await leave(anna, watches);
});

test("the lobby lists public tables live, with filters", async () => {
  const looks = await lobby();
  const anna = await visit(browser, "/");
  const setup = { options: { first_player: "host_seat" } };
  const open = [human(newName("Anna")), { type: "open" }];
  const plain = await makeTable(anna, open, setup, { public: true });
  const days = await makeTable(anna, open, { ...setup, game: "discovery" }, { public: true, clock: { type: "days", days: 2 } });
  const line = ({ table }) => looks.locator(`[data-open-tables] [data-table="${table}"]`);
  await line(plain).waitFor();
  await line(days).waitFor();
  await looks.locator("[data-filter=clock]").selectOption("days");
  await line(plain).waitFor({ state: "detached" });
  await line(days).waitFor();
  await looks.locator("[data-filter=game]").selectOption("carcassonne");
  await line(days).waitFor({ state: "detached" });
  await looks.locator("[data-filter=clock]").selectOption("none");
  await line(plain).waitFor();
  await looks.locator("[data-filter=open]").selectOption("false");
  await line(plain).waitFor({ state: "detached" });
  await looks.locator("[data-filter=open]").selectOption("true");
  await looks.locator("[data-filter=game]").selectOption("");
  await line(plain).waitFor();
  await picture(looks, "lobby-1280");
  // Once a game starts, it moves to the list of games to watch and appears on the home page.
  const { status } = await post(looks, `/api/tables/${plain.table}/join`, { seat: 1, name: "Olha" });
  assert.equal(status, 200);
  await line(plain).waitFor({ state: "detached" });
  const home = await visit(browser, "/");
  await home.locator("[data-featured]").waitFor();
  await look(home, "featured", { sizes: [WIDE], themes: ["light"], seen: "[data-featured]" });
  await look(home, "featured", { sizes: [PHONE], themes: ["dark"], seen: "[data-featured]" });
  await leave(home);
  await leave(looks, anna);
});
