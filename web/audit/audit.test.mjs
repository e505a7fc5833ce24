// Lighthouse looks at every page as a phone on a slow line meets it: how fast it is there, and whether everybody can use it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const BASE = process.env.BASTIDE_URL?.replace(/\/$/, "");
if (!BASE) {
  console.error("Set BASTIDE_URL to the address of a running server, for example BASTIDE_URL=http://127.0.0.1:8080 npm run audit.");
  process.exit(2);
}

/** What each page must reach, out of 100. On a quiet machine it is 95 and more for speed; what else runs takes a few points away. */
const LEAST = { performance: 88, accessibility: 100 };
/** With this nobody looks again. */
const ENOUGH = 95;
/** The machine does other things too: the best of so many looks counts for speed. */
const LOOKS = 3;
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

let chrome;
let table;
before(async () => {
  chrome = await launch({ chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium", chromeFlags: FLAGS });
  const seats = [{ type: "bot", level: "easy", millis: 30 }, { type: "bot", level: "easy", millis: 30 }];
  const setup = { game: "carcassonne", expansions: [], options: {}, first_seat: 0, seats: 2 };
  const headers = { "content-type": "application/json" };
  const made = await fetch(`${BASE}/api/tables`, { method: "POST", headers, body: JSON.stringify({ setup, seats, public: false }) });
  assert.equal(made.status, 200, await made.clone().text());
  ({ table } = await made.json());
});
after(() => chrome?.kill());

/** What Lighthouse finds at an address: points by category, and what took points away. */
async function look(path) {
  const { lhr } = await lighthouse(BASE + path, { port: chrome.port, onlyCategories: Object.keys(LEAST), logLevel: "error" });
  assert.equal(lhr.runtimeError, undefined, lhr.runtimeError?.message);
  const points = Object.fromEntries(Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round(score * 100)]));
  const numbers = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "speed-index"]
    .map((id) => `${id} ${lhr.audits[id].displayValue}`);
  const wrong = lhr.categories.accessibility.auditRefs
    .map(({ id }) => lhr.audits[id])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, details }) => `${id}: ${details?.items?.slice(0, 3).map(({ node }) => node?.snippet).join(" | ")}`);
  return { points, numbers, wrong };
}

for (const [name, path] of [
  ["the first page", () => "/"],
  ["a set-up", () => "/#carcassonne"],
  ["a table", () => `/t/${table}`],
  ["a replay", () => `/r/${table}`],
  ["the rules", () => "/rules"],
]) {
  test(`${name} is fast, and for everybody`, { timeout: 240_000 }, async () => {
    let best = null;
    for (let i = 0; i < LOOKS && !(best?.points.performance >= ENOUGH); i++) {
      const seen = await look(path());
      assert.ok(seen.points.accessibility >= LEAST.accessibility, `accessibility ${seen.points.accessibility}: ${seen.wrong}`);
      if (!(best?.points.performance >= seen.points.performance)) best = seen;
    }
    console.log(`${name}: performance ${best.points.performance}, accessibility ${best.points.accessibility}; ${best.numbers.join(", ")}`);
    assert.ok(best.points.performance >= LEAST.performance, `performance ${best.points.performance}: ${best.numbers}`);
  });
}
