import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** Folders that the files in each folder may import. The graph has no cycles. */
const ALLOWED: Record<string, string[]> = {
  shared: [],
  device: ["shared"],
  "service-worker": ["shared"],
  people: ["shared"],
  results: ["shared"],
  rules: ["shared"],
  talk: ["shared"],
  setup: ["device", "rules", "shared"],
  lobby: ["device", "setup", "shared"],
  site: ["lobby", "shared"],
  account: ["people", "shared", "site"],
  game: ["rules", "shared"],
  board: ["game", "shared"],
  analysis: ["board", "device", "game", "shared"],
  replay: ["analysis", "game", "shared"],
  table: ["board", "device", "game", "results", "setup", "shared", "site", "talk"],
  textboard: ["board", "game", "shared", "site", "table"],
  watch: ["board", "game", "shared", "table"],
  guided: ["board", "shared", "table"],
  puzzles: ["analysis", "device", "shared"],
  insights: ["device", "shared"],
  admin: ["insights", "results", "shared"],
  editor: ["board", "game", "shared"],
  study: [
    "analysis", "board", "device", "editor", "game", "lobby", "puzzles", "rules", "shared", "site", "table", "talk", "textboard",
  ],
  lessons: ["board", "rules", "shared"],
  tournament: ["editor", "setup", "shared"],
  pages: [
    "account", "admin", "analysis", "board", "device", "editor", "game", "guided", "insights", "lessons", "lobby", "people", "puzzles",
    "replay", "results", "rules", "setup", "shared", "site", "study", "table", "talk", "textboard", "tournament", "watch",
  ],
  // Files directly in `src`.
  ".": ["device", "lobby", "pages", "shared"],
};

const root = fileURLToPath(new URL("../src/", import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => /\.(svelte|ts)$/.test(path));
const folderOf = (path: string): string => (path.includes(sep) ? path.split(sep)[0]! : ".");

/** Imports between folders: a file and the imported folder. */
const arrows = sources.flatMap((file) => {
  const imports = readFileSync(join(root, file), "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return [...imports]
    .map(([, path]) => ({ file, from: folderOf(file), to: folderOf(relative(root, join(root, dirname(file), path!))) }))
    .filter(({ from, to }) => from !== to);
});

describe("imports", () => {
  it("follow the allowed arrows", () => {
    expect(arrows.length).toBeGreaterThan(500);
    expect(arrows.filter(({ from, to }) => !ALLOWED[from]?.includes(to))).toEqual([]);
  });

  it("use every allowed arrow", () => {
    const used = new Set(arrows.map(({ from, to }) => `${from} -> ${to}`));
    const allowed = Object.entries(ALLOWED).flatMap(([from, all]) => all.map((to) => `${from} -> ${to}`));
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it("form no cycle between folders", () => {
    const order = Object.keys(ALLOWED);
    const upward = Object.entries(ALLOWED).filter(([from, all]) => all.some((to) => order.indexOf(to) >= order.indexOf(from)));
    expect(upward).toEqual([]);
  });
});
