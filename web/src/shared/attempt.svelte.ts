// The calls of a form or a list, one at a time, with the message of the last failure.

import { problemText } from "./words";

export class Attempt {
  busy = $state(false);
  error: string | null = $state(null);

  /** Runs a task, unless another one is running. */
  async run(task: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      await task();
    } catch (problem) {
      this.error = problemText(problem);
    }
    this.busy = false;
  }
}
