import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { merged, streakOf } from "../src/puzzles/progress.svelte";
import { answersIn, entriesOf, extended, filtered, THEMES, type Puzzle } from "../src/puzzles/puzzles";

const folder = new URL("../public/puzzles/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const entries = entriesOf(JSON.parse(read("index.json")));

describe("the puzzles of the client", () => {
  it("are where the index says", () => {
    const pieces = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    const puzzles = pieces.flatMap((name) => read(name).trim().split("\n").map((line) => [name, JSON.parse(line) as Puzzle] as const));
    const found = new Map(puzzles.map(([name, { id }]) => [id, name]));
    expect(entries.length).toBe(500);
    expect(found.size).toBe(500);
    for (const { id, piece } of entries) expect(found.get(id)).toBe(`${piece}.jsonl`);
    for (const [, { themes, lines }] of puzzles) {
      expect(themes.every((theme) => THEMES.includes(theme))).toBe(true);
      expect(lines[0]!.margin - lines[1]!.margin).toBeGreaterThan(1.9);
    }
  });

  it("have as many themes as their documentation says", () => {
    const told = readFileSync(new URL("../../docs/puzzles.md", import.meta.url), "utf8");
    for (const theme of THEMES) {
      const [, count] = new RegExp(`^\\| \`${theme}\` \\|.*\\| (\\d+) \\|$`, "m").exec(told) ?? [];
      expect([theme, Number(count)]).toEqual([theme, filtered(entries, "", theme).length]);
    }
  });

  it("are filtered by game and theme", () => {
    expect(filtered(entries, "", "")).toHaveLength(500);
    expect(filtered(entries, "hunters", "")).toHaveLength(125);
    const blocks = filtered(entries, "carcassonne", "block");
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.every(({ game, themes }) => game === "carcassonne" && themes.includes("block"))).toBe(true);
  });

  it("have a name for every theme in every language", () => {
    for (const locale of ["en", "ru", "uk"]) {
      const text = readFileSync(new URL(`../src/locales/${locale}/puzzles.puzzles.ftl`, import.meta.url), "utf8");
      for (const theme of THEMES) expect(text).toContain(`puzzle-theme-${theme} = `);
    }
  });
});

describe("a record", () => {
  const heading = "bastide record 1\nrules: 3\nsetup: carcassonne seats=2\nresult: unfinished\n";
  const record = `${heading}0. first:0\n1. draw:ffrr ffrr@-1,0r270 pass\n2. draw:crfr\n`;

  it("is extended in its last turn", () => {
    expect(answersIn(record)).toBe(5);
    expect(extended(record, ["crfr@1,0r0", "pass"])).toMatch(/\n2\. draw:crfr crfr@1,0r0 pass\n$/);
    expect(answersIn(extended(record, ["crfr@1,0r0", "pass"]))).toBe(7);
  });
});

it("streaks end with the last unsolved puzzle", () => {
  const attempts = (rights: boolean[]) => rights.map((right, at) => ({ id: `${at}`, right, at }));
  expect([[], [true, true], [false], [true, false, true]].map((rights) => streakOf(attempts(rights)))).toEqual([0, 2, 0, 1]);
});

it("results of the device and the account are one history", () => {
  const own = [{ id: "a", right: false, at: 5 }, { id: "b", right: true, at: 7 }];
  const account = [{ id: "c", right: true, at: 6 }, { id: "a", right: true, at: 3 }];
  expect(merged(own, account)).toEqual([account[1], account[0], own[1]]);
});
