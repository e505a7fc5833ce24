// Opens saved games: picks the file or takes the link, sends it, and reports the outcome. The server decides whether it is a valid game.

import * as api from "../shared/api";
import type { LinkProblem, Table } from "../shared/protocol";

/** Maximum size in bytes of a request with a record, as on the server. */
export const MAX_BYTES = 256 * 1024;

/** The parts of a drag event used here, so that tests can fake them. */
interface Dragged {
  types: readonly string[];
  files: ArrayLike<File>;
}

/** Returns whether files are being dragged, rather than a link or text. */
export const bringsFile = (dragged: Dragged | null): boolean => dragged?.types.includes("Files") ?? false;

/** Returns the dropped file, or the first one if there are several. */
export const fileOf = (dragged: Dragged | null): File | null => dragged?.files[0] ?? null;

/** Returns whether a text is too long for the server; quotation marks and line ends take two bytes in JSON. */
export const isTooLong = (text: string): boolean => new TextEncoder().encode(JSON.stringify({ record: text })).length > MAX_BYTES;

/**
 * Creates a table from the game in a file. The text is sent unparsed, because other programs' files can contain numbers that are too large
 * for JavaScript. With `fixRotation`, a tile of a link that fits only in another rotation is turned. Throws ApiError on refusal, and if the
 * file cannot be read.
 */
export async function open(file: Blob, fixRotation = false): Promise<Table> {
  // A huge file dropped by mistake is not read.
  const text = file.size > MAX_BYTES ? null : await file.text().catch(() => "");
  if (text === null || isTooLong(text)) throw new api.ApiError("too_big", "the file is too long", 413);
  return api.openRecord(text, fixRotation);
}

/** Creates a table from a pasted link of another program. Throws ApiError on refusal. */
export async function openLink(link: string, fixRotation = false): Promise<Table> {
  const text = link.trim();
  if (isTooLong(text)) throw new api.ApiError("too_big", "the link is too long", 413);
  return api.openRecord(text, fixRotation);
}

/** The texts for a refusal. */
export interface ShownRefusal {
  error: { code: string; message: string; link?: LinkProblem };
  /** Message id, if there is a specific one. */
  text: string | null;
  /** Message id of the reason for refusing a link. */
  reason: string | null;
  /** The server's own message, if it helps. */
  detail: string | null;
  /** Whether the link can be opened with a tile turned. */
  isFixable: boolean;
}

export function refusalOf(problem: unknown): ShownRefusal {
  const error: ShownRefusal["error"] = problem instanceof api.ApiError ? problem : { code: "unknown", message: "" };
  const { code, message, link } = error;
  return {
    error,
    text: code === "too_big" ? "open-saved-too-big" : null,
    reason: link ? `link-${link.reason}` : null,
    detail: (code === "bad_record" || link?.reason === "damaged") && message ? message : null,
    isFixable: link?.fits !== undefined,
  };
}
