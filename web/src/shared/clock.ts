// Clocks: which there are to choose from, what each has left, and how that is written.

import type { Clock, ClocksInfo } from "./protocol";

/** The clocks that a new table can have, each by a short word that is remembered. */
export const CLOCKS: Record<string, Clock> = {
  "game-300-10": { type: "game", start: 300, increment: 10 },
  "game-600-15": { type: "game", start: 600, increment: 15 },
  "game-1200-20": { type: "game", start: 1200, increment: 20 },
  "turn-30": { type: "turn", seconds: 30 },
  "turn-60": { type: "turn", seconds: 60 },
  "turn-180": { type: "turn", seconds: 180 },
  "days-1": { type: "days", days: 1 },
  "days-3": { type: "days", days: 3 },
  "days-7": { type: "days", days: 7 },
};

/** Below so many milliseconds a clock warns. */
export const LOW = 10_000;
/** What a screen reader hears of its own clock, and when, in milliseconds. */
export const TOLD = [60_000, 30_000, LOW];

/** What the server said of the clocks, and when that came, by the page's own clock. */
export interface ToldClocks extends ClocksInfo {
  at: number;
}

/** The clocks of a table as they are read at the moment. */
export interface ClockReading {
  clocks: ToldClocks | null;
  /** The time that a seat has left, in milliseconds; null where it has no clock. */
  left(seat: number): number | null;
}

/** What a seat has left now, in milliseconds; nothing where it has no clock. */
export function leftOf(clocks: ToldClocks | null, seat: number, now: number): number | null {
  const left = clocks?.left[seat];
  if (!clocks || left === null || left === undefined) return null;
  return clocks.running === seat ? Math.max(0, left - (now - clocks.at)) : left;
}

/** Which of the times that are told a clock has passed between two looks at it. */
export function passed(before: number | null, left: number | null): number | null {
  if (before === null || left === null) return null;
  return TOLD.find((time) => left <= time && before > time) ?? null;
}

const DAY = 86_400;
const two = (number: number): string => String(number).padStart(2, "0");

export interface Parts {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Whole seconds that are left, rounded up so that 0 is the end, in parts. */
export function parts(millis: number): Parts {
  const all = Math.ceil(millis / 1000);
  const [days, rest] = [Math.floor(all / DAY), all % DAY];
  return { days, hours: Math.floor(rest / 3600), minutes: Math.floor((rest % 3600) / 60), seconds: rest % 60 };
}

/** As on a clock: 4:59, 1:02:03, and 0:09.4 below ten seconds. Days are for words. */
export function face(millis: number): string {
  if (millis < LOW) return `0:0${(Math.floor(millis / 100) / 10).toFixed(1)}`;
  const { days, hours, minutes, seconds } = parts(millis);
  const all = days * 24 + hours;
  return all > 0 ? `${all}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
