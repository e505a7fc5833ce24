import { describe, expect, it } from "vitest";
import { hintOf, setOf, tileOf, turnHint, type Look } from "../src/board/hint";
import type { Answer, Decision, Figure, View } from "../src/shared/protocol";

/** Art in which every rotated tile has a city in the north, a monastery and a field. */
const look: Look = {
  segments: () => [{ kind: "city" }, { kind: "monastery" }, { kind: "field" }],
  segmentAt: (_, x, y) => (y < 100 && x > 200 && x < 800 ? 0 : 2),
};

const tile = (kind: string, x: number, y: number) => ({ set: "base", kind, x, y, rotation: 0, seat: 0, turn: 1 });
const knight: Figure = { id: 4, seat: 1, figure: "large", role: "knight", tile: 1, segment: 0 };

function view(decision: Partial<Decision>, game = "carcassonne"): View {
  return {
    seq: 9, turn: 3, over: false, active: 0, setup: { game, expansions: [], seats: 2, options: {} },
    decision: { seat: 0, kind: "place", tile: { set: "own-base", kind: "crfr" }, answers: [], ...decision },
    players: [], tiles: [tile("crfr", 0, 0), tile("cfff", 0, -1)], figures: [knight], captives: [], pieces: [],
    buildings: [{ tile: 1, segment: 3, height: 2 }], named: [], features: [],
    bag: { left: 3, apart: 0, tiles: [{ set: "later", kind: "ffrr", count: 1 }] },
    discarded: [], taken_out: [], aside: [], stock: {}, half: 1, doubled: false, winners: [],
  };
}

describe("the hint of a line", () => {
  it("lays the tile in hand, and the figure on it", () => {
    const hint = hintOf(view({}), ["crfr@0,1r90", "knight:n"], look);
    expect(hint.tile).toMatchObject({ set: "own-base", kind: "crfr", x: 0, y: 1, rotation: 1 });
    expect(hint.figure).toEqual({ id: -1, seat: 0, figure: "follower", role: "knight", tile: 2, segment: 0 });
    expect(hintOf(view({}), ["crfr@0,1r0", "large-farmer:se"], look).figure).toMatchObject({ figure: "large", role: "farmer", segment: 2 });
    expect(hintOf(view({}), ["crfr@0,1r0", "monk:c"], look).figure).toMatchObject({ role: "monk", segment: 1 });
    expect(hintOf(view({}), ["crfr@0,1r0", "barn:sw"], look).figure).toMatchObject({ figure: "barn", corner: 2 });
    expect(hintOf(view({}), ["crfr@0,1r0", "pass"], look).figure).toBeNull();
  });

  it("turns with the board", () => {
    const hint = turnHint(hintOf(view({}), ["crfr@0,1r0", "barn:sw"], look), 1);
    expect(hint.tile).toMatchObject({ x: -1, y: 0, rotation: 1 });
    expect(hint.figure).toMatchObject({ figure: "barn", corner: 3 });
  });

  it("puts figures on other tiles, towers and pieces as in the words", () => {
    expect(hintOf(view({}), ["crfr@0,1r0", "knight:n@0,-1"], look).figure).toMatchObject({ tile: 1, segment: 0 });
    expect(hintOf(view({}), ["crfr@0,1r0", "build:@0,-1"], look).building).toEqual({ tile: 1, segment: 3, height: 3 });
    expect(hintOf(view({}), ["crfr@0,1r0", "return:1:large-knight:n@0,-1"], look).about).toEqual([4]);
    expect(hintOf(view({}), ["crfr@0,1r0", "fairy:1:large-knight:n@0,-1"], look).piece).toMatchObject({ piece: "fairy", id: 4, tile: 1 });
    expect(hintOf(view({}), ["crfr@0,1r0", "mage:n@0,-1"], look).piece).toMatchObject({ piece: "mage", segment: 0, tile: 1 });
    expect(hintOf(view({}), ["crfr@0,1r0", "witch:off"], look).piece).toBeNull();
    expect(hintOf(view({}), ["crfr@0,1r0", "clear:@0,-1"], look).cleared).toBe(1);
    expect(hintOf(view({}), ["crfr@0,1r0", "clear:@0,1"], look).cleared).toBe(2);
  });

  it("uses the server's form of an answer to the pending decision", () => {
    const answers: Answer[] = [
      { word: "knight:n", verb: "deploy", figure: "follower", role: "knight", tile: 1, segment: 7 },
      { word: "haunt:1:large-knight:n@0,-1", verb: "haunt", id: 4, seat: 1 },
      { word: "clear:@0,0", verb: "clear", tile: 0, ghosts: 2 },
      {
        word: "move:1:wagon:w@0,0>n@0,-1", verb: "move", figure: "wagon", role: "wagon", seat: 1, id: 4, tile: 0,
        segment: 1, to_tile: 1, to_segment: 5,
      },
    ];
    const asked = view({ kind: "deploy", answers });
    expect(hintOf(asked, ["knight:n"], look).figure).toMatchObject({ tile: 1, segment: 7 });
    expect(hintOf(asked, ["haunt:1:large-knight:n@0,-1"], look)).toMatchObject({ haunted: 4, about: [4] });
    expect(hintOf(asked, ["clear:@0,0"], look).cleared).toBe(0);
    expect(hintOf(asked, ["move:1:wagon:w@0,0>n@0,-1"], look)).toMatchObject({
      figure: { seat: 1, figure: "wagon", tile: 1, segment: 5 },
      about: [4],
    });
  });

  it("names the ordinary figure of each game", () => {
    expect(hintOf(view({}, "coop"), ["crfr@0,1r0", "knight:n"], look).figure).toMatchObject({ figure: "guard", role: "knight" });
  });

  it("omits unknown words", () => {
    const nothing = hintOf(view({}), ["sing", "build:n", "return:3:knight:n@9,9"], look);
    expect(nothing).toEqual({
      tile: null, figure: null, piece: null, building: null, haunted: null, cleared: null, about: [], laid: [],
      placed: [],
    });
  });
});

describe("the set of a kind of tile", () => {
  it("is that of the tile in hand first, then any set with that name", () => {
    expect(setOf("crfr", view({}))).toBe("own-base");
    expect(setOf("ffrr", view({}))).toBe("later");
    expect(setOf("cfff", view({}))).toBe("base");
    expect(tileOf({ set: "base", kind: "crfr" }, view({}))).toEqual({ set: "base", kind: "crfr" });
    expect(tileOf({ kind: "unheard-of" }, view({}))).toBeNull();
  });
});
