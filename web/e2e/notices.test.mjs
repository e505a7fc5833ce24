// Notifications: push through a real service worker, emails with links, password recovery. The push services of browser vendors are not
// available here, so the test's own service receives the server's messages, decrypts them as a browser would, and makes the browser deliver
// them to the page's service worker.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BINARY, closePages, correspondenceGame, json, launch, ownServer, post as ask, until, visit } from "./browser.mjs";
import { look, PHONE, SIDEWAYS, WIDE } from "./looks.mjs";
import { linkIn, openMailServer, openPushService, subscription } from "./post.mjs";

const PASSWORD = "correct horse battery";
const SITE = "https://games.example";
const skip = !BINARY && "set BASTIDE_BIN to the program: the test starts a server of its own";

let browser, post, pushes, server;
const options = () => [
  "--smtp", `smtp://127.0.0.1:${post.port}`, "--mail-from", "Bastide <bastide@games.example>", "--public-url", SITE, "--push-private",
  "--per-address", "100",
];
before(async () => {
  if (skip) return;
  browser = await launch();
  [post, pushes] = await Promise.all([openMailServer(), openPushService()]);
  server = await ownServer(options());
});
afterEach(closePages);
after(() => Promise.all([browser?.close(), post?.close(), pushes?.close(), server?.end()]));

/** Opens a browser context with a new account. */
async function signedUp(name, more = {}, at = browser) {
  const page = await visit(at, "/", { ...more, base: server.base, worker: true });
  await ask(page, "/api/account", { name, password: PASSWORD, claim: false });
  return page;
}

/** Maps a link to the test's own server. */
const here = (link) => link.replace(SITE, server.base);

/** Makes the page subscribe to the test's push service. */
async function subscribesAt(page, told) {
  await page.evaluate(() => navigator.serviceWorker.getRegistration("/"));
  await page.addInitScript((told) => {
    const { endpoint, p256dh, auth } = told;
    const subscription = () => ({
      endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: () => Promise.resolve(delete sessionStorage.subscribed),
    });
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || !/^[\w-]{87}$/.test(applicationServerKey)) throw new Error(`asked for with ${applicationServerKey}`);
      sessionStorage.subscribed = "yes";
      return subscription();
    };
    PushManager.prototype.getSubscription = async () => (sessionStorage.subscribed ? subscription() : null);
  }, told);
  await page.reload();
}

test("a push shows a notification in the account's language, and a click opens the table", { skip }, async (context) => {
  const whole = await launch({ whole: true });
  context.after(() => whole.close());
  const [anna, other] = await Promise.all(["Anna", "Борис"].map((name) => signedUp(name, { language: "uk-UA" }, whole)));
  // The first player is drawn at random, but the server always deals in the same way, so the same player starts every game between these
  // two.
  const { decision } = await json(anna, `/api/tables/${await correspondenceGame(anna, other)}/view`);
  const [asked, by] = decision.seat === 0 ? [anna, "Борис"] : [other, "Anna"];
  await asked.context().grantPermissions(["notifications"], { origin: server.base });
  const device = subscription(`${pushes.url}/asked`);
  await subscribesAt(asked, device.told);
  await asked.goto(`${server.base}/account#notifications`);
  await asked.locator("[data-act=add-device]").click();
  await asked.locator("[data-device=here]").waitFor();
  assert.equal(await asked.locator("[data-choice-of=push]").isChecked(), true, "adding a device switches pushes on");

  const cdp = await asked.context().newCDPSession(asked);
  const registrations = [];
  cdp.on("ServiceWorker.workerRegistrationUpdated", (event) => registrations.push(...event.registrations));
  await cdp.send("ServiceWorker.enable");
  await until(() => registrations.length > 0, "the service worker's registration");
  const { registrationId } = registrations.at(-1);
  // A message to a worker that is not active yet is lost.
  await asked.waitForFunction(async () => (await navigator.serviceWorker.ready).active.state === "activated");

  const table = await correspondenceGame(anna, other);
  const push = (await pushes.pushes(1))[0];
  assert.deepEqual([push.path, push.headers["content-encoding"], push.headers.topic], ["/asked", "aes128gcm", table]);
  const data = device.read(push.body);
  const told = JSON.parse(data);
  assert.deepEqual(told, { title: "Ваш хід", body: `З вами грає ${by}`, path: `/t/${table}`, tag: table, language: "uk" });

  await cdp.send("ServiceWorker.deliverPushMessage", { origin: server.base, registrationId, data });
  const shown = () =>
    asked.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/");
      return (await registration.getNotifications()).map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }));
    });
  await until(async () => (await shown()).length > 0, "a notification");
  const wanted = { title: told.title, body: told.body, tag: table, lang: "uk", data: { path: `/t/${table}` } };
  assert.deepEqual(await shown(), [wanted]);
  // Another notification about the same table replaces it. A later one with another tag proves that it has been delivered.
  await cdp.send("ServiceWorker.deliverPushMessage", { origin: server.base, registrationId, data });
  const later = JSON.stringify({ ...told, tag: "later" });
  await cdp.send("ServiceWorker.deliverPushMessage", { origin: server.base, registrationId, data: later });
  await until(async () => (await shown()).some(({ tag }) => tag === "later"), "the later notification");
  assert.deepEqual((await shown()).filter(({ tag }) => tag !== "later"), [wanted]);
  await asked.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/");
    for (const notification of await registration.getNotifications({ tag: "later" })) notification.close();
  });
  await until(async () => (await shown()).length === 1, "the later notification to close");

  // A real click would happen in the operating system, so the event is dispatched to the service worker instead.
  await asked.goto(`${server.base}/t/${table}`);
  await asked.goto(`${server.base}/account#notifications`);
  const worker = asked.context().serviceWorkers()[0] ?? (await asked.context().waitForEvent("serviceworker"));
  const opened = await worker.evaluate(async (path) => {
    const asked = [];
    self.clients.openWindow = async (url) => void asked.push(url);
    const [notification] = await self.registration.getNotifications();
    const click = new NotificationEvent("notificationclick", { notification });
    const done = [];
    click.waitUntil = (work) => done.push(work);
    self.dispatchEvent(click);
    await Promise.all(done);
    return { asked, left: (await self.registration.getNotifications()).length, path };
  }, `/t/${table}`);
  assert.deepEqual(opened, { asked: [`${server.base}/t/${table}`], left: 0, path: `/t/${table}` });
  assert.deepEqual([...anna.problems, ...other.problems], []);

  // Removing the device also unsubscribes the browser.
  await asked.locator("[data-act=end-device]").click();
  await asked.locator("[data-act=add-device]").waitFor();
  assert.equal(await asked.evaluate(() => sessionStorage.subscribed ?? null), null);
});

test("an address is confirmed by email despite a server kill, and a password is recovered", { skip }, async () => {
  const page = await signedUp("Vira");
  await page.goto(`${server.base}/account#notifications`);
  // The mail server is down while the email is requested, and the game server is killed before the mail server is back.
  const { port } = post;
  await post.close();
  await page.locator("[data-act=address]").click();
  await page.locator("[data-address-new]").fill("vira@home.example");
  await page.locator("[data-address-password]").fill("a wrong guess");
  await page.locator("[data-act=address-save]").click();
  assert.equal(await page.locator("[data-address] [role=alert]").textContent(), "Wrong password. Try again.");
  await page.locator("[data-address-password]").fill(PASSWORD);
  await page.locator("[data-act=address-save]").click();
  await page.locator("[data-waiting]").waitFor();
  assert.equal(await page.locator("[data-choice-of=mail]").isDisabled(), true, "the address is not confirmed yet");
  await server.kill();
  post = await openMailServer(port);
  await server.start();
  const [letter] = await post.letters(1);
  assert.equal(letter.to, "vira@home.example");

  // The link also works in another browser, without a session.
  const guest = await visit(browser, "/", { base: server.base });
  await guest.goto(here(linkIn(letter, "confirm")));
  await guest.locator("[data-act=link]").click();
  await guest.locator("[data-done]").waitFor();
  await page.reload();
  await page.locator("[data-choice-of=mail]:enabled").check();
  await page.waitForFunction(async () => (await (await fetch("/api/account/notices")).json()).choices.mail);

  await guest.goto(`${server.base}/account`);
  await guest.locator("[data-act=forgotten]").click();
  await guest.locator("[data-who]").fill("vira");
  await guest.locator("[data-act=ask]").click();
  await guest.locator("[data-sent]").waitFor();
  const recovery = here(linkIn((await post.letters(2))[1], "recover"));
  await guest.goto(recovery);
  await guest.locator("[data-password-new]").fill("an entirely new one");
  await guest.locator("[data-act=set]").click();
  await guest.locator("[data-signed-in=Vira]").waitFor();
  assert.equal(new URL(guest.url()).pathname, "/account", "the secret is nowhere in the address");
  await page.reload();
  await page.locator("[data-sign=in]").waitFor();
  const late = await visit(browser, "/", { base: server.base });
  await late.goto(recovery);
  assert.match(await late.locator("[role=alert]").textContent(), /link has expired/);

  // A link in the email unsubscribes the recipient.
  const letterOfHers = (await post.letters(2))[1];
  await late.goto(here(linkIn(letterOfHers, "unsubscribe")));
  await late.locator("[data-act=link]").click();
  await late.locator("[data-done]").waitFor();
  assert.equal((await json(guest, "/api/account/notices")).choices.mail, false);
  assert.deepEqual([...page.problems, ...guest.problems, ...late.problems], []);
});

for (const [language, ...screens] of [
  ["en", [WIDE, "light"], [PHONE, "dark"]],
  ["ru-RU", [WIDE, "dark"], [SIDEWAYS, "light"]],
  ["uk-UA", [PHONE, "light"]],
]) {
  test(`notification pages are accessible and fit every screen, ${language}`, { skip }, async () => {
    const page = await signedUp(`Anna ${language}`, { ...PHONE, language, touch: true });
    const see = async (what, seen) => {
      for (const [size, theme] of screens) await look(page, `${what}-${language}`, { sizes: [size], themes: [theme], seen });
    };
    await page.goto(`${server.base}/account#notifications`);
    await page.locator("[data-notices=ready]").waitFor();
    // Switches quiet hours on and sets a time with the keyboard only.
    await page.locator("[data-choice-of=quiet]").focus();
    await page.keyboard.press("Space");
    await page.locator("[data-quiet]").waitFor();
    await page.locator("[data-quiet-from]").fill("23:15");
    await until(async () => (await json(page, "/api/account/notices")).choices.quiet?.from === 23 * 60 + 15, "the quiet hours");
    await page.locator("[data-choice-of=language]:enabled").waitFor();
    await see("notices", "[data-quiet]");
    await page.locator("[data-act=address]").focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-address-new]").fill("somebody.with.a.long.name@a.long.name.of.a.host.example");
    await page.locator("[data-address-password]").fill(PASSWORD);
    await see("address", "[data-address-new]");
    await page.locator("[data-address-password]").press("Enter");
    await page.locator("[data-waiting]").waitFor();
    await see("waiting", "[data-waiting]");
    for (const path of ["/confirm#aaaaaaaaaaaaaaaaaaaaaaaaaa", "/unsubscribe#aaaaaaaaaaaaaaaaaaaaaaaaaa", "/recover", "/recover#bad"]) {
      await page.goto(server.base);
      await page.goto(server.base + path);
      const shown = path.endsWith("#bad") ? "[role=alert]" : "main button";
      await page.locator(shown).first().waitFor();
      await see(path.slice(1).replace("#", "-"), shown);
    }
    assert.deepEqual(page.problems, []);
  });
}
