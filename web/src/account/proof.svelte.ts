// Runs actions that require a recent proof of identity; if there is none, the page's dialog asks for one.

import { ApiError } from "../shared/api";
import { GIVEN_UP } from "../shared/attempt.svelte";

interface Asked {
  done: () => void;
  given: (problem: ApiError) => void;
}

const state = $state<{ asked: Asked | null }>({ asked: null });

/** The pending request for a proof, if any. */
export const asked = (): Asked | null => state.asked;

/** Runs a task; if the server demands a proof, asks for it and runs the task once more. */
export async function proven<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === "proof_needed")) throw problem;
  }
  try {
    await new Promise<void>((done, given) => {
      state.asked?.given(new ApiError(GIVEN_UP, "another proof is asked for", 0));
      state.asked = { done, given };
    });
  } finally {
    state.asked = null;
  }
  return task();
}
