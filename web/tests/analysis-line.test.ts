import { describe, expect, it } from "vitest";
import { lineHint, turnsOf } from "../src/analysis/analysis-line";
import type { Look } from "../src/board/hint";
import type { Line, View } from "../src/shared/protocol";

const look: Look = { segments: () => [{ kind: "city" }, { kind: "field" }], segmentAt: (_, __, y) => (y < 100 ? 0 : 1) };

const view: View = {
  seq: 9, turn: 3, over: false, active: 0,
  setup: { game: "carcassonne", expansions: [], seats: 2, options: {} },
  decision: { seat: 0, kind: "place", tile: { set: "base", kind: "crfr" }, answers: [] },
  players: [],
  tiles: [{ set: "base", kind: "crfr", x: 0, y: 0, rotation: 0, seat: null, turn: 0 }],
  figures: [], captives: [], pieces: [], buildings: [], named: [], features: [],
  bag: {
    left: 3,
    apart: 0,
    tiles: [
      { set: "base", kind: "cfff", count: 2 },
      { set: "base", kind: "ffrr", count: 1 },
    ],
  },
  discarded: [],
  taken_out: [],
  aside: [],
  stock: {},
  half: 1,
  doubled: false,
  winners: [],
};

const line = (answers: string[], main: [number | null, string][]): Line => ({
  answers, margin: 1, error: 0, samples: 1, totals: [], wins: [], main: main.map(([seat, answer]) => ({ seat, answer })),
});

describe("a main line by turns", () => {
  it("lists a placed tile once, and no pass after it", () => {
    const course = line([], [
      [null, "draw:cfff"], [1, "cfff@1,0r90"], [1, "pass"], [null, "draw:ffrr"], [0, "ffrr@0,-1r0"], [0, "farmer:se"], [null, "draw:cfff"],
    ]);
    expect(turnsOf(course)).toEqual([
      { seat: 1, answers: ["cfff@1,0r90"] },
      { seat: 0, answers: ["ffrr@0,-1r0", "farmer:se"] },
      { seat: null, answers: ["draw:cfff"] },
    ]);
  });

  it("separates two tiles of one seat, and keeps a single pass", () => {
    expect(turnsOf(line([], [[0, "pass"], [null, "draw:cfff"], [0, "cfff@1,0r0"], [null, "draw:cfff"], [0, "cfff@2,0r0"]]))).toEqual([
      { seat: 0, answers: ["pass"] }, { seat: 0, answers: ["cfff@1,0r0"] }, { seat: 0, answers: ["cfff@2,0r0"] },
    ]);
    expect(turnsOf(line([], [[null, "draw:cfff"], [null, "draw:ffrr"]]))).toHaveLength(2);
  });
});

describe("a line on the board", () => {
  const course = line(["crfr@0,1r0", "knight:n"], [
    [null, "draw:cfff"], [1, "cfff@1,0r0"], [1, "knight:n"], [null, "draw:ffrr"], [0, "ffrr@0,-1r180"], [0, "farmer:se"],
  ]);

  it("starts with its own answers", () => {
    const hint = lineHint(view, course, null, look);
    expect(hint.tile).toMatchObject({ kind: "crfr", x: 0, y: 1 });
    expect(hint.figure).toMatchObject({ seat: 0, tile: 1, segment: 0 });
    expect([hint.laid, hint.placed]).toEqual([[], []]);
  });

  it("continues on top of the earlier tiles, with new figures each time", () => {
    const hint = lineHint(view, course, 1, look);
    expect(hint.tile).toMatchObject({ set: "base", kind: "ffrr", x: 0, y: -1, rotation: 2, seat: 0 });
    expect(hint.figure).toMatchObject({ id: -1, seat: 0, role: "farmer", tile: 3, segment: 1 });
    expect(hint.laid.map(({ kind, x, y, seat }) => [kind, x, y, seat])).toEqual([["crfr", 0, 1, 0], ["cfff", 1, 0, 1]]);
    expect(hint.placed.map(({ id, seat, tile, role }) => [id, seat, tile, role])).toEqual([[-2, 0, 1, "knight"], [-3, 1, 2, "knight"]]);
    expect(lineHint(view, course, 0, look).laid).toHaveLength(1);
  });
});
