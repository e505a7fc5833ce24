// The tables stored in this browser. The list is stored apart from the games, so that it loads quickly and a damaged game does
// not affect it.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { TableSummary } from "../shared/protocol";
import { ApiError } from "../shared/refusal";

/** A stored table without its game. */
export interface Line {
  table: string;
  summary: TableSummary;
  /** Milliseconds since 1970. */
  updated: number;
  /** Number of writes, which reveals a write by another tab. */
  revision: number;
}

interface Stored extends DBSchema {
  lines: { key: string; value: Line };
  games: { key: string; value: { table: string; text: string } };
}

let opened: Promise<IDBPDatabase<Stored>> | null = null;

function database(): Promise<IDBPDatabase<Stored>> {
  opened ??= openDB<Stored>("bastide", 1, {
    upgrade(db) {
      db.createObjectStore("lines", { keyPath: "table" });
      db.createObjectStore("games", { keyPath: "table" });
    },
    blocking: forget,
    terminated: forget,
  }).catch((problem) => {
    opened = null;
    throw problem;
  });
  return opened;
}

/** Closes the database, so that another version of this page can change it, and opens it again when needed. */
function forget(): void {
  void opened?.then((db) => db.close(), () => {});
  opened = null;
}

/** Returns the refusal for a failure of the browser's storage. */
export function storageRefusal(problem: unknown): ApiError {
  if (problem instanceof ApiError) return problem;
  const name = problem instanceof DOMException ? problem.name : "";
  const code = name === "QuotaExceededError" ? "device_full" : "device_storage";
  return new ApiError(code, String(problem), 0);
}

async function stored<T>(work: (db: IDBPDatabase<Stored>) => Promise<T>): Promise<T> {
  try {
    return await work(await database());
  } catch (problem) {
    throw storageRefusal(problem);
  }
}

/** Stores a table, as a change of revision `from`, and returns the new revision. */
export const write = (table: string, text: string, summary: TableSummary, from: number): Promise<number> =>
  stored(async (db) => {
    const change = db.transaction(["lines", "games"], "readwrite", { durability: "strict" });
    const lines = change.objectStore("lines");
    const [revision, updated] = [from + 1, Date.now()];
    try {
      if (((await lines.get(table))?.revision ?? 0) !== from) {
        throw new ApiError("device_elsewhere", "another tab has changed this table", 0);
      }
      await Promise.all([
        lines.put({ table, summary: { ...summary, updated }, updated, revision }),
        change.objectStore("games").put({ table, text }),
        change.done,
      ]);
    } catch (problem) {
      change.done.catch(() => {});
      throw problem;
    }
    return revision;
  });

/** Returns a table's text with its revision; null if it is not stored here. */
export const read = (table: string): Promise<{ text: string; revision: number } | null> =>
  stored(async (db) => {
    const both = db.transaction(["lines", "games"]);
    const [line, game] = await Promise.all([both.objectStore("lines").get(table), both.objectStore("games").get(table)]);
    return game === undefined ? null : { text: game.text, revision: line?.revision ?? 0 };
  });

/** Returns the stored tables, last changed first. */
export const list = (): Promise<Line[]> =>
  stored(async (db) => (await db.getAll("lines")).sort((a, b) => b.updated - a.updated));

/** Deletes a table. */
export const remove = (table: string): Promise<void> =>
  stored(async (db) => {
    const change = db.transaction(["lines", "games"], "readwrite");
    await Promise.all([change.objectStore("lines").delete(table), change.objectStore("games").delete(table), change.done]);
  });
