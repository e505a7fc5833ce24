// Draws the client's icons from public/favicon.svg into public/icons: npm run icons. Needs a browser, like the browser tests.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const source = readFileSync(new URL("public/favicon.svg", import.meta.url), "utf8");
const folder = new URL("public/icons/", import.meta.url);
/** The background without the rounded corners: systems cut these icons into their own shape. */
const square = source.replace(/ rx="\d+"/, "");

/** Scales everything but the background around the centre, so that it fits into the circle that every shape leaves visible. */
function shrunk(scale) {
  const [, before, drawing] = /^(<svg[^>]*><rect[^>]*\/>)(.*)<\/svg>\s*$/s.exec(square);
  return `${before}<g transform="translate(32 32) scale(${scale}) translate(-32 -32)">${drawing}</g></svg>`;
}

const ICONS = [
  ["icon-192", 192, source],
  ["icon-512", 512, source],
  ["maskable-512", 512, shrunk(0.85)],
  ["apple-touch-icon", 180, shrunk(0.92)],
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
mkdirSync(folder, { recursive: true });
for (const [name, size, svg] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`);
  writeFileSync(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
