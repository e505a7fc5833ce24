// Runs the calls of a form or list one at a time and keeps the message of the last failure.

import { ApiError } from "./api";
import { problemText } from "./words";

/** Error code for a cancelled action, which shows no message. */
export const GIVEN_UP = "given_up";

export class Attempt {
  busy = $state(false);
  error: string | null = $state(null);

  /** Runs a task unless another one is running. */
  async run(task: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      await task();
    } catch (problem) {
      const givenUp = problem instanceof ApiError && problem.code === GIVEN_UP;
      this.error = givenUp ? null : problemText(problem);
    }
    this.busy = false;
  }
}
