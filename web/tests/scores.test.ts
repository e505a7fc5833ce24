import { describe, expect, it } from "vitest";
import { featureOf, finalScores, lastPlaced, logLines, mergeSteps, scoreCourse, scoresBefore, told } from "../src/game/scores";
import { FRAME, frameCell, SPACES, standing } from "../src/game/track";
import type { GameEvent, Player, Step, View } from "../src/shared/protocol";

const scored = (seat: number, points: number, final = false): GameEvent => ({ type: "scored", seat, points, final });
const steps: Step[] = [
  { seq: 1, seat: 0, answer: "a", events: [scored(0, 4), { type: "turn", seat: 1, turn: 2 }] },
  { seq: 2, seat: 1, answer: "b", events: [scored(1, 9), scored(0, 3, true), scored(1, 6, true)] },
];

describe("score lines", () => {
  it("have their turn", () => {
    expect(logLines(steps).map((line) => [line.turn, line.event.points])).toEqual([[1, 4], [2, 9], [2, 3], [2, 6]]);
  });

  it("leave out scores of zero", () => {
    const step: Step = { seq: 3, seat: 0, answer: "c", events: [scored(0, 0, true), scored(0, 2, true)] };
    expect(logLines([step]).map((line) => line.event.points)).toEqual([2]);
    expect(finalScores([step]).length).toBe(1);
  });

  it("list a drawn tile only in addition to the turn's own", () => {
    const drawn = (set: string): GameEvent => ({ type: "drawn", tile: { set, kind: "x" } });
    const step: Step = { seq: 3, seat: null, answer: "draw:x", events: [drawn("hunters"), drawn("hunters-bonus")] };
    expect(told(step, ["drawn"])).toEqual([drawn("hunters-bonus")]);
    expect(logLines([step]).map((line) => line.event)).toEqual([drawn("hunters-bonus")]);
  });

  it("list a figure returned without points, and the score of one with points", () => {
    const home: GameEvent = { type: "returned", seat: 0, figure: "follower", id: 1, tile: 2, segment: 0 };
    const score = (points: number): GameEvent => ({ ...scored(0, points), tile: 2, segment: 0 });
    const step = (points: number): Step => ({ seq: 4, seat: 0, answer: "r", events: [score(points), home] });
    expect(told(step(3), ["scored", "returned"])).toEqual([score(3)]);
    expect(told(step(0), ["scored", "returned"])).toEqual([home]);
  });

  it("give the final scoring and the scores before it", () => {
    const finals = finalScores(steps);
    expect(finals.map((event) => event.points)).toEqual([3, 6]);
    const players = [{ seat: 0, score: 7 }, { seat: 1, score: 15 }] as Player[];
    expect(scoresBefore(players, finals)).toEqual([4, 9]);
    expect(scoresBefore(players, finals.slice(1))).toEqual([7, 9]);
    expect(scoresBefore(players, [])).toEqual([7, 15]);
  });

  it("add up to the course of the game", () => {
    expect(scoreCourse(steps, 2)).toEqual([[0, 0], [4, 0], [7, 15]]);
  });

  it("merge without doubling, whatever comes first", () => {
    const merged = mergeSteps([steps[1]!], [steps[0]!, steps[1]!]);
    expect(merged.map((step) => step.seq)).toEqual([1, 2]);
    expect(mergeSteps(merged, [steps[0]!])).toBe(merged);
  });
});

describe("the log", () => {
  const home = (seat: number): GameEvent => ({ type: "returned", seat, figure: "follower", id: 1, tile: 0, segment: 0 });
  const step = (events: GameEvent[]): Step => ({ seq: 5, seat: 0, answer: "a", events });
  const all = ["scored", "returned", "captured", "tokens", "led"];

  it("lists figures sent home, but not those that scored", () => {
    expect(told(step([{ type: "led", piece: "dragon", tile: 2 }, home(1), scored(0, 4), home(0)]), all).map((event) => event.seat)).toEqual(
      [undefined, 1, 0],
    );
  });

  it("lists tokens won, not tokens used", () => {
    const tokens = (token: string, change: number): GameEvent => ({ type: "tokens", seat: 0, token, change });
    const events = [tokens("wine", 2), tokens("king", -1), tokens("king", 1), tokens("tower", -1), tokens("abbey", -1)];
    expect(told(step(events), all)).toEqual([events[0], events[2]]);
  });

  it("has other events among the scores, with their turn", () => {
    const ransom: GameEvent = { type: "scored", seat: 0, points: -3, kind: "ransom", feature: null, tile: null, segment: null };
    const caught: GameEvent = { type: "captured", seat: 1, by: 0, figure: "follower", id: 2, tile: 0, segment: 0 };
    const lines = logLines([
      step([caught, { type: "turn", seat: 1, turn: 9 }]),
      { ...step([ransom, { type: "redeemed", seat: 0, from: 1 }]), seq: 6 },
    ]);
    expect(lines.map((line) => [line.turn, line.event.type, line.scored])).toEqual([
      [1, "captured", false],
      [9, "scored", true],
      [9, "redeemed", false],
    ]);
  });
});

describe("the view", () => {
  it("gives the last tile and the feature of a segment", () => {
    const view = {
      tiles: [{ seat: null }, { seat: 0 }, { seat: 1 }],
      features: [{ segments: [[0, 1], [2, 0]] }, { segments: [[0, 0]] }],
    } as unknown as View;
    expect(lastPlaced(view)).toBe(2);
    expect(featureOf(view).get("2:0")).toBe(0);
    expect(featureOf(view).get("0:0")).toBe(1);
    expect(featureOf(view).get("1:0")).toBeUndefined();
    expect(lastPlaced({ ...view, tiles: view.tiles.slice(0, 1) })).toBeNull();
  });
});

describe("the track (BASE-23)", () => {
  it("has fifty spaces and counts the laps", () => {
    expect(standing(0)).toEqual({ space: 0, laps: 0 });
    expect(standing(49)).toEqual({ space: 49, laps: 0 });
    expect(standing(50)).toEqual({ space: 0, laps: 1 });
    expect(standing(137)).toEqual({ space: 37, laps: 2 });
  });

  it("runs once round the frame, each space beside the last", () => {
    const cells = Array.from({ length: SPACES }, (_, space) => frameCell(space));
    expect(new Set(cells.map((cell) => `${cell.column},${cell.row}`)).size).toBe(SPACES);
    cells.forEach((cell, space) => {
      const next = cells[(space + 1) % SPACES]!;
      expect(Math.abs(next.column - cell.column) + Math.abs(next.row - cell.row)).toBe(1);
      expect([0, FRAME.columns - 1].includes(cell.column) || [0, FRAME.rows - 1].includes(cell.row)).toBe(true);
    });
  });
});
