// The steps of the guided games, and when each of them is done. The server decides what is legal and what it scores.

import type { Answer, View } from "../shared/protocol";

/** Event that ends a step unless the reader skips it: the tile is laid or rotated, the turn or game ends, or "Next" is pressed. */
export type Until = "laid" | "turned" | "turn" | "over" | "next";

export interface Step {
  id: string;
  /** Number of the reader's turn that the step belongs to, from 0. */
  turn: number;
  until: Until;
}

/** The recorded answers of one seat in one turn. */
export interface GuidedTurn {
  seat: number;
  words: string[];
}

/** The reader's seat. */
export const READER = 0;

/** Parses steps, each written as `id turn until`. */
const steps = (...lines: string[]): Step[] =>
  lines.map((line) => {
    const [id, turn, until] = line.split(" ") as [string, string, Until];
    return { id, turn: Number(turn), until };
  });

export const LESSONS: Record<string, Step[]> = {
  carcassonne: steps(
    "place 0 laid", "rotate 0 turned", "follower 0 turn", "city 1 turn", "home 2 next", "monastery 2 turn", "road 3 laid", "field 3 turn",
    "end 4 over", "score 4 next",
  ),
  hunters: steps("forest 0 turn", "river 1 turn", "meadow 2 turn", "hut 3 turn", "score 4 next"),
  discovery: steps("grass 0 turn", "complete 1 laid", "back 1 turn", "mountain 2 turn", "score 3 next"),
  coop: steps("guard 0 laid", "points 0 turn", "mist 1 turn", "ghosts 2 turn", "fewer 3 turn", "score 4 next"),
};

/** Progress of the reader. */
export interface Progress {
  /** Number of turns that the reader has finished. */
  turn: number;
  /** True while the tile is laid but not confirmed. */
  laid: boolean;
  /** False while the laid tile still has to be rotated. */
  turned: boolean;
  over: boolean;
}

/** Returns the index of the step to show, skipping everything that is already done but never going back. */
export function advance(lesson: Step[], index: number, now: Progress): number {
  const last = lesson.length - 1;
  if (now.over) return last;
  let at = index;
  while (at < last && isDone(lesson[at]!, now)) at += 1;
  return at;
}

function isDone(step: Step, now: Progress): boolean {
  if (now.turn !== step.turn) return now.turn > step.turn;
  return (step.until === "laid" && now.laid) || (step.until === "turned" && now.turned);
}

/** Returns the number of tiles that a seat has placed. */
const placedBy = (view: View, seat: number): number => view.tiles.filter((tile) => tile.seat === seat).length;

/** Returns the number of a seat's current or next turn, from 0. */
export function turnOf(view: View, seat: number): number {
  const placed = placedBy(view, seat);
  const isWithin = !view.over && view.active === seat && view.decision.seat === seat && view.decision.kind !== "place";
  return isWithin ? placed - 1 : placed;
}

/** Returns the recorded words of a seat's turn. */
export const wordsOf = (turns: GuidedTurn[], seat: number, turn: number): string[] =>
  turns.filter((one) => one.seat === seat)[turn]?.words ?? [];

/**
 * Returns the recorded answer if it is legal, otherwise a pass, otherwise the first legal answer, so that a guided game never gets stuck.
 */
export function follow(answers: Answer[], words: string[]): Answer | null {
  const recorded = answers.find((answer) => words.includes(answer.word));
  return recorded ?? answers.find((answer) => answer.verb === "pass") ?? answers[0] ?? null;
}

/** Returns whether the reader has placed a tile elsewhere than in the recorded game. */
export function strayed(view: View, turns: GuidedTurn[]): boolean {
  const own = view.tiles.filter((tile) => tile.seat === READER);
  return own.some((tile, turn) => {
    const word = wordsOf(turns, READER, turn)[0];
    return word !== undefined && word !== `${tile.kind}@${tile.x},${tile.y}r${tile.rotation * 90}`;
  });
}
