// State that survives reconnects, independent of any socket: the delay, and the last step seen.

import type { ServerMessage, Step } from "./protocol";

const FIRST_DELAY_MS = 400;
const MAX_DELAY_MS = 15_000;

/** Returns the milliseconds before attempt number `attempt` (from 0). `chance`, from 0 to 1, spreads out the attempts of many clients. */
export function backoff(attempt: number, chance: number): number {
  const whole = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10));
  return Math.round(whole * (0.6 + 0.4 * chance));
}

export class Progress {
  /** The last sequence number seen; null before the first welcome. */
  seen: number | null = null;
  /** Number of undone moves at that step. */
  private undone = 0;

  /**
   * Returns the steps of a message not seen before, in order. `gap` means that steps are missing in between: only a new hello with `since`
   * fetches them.
   */
  take(message: ServerMessage): { steps: Step[]; gap: boolean } {
    if (message.type === "welcome") {
      // After an undo, the steps seen before may be invalid.
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
