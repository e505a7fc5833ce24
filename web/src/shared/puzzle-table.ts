// The table on this device that holds the open puzzle or lesson. It is not one of the games on this device.

import { load, save } from "./store";

export const puzzleTable = (): string | null => load<string | null>("puzzle-table", null);
export const keepPuzzleTable = (table: string | null): void => save("puzzle-table", table);
