// The reader's results with puzzles: those kept in this browser, and those that the server keeps for the account.

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
  /** Attempts on this device, newest last. */
  private own: Attempt[] = $state.raw(load<Attempt[]>("puzzles", []));
  /** Attempts of the account, in any order, and its rating; null for guests and until they are loaded. */
  private account: { attempts: Attempt[]; rating: number } | null = $state.raw(null);
  /** All attempts, newest last. */
  readonly attempts: Attempt[] = $derived(merged(this.own, this.account?.attempts ?? []));
  readonly rating: number | null = $derived(this.account?.rating ?? null);
  readonly tried: Set<string> = $derived(new Set(this.attempts.map(({ id }) => id)));
  readonly solved: number = $derived(this.attempts.filter(({ right }) => right).length);
  /** Number of puzzles solved in a row, up to the last attempt. */
  readonly streak: number = $derived(streakOf(this.attempts));

  /** Adds the result of a first attempt; returns whether it is the first. */
  add(id: string, right: boolean, at = Date.now()): boolean {
    if (this.tried.has(id)) return false;
    this.own = [...this.own, { id, right, at }].slice(-MAX_ATTEMPTS);
    save("puzzles", this.own);
    return true;
  }

  /** Adds what the server keeps for the account. It is not stored on the device, which others may use. */
  addAccount(attempts: Attempt[], rating: number): void {
    this.account = { attempts, rating };
  }

  /** Changes the account's rating after an attempt. */
  rated(rating: number): void {
    this.account = { attempts: this.account?.attempts ?? [], rating };
  }
}

/** Merges attempts by puzzle, and keeps the earlier one of each. */
export function merged(own: Attempt[], others: Attempt[]): Attempt[] {
  const first = new Map<string, Attempt>();
  for (const one of [...own, ...others].sort((a, b) => a.at - b.at)) if (!first.has(one.id)) first.set(one.id, one);
  return [...first.values()];
}

export function streakOf(attempts: Attempt[]): number {
  const wrong = attempts.findLastIndex(({ right }) => !right);
  return attempts.length - 1 - wrong;
}
