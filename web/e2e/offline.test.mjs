// The client is installable, opens without a connection once it is kept, and works as a static site in a subfolder.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, json, launch, visit } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser?.close());

/** Folder made by `scripts/static`. */
const SITE = process.env.BASTIDE_STATIC;

/** Waits until the home page says that the client is kept. */
const kept = (page) => page.locator('[data-offline-state="ready"]').waitFor();

/** Waits until the page is controlled, so that its next requests go through the service worker. */
const controlled = (page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test("the client can be installed, in the language of the page", async () => {
  for (const [language, file] of [["en", "manifest"], ["ru", "manifest.ru"], ["uk", "manifest.uk"]]) {
    const page = await visit(browser, "/", { language, worker: true });
    await page.waitForFunction((file) => document.querySelector("link[rel=manifest]").href.endsWith(`/${file}.webmanifest`), file);
    const manifest = await json(page, `/${file}.webmanifest`);
    assert.equal(manifest.lang, language);
    assert.equal(manifest.display, "standalone");
    const sizes = await page.evaluate((icons) => Promise.all(icons.map(async ({ src }) => {
      const image = new Image();
      image.src = `/${src}`;
      await image.decode();
      return `${image.naturalWidth}`;
    })), manifest.icons.filter(({ type }) => type === "image/png"));
    assert.deepEqual(sizes, ["192", "512", "512"]);
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // Tests run in private windows, in which browsers install nothing.
    assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
    await page.context().close();
  }
});

test("the home page opens without a connection", async () => {
  const page = await visit(browser, "/", { worker: true });
  await kept(page);
  await controlled(page);
  // The data of pages that were seen stays available as well.
  await page.reload();
  await page.locator("[data-game=carcassonne]").waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator("[data-game=carcassonne]").waitFor();
  await page.locator("header a[href='/rules']").click();
  await page.waitForURL("**/rules");
  await page.goto(`${BASE}/t/nosuchtable1`);
  await page.locator("header").waitFor();
  assert.deepEqual(page.problems, []);
});

test("on a metered connection the client is kept only on request", async () => {
  const page = await visit(browser, "about:blank", { base: "", worker: true });
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.goto(BASE);
  await page.locator('[data-offline-state="off"]').waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active.state === "activated");
  const count = () => page.evaluate(async () => {
    const name = (await caches.keys()).find((name) => name.includes("precache"));
    return name ? (await (await caches.open(name)).keys()).length : 0;
  });
  assert.ok((await count()) < 20);
  await page.locator("[data-act=keep-offline]").click();
  await kept(page);
  assert.ok((await count()) > 60);
});

test("lost files are downloaded again", async () => {
  const page = await visit(browser, "/", { worker: true });
  await kept(page);
  const lost = await page.evaluate(async () => {
    const name = (await caches.keys()).find((name) => name.includes("precache"));
    const cache = await caches.open(name);
    const chosen = (await cache.keys()).filter(({ url }) => url.includes("Replay"));
    for (const one of chosen) await cache.delete(one);
    return chosen.length;
  });
  assert.ok(lost > 0);
  await page.reload();
  await page.locator('[data-offline-state="ready"]').waitFor();
  await page.waitForFunction(async (lost) => {
    const cache = await caches.open((await caches.keys()).find((name) => name.includes("precache")));
    return (await cache.keys()).filter(({ url }) => url.includes("Replay")).length === lost;
  }, lost);
});

test("a page whose files cannot be loaded says so instead of reloading for ever", async () => {
  const page = await visit(browser, "/");
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.locator("[data-game=carcassonne]").waitFor();
  await page.context().route("**/assets/Rules-*", (route) => route.abort());
  await page.context().route("**/favicon.svg", (route) => route.abort());
  await page.locator("header a[href='/rules']").click();
  await page.getByText("This page couldn’t be loaded").waitFor();
  assert.equal(loads, 0);
  await page.context().unroute("**/assets/Rules-*");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("This page couldn’t be loaded").waitFor({ state: "detached" });
});

const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".png": "image/png" };

/** Serves a folder below `/games/`, as a host of static files does. `changed` has contents that replace files. */
async function serve(folder) {
  const changed = new Map();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      assert.ok(path.startsWith("/games/") && !path.includes(".."));
      const name = path.slice("/games/".length) || "index.html";
      const body = changed.get(name) ?? (await readFile(join(folder, name)));
      response.setHeader("content-type", TYPES[extname(name)] ?? "application/octet-stream").end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  return { base: `http://127.0.0.1:${server.address().port}/games/`, changed, end };
}

test("a static site works in a subfolder and offline", { skip: SITE ? false : "set BASTIDE_STATIC to a static site" }, async () => {
  const { base, end } = await serve(SITE);
  try {
    const outside = [];
    const page = await visit(browser, "", { base, worker: true });
    page.on("request", (request) => new URL(request.url()).origin === new URL(base).origin || outside.push(request.url()));
    await page.locator("[data-static]").waitFor();
    for (const hidden of ["[data-act=lobby]", "[data-account]", "[data-join]", "[data-site-links]", "[data-to-lobby]"]) {
      assert.equal(await page.locator(hidden).count(), 0, hidden);
    }
    const links = await page.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    assert.deepEqual(links.filter((href) => !href.startsWith("#/")), []);
    await page.locator("header a[href='#/rules']").click();
    await page.waitForURL(`${base}#/rules`);
    await page.goBack();
    await page.locator("[data-static]").waitFor();
    await kept(page);
    end();
    await page.goto(`${base}#/lobby`);
    await page.reload();
    await page.getByText("Page not found").waitFor();
    await page.locator("main a[href='#/']").click();
    await page.locator("[data-static]").waitFor();
    assert.deepEqual(outside, []);
  } finally {
    end();
  }
});

test("a pasted link opens in a static site", { skip: SITE ? false : "set BASTIDE_STATIC to a static site" }, async () => {
  const { base, end } = await serve(SITE);
  const file = (name) => readFile(new URL(`../../corpus/carcassonnelab/${name}.link`, import.meta.url), "utf8");
  try {
    const page = await visit(browser, "", { base });
    await page.locator("[data-saved-link]").fill((await file("7-turned-tile")).trim());
    await page.locator("[data-act=open-link]").click();
    await page.locator("[data-link-reason]").waitFor();
    await page.locator("[data-act=fix-rotation]").click();
    await page.waitForURL(/#\/r\/device-\w+/);
    await page.locator("[data-imported=over]").waitFor();
    await page.locator("[data-act=lab-link]").click();
    await page.locator("dialog input").waitFor();
    assert.equal(await page.locator("dialog input").inputValue(), (await file("1-two-players")).trim());
    assert.deepEqual(page.problems, []);
    await page.context().close();
  } finally {
    end();
  }
});

/** Returns the files of a new version of a site, in which the page's script has another name. */
async function nextVersion(folder) {
  const [page, worker] = await Promise.all(["index.html", "sw.js"].map((name) => readFile(join(folder, name), "utf8")));
  const [script] = /assets\/index-[\w-]+\.js/.exec(page);
  const renamed = page.replace(script, "assets/index-next.js");
  const integrity = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const revision = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
  let changed = worker.replaceAll(script, "assets/index-next.js");
  for (const of of [integrity, revision]) {
    assert.ok(changed.includes(of(page)));
    changed = changed.replace(of(page), of(renamed));
  }
  return new Map([["index.html", renamed], ["sw.js", changed], ["assets/index-next.js", await readFile(join(folder, script))]]);
}

test("a new version is offered once no game is open", { skip: SITE ? false : "set BASTIDE_STATIC to a static site" }, async () => {
  const { base, changed, end } = await serve(SITE);
  try {
    const page = await visit(browser, "", { base, worker: true });
    await kept(page);
    // A game in another tab uses the old version.
    const game = await page.context().newPage();
    await game.goto(`${base}#/t/abcd`);
    for (const [name, body] of await nextVersion(SITE)) changed.set(name, body);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      const { installing } = registration;
      if (installing) await new Promise((done) => installing.addEventListener("statechange", done));
    });
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()).waiting !== null);
    const cached = (word) => page.evaluate(async (word) => {
      const cache = await caches.open((await caches.keys()).find((name) => name.includes("precache")));
      const scripts = (await cache.keys()).filter(({ url }) => /assets\/index-.*js/.test(url));
      return scripts.filter(({ url }) => url.includes("index-next") === (word === "new")).length;
    }, word);
    assert.deepEqual([await cached("old"), await cached("new")], [1, 1]);
    assert.equal(await page.locator("[data-act=update]").count(), 0);
    await game.close();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.locator("[data-act=update]").click();
    await page.waitForFunction(() => document.querySelector('script[src*="index-next"]') !== null);
    await page.waitForFunction(() => performance.getEntriesByType("navigation")[0].type === "reload");
    await kept(page);
    assert.deepEqual([await cached("old"), await cached("new")], [0, 1]);
  } finally {
    end();
  }
});
