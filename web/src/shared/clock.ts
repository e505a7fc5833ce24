// Clocks: the remaining time, and how it is formatted.

import type { ClocksInfo } from "./protocol";

/** Remaining milliseconds below which a clock shows a warning. */
export const LOW_MS = 10_000;
/** Remaining milliseconds at which a player's own clock is announced to screen readers. */
export const ANNOUNCED_MS = [60_000, 30_000, LOW_MS];

/** Clock state from the server, with its arrival time according to the page's clock. */
export interface ToldClocks extends ClocksInfo {
  at: number;
}

/** Reads a table's clocks at the current time. */
export interface ClockReading {
  clocks: ToldClocks | null;
  /** Returns a seat's remaining time in milliseconds; null without a clock. */
  left(seat: number): number | null;
}

/** Returns a seat's remaining time in milliseconds; null without a clock. */
export function leftOf(clocks: ToldClocks | null, seat: number, now: number): number | null {
  const left = clocks?.left[seat];
  if (!clocks || left === null || left === undefined) return null;
  return clocks.running === seat ? Math.max(0, left - (now - clocks.at)) : left;
}

/** Returns the time in `ANNOUNCED_MS` that a clock has passed between two readings, if any. */
export function passed(before: number | null, left: number | null): number | null {
  if (before === null || left === null) return null;
  return ANNOUNCED_MS.find((time) => left <= time && before > time) ?? null;
}

const DAY = 86_400;
const two = (number: number): string => String(number).padStart(2, "0");

export interface Parts {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Splits the remaining time into parts. It is rounded up to whole seconds, so that 0 means that the time is up. */
export function parts(millis: number): Parts {
  const all = Math.ceil(millis / 1000);
  const [days, rest] = [Math.floor(all / DAY), all % DAY];
  return { days, hours: Math.floor(rest / 3600), minutes: Math.floor((rest % 3600) / 60), seconds: rest % 60 };
}

/** Formats a clock: 4:59, 1:02:03, and 0:09.4 below ten seconds. Days are formatted elsewhere. */
export function face(millis: number): string {
  if (millis < LOW_MS) return `0:0${(Math.floor(millis / 100) / 10).toFixed(1)}`;
  const { days, hours, minutes, seconds } = parts(millis);
  const all = days * 24 + hours;
  return all > 0 ? `${all}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
