// Tables for puzzles and lessons: the game up to their position continues at a table on this device, or on the server if this browser
// cannot play without it.

import * as api from "../shared/api";
import { keepPuzzleTable, puzzleTable } from "../shared/puzzle-table";
import { ApiError } from "../shared/refusal";
import type { Analysis, Made } from "../shared/protocol";
import * as seats from "../shared/seats";
import { HAS_SERVER } from "../shared/site";
import { requestOnDevice } from "../shared/transport";
import { answersIn, extended, type Puzzle } from "./puzzles";

const isWithoutEngine = (problem: unknown): boolean => HAS_SERVER && problem instanceof ApiError && problem.code === "no_engine";

/** A game to continue: its record, as text or JSON, and its number of seats. */
export interface Begun {
  record: string;
  seats: number;
}

/** Returns the number of seats in a record's text. */
export const seatsIn = (record: string): number => Number(/^setup: .*\bseats=(\d)/m.exec(record)?.[1] ?? 2);

/** Opens a table at the last position of a game. */
export async function openTable({ record, seats: count }: Begun, names: (seat: number) => string): Promise<string> {
  await closeTable();
  const people = Array.from({ length: count }, (_, seat) => ({ type: "human" as const, name: names(seat) }));
  const transfer = { record, seats: people, undo: true, spectators: false };
  let made: Made;
  try {
    made = JSON.parse((await requestOnDevice("/api/transfers", transfer)).text) as Made;
  } catch (problem) {
    if (!isWithoutEngine(problem)) throw problem;
    made = await api.transfer(transfer);
    seats.carry(made.table, made.tokens);
    return made.table;
  }
  keepPuzzleTable(made.table);
  return made.table;
}

/** Deletes the table of the last puzzle or lesson from this device. */
export async function closeTable(): Promise<void> {
  const table = puzzleTable();
  if (table === null) return;
  try {
    await (await import("../device/games")).remove(table);
  } catch {
    // The browser's storage cannot be used, so nothing is left to delete.
  }
  seats.release([table]);
  // Meanwhile the next page may have opened its own table.
  if (puzzleTable() === table) keepPuzzleTable(null);
}

/** Analyses the puzzle's position with the reader's turn. */
export async function analyse(puzzle: Puzzle, words: string[], millis: number): Promise<Analysis> {
  const [record, at] = [extended(puzzle.record, words), answersIn(puzzle.record)];
  try {
    return await api.analysisOnDevice(record, at, millis);
  } catch (problem) {
    if (!isWithoutEngine(problem)) throw problem;
    return api.call<Analysis>("/api/analyse", { record, at, millis, given: true });
  }
}
