import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameEvent, Step, View } from "../src/shared/protocol";
import type { Pace } from "../src/shared/settings.svelte";
import { MAX_WAIT_MS, lastTurns, Pacer, RESTS, restOf, shortened, type Shown } from "../src/table/pacing";

const step = (seq: number, seat: number | null, events: GameEvent[] = []): Step => ({ seq, seat, answer: "a", events });
const asking = (seat: number | null, over = false) => ({ over, decision: { seat, kind: "place", answers: [] } }) as unknown as View;
const shown = (seq: number, seat: number | null, asks: number | null, events: GameEvent[] = []): Shown => ({
  steps: [step(seq, seat, events)],
  view: asking(asks),
});

describe("a position rests", () => {
  it("after another player's move, less after a draw, and not if this screen is to move", () => {
    expect(restOf(shown(1, 1, 2), "brisk", [0])).toBe(RESTS.brisk.done);
    expect(restOf(shown(1, null, 1), "brisk", [0])).toBe(RESTS.brisk.drawn);
    expect(restOf(shown(1, null, 0), "brisk", [0])).toBe(0);
    expect(restOf(shown(1, 1, 2), "calm", [0])).toBeGreaterThan(restOf(shown(1, 1, 2), "brisk", [0]));
    expect(restOf(shown(1, 1, 2), "now", [0])).toBe(0);
  });

  it("after an own move only if it causes movement", () => {
    expect(restOf(shown(1, 0, null), "brisk", [0])).toBe(0);
    expect(restOf(shown(1, 0, null, [{ type: "scored", seat: 0, points: 3 }]), "brisk", [0])).toBe(RESTS.brisk.own);
  });

  it("less if more must be shown in the remaining time", () => {
    expect(shortened([100, 300], 500)).toEqual([100, 300]);
    expect(shortened([100, 300], 200)).toEqual([50, 150]);
    expect(shortened([100, 300], -5)).toEqual([0, 0]);
  });
});

describe("positions that arrive together", () => {
  let seen: [number, number][] = [];
  let pace: Pace = "brisk";
  const make = (you: number[]) =>
    new Pacer({ show: ({ steps }) => void seen.push([steps[0]!.seq, Date.now()]), pace: () => pace, you: () => you }, () => Date.now());
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    seen = [];
    pace = "brisk";
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are shown one after another, in order, and the last is the newest", () => {
    const pacer = make([0]);
    for (const one of [shown(1, 1, 1), shown(2, 1, null), shown(3, null, 2), shown(4, 2, 2)]) pacer.add(one);
    expect(seen).toEqual([[1, 0]]);
    expect(pacer.behind).toBe(3);
    vi.advanceTimersByTime(10_000);
    expect(seen).toEqual([[1, 0], [2, 500], [3, 1000], [4, 1200]]);
    expect(pacer.behind).toBe(0);
  });

  it("never keep the player to move waiting for longer than the limit", () => {
    for (const each of ["brisk", "calm"] as const) {
      [seen, pace] = [[], each];
      const begin = Date.now();
      const pacer = make([0]);
      for (let seq = 1; seq <= 12; seq++) pacer.add(shown(seq, 1 + (seq % 3), seq === 12 ? 0 : 1));
      vi.advanceTimersByTime(MAX_WAIT_MS + 20);
      expect(seen.map(([seq]) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      expect(seen.at(-1)![1] - begin).toBeLessThanOrEqual(MAX_WAIT_MS + 20);
      expect(seen.at(-1)![1] - begin).toBeGreaterThan(MAX_WAIT_MS / 2);
    }
  });

  it("shorten a long rest once this screen is to move", () => {
    pace = "calm";
    const pacer = make([0]);
    pacer.add(shown(1, 1, 1));
    pacer.add(shown(2, 1, null));
    vi.advanceTimersByTime(100);
    expect(seen).toEqual([[1, 0]]);
    pacer.add(shown(3, null, 0));
    vi.advanceTimersByTime(MAX_WAIT_MS);
    expect(seen.at(-1)).toEqual([3, 100 + MAX_WAIT_MS]);
  });

  it("are all shown at once at an instant pace, and own answers always are", () => {
    pace = "now";
    const fast = make([0]);
    for (let seq = 1; seq <= 4; seq++) fast.add(shown(seq, 1, 1));
    expect(seen.map(([seq]) => seq)).toEqual([1, 2, 3, 4]);
    [pace, seen] = ["brisk", []];
    const own = make([0]);
    for (const one of [shown(1, null, 0), shown(2, 0, 0), shown(3, 0, null), shown(4, null, 1)]) own.add(one);
    expect(seen.map(([seq]) => seq)).toEqual([1, 2, 3, 4]);
  });

  it("are skipped by a click, and none is shown twice", () => {
    const pacer = make([0]);
    for (let seq = 1; seq <= 3; seq++) pacer.add(shown(seq, 1, 1));
    expect(pacer.flush()).toBe(true);
    expect(seen.map(([seq]) => seq)).toEqual([1, 2, 3]);
    expect(pacer.flush()).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(seen.length).toBe(3);
  });

  it("wait while something else is shown", () => {
    const pacer = make([0]);
    pacer.hold();
    pacer.add(shown(1, 1, 0));
    vi.advanceTimersByTime(10_000);
    expect(seen).toEqual([]);
    pacer.flush();
    expect(seen.map(([seq]) => seq)).toEqual([1]);
  });
});

describe("the other players' last turns start", () => {
  const turn: GameEvent = { type: "turn", seat: 0, turn: 1 };
  // The three seats take two turns each; a turn is a draw and two answers.
  const steps = [0, 1, 2, 0, 1, 2].flatMap((seat, index) => [
    step(index * 3 + 1, null), step(index * 3 + 2, seat), step(index * 3 + 3, seat, [turn]),
  ]);

  it("after the own last answer", () => {
    expect(lastTurns([...steps, step(19, null)], [0], 0, 3)).toBe(12);
  });

  it("after the last answer of the seat to move, with several seats at one screen", () => {
    expect(lastTurns([...steps, step(19, null)], [0, 1, 2], 0, 3)).toBe(12);
    expect(lastTurns([...steps.slice(0, 15), step(16, null)], [0, 1, 2], 2, 3)).toBe(9);
  });

  it("a round ago for a spectator, or at the start of the game", () => {
    expect(lastTurns(steps, [], null, 3)).toBe(9);
    expect(lastTurns(steps.slice(0, 5), [], null, 3)).toBe(0);
  });
});
