// What a connection that may break has to remember, apart from any socket: how long to wait, what was seen last.

import type { ServerMessage, Step } from "./protocol";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

/** Milliseconds before attempt number `attempt` (from 0); `chance` in 0..1 keeps many clients from coming at once. */
export function backoff(attempt: number, chance: number): number {
  const whole = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempt, 10));
  return Math.round(whole * (0.6 + 0.4 * chance));
}

export class Progress {
  /** The last sequence number seen; null before the first welcome. */
  seen: number | null = null;
  /** How often answers had been taken back then. */
  private undone = 0;

  /**
   * The steps of a message that have not been seen yet, in order. `gap` tells that steps are missing between what was
   * seen and what came: only a new hello with `since` brings them.
   */
  take(message: ServerMessage): { steps: Step[]; gap: boolean } {
    if (message.type === "welcome") {
      // What was seen before answers were taken back may not hold any more.
      const since = message.table.undone === this.undone ? this.seen : null;
      this.seen = message.seq;
      this.undone = message.table.undone;
      if (since === null) return { steps: [], gap: false };
      const steps = message.missed.filter((s) => s.seq > since).sort((a, b) => a.seq - b.seq);
      return { steps, gap: false };
    }
    if (message.type !== "changes") return { steps: [], gap: false };
    const { seen } = this;
    if (seen !== null && message.seq <= seen) return { steps: [], gap: false };
    if (seen !== null && message.from > seen) return { steps: [], gap: true };
    this.seen = message.seq;
    return { steps: message.steps.filter((s) => seen === null || s.seq > seen), gap: false };
  }
}
