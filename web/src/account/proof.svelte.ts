// What takes a proof that it is oneself: whoever has given none lately is asked for one, by the dialog of the page.

import { ApiError } from "../shared/api";
import { GIVEN_UP } from "../shared/attempt.svelte";

interface Asked {
  done: () => void;
  given: (problem: ApiError) => void;
}

const state = $state<{ asked: Asked | null }>({ asked: null });

/** Who waits for a proof, if anybody does. */
export const asked = (): Asked | null => state.asked;

/** Does something that may take a proof, and once more when one was given. */
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
