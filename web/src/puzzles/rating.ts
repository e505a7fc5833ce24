// Ratings for puzzles, which the server keeps for accounts.

import { call } from "../shared/api";
import type { DailyPuzzle, PuzzleOutcome } from "../shared/protocol";

export type { PuzzleOutcome };

/** Sends the turn of an attempt; the server rates the account's first one at each puzzle. */
export const rate = (id: string, words: string[]) => call<PuzzleOutcome>(`/api/puzzles/${encodeURIComponent(id)}/attempt`, { words });

export const today = () => call<DailyPuzzle>("/api/puzzles/daily");
