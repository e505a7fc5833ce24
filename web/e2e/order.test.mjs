// Moderation: a message is removed while other people are looking at it, a guest and IP addresses are banned, settings change at runtime,
// and ratings are reset; all of it fits on every screen, light and dark, in three languages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, afterEach, before, test } from "node:test";
import { BINARY, closePages, human, json, launch, makeTable, needsEngine, ownServer, playOut, until, visit } from "./browser.mjs";
import { HUGE, look, PHONE, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";

const PASSWORD = "correct horse battery";

let browser, server;
before(async () => {
  browser = await launch();
  server = await ownServer(["--per-address", "100"]);
});
afterEach(closePages);
after(async () => {
  await browser.close();
  await server.end();
});

const open = (options = {}) => visit(browser, "/", { base: server.base, ...options });
const admin = (...words) => execFileSync(BINARY, ["admin", "--data", server.data, ...words], { encoding: "utf8" });

async function signUp(page, name) {
  await page.goto(`${server.base}/account`);
  await page.locator("[data-act=turn]").click();
  await page.locator("[data-account-name]").fill(name);
  await page.locator("[data-password]").fill(PASSWORD);
  await page.locator("[data-act=enter]").click();
  await page.locator(`[data-signed-in="${name}"]`).waitFor();
}

/** Opens a signed-in page, as a moderator if required. */
async function known(name, role, options = {}) {
  const page = await open(options);
  await signUp(page, name);
  if (role) {
    admin("role", name, role);
    await page.reload();
    await page.locator("[data-act=to-admin]").waitFor();
  }
  return page;
}

async function say(page, words) {
  await page.locator("[data-say]").fill(words);
  await page.locator("[data-act=say]").click();
}

const line = (page, words) => page.locator("[data-line]", { hasText: words });
const noProblems = (...pages) => assert.deepEqual(pages.flatMap((page) => page.problems), []);

/** Fills in the reason in the action form and submits it. */
async function carryOut(page, why) {
  await page.locator("[data-order-why]").fill(why);
  await page.locator("[data-act=carry-out]").click();
}

test("a moderator removes a message at a table and in the lobby", async () => {
  const [first, second] = [await known("Anna", "moderator"), await known("Borys")];
  const { table } = await makeTable(first, [human("x"), { type: "open" }]);
  await second.goto(`${server.base}/t/${table}`);
  // Players don't see what spectators write.
  await second.locator("[data-take]").click();
  await first.goto(`${server.base}/t/${table}`);
  for (const page of [first, second]) await page.locator("[data-tab=talk]").click();
  await say(second, "Buy my carts!");
  await line(first, "Buy my carts!").locator("[data-act=about-line]").click();
  await first.locator("[data-act=remove-line]").click();
  await first.locator("[data-remove-why]").fill("advertising");
  await first.locator("[data-act=remove-line-sure]").click();
  for (const page of [first, second]) {
    await page.locator("[data-removed]").waitFor();
    assert.equal(await line(page, "Buy my carts!").count(), 0);
  }
  await second.reload();
  await second.locator("[data-tab=talk]").click();
  await second.locator("[data-removed]").waitFor();

  for (const page of [first, second]) await page.goto(`${server.base}/lobby`);
  await say(second, "Carts in the lobby too!");
  await line(first, "Carts in the lobby").locator("[data-act=about-line]").click();
  assert.equal(await second.locator("[data-act=remove-line]").count(), 0);
  await first.locator("[data-act=remove-line]").click();
  await first.locator("[data-act=remove-line-sure]").click();
  await second.locator("[data-removed]").waitFor();
  assert.equal(await line(second, "Carts in the lobby").count(), 0);
  noProblems(first, second);
});

test("a reported guest is banned and sees the reason", async () => {
  const [host, guest, keeper] = [await known("Carol"), await open(), await known("Zoe", "moderator")];
  const { table } = await makeTable(host, [human("x"), { type: "open" }]);
  await guest.goto(`${server.base}/t/${table}`);
  await guest.locator("[data-take]").click();
  await guest.locator("main[data-seq]").waitFor();
  await host.goto(`${server.base}/t/${table}`);
  await host.locator("[data-tab=talk]").click();
  await host.locator("[data-act=report-person]").click();
  await host.locator("[data-report-seat]").selectOption({ index: 0 });
  await host.locator("[data-act=report]").click();
  await host.locator("[data-told]").waitFor();

  await keeper.goto(`${server.base}/admin`);
  await keeper.locator("[data-act=decide]").click();
  await keeper.locator("[data-order-act]").selectOption("ban-guest");
  await look(keeper, "ban-guest", { sizes: [PHONE, SIDEWAYS, WIDE], seen: "[data-order-with-address]" });
  await carryOut(keeper, "Insults");
  await keeper.locator("[data-no-reports]").waitFor();
  await guest.goto(`${server.base}/t/${table}`);
  const told = guest.getByText(/You are banned from playing here as a guest until .+\. Reason: Insults/);
  await told.first().waitFor();

  await keeper.locator("[data-tab=bans]").click();
  await keeper.locator("[data-ban]").waitFor();
  await keeper.locator("[data-act=lift-ban]").click();
  await keeper.locator("[data-no-bans]").waitFor();
  await guest.goto(`${server.base}/t/${table}`);
  await guest.locator("main[data-seq]").waitFor();
  noProblems(host, guest, keeper);
});

test("settings change while the server runs", async () => {
  const [keeper, newcomer] = [await known("Ada", "admin"), await known("Dmytro")];
  await keeper.goto(`${server.base}/admin`);
  await keeper.locator("[data-tab=settings]").click();
  await keeper.locator("[data-setting-links-after]").selectOption("7");
  await keeper.locator("[data-changed]").waitFor();
  await newcomer.goto(`${server.base}/lobby`);
  await say(newcomer, "see https://example.test");
  assert.match(await newcomer.locator("[data-unsaid]").textContent(), /can’t post links here/);
  admin("set", "slow-mode", "300");
  // The server polls the settings in the database once a second.
  await until(async () => JSON.stringify(await json(keeper, "/api/admin/settings")).includes("300"), "the setting");
  await keeper.reload();
  await keeper.locator("[data-tab=settings]").click();
  await keeper.locator("[data-setting-slow-mode]").waitFor();
  assert.equal(await keeper.locator("[data-setting-slow-mode]").inputValue(), "300");
  await say(newcomer, "one line");
  await line(newcomer, "one line").waitFor();
  await say(newcomer, "and another");
  await newcomer.locator("[data-unsaid]").waitFor();
  await keeper.locator("[data-setting-registration]").selectOption("closed");
  await keeper.locator("[data-changed]").waitFor();
  const stranger = await open();
  await stranger.goto(`${server.base}/account`);
  await stranger.locator("[data-registration-closed]").waitFor();
  assert.equal(await stranger.locator("[data-act=turn]").count(), 0);
  assert.match(admin("set"), /registration closed\nslow-mode 300\nlinks-after 7\n/);
  for (const [setting, value] of [["registration", "open"], ["slow-mode", "off"], ["links-after", "off"]]) admin("set", setting, value);
  await until(async () => (await json(keeper, "/api/admin/settings")).registration, "open registration");
  noProblems(keeper, newcomer, stranger);
});

test("ratings are reset and the owner sees the reason", async () => {
  const [keeper, owner] = [await known("Olha", "moderator"), await known("Emil")];
  await keeper.goto(`${server.base}/admin`);
  await keeper.locator("[data-tab=act]").click();
  await keeper.locator("[data-order-act]").selectOption("reset-ratings");
  await keeper.locator("[data-order-name]").fill("Emil");
  await carryOut(keeper, "a second account");
  await keeper.locator("[data-audit=reset-ratings]").waitFor();
  await owner.reload();
  assert.match(await owner.locator("[data-ratings-reset]").textContent(), /a second account/);
  await look(owner, "ratings-reset", { sizes: [PHONE, SIDEWAYS, WIDE], seen: "[data-ratings-reset]" });
  noProblems(keeper, owner);
});

test("tabs count what is open, the latest actions are beside the reports, and accounts are found by name", async () => {
  const [owner, keeper] = [await known("Mykola"), await known("Mila", "moderator")];
  await known("Mykyta");
  await owner.goto(`${server.base}/lobby`);
  await say(owner, "Nothing to see");
  await line(owner, "Nothing to see").waitFor();
  await keeper.goto(`${server.base}/lobby`);
  await line(keeper, "Nothing to see").locator("[data-act=about-line]").click();
  await keeper.locator("[data-act=report-line]").click();
  await keeper.locator("[data-act=report]").click();
  await keeper.locator("[data-told]").waitFor();

  await keeper.goto(`${server.base}/admin`);
  const reports = keeper.locator("[data-tab=reports]");
  await keeper.locator("[data-tab=reports]", { hasText: "Reports (1)" }).waitFor();
  await keeper.locator("[data-act=decide]").click();
  await carryOut(keeper, "");
  await keeper.locator("[data-no-reports]").waitFor();
  await keeper.locator("[data-audit=dismiss]").first().waitFor();
  await until(async () => (await reports.textContent()) === "Reports", "the number to disappear");
  assert.ok((await keeper.locator("[data-audit]").count()) <= 5, "only the latest actions");
  await keeper.locator("[data-act=all-audit]").click();
  await keeper.locator("[data-tab=audit][aria-selected=true]").waitFor();

  await keeper.locator("[data-tab=accounts]").click();
  await keeper.locator("[data-account-prefix]").fill("myk");
  await keeper.keyboard.press("Enter");
  await keeper.locator("[data-found-account]").first().waitFor();
  const found = () => keeper.locator("[data-found-account]").evaluateAll((all) => all.map((one) => one.dataset.foundAccount));
  assert.deepEqual(await found(), ["Mykola", "Mykyta"]);
  await keeper.locator("[data-found-account=Mykyta] [data-act=act-on-account]").click();
  assert.equal(await keeper.locator("[data-order-name]").inputValue(), "Mykyta");
  await carryOut(keeper, "spam");
  await keeper.locator("[data-audit=mute]", { hasText: "Mykyta" }).waitFor();
  await keeper.locator("[data-tab=accounts]").click();
  await keeper.locator("[data-account-prefix]").fill("mykyta");
  await keeper.keyboard.press("Enter");
  await keeper.locator("[data-found-account=Mykyta]", { hasText: "muted" }).waitFor();
  noProblems(owner, keeper);
});

test("the moderators' page fits every screen in every language", async () => {
  const keeper = await known("Yana", "admin", { ...PHONE, touch: true });
  admin("ban-address", "203.0.113.0/24", "--reason", "Advertising, again and again, by rather many words", "--days", "7");
  admin("ban-address", "2001:db8:1234::/48", "--reason", "x");
  for (const language of ["en", "ru", "uk"]) {
    await keeper.goto(`${server.base}/admin`);
    await switchLanguage(keeper, language);
    for (const [tab, seen] of [["reports", "[data-all-reports]"], ["act", "[data-act=carry-out]"],
      ["accounts", "[data-account-prefix]"], ["bans", "[data-ban]"], ["households", "[data-no-shared-games]"],
      ["settings", "[data-setting-registration]"], ["audit", "[data-audit]"]]) {
      await keeper.locator(`[data-tab=${tab}]`).click();
      await keeper.locator(seen).first().waitFor();
      if (tab === "accounts") {
        await keeper.locator("[data-account-prefix]").fill("ya");
        await keeper.keyboard.press("Enter");
        await keeper.locator("[data-found-account=Yana]").waitFor();
      }
      if (tab === "act") await keeper.locator("[data-order-act]").selectOption("ban-address");
      const themes = language === "en" ? ["light", "dark"] : ["light"];
      await look(keeper, `order-${tab}-${language}`, { sizes: [PHONE, SIDEWAYS, WIDE, HUGE], themes, seen });
    }
  }
  // After an action, the page shows the audit log; its tab is the last one, and a phone is too narrow to show all tabs.
  await keeper.locator("[data-tab=act]").click();
  await keeper.locator("[data-order-act]").selectOption("ban-address");
  await keeper.locator("[data-order-address]").fill("198.51.100.0/24");
  await carryOut(keeper, "spam");
  await keeper.locator("[data-audit]", { hasText: "198.51.100.0/24" }).waitFor();
  const right = await keeper.locator("[data-tab=audit]").evaluate((tab) => tab.getBoundingClientRect().right);
  assert.ok(right <= PHONE.width, `the selected tab is visible, not at ${right}`);
  noProblems(keeper);
});

test("a moderator compares an account's rated games with the computer", await needsEngine(), async () => {
  const player = await known("Solomiia");
  const moderator = await known("Taras", "moderator");
  const terms = { public: true, rated: true, clock: { type: "turn", seconds: 86_400 } };
  const { table } = await makeTable(player, [human("x"), { type: "open" }], {}, terms);
  await moderator.goto(`${server.base}/t/${table}`);
  await moderator.locator("[data-take]").click();
  await player.goto(`${server.base}/t/${table}`);
  // The first of them stops before its seventh turn; the other one waits for it.
  const playing = [player, moderator].map((page) => playOut(page, undefined, 6));
  await Promise.race(playing);
  await player.locator("[data-act=acts]").click();
  await player.locator("[data-act=resign]").click();
  await player.locator("[data-act=sure]").click();
  await player.locator('[data-rating-changes="2"]').waitFor();
  await Promise.all(playing);

  await moderator.goto(`${server.base}/admin#accounts`);
  await moderator.locator("[data-account-prefix]").fill("Solomiia");
  await moderator.locator("[data-act=find-accounts]").click();
  await moderator.locator('[data-found-account="Solomiia"] [data-act=compare]').click();
  await moderator.locator('[data-fairness="1"][data-alarm=false] b').waitFor();
  await look(moderator, "fairness", { sizes: [PHONE, SIDEWAYS, WIDE], seen: "[data-fairness]" });
  noProblems(player, moderator);
});
