// Checks one page at several screen sizes, in the light and dark themes, without reloading it.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { audit, overflow } from "./browser.mjs";

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };
export const SIDEWAYS = { width: 844, height: 390 };
export const HUGE = { width: 2560, height: 1440 };

/** Axe rules that depend on colours. The client's themes differ only in colours, so the other rules need one theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Folder for screenshots, if wanted. */
const PICTURES = process.env.BASTIDE_PICTURES;
if (PICTURES) mkdirSync(PICTURES, { recursive: true });

/** Saves a screenshot of a page if `PICTURES` is set. */
export const picture = (page, name, fullPage = true) => PICTURES && page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });

/** Resizes a loaded page and waits for its layout. */
export async function resize(page, size) {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Switches the language of a loaded page with its own settings. */
export async function switchLanguage(page, language) {
  await page.locator("[data-act=settings]").click();
  await page.locator(`[data-language=${language}]`).click();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator(`html[lang=${language}]`).waitFor({ state: "attached" });
}

/**
 * Checks a page at each size in each theme: axe finds nothing serious, and nothing is wider than the screen. `seen` selects an element that
 * must be visible at each size. Leaves the page as it was.
 */
export async function look(page, what, { sizes = [PHONE, WIDE], themes = ["light", "dark"], seen = "main", fullPage = true } = {}) {
  const before = page.viewportSize();
  // The current size comes last, to resize the page as little as possible.
  const same = (size) => Number(size.width === before.width && size.height === before.height);
  for (const size of sizes.toSorted((a, b) => same(a) - same(b))) {
    await resize(page, size);
    await page.locator(seen).filter({ visible: true }).first().waitFor();
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      const name = `${what}, ${size.width} wide, ${theme}`;
      await audit(page, name, theme === themes[0] ? null : COLOR_RULES);
      await picture(page, name.replaceAll(", ", "-"), fullPage);
    }
    assert.ok((await overflow(page)) <= 0, `${what} is not wider than a screen of ${size.width}`);
  }
  await page.setViewportSize(before);
}
