import { describe, expect, it } from "vitest";
import type { ServerMessage, Step } from "../src/shared/protocol";
import { backoff, Progress } from "../src/shared/reconnect";

const step = (seq: number): Step => ({ seq, seat: 0, answer: `a${seq}`, events: [] });
const changes = (from: number, seq: number): ServerMessage => {
  const steps = Array.from({ length: seq - from }, (_, i) => step(from + i + 1));
  return { type: "changes", from, seq, steps, delta: { seq }, hash: 0 } as unknown as ServerMessage;
};
const update = (seq: number) => changes(seq - 1, seq);
const welcome = (seq: number, missed: Step[] = [], undone = 0): ServerMessage =>
  ({ type: "welcome", v: 2, table: { undone }, you: [], seq, view: null, missed }) as unknown as ServerMessage;

describe("reconnecting", () => {
  it("backs off up to a quarter of a minute, with jitter", () => {
    const waits = [0, 1, 2, 3, 10, 50].map((attempt) => backoff(attempt, 1));
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect(waits[0]).toBe(400);
    expect(waits.at(-1)).toBe(15_000);
    expect(backoff(3, 0)).toBeLessThan(backoff(3, 1));
  });

  it("resumes after the last step seen", () => {
    const progress = new Progress();
    expect(progress.seen).toBeNull();
    progress.take(welcome(4));
    expect(progress.take(update(5)).steps.map((s) => s.seq)).toEqual([5]);
    expect(progress.seen).toBe(5);
    const { steps } = progress.take(welcome(8, [step(7), step(6), step(8), step(5)]));
    expect(steps.map((s) => s.seq)).toEqual([6, 7, 8]);
    expect(progress.seen).toBe(8);
  });

  it("starts over after an undo", () => {
    const progress = new Progress();
    progress.take(welcome(8));
    expect(progress.take(welcome(6, [], 1))).toEqual({ steps: [], gap: false });
    expect(progress.take(update(7)).steps.map((s) => s.seq)).toEqual([7]);
    // Other moves have been made since the undo, so it is unknown which of the known ones are still valid.
    expect(progress.take(welcome(9, [step(8), step(9)], 2))).toEqual({ steps: [], gap: false });
    expect(progress.seen).toBe(9);
  });

  it("takes no step twice and notices gaps", () => {
    const progress = new Progress();
    progress.take(welcome(4));
    expect(progress.take(update(4))).toEqual({ steps: [], gap: false });
    expect(progress.take(update(6))).toEqual({ steps: [], gap: true });
    expect(progress.seen).toBe(4);
    expect(progress.take(update(5)).gap).toBe(false);
    expect(progress.take(changes(5, 7)).steps.map((s) => s.seq)).toEqual([6, 7]);
    expect(progress.take(changes(6, 8)).steps.map((s) => s.seq)).toEqual([8]);
  });
});
