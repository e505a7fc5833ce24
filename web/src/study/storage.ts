// The studies stored in this browser. The list is stored apart from the documents, so that a damaged study does not affect it.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { loadMessages } from "../device/messages";
import { storageRefusal } from "../device/storage";
import { ApiError } from "../shared/refusal";

/** A stored study without its document. */
export interface Line {
  id: string;
  name: string;
  chapters: number;
  /** Milliseconds since 1970. */
  updated: number;
  /** Number of writes, which reveals a write by another tab. */
  revision: number;
}

interface Stored extends DBSchema {
  lines: { key: string; value: Line };
  texts: { key: string; value: { id: string; text: string } };
}

let opened: Promise<IDBPDatabase<Stored>> | null = null;

function forget(): void {
  void opened?.then((db) => db.close(), () => {});
  opened = null;
}

async function stored<T>(work: (db: IDBPDatabase<Stored>) => Promise<T>): Promise<T> {
  try {
    opened ??= openDB<Stored>("bastide-studies", 1, {
      upgrade(db) {
        db.createObjectStore("lines", { keyPath: "id" });
        db.createObjectStore("texts", { keyPath: "id" });
      },
      blocking: forget,
      terminated: forget,
    });
    return await work(await opened);
  } catch (problem) {
    if (!(problem instanceof ApiError)) opened = null;
    await loadMessages().catch(() => {});
    throw storageRefusal(problem);
  }
}

const DEVICE_PREFIX = "device-";

export const isOnDevice = (id: string): boolean => id.startsWith(DEVICE_PREFIX);

export const newId = (): string =>
  DEVICE_PREFIX + Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Stores a study, as a change of revision `from`, and returns the new revision. */
export const write = (id: string, text: string, summary: { name: string; chapters: number }, from: number): Promise<number> =>
  stored(async (db) => {
    const change = db.transaction(["lines", "texts"], "readwrite", { durability: "strict" });
    const lines = change.objectStore("lines");
    try {
      if (((await lines.get(id))?.revision ?? 0) !== from) {
        throw new ApiError("study_stale", "another tab has changed this study", 0);
      }
      await Promise.all([
        lines.put({ id, ...summary, updated: Date.now(), revision: from + 1 }),
        change.objectStore("texts").put({ id, text }),
        change.done,
      ]);
    } catch (problem) {
      change.done.catch(() => {});
      throw problem;
    }
    return from + 1;
  });

/** Returns a study's text with its revision; null if it is not stored here. */
export const read = (id: string): Promise<{ text: string; revision: number } | null> =>
  stored(async (db) => {
    const both = db.transaction(["lines", "texts"]);
    const [line, stored] = await Promise.all([both.objectStore("lines").get(id), both.objectStore("texts").get(id)]);
    return stored === undefined ? null : { text: stored.text, revision: line?.revision ?? 0 };
  });

/** Returns the stored studies, last changed first. */
export const list = (): Promise<Line[]> =>
  stored(async (db) => (await db.getAll("lines")).sort((a, b) => b.updated - a.updated));

export const remove = (id: string): Promise<void> =>
  stored(async (db) => {
    const change = db.transaction(["lines", "texts"], "readwrite");
    await Promise.all([change.objectStore("lines").delete(id), change.objectStore("texts").delete(id), change.done]);
  });
