import { describe, expect, it, vi } from "vitest";
import { CLOCKS } from "../src/shared/clock";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
const { shortClock, speedOf } = await import("../src/lobby/speed");

describe("the speed of a clock", () => {
  it("is the one by which the server rates games", () => {
    const named = Object.fromEntries(Object.entries(CLOCKS).map(([word, clock]) => [word, speedOf(clock)]));
    expect(named).toEqual({
      "game-300-5": "blitz", "game-300-10": "rapid", "game-600-10": "rapid", "game-600-15": "rapid", "game-900-15": "rapid",
      "game-1200-20": "slow", "turn-30": "blitz", "turn-60": "rapid", "turn-180": "slow", "days-1": "days", "days-3": "days",
      "days-7": "days",
    });
    expect(speedOf(null)).toBe("none");
  });

  it("is shown in minutes and seconds", () => {
    expect(shortClock(CLOCKS["game-600-10"]!)).toBe("10+10");
  });
});
