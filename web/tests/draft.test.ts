import { describe, expect, it } from "vitest";
import { Draft } from "../src/board/draft.svelte";
import type { Decision } from "../src/shared/protocol";

const placing: Decision = {
  seat: 1,
  kind: "place",
  tile: { set: "base", kind: "crfr" },
  answers: [0, 2].map((rotation) => ({ word: `crfr@0,1r${rotation}`, verb: "place", mode: "place", x: 0, y: 1, rotation })),
};

const deploying: Decision = {
  seat: 1,
  kind: "deploy",
  tile: { set: "base", kind: "crfr" },
  answers: [
    { word: "knight:n", verb: "deploy", mode: "figure", figure: "follower", role: "knight", tile: 5, segment: 0 },
    { word: "knight:n:large", verb: "deploy", mode: "figure", figure: "large", role: "knight", tile: 5, segment: 0 },
    { word: "farmer:s", verb: "deploy", mode: "figure", figure: "follower", role: "farmer", tile: 5, segment: 3 },
    { word: "pass", verb: "pass" },
  ],
};

describe("an unconfirmed placement", () => {
  it("lays at the first touch, rotates at the next, and can be undone", () => {
    const draft = new Draft(placing, 7);
    expect(draft.word).toBeNull();
    draft.touch(draft.places[0]!);
    expect(draft.word).toBe("crfr@0,1r0");
    draft.touch(draft.places[0]!);
    expect(draft.word).toBe("crfr@0,1r2");
    draft.back();
    expect(draft.word).toBeNull();
    expect(draft.started).toBe(false);
  });

  it("has only words that the server listed", () => {
    const draft = new Draft(placing, 7);
    for (let i = 0; i < 9; i++) {
      draft.rotate(i % 3 === 0 ? -1 : 1);
      if (i === 4) draft.lay(draft.places[0]!);
      const words = placing.answers.map((answer) => answer.word);
      if (draft.word !== null) expect(words).toContain(draft.word);
    }
  });
});

describe("an unconfirmed figure", () => {
  it("groups the kinds of figure by segment and cycles through them", () => {
    const draft = new Draft(deploying, 8);
    expect(draft.choices.map((choice) => choice.answers.length)).toEqual([2, 1]);
    draft.choose(draft.choices[0]!);
    expect(draft.word).toBe("knight:n");
    draft.choose(draft.choices[0]!);
    expect(draft.word).toBe("knight:n:large");
    expect(draft.ghost).toEqual({ id: -1, seat: 1, figure: "large", role: "knight", tile: 5, segment: 0 });
  });

  it("falls back to a kind that may stand on the new segment", () => {
    const draft = new Draft(deploying, 8);
    draft.choose(draft.choices[0]!);
    draft.take(deploying.answers[1]!);
    draft.choose(draft.choices[1]!);
    expect(draft.word).toBe("farmer:s");
  });

  it("knows the answer without a figure", () => {
    const draft = new Draft(deploying, 8);
    expect(draft.pass?.word).toBe("pass");
    draft.move("right");
    expect(draft.choice).toBe(draft.choices[0]);
    draft.move("left");
    expect(draft.choice).toBe(draft.choices[1]);
  });
});

const mngg = { set: "discovery", kind: "mngg" };
const start = { set: "discovery", kind: "sggt" };

const choosing: Decision = {
  seat: 0,
  kind: "place",
  tile: null,
  answers: [
    { word: "0/mngg@0,1r0", verb: "place", mode: "place", x: 0, y: 1, rotation: 0, held: mngg, slot: 0 },
    { word: "0/mngg@0,1r1", verb: "place", mode: "place", x: 0, y: 1, rotation: 1, held: mngg, slot: 0 },
    { word: "1/sggt@1,0r3", verb: "place", mode: "place", x: 1, y: 0, rotation: 3, held: start, slot: 1 },
  ],
};

describe("a hand of two tiles", () => {
  it("shows the places of the selected tile, and sends its words", () => {
    const draft = new Draft(choosing, 3, [mngg, start]);
    expect(draft.tile).toEqual(mngg);
    expect(draft.places.map((place) => place.key)).toEqual(["0,1"]);
    draft.touch(draft.places[0]!);
    expect(draft.word).toBe("0/mngg@0,1r0");
    draft.pick(1);
    expect(draft.word).toBeNull();
    expect(draft.tile).toEqual(start);
    draft.touch(draft.places[0]!);
    expect(draft.word).toBe("1/sggt@1,0r3");
    draft.nextHeld();
    expect(draft.slot).toBe(0);
  });

  it("skips a tile that fits nowhere", () => {
    const draft = new Draft({ ...choosing, answers: choosing.answers.slice(2) }, 3, [mngg, start]);
    expect(draft.slot).toBe(1);
    draft.pick(0);
    draft.nextHeld();
    expect(draft.slot).toBe(1);
  });

  it("has the same places for two equal tiles, which are listed once", () => {
    const draft = new Draft({ ...choosing, answers: choosing.answers.slice(0, 2) }, 3, [mngg, mngg]);
    draft.pick(1);
    draft.touch(draft.places[0]!);
    expect([draft.slot, draft.word]).toEqual([1, "0/mngg@0,1r0"]);
  });
});

describe("placing a follower or taking one back", () => {
  const figure = { id: 4, seat: 0, figure: "follower", role: "explorer", tile: 2, segment: 1 };
  const either: Decision = {
    seat: 0,
    kind: "deploy",
    tile: mngg,
    answers: [
      { word: "brigand:n", verb: "deploy", mode: "figure", figure: "follower", role: "brigand", tile: 5, segment: 0 },
      { word: "return:a", verb: "return", mode: "remove", ...figure },
      { word: "pass", verb: "pass" },
    ],
  };

  it("can both be targeted, whichever mode is selected", () => {
    const draft = new Draft(either, 3);
    expect(draft.modes).toEqual(["figure", "remove"]);
    draft.choose(draft.beside[0]!);
    expect([draft.mode, draft.word]).toEqual(["remove", "return:a"]);
    draft.choose(draft.beside[0]!);
    expect([draft.mode, draft.word]).toEqual(["figure", "brigand:n"]);
  });
});
