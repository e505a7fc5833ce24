import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../src/shared/refusal";

/** Outcomes of the next requests to a worker; then every request succeeds. */
let failures: Error[] = [];
let ended = 0;

vi.mock("../src/device/engine", () => ({
  EngineWorker: class {
    handle = async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return { replies: [{ id: 0, text: "crfr@0,1r0" }] };
    };
    end = () => void (ended += 1);
  },
}));

const { choose } = await import("../src/device/players");

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
  [failures, ended] = [[], 0];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const unloaded = () => new ApiError("no_engine", "offline", 0);

it("waits for computer players that cannot be loaded yet", async () => {
  failures = [unloaded(), unloaded()];
  const chosen = choose("job", new AbortController().signal);
  await vi.runAllTimersAsync();
  expect(await chosen).toBe("crfr@0,1r0");
  expect(ended).toBe(2);
});

it("gives up on computer players that fail", async () => {
  failures = [new Error("panicked")];
  expect(await choose("job", new AbortController().signal)).toBeNull();
  expect(console.error).toHaveBeenCalledOnce();
});

it("stops waiting when the table is closed", async () => {
  failures = Array.from({ length: 100 }, unloaded);
  const closing = new AbortController();
  const chosen = choose("job", closing.signal);
  await vi.advanceTimersByTimeAsync(1000);
  closing.abort();
  await vi.runAllTimersAsync();
  expect(await chosen).toBeNull();
  expect(failures.length).toBeGreaterThan(90);
});
