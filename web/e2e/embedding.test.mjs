// Games on other sites and in streams: a page of another origin shows a game in a frame, and the page of a stream has no background.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, human, launch, makeTable, myDecision, placeByClick, stranger, visit } from "./browser.mjs";
import { look, PHONE, picture, SIDEWAYS, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const SIZES = [PHONE, SIDEWAYS, WIDE];
const watched = (table, more = "") => `[data-watched="${table}"]${more}`;

/** Serves a page with this body from another origin. Returns its address and a function that stops the server. */
async function otherSite(body) {
  const server = createServer((_, reply) => {
    reply.setHeader("content-type", "text/html; charset=utf-8");
    reply.end(`<!doctype html><html lang="en"><title>Club</title><body><h1>Club</h1>${body}</body></html>`);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { base: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

test("another site shows a game in a frame, which never acts for its players", async () => {
  const anna = await stranger(browser, "Anna", WIDE);
  const { table } = await makeTable(anna, [human("?"), human("Borys")]);
  await anna.goto(`${BASE}/t/${table}`);
  await myDecision(anna);
  await anna.locator("[data-act=share]").click();
  await anna.locator("[data-embedding] summary").click();
  await look(anna, "share-embed", { sizes: SIZES, seen: "[data-embedding] input", fullPage: false });
  const html = await anna.locator("[data-embedding] input").first().inputValue();
  assert.match(html, new RegExp(`^<iframe src="${BASE}/embed/${table}"`));
  await anna.keyboard.press("Escape");

  // The frame has the cookies of the player, because both pages are on the same host.
  const site = await otherSite(html);
  const page = await anna.context().newPage();
  try {
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(site.base);
    const frame = page.frameLocator("iframe");
    await frame.locator(watched(table, '[data-phase="playing"]')).waitFor();
    await frame.locator(watched(table, " .ground image[href]")).first().waitFor({ state: "attached" });
    await picture(page, "embed-frame");
    assert.equal(await frame.locator("[data-choice], [data-spot], [data-act=confirm], header").count(), 0);
    await placeByClick(anna);
    const seen = await anna.locator("main[data-seq]").getAttribute("data-seq");
    await frame.locator(watched(table, `[data-seq="${seen}"]`)).waitFor();
    assert.deepEqual(asked.filter((url) => /api\/(events|account)/.test(url)), [], "the frame asks for no account");
    const opened = page.context().waitForEvent("page");
    await frame.locator("[data-act=open-game]").click();
    await (await opened).waitForURL(`${BASE}/t/${table}`);
  } finally {
    site.close();
  }
  assert.deepEqual(anna.problems, []);
});

test("no other page of the site can be shown in a frame", async () => {
  const page = await visit(browser, "/", WIDE);
  const { table } = await makeTable(page, [human("Anna"), human("Borys")]);
  const site = await otherSite(`<iframe src="${BASE}/t/${table}" title="Table"></iframe>`);
  const other = await page.context().newPage();
  try {
    const refused = other.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
    await other.goto(site.base);
    await refused;
    assert.equal(await other.frameLocator("iframe").locator("[data-seq]").count(), 0);
  } finally {
    site.close();
  }
});

test("the page of a stream shows what its address asks for, without the reader's settings", async () => {
  const page = await visit(browser, "/", WIDE);
  const clock = { type: "game", start: 600, increment: 5 };
  const { table } = await makeTable(page, [human("Anna"), human("Borys")], {}, { clock });
  await page.evaluate(() => localStorage.setItem("bastide.settings", JSON.stringify({ theme: "light", language: "uk", size: "tv" })));
  const open = async (query) => {
    await page.goto(`${BASE}/overlay/${table}${query}`);
    await page.locator(watched(table, '[data-phase="playing"]')).waitFor();
  };
  const drawn = () => page.locator(watched(table, " .ground image[href]")).first().waitFor({ state: "attached" });
  await open("");
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), "rgba(0, 0, 0, 0)");
  assert.equal(await page.locator("a, header, button").filter({ visible: true }).count(), 0);
  await page.locator("[data-clock]").first().waitFor();
  await drawn();
  await look(page, "overlay", { sizes: SIZES, seen: "[data-watched]" });
  await open("?players=left&theme=dark&lang=ru&clocks=0");
  assert.deepEqual(await page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.lang]), ["dark", "ru"]);
  await page.locator("[data-players-at=left] [data-score]").first().waitFor();
  assert.equal(await page.locator("[data-clock]").count(), 0);
  await drawn();
  await look(page, "overlay-left", { sizes: SIZES, seen: "[data-watched]" });
  await open("?board=0&size=large");
  assert.equal(await page.locator("[role=group]").count(), 0);
  await picture(page, "overlay-players");
  await open("?players=none&players=left&theme=x");
  await page.locator("[data-players-at=none] [role=group]").waitFor();
  const { theme, language, size } = await page.evaluate(() => JSON.parse(localStorage.getItem("bastide.settings")));
  assert.deepEqual([theme, language, size], ["light", "uk", "tv"], "the reader's settings stay");
  await page.goto(`${BASE}/embed/${table}`);
  await page.locator("[data-act=open-game]").waitFor();
  await look(page, "embed", { sizes: SIZES, seen: "[data-watched]" });
  await page.goto(`${BASE}/embed/abcdefghijkm`);
  await page.locator("[data-unwatchable=no_table]").waitFor();
  assert.deepEqual(page.problems, []);
});
