import { describe, expect, it } from "vitest";
import type { GameEvent, Step, View } from "../src/shared/protocol";
import { lasting, RECIPES, SOUNDS, soundsOf, TOUCHES } from "../src/shared/sounds";

const view = (seat: number | null, over = false, seats = 2): View =>
  ({ over, decision: { seat }, players: Array.from({ length: seats }, (_, seat) => ({ seat })) }) as unknown as View;
const step = (...events: GameEvent[]): Step => ({ seq: 1, seat: 1, answer: "a", events });
const theirs = view(1);

const tile = { set: "base", kind: "crfr" };
const placed = (seat: number): GameEvent => ({ type: "placed", seat, tile: 3, ...tile, x: 0, y: 0, rotation: 0 });
const scored = (points: number, finished: boolean, at: number | null = 3): GameEvent => ({
  type: "scored", seat: 1, points, finished, final: false, tile: at, segment: 0,
});

describe("the sounds of a step", () => {
  it("are tile, figure, completion and return for another player's turn", () => {
    const deployed: GameEvent = { type: "deployed", seat: 1, figure: "follower", id: 1, role: "knight", tile: 3, segment: 0 };
    const home: GameEvent = { type: "returned", seat: 1, figure: "follower", id: 1, tile: 3, segment: 0 };
    expect(soundsOf(theirs, theirs, step({ type: "drawn", tile }), [0])).toEqual(["drawn"]);
    expect(soundsOf(theirs, theirs, step(placed(1)), [0])).toEqual(["laid"]);
    expect(soundsOf(theirs, theirs, step(deployed, scored(4, true), home, home), [0])).toEqual(["figure", "completed", "home"]);
  });

  it("exclude the own tile, which sounded when it was laid", () => {
    expect(soundsOf(view(0), view(0), step(placed(0)), [0])).toEqual([]);
  });

  it("are just points for scores without a feature, and none for zero", () => {
    expect(soundsOf(theirs, theirs, step(scored(1, true, null), scored(3, false)), [0])).toEqual(["points"]);
    expect(soundsOf(theirs, theirs, step(scored(0, true)), [0])).toEqual([]);
  });

  it("of the final scoring are played when it is shown, not before", () => {
    const last = step({ ...scored(3, false), final: true }, { type: "over", winners: [0] });
    expect(soundsOf(theirs, view(null, true), last, [0])).toEqual(["over"]);
    expect(soundsOf(view(null, true), view(null, true), step(), [0])).toEqual([]);
  });

  it("are the dragon's own, and a figure's for other pieces", () => {
    expect(soundsOf(theirs, theirs, step({ type: "led", piece: "dragon", tile: 3 }), [0])).toEqual(["dragon"]);
    expect(soundsOf(theirs, theirs, step({ type: "led", piece: "fairy", tile: 3 }), [0])).toEqual(["figure"]);
  });

  it("alert the own turn once, and not on a shared screen", () => {
    expect(soundsOf(theirs, view(0), step(), [0])).toEqual(["mine"]);
    expect(soundsOf(view(0), view(0), step(), [0])).toEqual([]);
    expect(soundsOf(null, view(0), step(), [0])).toEqual(["mine"]);
    expect(soundsOf(view(null), view(0), step(), [0, 1])).toEqual([]);
  });
});

describe("the sounds", () => {
  it("are short, soft and in an audible range", () => {
    for (const sound of SOUNDS) {
      expect([sound, lasting(sound) <= (sound === "over" ? 1.5 : 0.7)]).toEqual([sound, true]);
      for (const { at, length, from, to, loud } of RECIPES[sound]) {
        expect(at >= 0 && length > 0 && loud > 0 && loud <= 0.5).toBe(true);
        expect(Math.min(from, to) >= 40 && Math.max(from, to) <= 8000).toBe(true);
      }
    }
  });

  it("vibrate the device only briefly", () => {
    for (const pattern of Object.values(TOUCHES)) expect(pattern.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(300);
  });
});
