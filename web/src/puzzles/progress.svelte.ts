// The reader's results with puzzles, kept in this browser.

import { load, save } from "../shared/store";

/** The first attempt at a puzzle; later ones do not change it. */
export interface Attempt {
  id: string;
  right: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

/** Maximum number of attempts kept. */
const MAX_ATTEMPTS = 5000;

export class Progress {
  /** Attempts, newest last. */
  attempts: Attempt[] = $state.raw(load<Attempt[]>("puzzles", []));
  readonly tried: Set<string> = $derived(new Set(this.attempts.map(({ id }) => id)));
  readonly solved: number = $derived(this.attempts.filter(({ right }) => right).length);
  /** Number of puzzles solved in a row, up to the last attempt. */
  readonly streak: number = $derived(streakOf(this.attempts));

  /** Adds the result of a first attempt; returns whether it is the first. */
  add(id: string, right: boolean, at = Date.now()): boolean {
    if (this.tried.has(id)) return false;
    this.attempts = [...this.attempts, { id, right, at }].slice(-MAX_ATTEMPTS);
    save("puzzles", this.attempts);
    return true;
  }
}

export function streakOf(attempts: Attempt[]): number {
  const wrong = attempts.findLastIndex(({ right }) => !right);
  return attempts.length - 1 - wrong;
}
