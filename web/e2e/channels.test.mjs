// Channels: webhooks and a Telegram bot, with the test's own receivers in place of Telegram's and the programs' servers.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { BINARY, closePages, correspondenceGame, json, launch, ownServer, post, visit } from "./browser.mjs";
import { look, PHONE, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";
import { openPushService, openTelegram } from "./post.mjs";

const PASSWORD = "correct horse battery";
const SITE = "https://games.example";
const TOKEN = "42:test-token";
const skip = !BINARY && "set BASTIDE_BIN to the program: the test starts a server of its own";
const SIZES = [PHONE, SIDEWAYS, WIDE];

let browser, hooks, telegram, server, file;
before(async () => {
  if (skip) return;
  [browser, hooks, telegram] = await Promise.all([launch(), openPushService(), openTelegram(TOKEN)]);
  file = join(tmpdir(), `bastide-telegram-${process.pid}`);
  await writeFile(file, `${TOKEN}\n`);
  const options = ["--telegram-token-file", file, "--telegram-api", telegram.url, "--webhooks", "--push-private"];
  server = await ownServer([...options, "--public-url", SITE, "--per-address", "100"]);
});
afterEach(closePages);
after(() => Promise.all([browser?.close(), hooks?.close(), telegram?.close(), server?.end(), file && rm(file)]));

async function signedUp(name, more = {}) {
  const page = await visit(browser, "/", { ...more, base: server.base });
  await post(page, "/api/account", { name, password: PASSWORD, claim: false });
  return page;
}

/** Checks the signature of a webhook's message (Standard Webhooks), and returns the message. */
function verified({ headers, body }, secret) {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  assert.equal(headers["webhook-signature"], `v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  return JSON.parse(body);
}

/** Chooses a form of channel, once the server knows the bot. */
async function choose(page, form) {
  await page.locator("[data-channels]").waitFor();
  await page.locator("[data-field=channel-form]").selectOption(form);
}

test("a webhook is added, tested and removed", { skip }, async () => {
  const page = await signedUp("Anna");
  await page.goto(`${server.base}/account#notifications`);
  await choose(page, "json");
  await page.locator("[data-field=channel-url]").fill("https://anna:secret@games.example/anna");
  await page.locator("[data-act=add-channel]").click();
  assert.match(await page.locator("[data-channels] [role=alert]").textContent(), /can.t be sent to this URL/);
  await page.locator("[data-field=channel-url]").fill(`${hooks.url}/anna`);
  await page.locator("[data-act=add-channel]").click();
  const secret = await page.locator("[data-channels] [data-secret]").textContent();
  await look(page, "channels", { sizes: SIZES, seen: "[data-channels]" });
  await page.locator("[data-act=test-channel]").click();
  const told = verified((await hooks.pushes(1))[0], secret);
  assert.equal(told.type, "test");
  await page.locator("[data-act=remove-channel]").click();
  await page.locator('[data-channels="0"]').waitFor();
  assert.deepEqual(page.problems.filter((problem) => !problem.includes("422")), []);
});

test("Telegram is connected by its link, shows the board, and ends with one tap", { skip }, async () => {
  const [olha, borys] = await Promise.all(["Olha", "Borys"].map((name) => signedUp(name, { language: "uk-UA" })));
  // The first player is drawn at random, but the server always deals in the same way, so the same player starts every game of the two.
  const { decision } = await json(olha, `/api/tables/${await correspondenceGame(olha, borys)}/view`);
  const [page, other] = decision.seat === 0 ? [olha, borys] : [borys, olha];
  await page.goto(`${server.base}/account#notifications`);
  await choose(page, "telegram");
  await page.locator("[data-act=add-channel]").click();
  const link = await page.locator("[data-act=telegram-chat]").getAttribute("href");
  await look(page, "channels-uk", { sizes: SIZES, seen: "[data-channels]" });
  telegram.say(`/start ${new URL(link).searchParams.get("start")}`);
  await telegram.calls(1);
  // The reader returns to the page.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.locator("[data-channel]").getByText("Telegram: Olha").waitFor();

  await correspondenceGame(page, other);
  const { method, body } = (await telegram.calls(2))[1];
  const text = body.toString("latin1");
  assert.equal(method, "sendPhoto");
  assert.ok(text.includes("PNG") && text.includes(`${SITE}/t/`), "a picture, and a link to the game");
  telegram.press("stop");
  await telegram.calls(4);
  await page.reload();
  await page.locator('[data-channels="0"]').waitFor();
});

test("an organiser sends a tournament's news to Discord", { skip }, async () => {
  const page = await signedUp("Vira");
  const settings = { name: "Cup", format: { kind: "swiss", rounds: 3 } };
  const { id } = await post(page, "/api/tournaments", { settings, game: { setup: { game: "carcassonne", seats: 2 } } });
  await page.goto(`${server.base}/tournaments/${id}`);
  await choose(page, "discord");
  await page.locator("[data-field=channel-url]").fill(`${hooks.url}/discord`);
  await page.locator("[data-act=add-channel]").click();
  await page.locator('[data-channels="1"]').waitFor();
  await switchLanguage(page, "ru");
  await look(page, "tournament-channels-ru", { sizes: SIZES, seen: "[data-channels]" });
  await page.goto(`${server.base}/account#notifications`);
  await page.locator(`[data-channel] a[href="/tournaments/${id}"]`).waitFor();
  const guest = await visit(browser, `/tournaments/${id}`, { base: server.base });
  await guest.locator("[data-tournament-page=joining]").waitFor();
  assert.equal(await guest.locator("[data-channels]").count(), 0, "only the organiser sees them");
});
