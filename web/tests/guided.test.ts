import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { advance, follow, LESSONS, strayed, turnOf, wordsOf, type GuidedTurn } from "../src/guided/steps";
import type { Answer, PlacedTile, View } from "../src/shared/protocol";

const base = LESSONS.carcassonne!;
const START = { turn: 0, laid: false, turned: false, over: false };
const idAt = (index: number, now: Partial<typeof START>) => base[advance(base, index, { ...START, ...now })]!.id;

const tile = (seat: number | null, x = 0, kind = "crfr", rotation = 0) =>
  ({ set: "s", kind, x, y: 0, rotation, seat, turn: 0 }) as PlacedTile;
const position = (tiles: PlacedTile[], active: number, seat: number, kind: string): View =>
  ({ over: false, active, tiles, decision: { seat, kind, answers: [] } }) as unknown as View;

describe("the steps of a guided game", () => {
  it("wait for what they ask", () => {
    expect(idAt(0, {})).toBe("place");
    expect(idAt(0, { laid: true })).toBe("rotate");
    expect(idAt(1, { laid: true, turned: true })).toBe("follower");
    expect(idAt(2, { laid: true, turned: true })).toBe("follower");
    expect(idAt(2, { turn: 1 })).toBe("city");
  });

  it("never go back and never get stuck when the reader plays on", () => {
    expect(idAt(2, {})).toBe("follower");
    expect(idAt(0, { turn: 1 })).toBe("city");
    expect(idAt(4, { turn: 2 })).toBe("home");
    expect(idAt(4, { turn: 3 })).toBe("road");
    expect(idAt(0, { over: true })).toBe("score");
  });

  it("have texts in every language", () => {
    for (const locale of ["en", "ru", "uk"]) {
      const text = readFileSync(new URL(`../src/locales/${locale}/guided.guided.ftl`, import.meta.url), "utf8");
      const wanted = Object.entries(LESSONS).flatMap(([game, steps]) => steps.map(({ id }) => `guided-${game}-${id}`));
      expect(wanted.filter((id) => !text.includes(`\n${id} = `))).toEqual([]);
    }
  });

  it("begin with eight to ten in the base game", () => {
    expect(base.length).toBeGreaterThanOrEqual(8);
    expect(base.length).toBeLessThanOrEqual(10);
  });
});

describe("a turn of a guided game", () => {
  const turns: GuidedTurn[] = [
    { seat: 0, words: ["a@1,0r0", "knight:n"] }, { seat: 1, words: ["b@2,0r0"] }, { seat: 0, words: ["c@3,0r90"] },
  ];

  it("is counted by placed tiles", () => {
    expect(turnOf(position([tile(null)], 0, 0, "place"), 0)).toBe(0);
    expect(turnOf(position([tile(null), tile(0)], 0, 0, "deploy"), 0)).toBe(0);
    expect(turnOf(position([tile(null), tile(0)], 1, 1, "place"), 0)).toBe(1);
    expect(wordsOf(turns, 0, 1)).toEqual(["c@3,0r90"]);
    expect(wordsOf(turns, 0, 7)).toEqual([]);
  });

  it("follows the record if it can, and otherwise passes or takes the first answer", () => {
    const answers = (...words: string[]) => words.map((word) => ({ word, verb: word === "pass" ? "pass" : "place" }) as Answer);
    expect(follow(answers("x", "b@2,0r0"), ["b@2,0r0"])?.word).toBe("b@2,0r0");
    expect(follow(answers("x", "pass"), ["b@2,0r0"])?.word).toBe("pass");
    expect(follow(answers("x", "y"), [])?.word).toBe("x");
    expect(follow([], [])).toBeNull();
  });

  it("strays if a tile of the reader lies elsewhere", () => {
    expect(strayed(position([tile(0, 1, "a")], 1, 1, "place"), turns)).toBe(false);
    expect(strayed(position([tile(0, 1, "a", 1)], 1, 1, "place"), turns)).toBe(true);
  });
});
