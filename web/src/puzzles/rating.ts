// Ratings for puzzles, which the server keeps for accounts.

import { call } from "../shared/api";
import type { DailyPuzzle, PuzzleHistory, PuzzleOutcome } from "../shared/protocol";
import type { Attempt, Progress } from "./progress.svelte";

export type { PuzzleOutcome };

/** Sends the turn of an attempt; the server rates the account's first one at each puzzle. */
export const rate = (id: string, words: string[]) => call<PuzzleOutcome>(`/api/puzzles/${encodeURIComponent(id)}/attempt`, { words });

/** Attempts per request, and the maximum number of requests. */
const PART = 100;
const MAX_PARTS = 50;

/** Adds the attempts and the rating of the signed-in account to the reader's results; without a connection, only the device's remain. */
export async function history(progress: Progress): Promise<void> {
  const attempts: Attempt[] = [];
  let before: number | null = null;
  try {
    for (let part = 0; part < MAX_PARTS; part++) {
      const query: string = before === null ? "" : `&before=${before}`;
      const { rating, attempts: all, latest }: PuzzleHistory = await call<PuzzleHistory>(`/api/puzzles/history?limit=${PART}${query}`);
      attempts.push(...latest.map(({ puzzle, right, time }) => ({ id: puzzle, right, at: time })));
      if (all > 0) progress.addAccount([...attempts], rating);
      if (latest.length < PART) return;
      before = latest.at(-1)!.time;
    }
  } catch {
    // What was loaded so far is shown.
  }
}

export const today = () => call<DailyPuzzle>("/api/puzzles/daily");
