import { describe, expect, it } from "vitest";
import { questionOf } from "../src/board/deploying";
import { Draft } from "../src/board/draft.svelte";
import { scoreless } from "../src/game/lighting";
import { logLines, scoreCourse, scoresBefore } from "../src/game/scores";
import { colourOf, shapeOf } from "../src/shared/art/figures";
import type { Answer, Decision, Feature, GameEvent, Player, Step } from "../src/shared/protocol";

const haunt = (id: number, seat: number, ghosts?: number): Answer => ({
  word: `haunt:${id}`, verb: "haunt", mode: "haunt", id, seat, figure: "follower", role: "knight", tile: 3, segment: 0,
  ...(ghosts ? { ghosts } : {}),
});
const asked = (...answers: Answer[]): Decision => ({ seat: 1, kind: "haunt", tile: { set: "mists", kind: "x" }, answers });

describe("a ghost to be placed (MIST-04)", () => {
  it("has a question that depends on whose followers may take it", () => {
    expect(questionOf({ ...asked(haunt(4, 1)), own: true })).toBe("haunt-own");
    expect(questionOf(asked(haunt(4, 0), haunt(5, 2)))).toBe("haunt");
  });

  it("goes to the chosen figure, and can be undone until confirmed", () => {
    const draft = new Draft(asked(haunt(4, 0), haunt(5, 2)), 9);
    expect([draft.modes, draft.choices.map((one) => one.key), draft.pass]).toEqual([["haunt"], ["f4", "f5"], null]);
    expect(draft.haunted).toBeNull();
    draft.step(-1);
    expect([draft.word, draft.haunted, draft.ghost]).toEqual(["haunt:5", 5, null]);
    draft.back();
    expect([draft.word, draft.haunted]).toEqual([null, null]);
  });
});

describe("ghosts taken off a tile, or points (COOP-13)", () => {
  const clear = (tile: number): Answer => ({ word: `clear:${tile}`, verb: "clear", mode: "clear", tile, ghosts: 1 });
  const draft = () => new Draft({ seat: 0, kind: "reward", answers: [clear(2), clear(7), { word: "pass", verb: "pass" }] }, 4);

  it("are chosen by tile, and the points by passing", () => {
    const chosen = draft();
    chosen.choose(chosen.choices[1]!);
    expect([chosen.choices.map((one) => one.target), chosen.word, chosen.cleared]).toEqual([["tile", "tile"], "clear:7", 7]);
    expect([chosen.pass?.word, chosen.haunted]).toEqual(["pass", null]);
  });
});

describe("points that ghosts take (MIST-08, MIST-12)", () => {
  const scored = (seat: number, points: number, final = false): GameEvent => ({ type: "scored", seat, points, final, tile: 1, segment: 0 });
  const steps: Step[] = [
    { seq: 1, seat: 0, answer: "a", events: [scored(0, 3), scored(1, -4)] },
    { seq: 2, seat: 1, answer: "b", events: [scored(0, 2), scored(1, 5, true), scored(0, -9, true), scored(0, 4, true)] },
  ];
  const players = [{ seat: 0, score: 4 }, { seat: 1, score: 5 }] as Player[];

  it("never take a score below 0", () => {
    expect(scoreCourse(steps, 2)).toEqual([[0, 0], [3, 0], [4, 5]]);
  });

  it("still give the scores before the final scoring", () => {
    const finals = steps[1]!.events.slice(1);
    expect(scoresBefore(players, finals, steps)).toEqual([5, 0]);
    expect(scoresBefore(players, finals.slice(1), steps)).toEqual([5, 5]);
    expect(scoresBefore(players, finals.slice(2), steps)).toEqual([0, 5]);
    expect(scoresBefore(players, [], steps)).toEqual([4, 5]);
    // If the first steps are missing, only the final scores are known.
    expect(scoresBefore(players, finals.slice(2), steps.slice(1))).toEqual([0, 5]);
  });

  it("are in the log, with the owners of ghosts and guards", () => {
    const events: GameEvent[] = [
      { type: "haunted", seat: 0, figure: "follower", id: 2, tile: 1, segment: 0, ghosts: 3 },
      { type: "returned", seat: 0, figure: "follower", id: 2, tile: 1, segment: 0 },
      { type: "enlisted", seat: 1, figure: "guard" },
      scored(1, -2),
      { type: "ghosts", tile: 3, ghosts: 2 },
    ];
    expect(logLines([{ seq: 3, seat: 0, answer: "c", events }]).map((line) => line.event.type)).toEqual([
      "haunted", "returned", "enlisted", "scored", "ghosts",
    ]);
  });
});

describe("the colours of guards (COOP-01)", () => {
  const KINDS = ["guard", "second-guard", "third-guard", "fourth-guard"];

  it("are all different, for one player with four and two with two each", () => {
    expect(new Set(KINDS.map((kind) => colourOf(0, kind))).size).toBe(4);
    expect(new Set([0, 1].flatMap((seat) => KINDS.slice(0, 2).map((kind) => colourOf(seat, kind)))).size).toBe(4);
    expect([0, 1, 2, 3, 4].map((seat) => colourOf(seat, "guard"))).toEqual([0, 1, 2, 3, 4]);
  });

  it("do not change what a figure looks like", () => {
    expect(KINDS.map(shapeOf)).toEqual(["guard", "guard", "guard", "guard"]);
    expect(shapeOf("large")).toBe("large");
  });
});

it("mist is not scored; castles and cemeteries are described", () => {
  const kinds = ["mist", "castle", "cemetery", "city"];
  expect(kinds.map((kind) => scoreless({ kind } as Feature))).toEqual([true, false, false, false]);
});
