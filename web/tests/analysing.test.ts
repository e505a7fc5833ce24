import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AnalysisState, foundOf, POSITION_MS, remember, REVIEW_MS, type Analyst } from "../src/analysis/analysis.svelte";
import { ApiError } from "../src/shared/api";
import type { Analysis } from "../src/shared/protocol";

const answer = (at: number, lost = 0): Analysis => ({
  at, seat: 0, exact: false, evaluations: 1, given: "b", lost, lost_wins: 0,
  lines: ["a", "b"].map((word, index) => ({
    answers: [word], margin: -index * lost, error: 0, samples: 1, totals: [0, 0], wins: [0, 0], main: [],
  })),
});

/** Returns a fake server that takes `wait` milliseconds per request, and the list of its requests. */
function server(wait = 100, refuse: (at: number, times: number) => ApiError | null = () => null) {
  const asked: { at: number; millis: number; signal: AbortSignal }[] = [];
  const ask: Analyst["ask"] = (at, millis, signal) =>
    new Promise((done, fail) => {
      asked.push({ at, millis, signal });
      const refusal = refuse(at, asked.filter((one) => one.at === at).length);
      if (refusal) return fail(refusal);
      const timer = setTimeout(() => done(answer(at, at)), wait);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        fail(signal.reason);
      });
    });
  return { analyst: { ask, lanes: async () => 1, offersServer: false }, asked, positions: () => asked.map((one) => one.at) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis);

describe("the analysis of a position", () => {
  it("is requested once and cached", async () => {
    const { analyst, asked, positions } = server();
    const state = new AnalysisState(analyst);
    void state.look(4);
    expect(state.looking).toMatchObject({ at: 4, millis: POSITION_MS });
    await pass(1000);
    expect(state.looking).toBeNull();
    expect(state.found.get(4)).toMatchObject({ at: 4, millis: POSITION_MS });
    void state.look(4);
    expect(state.looking).toBeNull();
    await pass(1000);
    expect(positions()).toEqual([4]);
    // A longer thinking time needs another request, whose result replaces the first one.
    void state.look(4, 3 * POSITION_MS);
    await pass(1000);
    expect(asked.map((one) => one.millis)).toEqual([POSITION_MS, 3 * POSITION_MS]);
    expect(state.found.get(4)!.millis).toBe(3 * POSITION_MS);
  });

  it("is aborted when another position is shown", async () => {
    const { analyst, asked, positions } = server(1000);
    const state = new AnalysisState(analyst);
    void state.look(4);
    await pass(500);
    void state.look(5);
    expect(asked[0]!.signal.aborted).toBe(true);
    await pass(3000);
    expect([...state.found.keys()]).toEqual([5]);
    expect(positions()).toEqual([4, 5]);
    expect(state.problem).toBeNull();
  });

  it("is not requested while stepping through a game", async () => {
    const { analyst, positions } = server();
    const state = new AnalysisState(analyst);
    for (let at = 0; at < 20; at++) {
      void state.look(at);
      await pass(20);
    }
    await pass(1000);
    expect(positions()).toEqual([19]);
  });

  it("reports errors and can be retried", async () => {
    const { analyst } = server(10, (_, times) => (times === 1 ? new ApiError("offline", "gone", 0) : null));
    const state = new AnalysisState(analyst);
    void state.look(4);
    await pass(1000);
    expect(state.problem).toEqual({ code: "offline", message: "gone" });
    expect(state.looking).toBeNull();
    void state.look(4);
    expect(state.problem).toBeNull();
    await pass(1000);
    expect(state.found.has(4)).toBe(true);
  });

  it("retries while the server is busy, but not for ever", async () => {
    const busy = new ApiError("busy", "later", 503);
    const soon = server(10, (_, times) => (times < 3 ? busy : null));
    const state = new AnalysisState(soon.analyst);
    void state.look(4);
    await pass(5000);
    expect([state.found.has(4), state.problem, soon.asked.length]).toEqual([true, null, 3]);
    const never = server(10, () => busy);
    const other = new AnalysisState(never.analyst);
    void other.look(4);
    await pass(60_000);
    expect([other.problem?.code, never.asked.length]).toEqual(["busy", 5]);
  });
});

describe("a review", () => {
  it("requests one position after another, and judges them", async () => {
    const { analyst, asked } = server();
    const state = new AnalysisState(analyst);
    void state.review([1, 2, 7]);
    expect(state.reviewing).toBe(true);
    await pass(150);
    expect(asked.length).toBe(2);
    await pass(1000);
    expect(asked.map((one) => [one.at, one.millis])).toEqual([[1, REVIEW_MS], [2, REVIEW_MS], [7, REVIEW_MS]]);
    expect(state.reviewing).toBe(false);
    expect(state.judged.map((one) => [one.at, one.lost, one.grade])).toEqual([
      [1, 1, "inaccuracy"],
      [2, 2, "inaccuracy"],
      [7, 7, "blunder"],
    ]);
  });

  it("stops, and resumes where it was", async () => {
    const { analyst, asked, positions } = server();
    const state = new AnalysisState(analyst);
    void state.review([1, 2, 3, 4]);
    await pass(150);
    state.stop();
    expect(state.reviewing).toBe(false);
    expect(asked[1]!.signal.aborted).toBe(true);
    await pass(1000);
    expect(positions()).toEqual([1, 2]);
    void state.review([1, 2, 3, 4]);
    await pass(1000);
    expect(positions()).toEqual([1, 2, 2, 3, 4]);
    expect([...state.found.keys()]).toEqual([1, 2, 3, 4]);
    expect([state.reviewing, state.reviewProblem]).toEqual([false, null]);
  });

  it("can be restarted at once after a stop", async () => {
    const { analyst } = server();
    const state = new AnalysisState(analyst);
    void state.review([1, 2, 3]);
    await pass(50);
    state.stop();
    void state.review([1, 2, 3]);
    await pass(120);
    expect(state.reviewing).toBe(true);
    await pass(1000);
    expect([state.found.size, state.reviewing]).toEqual([3, false]);
  });

  it("lets the current position go first, and uses its result", async () => {
    const { analyst, asked } = server();
    const state = new AnalysisState(analyst);
    void state.look(2);
    void state.review([1, 2, 3]);
    await pass(2000);
    expect(asked.map((one) => [one.at, one.millis])).toEqual([[2, POSITION_MS], [1, REVIEW_MS], [3, REVIEW_MS]]);
    expect(state.found.get(2)!.millis).toBe(POSITION_MS);
  });

  it("ends with an error, and keeps its results", async () => {
    const { analyst } = server(10, (at) => (at === 3 ? new ApiError("not_over", "no", 409) : null));
    const state = new AnalysisState(analyst);
    void state.review([1, 2, 3, 4]);
    await pass(1000);
    expect([state.reviewing, state.reviewProblem?.code, [...state.found.keys()]]).toEqual([false, "not_over", [1, 2]]);
  });

  it("is kept for its table while the page is open", () => {
    const found = foundOf("one");
    found.set(3, { ...answer(3), millis: 1 });
    expect(foundOf("one")).toBe(found);
    expect(foundOf("two").size).toBe(0);
    expect(foundOf("one").size).toBe(0);
  });

  it("survives a reload in its tab, and works without storage", () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
    };
    vi.stubGlobal("sessionStorage", storage);
    foundOf("three").set(3, { ...answer(3, 2), millis: 5 });
    remember();
    foundOf("other");
    remember();
    const found = foundOf("three").get(3)!;
    expect([found.at, found.millis, found.lost, found.lines.map((line) => line.margin)]).toEqual([3, 5, 2, [expect.closeTo(0), -2]]);
    stored.set([...stored.keys()][0]!, "{ nonsense");
    expect([foundOf("other").size, foundOf("three").size]).toEqual([0, 0]);
    const full = () => { throw new Error("full"); };
    vi.stubGlobal("sessionStorage", { getItem: full, setItem: full });
    foundOf("four").set(1, { ...answer(1), millis: 1 });
    expect(remember).not.toThrow();
    expect(foundOf("five").size).toBe(0);
    vi.unstubAllGlobals();
  });
});
