// The account page in tabs, and the picture and the flag of a profile.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { BASE, closePages, launch, newName, until, visit } from "./browser.mjs";
import { HUGE, look, PHONE, SIDEWAYS, switchLanguage, WIDE } from "./looks.mjs";

const PASSWORD = "correct horse battery";
const TABS = ["profile", "security", "notifications", "api"];
/** Selectors of content that each tab shows once it has loaded. */
const SEEN = {
  profile: "[data-act=delete]", security: "[data-session=current]", notifications: "[data-notices=ready]", api: "[data-act=make-token]",
};

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Opens a page with a new account. */
async function signedUp(options = {}) {
  const page = await visit(browser, "/", options);
  page.called = newName();
  const { ok } = await page.evaluate(async ([name, password]) => {
    const headers = { "content-type": "application/json" };
    const { ok } = await fetch("/api/account", { method: "POST", headers, body: JSON.stringify({ name, password }) });
    return { ok };
  }, [page.called, PASSWORD]);
  assert.ok(ok);
  return page;
}

const selected = (page, tab) => page.locator(`[data-tab=${tab}][aria-selected=true]`).waitFor();
const hash = (page) => new URL(page.url()).hash;

test("each tab of the account page has an address and works with the keyboard", async () => {
  const page = await signedUp();
  await page.goto(`${BASE}/account`);
  await selected(page, "profile");
  for (const tab of TABS) {
    await page.locator(`[data-tab=${tab}]`).click();
    await page.locator(SEEN[tab]).first().waitFor();
    assert.equal(hash(page), `#${tab}`);
  }
  await page.reload();
  await selected(page, "api");
  await page.locator("[data-tab=api]").focus();
  await page.keyboard.press("ArrowLeft");
  await selected(page, "notifications");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.tab), "notifications");
  assert.equal(hash(page), "#notifications");
  // Tabs replace each other in the history, so going back leaves the page.
  await page.goBack();
  await page.waitForURL(`${BASE}/`);
  await page.goto(`${BASE}/account#nothing`);
  await selected(page, "profile");

  await page.locator("[data-tab=security]").click();
  await page.locator("[data-act=sign-out-everywhere]").click();
  await page.locator("[data-act=sign-out-sure]").click();
  await page.locator("[data-sign=in]").waitFor();
  assert.deepEqual(page.problems, []);
});

test("a picture and a flag are chosen, shown to everyone, and removed", async () => {
  const page = await signedUp({ ...PHONE, touch: true });
  const profile = `${BASE}/@/${encodeURIComponent(page.called)}`;
  await page.goto(profile);
  await page.locator("[data-act=edit-profile]").click();
  await page.locator("[data-figure=mayor]").tap();
  await page.locator("[data-colour='5']").tap();
  await page.locator("[data-background=mountain]").tap();
  await page.locator("[data-choose-flag]").selectOption("UA");
  await page.locator("[data-act=save-profile]").tap();
  await page.locator("[data-profile-saved=true]").waitFor();

  const guest = await visit(browser, `/@/${encodeURIComponent(page.called)}`);
  await guest.locator("[data-avatar='mayor 5 mountain'] use[href='#drawing.mayor']").waitFor({ state: "attached" });
  const flag = guest.locator("[data-flag=UA]");
  assert.equal(await flag.getAttribute("aria-label"), "Ukraine");
  assert.match(await flag.innerText(), /^(UA|\u{1f1fa}\u{1f1e6})$/u, "a flag, or its code where the platform has none");
  await look(guest, "person-avatar", { sizes: [PHONE, SIDEWAYS, WIDE, HUGE], seen: "[data-avatar]" });

  await page.reload();
  await page.locator("[data-figure=mayor] input:checked").waitFor({ state: "attached" });
  assert.equal(await page.locator("[data-choose-flag]").inputValue(), "UA");
  // With the keyboard: the first choice is none.
  await page.locator("[data-figure=mayor] input").focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowLeft");
  await page.locator("[data-figure=none] input:checked").waitFor({ state: "attached" });
  await page.locator("[data-choose-flag]").selectOption("");
  await page.locator("[data-act=save-profile]").press("Enter");
  await page.locator("[data-profile-saved=true]").waitFor();
  await guest.reload();
  await guest.locator("[data-person-page]").waitFor();
  assert.equal(await guest.locator("[data-avatar], [data-flag]").count(), 0);
  assert.deepEqual([...page.problems, ...guest.problems], []);
});

test("a chart shows a rating from three games on", async () => {
  const page = await signedUp();
  const path = `/@/${encodeURIComponent(page.called)}`;
  const of = { game: "carcassonne", speed: "rapid", size: "two" };
  const rating = { ...of, rating: 1620, deviation: 200, games: 3, provisional: true, updated: 1e12 };
  let points = [1662, 1540].map((rating, day) => ({ time: 1e12 + day * 864e5, rating, deviation: 250, table: null }));
  await page.route("**/api/people/*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ratings: [rating] } });
  });
  await page.route("**/api/people/*/history?*", (route) => route.fulfill({ json: points }));
  await page.goto(BASE + path);
  await page.locator("[data-rating-table='2']").waitFor();
  assert.equal(await page.locator("[data-rating-chart]").count(), 0);
  await page.getByText("A chart appears after 3 rated games.").waitFor();
  points = [...points, { time: 1e12 + 3 * 864e5, rating: 1620, deviation: 200, table: null }];
  await page.reload();
  await page.locator("[data-rating-chart='3']").waitFor();
  await look(page, "person-chart", { sizes: [PHONE, WIDE], seen: "[data-rating-chart]" });
  assert.deepEqual(page.problems, []);
});

/** Returns whether a tab is within its list. */
const fits = (page, tab) =>
  page.locator(`[data-tab=${tab}]`).evaluate((one) => {
    const [own, list] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
    return own.left >= list.left - 1 && own.right <= list.right + 1;
  });

for (const [language, themes] of [["en", ["light", "dark"]], ["ru", ["dark"]], ["uk", ["light"]]]) {
  test(`every tab of the account page is accessible and fits every screen, ${language}`, async () => {
    const page = await signedUp({ ...PHONE, touch: true, language });
    await page.goto(`${BASE}/account`);
    await page.locator("[data-figure=builder]").tap();
    await page.locator("[data-choose-flag]").selectOption("GB");
    await page.locator("[data-act=save-profile]").tap();
    await page.locator("[data-profile-saved=true]").waitFor();
    for (const tab of TABS) {
      await page.locator(`[data-tab=${tab}]`).tap();
      await page.locator(SEEN[tab]).first().waitFor();
      await until(() => fits(page, tab), `the tab ${tab} in the list`);
      await look(page, `account-${tab}-${language}`, { sizes: [PHONE, SIDEWAYS, WIDE, HUGE], themes, seen: SEEN[tab] });
    }
    // The names of the countries follow the language.
    await page.locator("[data-tab=profile]").tap();
    await switchLanguage(page, language === "uk" ? "en" : "uk");
    await page.locator("[data-choose-flag] option[value=DE]", { hasText: language === "uk" ? "Germany" : "Німеччина" }).waitFor({
      state: "attached",
    });
    assert.deepEqual(page.problems, []);
  });
}
