// Extracts score lines from the events of the steps, for the score log, the final scoring and the chart.

import type { GameEvent, Player, Step, View } from "../shared/protocol";
import { isBonus } from "./hands";

/** Points shown briefly where they were scored. */
export interface Pop {
  key: number;
  seat: number;
  points: number;
  tile: number;
  segment: number;
}

/** Returns whether an event is a score to list; a field without complete cities scores 0 and is not listed. */
const counts = (event: GameEvent): boolean => event.type === "scored" && event.points !== 0;

/** Tokens whose change is not listed, because the action that uses them already is. */
const USED = ["abbey", "tower"];

/** Other events that the score log lists. */
const NOTED = ["captured", "redeemed", "aside", "back", "left", "discarded", "takenout", "drawn", "haunted", "enlisted", "ghosts"];

/**
 * Returns the events of a step to list. A figure returned after a score is omitted, since the score explains it; one returned
 * before a score was sent back by another player and is listed.
 */
export function told(step: Step, types: string[]): GameEvent[] {
  const scored = step.events.findIndex((event) => event.type === "scored" && event.tile !== null && (event.points !== 0 || event.final));
  return step.events.filter((event, index) => {
    if (event.type === "returned") return types.includes("returned") && (scored < 0 || index < scored);
    // Draws are omitted, except those in addition to the turn's tile.
    if (event.type === "drawn") return types.includes("drawn") && typeof event.tile === "object" && isBonus(event.tile);
    if (event.type === "tokens") return types.includes("tokens") && !USED.includes(event.token ?? "") && (event.change ?? 0) > 0;
    return types.includes(event.type) && event.points !== 0;
  });
}

export interface LogLine {
  key: string;
  seq: number;
  turn: number;
  event: GameEvent;
  scored: boolean;
}

/** Returns scores and other events of public interest, each with its turn. */
export function logLines(steps: Step[]): LogLine[] {
  const lines: LogLine[] = [];
  let turn = 1;
  for (const step of steps) {
    const worth = new Set(told(step, [...NOTED, "scored", "tokens", "returned"]));
    step.events.forEach((event, index) => {
      if (worth.has(event)) lines.push({ key: `${step.seq}.${index}`, seq: step.seq, turn, event, scored: event.type === "scored" });
      if (event.type === "turn" && event.turn !== undefined) turn = event.turn;
    });
  }
  return lines;
}

export const finalScores = (steps: Step[]): GameEvent[] =>
  steps.flatMap((s) => s.events).filter((e) => counts(e) && e.final);

/** Returns the score after an event; deductions stop at zero. */
const after = (score: number | undefined, event: GameEvent): number => Math.max(0, (score ?? 0) + (event.points ?? 0));

/**
 * Returns the scores before the pending events. They are computed forwards from the first step, since deductions may stop at zero, or
 * backwards from the end if this browser lacks steps.
 */
export function scoresBefore(players: Player[], pending: GameEvent[], steps: Step[] = []): number[] {
  const events = steps.flatMap((step) => step.events).filter((event) => event.type === "scored");
  const play = (some: GameEvent[]) =>
    players.map(({ seat }) => some.filter((event) => event.seat === seat).reduce((score, event) => after(score, event), 0));
  const whole = play(events).every((score, index) => score === players[index]!.score);
  if (whole) return play(events.filter((event) => !pending.includes(event)));
  const taken = (seat: number) => pending.filter((event) => event.seat === seat).reduce((sum, event) => sum + (event.points ?? 0), 0);
  return players.map(({ seat, score }) => score - taken(seat));
}

/** Returns the score of each seat after each step; index 0 is before the first step. */
export function scoreCourse(steps: Step[], seats: number): number[][] {
  const course: number[][] = [Array<number>(seats).fill(0)];
  for (const step of steps) {
    const row = [...course[course.length - 1]!];
    for (const event of step.events) {
      if (event.type === "scored" && event.seat !== undefined) row[event.seat] = after(row[event.seat], event);
    }
    course.push(row);
  }
  return course;
}

/** Appends the steps that are missing from the list; both are in order of `seq`. */
export function mergeSteps(known: Step[], fresh: Step[]): Step[] {
  const all = new Map(known.map((s) => [s.seq, s]));
  let grew = false;
  for (const step of fresh) {
    if (!all.has(step.seq)) grew = true;
    all.set(step.seq, step);
  }
  return grew ? [...all.values()].sort((a, b) => a.seq - b.seq) : known;
}

/** Returns the index of the tile placed last, or null if there is only the start tile. */
export function lastPlaced(view: View): number | null {
  for (let i = view.tiles.length - 1; i >= 0; i--) if (view.tiles[i]!.seat !== null) return i;
  return null;
}

/** Returns the feature index by segment. */
export function featureOf(view: View): Map<string, number> {
  const map = new Map<string, number>();
  view.features.forEach((feature, index) => {
    for (const [tile, segment] of feature.segments) map.set(`${tile}:${segment}`, index);
  });
  return map;
}
