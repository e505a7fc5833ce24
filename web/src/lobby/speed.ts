// The speed category under which the server rates a game, and a short format for clocks.

import type { Clock } from "../shared/protocol";
import { clockText } from "../shared/words";

/** Assumed turns per seat, and the limits in seconds, as in the server's `Speed::of`. */
const ASSUMED_TURNS = 36;
const BLITZ_MAX_SECONDS = 600;
const RAPID_MAX_SECONDS = 1800;

export type Speed = "blitz" | "rapid" | "slow" | "days" | "none";

export function speedOf(clock: Clock | null): Speed {
  if (clock === null) return "none";
  if (clock.type === "days") return "days";
  const seconds =
    clock.type === "turn" ? Math.floor((clock.seconds * ASSUMED_TURNS) / 2) : clock.start + (clock.increment ?? 0) * ASSUMED_TURNS;
  return seconds <= BLITZ_MAX_SECONDS ? "blitz" : seconds <= RAPID_MAX_SECONDS ? "rapid" : "slow";
}

/** Formats a clock for a card: "10+15" in minutes and seconds; other kinds in words. */
export const shortClock = (clock: Clock): string =>
  clock.type === "game" ? `${clock.start / 60}+${clock.increment ?? 0}` : clockText(clock);
