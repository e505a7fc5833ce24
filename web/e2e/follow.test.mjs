// Followed players: an account follows another from the profile, finds their game, and stops following.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, human, json, launch, makeTable, overflow, post, stranger, visit } from "./browser.mjs";
import { look, PHONE, picture, resize, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

const SIZES = [PHONE, SIDEWAYS, WIDE];
const profile = (page) => `${BASE}/@/${encodeURIComponent(page.called)}`;

/** Creates a public game of a page's account with a guest on the same screen. */
const publicGame = (page) => makeTable(page, [human("?"), human("Guest")], {}, { public: true });

test("a followed player's games can be found and watched", async () => {
  const anna = await stranger(browser, "Anna", WIDE);
  const borys = await stranger(browser, "Borys", { ...PHONE, touch: true });
  await anna.goto(`${BASE}/following`);
  await anna.locator("[data-players-of=following-players] [data-players='0']").waitFor();
  await anna.locator("[data-followed-games='0']").waitFor();
  await look(anna, "following-no-one", { sizes: SIZES, seen: "[data-players-of=following-players]" });

  await anna.goto(profile(borys));
  await anna.locator("[data-act=follow]").click();
  await anna.locator("[data-act=unfollow]").waitFor();
  await look(anna, "follow-profile", { sizes: SIZES, seen: "[data-act=unfollow]" });
  const { table } = await publicGame(borys);
  await anna.goto(`${BASE}/people`);
  const followed = (list) => anna.locator(`[data-players-of=${list}] [data-player="${borys.called}"]`);
  await followed("people-following").locator("[data-online]").waitFor();
  await anna.locator('[data-players-of=people-following] a[href="/following"]').click();
  await followed("following-players").locator(`[data-watch="${table}"]`).waitFor();
  await anna.locator(`[data-followed-games] [data-table="${table}"]`).waitFor();
  await look(anna, "following", { sizes: SIZES, seen: "[data-players-of=following-players]" });
  for (const language of ["ru", "uk"]) {
    await switchLanguage(anna, language);
    for (const width of [360, 1000]) {
      await resize(anna, { width, height: 740 });
      assert.ok((await overflow(anna)) <= 0, `${language}, ${width} wide`);
      await picture(anna, `following-${language}-${width}`);
    }
  }
  await resize(anna, WIDE);
  await anna.locator(`[data-followed-games] [data-table="${table}"]`).click();
  await anna.waitForURL(`${BASE}/t/${table}`);

  await anna.goto(`${BASE}/following`);
  await followed("following-players").locator("[data-act=unfollow]").click();
  await followed("following-players").locator("[data-act=follow]").waitFor();
  assert.deepEqual((await json(anna, "/api/people?list=following")).people, []);
  assert.deepEqual([...anna.problems, ...borys.problems], []);
});

test("a follow that is refused is explained, and guests are asked to sign in", async () => {
  const anna = await stranger(browser, "Anna", WIDE);
  const borys = await stranger(browser, "Borys", WIDE);
  await anna.goto(profile(borys));
  await anna.locator("[data-act=follow]").waitFor();
  await post(borys, "/api/account/blocks", { name: anna.called });
  await anna.locator("[data-act=follow]").click();
  await anna.locator("[role=alert]", { hasText: "one of you has blocked the other" }).waitFor();

  const guest = await visit(browser, `/@/${encodeURIComponent(borys.called)}`, WIDE);
  await guest.locator("[data-act=challenge]").waitFor();
  assert.equal(await guest.locator("[data-act=follow]").count(), 0);
  await guest.goto(`${BASE}/following`);
  await guest.locator("[data-act=sign-in]").click();
  await guest.locator("[data-sign=in]").waitFor();
  assert.deepEqual([...anna.problems, ...borys.problems, ...guest.problems], []);
});
