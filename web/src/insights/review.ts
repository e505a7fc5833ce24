// Reviews whole games in this browser, several at the same time.

import * as api from "../shared/api";
import type { GameReview } from "../shared/protocol";
import { requestOnDevice } from "../shared/transport";

/** Evaluations per decision. */
export const EVALUATIONS = 500;

/** Called with each review as it is finished, or with null for a game that cannot be reviewed. */
type Found<T> = (game: T, review: GameReview | null) => void;

/** Reviews games until `signal` aborts. Rejects if the browser cannot review any game. */
export async function reviewAll<T extends { table: string }>(games: T[], signal: AbortSignal, found: Found<T>): Promise<void> {
  const waiting = games.values();
  const work = async (): Promise<void> => {
    for (const game of waiting) {
      if (signal.aborted) return;
      try {
        const record = await api.record(game.table);
        const { text } = await requestOnDevice("/api/review", { record, evaluations: EVALUATIONS }, signal);
        found(game, JSON.parse(text) as GameReview);
      } catch (problem) {
        if (signal.aborted) return;
        // Without the engine or the server, every other game would fail too.
        if (problem instanceof api.ApiError && ["no_engine", "offline"].includes(problem.code)) throw problem;
        found(game, null);
      }
    }
  };
  const { ANALYSES } = await import("../device/players");
  await Promise.all(Array.from({ length: ANALYSES }, work));
}
