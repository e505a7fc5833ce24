// Chat and moderation: two people chat at a table and one blocks the other; a message is reported, a moderator acts on it, and the muted
// player learns why; an account is deleted, and everyone else sees a deleted player.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, afterEach, before, test } from "node:test";
import { BASE, BINARY, closePages, human, launch, makeTable, newName, visit } from "./browser.mjs";
import { look, PHONE, SIDEWAYS, WIDE } from "./looks.mjs";

const PASSWORD = "correct horse battery";
/** The server's data folder. */
const DATA = process.env.BASTIDE_DATA;

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

async function signUp(page, name) {
  await page.goto(`${BASE}/account`);
  await page.locator("[data-act=turn]").click();
  await page.locator("[data-account-name]").fill(name);
  await page.locator("[data-password]").fill(PASSWORD);
  await page.locator("[data-act=enter]").click();
  await page.locator(`[data-signed-in="${name}"]`).waitFor();
}

/** Runs `bastide admin` on the data of the running server. */
const admin = (...words) => execFileSync(BINARY, ["admin", "--data", DATA, ...words], { encoding: "utf8" });

async function say(page, words) {
  await page.locator("[data-say]").fill(words);
  await page.locator("[data-act=say]").click();
}

const line = (page, words) => page.locator("[data-line]", { hasText: words });

/** Creates a table for two accounts and opens both pages. */
async function twoAtTable(options = {}) {
  const [anna, borys] = [newName("Anna"), newName("Borys")];
  const [first, second] = [await visit(browser, "/", options), await visit(browser, "/", options)];
  await signUp(first, anna);
  await signUp(second, borys);
  const { table } = await makeTable(first, [human("x"), { type: "open" }]);
  await first.goto(`${BASE}/t/${table}`);
  await second.goto(`${BASE}/t/${table}`);
  return { first, second, anna, borys, table };
}

async function begin(first, second) {
  await second.locator("[data-take]").click();
  for (const page of [first, second]) {
    await page.locator("main[data-seq]").waitFor();
    // On a narrow screen the panels are a sheet.
    const panels = page.locator("[data-act=panels]");
    if (await panels.isVisible()) await panels.click();
    await page.locator("[data-tab=talk]").click();
    await page.locator("[data-say]").waitFor();
  }
}

test("two players chat at a table, and one blocks the other", async () => {
  const { first, second, borys } = await twoAtTable();
  await say(first, "Is this seat for you?");
  await line(second, "Is this seat for you?").waitFor();
  await begin(first, second);
  await second.locator("[data-act=phrases]").click();
  await second.locator("[data-phrase=luck]").click();
  await line(first, "Good luck!").waitFor();
  await line(first, "Is this seat for you?").waitFor();
  // Each reader sees a phrase in their own language.
  await first.locator("[data-act=settings]").click();
  await first.locator("[data-language=uk]").click();
  await first.keyboard.press("Escape");
  await line(first, "Щасти!").waitFor();
  await first.locator("[data-act=settings]").click();
  await first.locator("[data-language=en]").click();
  await first.keyboard.press("Escape");

  await say(second, "You play badly.");
  await line(first, "You play badly.").locator("[data-act=about-line]").click();
  await first.locator("[data-act=block]").click();
  await first.locator("[data-told]").waitFor();
  assert.equal(await line(first, "You play badly.").count(), 0);
  await say(second, "Do you hear me?");
  await line(second, "Do you hear me?").waitFor();
  await say(first, "Nothing to hear.");
  await line(first, "Nothing to hear.").waitFor();
  await first.reload();
  const panels = first.locator("[data-tab=talk]");
  await panels.click();
  await line(first, "Nothing to hear.").waitFor();
  assert.equal(await line(first, "Do you hear me?").count(), 0, "messages of a blocked player are hidden");
  await first.goto(`${BASE}/account`);
  await first.locator(`[data-blocked="${borys}"] [data-act=unblock]`).click();
  await first.locator("[data-blocked]").waitFor({ state: "detached" });
  assert.deepEqual([...first.problems, ...second.problems], []);
});

test("on a phone a new message is announced, counted across a reload, and opened with a tap", async () => {
  const { first, second } = await twoAtTable(PHONE);
  await second.locator("[data-take]").click();
  for (const page of [first, second]) await page.locator("main[data-seq]").waitFor();
  const count = first.locator("[data-act=panels] .unread");
  assert.equal(await count.count(), 0);
  await second.locator("[data-act=panels]").click();
  await second.locator("[data-tab=talk]").click();
  await say(second, "Shall we play slowly?");
  await first.locator("[data-chat-toast]", { hasText: "Shall we play slowly?" }).waitFor();
  assert.equal(await count.innerText(), "1");
  await say(second, "Or fast?");
  await first.locator("[data-chat-toast]", { hasText: "Or fast?" }).waitFor();
  await first.reload();
  await count.waitFor();
  assert.equal(await count.innerText(), "2", "unread messages survive a reload");
  await say(second, "Your choice.");
  await first.locator("[data-chat-toast]").click();
  await line(first, "Your choice.").waitFor();
  await count.waitFor({ state: "detached" });
  await first.reload();
  await first.locator("main[data-seq]").waitFor();
  await first.locator("[data-act=panels]").click();
  await first.locator("[data-tab=talk]").click();
  await line(first, "Your choice.").waitFor();
  assert.equal(await count.count(), 0);
  assert.deepEqual([...first.problems, ...second.problems], []);
});

test("the chat can be switched off", async () => {
  const { first, second } = await twoAtTable();
  await first.locator("[data-say]").waitFor();
  await first.locator("[data-act=settings]").click();
  await first.locator("[data-setting=talk]").uncheck();
  await first.keyboard.press("Escape");
  await first.locator("[data-say]").waitFor({ state: "detached" });
  await second.locator("[data-say]").waitFor();
  assert.deepEqual([...first.problems, ...second.problems], []);
});

test("a message is reported, a moderator acts, and the muted player sees the reason", { skip: !BINARY || !DATA }, async () => {
  const { first, second, anna, borys } = await twoAtTable();
  await begin(first, second);
  await say(first, "Hello there.");
  await say(second, "You are a fool.");
  await line(first, "You are a fool.").locator("[data-act=about-line]").click();
  await first.locator("[data-act=report-line]").click();
  await first.locator("[data-report-words]").fill("That is rude.");
  await first.locator("[data-act=report]").click();
  await first.locator("[data-told]").waitFor();

  const zoe = newName("Zoe");
  const keeper = await visit(browser, "/");
  await signUp(keeper, zoe);
  await keeper.goto(`${BASE}/admin`);
  await keeper.locator("[data-not-allowed]").waitFor();
  assert.match(admin("role", zoe, "moderator"), new RegExp(`\\(the host\\): role-moderator ${zoe}`));
  assert.match(admin("reports"), new RegExp(`${anna} reports ${borys} at table`));
  await keeper.goto(`${BASE}/account`);
  await keeper.locator("[data-act=to-admin]").click();
  const report = keeper.locator("[data-report-id]", { hasText: borys });
  await report.waitFor();
  const told = await report.textContent();
  for (const part of ["Insults or threats", "That is rude.", "Hello there.", "You are a fool.", anna]) assert.ok(told.includes(part), part);
  await report.locator("[data-act=decide]").click();
  await report.locator("[data-order-act]").selectOption("mute");
  await report.locator("[data-order-why]").fill("No insults, please");
  await report.locator("[data-act=carry-out]").click();
  await report.waitFor({ state: "detached" });
  await keeper.locator("[data-tab=audit]").click();
  const entry = await keeper.locator("[data-audit=mute]").first().textContent();
  assert.ok(entry.includes(borys) && entry.includes("No insults, please") && entry.includes(zoe), entry);

  await say(second, "What did I say?");
  const why = await second.locator("[data-unsaid]").textContent();
  assert.match(why, /You are muted until .+\. Reason: No insults, please/);
  assert.equal(await line(first, "What did I say?").count(), 0);

  admin("ban", borys, "--reason", "Insults again", "--days", "3");
  await second.locator("[data-say]").waitFor();
  await second.goto(`${BASE}/account`);
  await second.locator("[data-sign=in]").waitFor();
  await second.locator("[data-account-name]").fill(borys);
  await second.locator("[data-password]").fill(PASSWORD);
  await second.locator("[data-act=enter]").click();
  assert.match(await second.locator("[role=alert]").textContent(), /is banned until .+\. Reason: Insults again/);
  assert.match(admin("audit", "--limit", "1"), /there may be more/);
  assert.deepEqual([...first.problems, ...keeper.problems], []);
});

test("an account is deleted, and the others see a deleted player", async () => {
  const { first, second, borys, table } = await twoAtTable();
  await begin(first, second);
  await say(second, "I am leaving.");
  await line(first, "I am leaving.").waitFor();
  const [file] = await Promise.all([
    second.waitForEvent("download"),
    second.goto(`${BASE}/account`).then(() => second.locator("[data-act=download]").click()),
  ]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  const taken = JSON.parse(Buffer.concat(chunks).toString());
  assert.equal(taken.account.name, borys);
  assert.deepEqual(taken.talk.map(({ words }) => words), ["I am leaving."]);
  assert.equal(taken.tables[0].table.table, table);

  await second.locator("[data-act=delete]").click();
  await second.locator("[data-delete-password]").fill("a wrong one");
  await second.locator("[data-act=delete-sure]").click();
  await second.locator("[data-delete] [role=alert]").waitFor();
  await second.locator("[data-delete-password]").fill(PASSWORD);
  await second.locator("[data-act=delete-sure]").click();
  await second.locator("[data-deleted]").waitFor();
  assert.equal(await second.evaluate(() => localStorage.getItem("bastide.account")), "null");

  await first.getByText("deleted player").filter({ visible: true }).first().waitFor();
  // Checks only `main`, since earlier announcements for screen readers are outside of it and keep the name.
  await first.locator("main").getByText(borys).first().waitFor({ state: "detached" });
  await first.goto(`${BASE}/r/${table}`);
  await first.getByText("deleted player").filter({ visible: true }).first().waitFor();
  assert.equal(await first.getByText(borys).count(), 0);
  assert.deepEqual([...first.problems.filter((one) => !one.includes("WebSocket")), ...second.problems], []);
});

test("chat and moderation are accessible and fit every screen", { skip: !BINARY || !DATA }, async () => {
  const { first, second, anna } = await twoAtTable({ ...PHONE, touch: true });
  const see = (what, seen) => look(first, what, { sizes: [PHONE, SIDEWAYS, WIDE], seen, fullPage: false });
  await say(first, "Who is there?");
  await line(second, "Who is there?").waitFor();
  await see("gathering-talk", "[data-line]");
  await begin(first, second);
  await say(second, "Here I am, with rather many words, so that the line is longer than the panel is wide on any screen.");
  await line(first, "Here I am").locator("[data-act=about-line]").click();
  await first.locator("[data-act=phrases]").click();
  await see("table-talk", "[data-act=report-line]");
  await first.locator("[data-act=report-line]").click();
  await see("report", "[data-act=report]");
  await first.locator("[data-act=report]").click();
  await first.locator("[data-told]").waitFor();
  admin("role", anna, "admin");
  await first.goto(`${BASE}/admin`);
  await first.locator("[data-act=decide]").first().click();
  await see("admin-reports");
  await first.locator("[data-tab=act]").click();
  await first.locator("[data-act=carry-out]").waitFor();
  await see("admin-act", "[data-act=carry-out]");
  await first.locator("[data-tab=audit]").click();
  await first.locator("[data-audit]").first().waitFor();
  await see("admin-audit", "[data-audit]");
  await first.goto(`${BASE}/lobby`);
  await first.locator("[data-lobby-talk] [data-say]").fill("Who plays?");
  await first.locator("[data-lobby-talk] [data-act=say]").click();
  await first.locator("[data-lobby-talk] [data-line]").first().waitFor();
  await first.locator("[data-lobby-talk]").scrollIntoViewIfNeeded();
  await see("lobby-talk", "[data-lobby-talk] [data-line]");
  await first.goto(`${BASE}/account`);
  await first.locator("[data-act=delete]").scrollIntoViewIfNeeded();
  await see("account-leaving", "[data-act=delete]");
  await first.locator("[data-act=delete]").click();
  await see("account-delete", "[data-delete]");
  assert.deepEqual([...first.problems, ...second.problems], []);
});
