import { describe, expect, it } from "vitest";
import { groupChoices, plainAnswers, targetOf } from "../src/board/deploying";
import { Draft } from "../src/board/draft.svelte";
import type { Answer, Decision } from "../src/shared/protocol";

const figure = { id: 4, seat: 1, figure: "follower", role: "knight", tile: 2, segment: 1 };
const deploy = (word: string, more: Partial<Answer>): Answer => ({
  word, verb: "deploy", mode: "figure", figure: "follower", role: "knight", tile: 5, segment: 0,
  ...more,
});

/** A decision that offers all actions with a tile when all expansions are in play. */
const action: Decision = {
  seat: 0,
  kind: "deploy",
  tile: { set: "base", kind: "crfr" },
  answers: [
    deploy("knight:n", {}),
    deploy("mayor:n", { figure: "mayor", role: "mayor" }),
    deploy("knight:n@0,0", { mode: "portal", tile: 1 }),
    deploy("barn:ne", { figure: "barn", role: "barn", segment: 3, corner: 0 }),
    { word: "build:c@1,1", verb: "build", mode: "tower", tile: 3, segment: 2, height: 2 },
    deploy("watchman:c@1,1", { mode: "tower", role: "watchman", tile: 3, segment: 2 }),
    { word: "fairy:a", verb: "lead", mode: "fairy", piece: "fairy", tile: 2, segment: 1, id: 4 },
    { word: "fairy:b", verb: "lead", mode: "fairy", piece: "fairy", tile: 2 },
    { word: "return:a", verb: "return", mode: "princess", ...figure },
    { word: "redeem:a", verb: "redeem", mode: "ransom", id: 9, seat: 0, figure: "large", by: 2 },
    { word: "pass", verb: "pass" },
  ],
};

describe("the answers of a decision", () => {
  it("are grouped by mode, and within that by target", () => {
    const modes = groupChoices(action.answers);
    expect([...modes.keys()]).toEqual(["figure", "portal", "tower", "fairy", "princess", "ransom"]);
    const keys = [...modes].map(([mode, choices]) => [mode, choices.map((choice) => `${choice.key}/${choice.answers.length}`)]);
    expect(Object.fromEntries(keys)).toEqual({
      figure: ["5:0/2", "c5:0/1"],
      portal: ["1:0/1"],
      tower: ["3:2/2"],
      fairy: ["f4/1", "t2/1"],
      princess: ["f4/1"],
      ransom: ["r9/1"],
    });
  });

  it("keep the server's mode, even an unknown one", () => {
    const answers: Answer[] = [{ word: "haunt:1", verb: "haunt", mode: "juggling", id: 1 }, { word: "rest", verb: "pass" }];
    expect([...groupChoices(answers).keys()]).toEqual(["juggling"]);
    expect(plainAnswers(answers).map((answer) => answer.word)).toEqual(["rest"]);
  });

  it("move the mage and the witch to segments, or take them off theirs", () => {
    const moves = groupChoices([
      { word: "mage:e@0,0", verb: "lead", mode: "mage", piece: "mage", tile: 0, segment: 1 },
      { word: "witch:e@0,0", verb: "lead", mode: "witch", piece: "witch", tile: 0, segment: 1 },
      { word: "witch:off", verb: "withdraw", mode: "witch", piece: "witch", tile: 2, segment: 0 },
    ]);
    expect([...moves].map(([mode, choices]) => [mode, choices.map((choice) => choice.key)])).toEqual([
      ["mage", ["0:1"]],
      ["witch", ["0:1", "2:0"]],
    ]);
  });

  it("are complete, with those without a target separate", () => {
    const gathered = [...groupChoices(action.answers).values()].flat().flatMap((choice) => choice.answers);
    const apart = plainAnswers(action.answers);
    expect(apart.map((answer) => answer.word)).toEqual(["pass"]);
    expect(new Set([...gathered, ...apart])).toEqual(new Set(action.answers));
  });

  it("target the destination of a moving figure, and nothing on the board for a captive", () => {
    const move: Answer = { word: "m", verb: "move", mode: "move", ...figure, to_tile: 7, to_segment: 2 };
    expect(targetOf(move)).toMatchObject({ key: "7:2", target: "segment", tile: 7, segment: 2 });
    expect(targetOf({ word: "r", verb: "redeem", mode: "ransom", id: 9 })).toMatchObject({ target: "captive", tile: -1 });
    expect(targetOf({ word: "d", verb: "lead", mode: "dragon", piece: "dragon", tile: 3 })).toMatchObject({ key: "t3", target: "tile" });
  });
});

describe("a choice among several modes", () => {
  it("shows one mode at a time and clears the choice when it changes", () => {
    const draft = new Draft(action, 8);
    expect(draft.mode).toBe("figure");
    draft.choose(draft.choices[0]!);
    expect(draft.word).toBe("knight:n");
    draft.turnTo("tower");
    expect(draft.word).toBeNull();
    draft.choose(draft.choices[0]!);
    expect(draft.ghostBuilding).toEqual({ tile: 3, segment: 2, height: 2 });
    draft.choose(draft.choices[0]!);
    expect(draft.word).toBe("watchman:c@1,1");
    expect(draft.ghost).toMatchObject({ role: "watchman", tile: 3 });
    draft.nextMode(1);
    expect(draft.mode).toBe("fairy");
    draft.step(-1);
    expect(draft.ghostPiece).toMatchObject({ piece: "fairy", tile: 2 });
    expect(draft.word).toBe("fairy:b");
    draft.nextMode(-1);
    draft.nextMode(-1);
    draft.nextMode(-1);
    draft.nextMode(-1);
    expect(draft.mode).toBe("ransom");
  });

  it("shows a barn on its corner and a wagon where it goes", () => {
    const draft = new Draft(action, 8);
    draft.choose(draft.choices[1]!);
    expect(draft.ghost).toMatchObject({ figure: "barn", corner: 0 });
    const wagon = { ...figure, figure: "wagon", role: "wagon" };
    const rolling = new Draft(
      { seat: 1, kind: "wagon", answers: [{ word: "m", verb: "move", mode: "move", ...wagon, to_tile: 7, to_segment: 2 }] },
      9,
    );
    rolling.step(1);
    expect(rolling.ghost).toEqual({ id: -1, seat: 1, figure: "wagon", role: "wagon", tile: 7, segment: 2 });
  });

  it("separates the places for a tile from other actions before it is placed", () => {
    const answers: Answer[] = [
      { word: "crfr@0,1r0", verb: "place", mode: "place", x: 0, y: 1, rotation: 0 },
      { word: "redeem:a", verb: "redeem", mode: "ransom", id: 9, seat: 0, figure: "large", by: 2 },
    ];
    const draft = new Draft({ seat: 0, kind: "place", tile: { set: "base", kind: "crfr" }, answers }, 3);
    expect([draft.modes, draft.places.length, draft.choices.length]).toEqual([["place", "ransom"], 1, 0]);
    draft.lay(draft.places[0]!);
    draft.turnTo("ransom");
    expect([draft.word, draft.places.length, draft.choices.length]).toEqual([null, 0, 1]);
    draft.move("down");
    expect(draft.word).toBe("redeem:a");
  });
});
