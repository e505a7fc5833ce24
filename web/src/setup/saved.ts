// Saved games that somebody opens: which file is meant, and what became of it. Whether it is a game is for the server to say.

import * as api from "../shared/api";
import type { Table } from "../shared/protocol";

/** Bytes of a request that brings a record, as the server takes them. */
export const MOST_BYTES = 256 * 1024;

/** What of a drag is needed here: a test has no real one. */
interface Dragged {
  types: readonly string[];
  files: ArrayLike<File>;
}

/** Whether files are being dragged, and not a link or a piece of text. */
export const bringsFile = (dragged: Dragged | null): boolean => dragged?.types.includes("Files") ?? false;

/** The file that was dropped; the first of several. */
export const fileOf = (dragged: Dragged | null): File | null => dragged?.files[0] ?? null;

/** Whether the server would not even read a text of this length: quotation marks and line ends take two bytes on the way. */
export const isTooLong = (text: string): boolean => new TextEncoder().encode(JSON.stringify({ record: text })).length > MOST_BYTES;

/**
 * Makes a table of the game in a file. It is sent as it stands: numbers in other programs' files can be longer than ours.
 * A refusal is an ApiError, also where the file cannot be read at all.
 */
export async function open(file: Blob): Promise<Table> {
  // A film dropped by mistake is not read to its end.
  const text = file.size > MOST_BYTES ? null : await file.text().catch(() => "");
  if (text === null || isTooLong(text)) throw new api.ApiError("too_big", "the file is too long", 413);
  return api.openRecord(text);
}

/** What is said of a refusal: the id of a text of ours where it has one of its own here, and the server's sentence where it helps. */
export function refusalOf(problem: unknown): { error: { code: string; message: string }; text: string | null; detail: string | null } {
  const error = problem instanceof api.ApiError ? problem : { code: "unknown", message: "" };
  return {
    error,
    text: error.code === "too_big" ? "open-saved-too-big" : null,
    detail: error.code === "bad_record" && error.message ? error.message : null,
  };
}
