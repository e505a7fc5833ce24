import { describe, expect, it } from "vitest";
import { marksOf, openAt, percent, signsOf, turnsOf } from "../src/board/guide";
import { groupPlaces } from "../src/game/placing";
import { placeText, ticks, tickStep } from "../src/shared/coordinates";
import type { Answer, Guide, GuideFeature } from "../src/shared/protocol";

const city = (points: number, ...seats: number[]): GuideFeature => ({
  kind: "city", points, gives: seats.map((seat) => ({ seat, points })), features: [],
});
const road: GuideFeature = { kind: "road", points: 3, gives: [], features: [] };

const guide: Guide = {
  seq: 7,
  places: [
    { x: 1, y: 0, rotation: 1, completes: [city(8, 0)] },
    { x: 1, y: 0, rotation: 2, completes: [road] },
    { x: 0, y: -1, rotation: 0, slot: 1, completes: [road] },
  ],
  open: [{ x: 1, y: 0, fit: 3, next: 0.1, soon: 0.2, dead: false }],
  left: 30,
  draws: 2,
};
const answer = (x: number, y: number, rotation: number): Answer => ({
  word: `a@${x},${y}r${rotation}`, verb: "place", mode: "place", x, y, rotation,
});
const places = groupPlaces([answer(1, 0, 0), answer(1, 0, 1), answer(1, 0, 2), answer(0, -1, 0), answer(5, 5, 0)]);
const [north, east] = places as [(typeof places)[0], (typeof places)[0]];

describe("hints", () => {
  it("cover every legal rotation", () => {
    expect(turnsOf(guide, east, null)).toEqual([
      { rotation: 0, completes: [] },
      { rotation: 1, completes: [city(8, 0)] },
      { rotation: 2, completes: [road] },
    ]);
    expect(openAt(guide, "1,0")?.fit).toBe(3);
    expect(openAt(guide, "5,5")).toBeNull();
  });

  it("mark the effect of the current rotation, or else of the best other one", () => {
    expect(marksOf(guide, places, 0, null)).toEqual([{ key: "1,0", x: 1, y: 0, completes: [city(8, 0)], turned: true }]);
    expect(marksOf(guide, places, 2, null)[0]).toMatchObject({ completes: [road], turned: false });
    expect(marksOf(guide, places, 1, null)[0]).toMatchObject({ completes: [city(8, 0)], turned: false });
  });

  it("are for the selected tile in hand", () => {
    expect(marksOf(guide, places, 0, 1)).toEqual([{ key: north.key, x: 0, y: -1, completes: [road], turned: false }]);
    expect(marksOf(guide, places, 0, 0)).toEqual([]);
  });

  it("have a marker for each owner, one for a team, and one for an unclaimed feature", () => {
    expect(signsOf([city(8, 0, 2), road], false)).toEqual([
      { kind: "city", points: 8, seat: 0 },
      { kind: "city", points: 8, seat: 2 },
      { kind: "road", points: 3, seat: null },
    ]);
    expect(signsOf([city(8, 1)], true)).toEqual([{ kind: "city", points: 8, seat: null }]);
  });

  it("never call a chance certain or impossible that is not", () => {
    expect([0, 0.001, 0.004, 0.25, 0.996, 0.9999, 1].map(percent)).toEqual([0, 1, 1, 25, 99, 99, 100]);
  });
});

describe("coordinates", () => {
  it("are those of records", () => {
    expect(placeText({ x: 3, y: -1 })).toBe("3\u00a0:\u00a0-1");
    expect(placeText({ x: 0, y: 0 })).toBe("0\u00a0:\u00a00");
  });

  it("are at the centres of the visible columns", () => {
    expect(ticks(-1.2, 2.4, 1)).toEqual([-1, 0, 1]);
    expect(ticks(-0.2, 0.9, 1)).toEqual([0]);
    expect(ticks(-7.5, 8, 5)).toEqual([-5, 0, 5]);
    expect(ticks(0.6, 1.4, 1)).toEqual([]);
    expect(ticks(-0.2, 0.9, 1).every((one) => !Object.is(one, -0))).toBe(true);
  });

  it("leave room for each number", () => {
    expect([100, 30, 16, 7, 3, 1].map(tickStep)).toEqual([1, 1, 2, 5, 10, 20]);
  });
});
