// Puts a set-up with its starting board into the hash of a link, and reads it from there.

import type { Setup } from "../shared/protocol";
import { ApiError } from "../shared/refusal";

const PREFIX = "#board=";
/** Maximum length of a packed board in a link, in characters, and of the JSON in it. */
const MAX_PACKED = 64 * 1024;
const MAX_JSON = 128 * 1024;

async function piped(data: BlobPart, through: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Returns the hash of a link that opens a set-up in the editor. */
export async function hashOf(setup: Setup): Promise<string> {
  const bytes = await piped(JSON.stringify(setup), new CompressionStream("deflate-raw"), MAX_PACKED);
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return PREFIX + packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns whether a hash claims to have a set-up. */
export const hasBoard = (hash: string): boolean => hash.startsWith(PREFIX);

/** Returns the set-up in a hash; null if it is damaged. Whether the engine accepts it is another question. */
export async function setupIn(hash: string): Promise<Setup | null> {
  const packed = hash.slice(PREFIX.length);
  if (!hasBoard(hash) || packed.length > MAX_PACKED || !/^[\w-]+$/.test(packed)) return null;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const json = new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw"), MAX_JSON));
    const setup: unknown = JSON.parse(json);
    return typeof setup === "object" && setup !== null && typeof (setup as Setup).game === "string" ? (setup as Setup) : null;
  } catch {
    return null;
  }
}

/** Returns the set-up in a pasted link to the editor; null if the text is no such link. Throws ApiError if the link is damaged. */
export async function setupOfLink(text: string): Promise<Setup | null> {
  const hash = text.slice(Math.max(0, text.indexOf(PREFIX)));
  if (!hasBoard(hash)) return null;
  const setup = await setupIn(hash);
  if (setup === null) throw new ApiError("bad_record", "the link is damaged", 0);
  return setup;
}
