// The puzzles that come with the client: an index, and the puzzles in pieces that are fetched when needed.

import { ApiError } from "../shared/refusal";
import type { Line } from "../shared/protocol";
import { fileUrl } from "../shared/site";

/** Themes in the order of the filter. */
export const THEMES = ["claim", "steal_field", "steal_city", "steal", "block", "save", "last_tiles", "gain", "plan"] as const;
export type Theme = (typeof THEMES)[number];

/** A puzzle's entry in the index. */
export interface Entry {
  id: string;
  /** The game, with its expansions after plus signs. */
  game: string;
  themes: Theme[];
  /** The piece that contains the puzzle. */
  piece: number;
}

/** A position with one clearly best turn (docs/puzzles.md). */
export interface Puzzle {
  id: string;
  record: string;
  themes: Theme[];
  margin: number;
  evaluations: number;
  lines: Line[];
}

interface Index {
  piece: number;
  puzzles: [string, string, Theme[]][];
}

async function fetchText(name: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(fileUrl(`puzzles/${name}`));
  } catch {
    throw new ApiError("offline", "the puzzles cannot be loaded", 0);
  }
  if (!response.ok) throw new ApiError("offline", `HTTP ${response.status}`, response.status);
  return response.text();
}

export const entriesOf = ({ piece, puzzles }: Index): Entry[] =>
  puzzles.map(([id, game, themes], number) => ({ id, game, themes, piece: Math.floor(number / piece) }));

export const fetchIndex = async (): Promise<Entry[]> => entriesOf(JSON.parse(await fetchText("index.json")) as Index);

const pieces = new Map<number, Promise<string[]>>();

/** Fetches a puzzle with its piece. */
export async function fetchPuzzle({ id, piece }: Entry): Promise<Puzzle> {
  let lines = pieces.get(piece);
  if (!lines) {
    lines = fetchText(`${piece}.jsonl`).then((text) => text.split("\n"));
    lines.catch(() => pieces.delete(piece));
    pieces.set(piece, lines);
  }
  const line = (await lines).find((one) => one.includes(`"id":"${id}"`));
  if (line === undefined) throw new ApiError("not_found", "there is no such puzzle", 404);
  return JSON.parse(line) as Puzzle;
}

/** Returns the puzzles of a game and a theme; an empty text stands for all. */
export const filtered = (entries: Entry[], game: string, theme: string): Entry[] =>
  entries.filter((entry) => (game === "" || entry.game === game) && (theme === "" || entry.themes.some((one) => one === theme)));

/** Returns the number of answers in a record's text. */
export const answersIn = (record: string): number =>
  record.split("\n").filter((line) => /^\d+\. /.test(line)).reduce((sum, line) => sum + line.trim().split(/\s+/).length - 1, 0);

/** Returns a record's text with more answers in its last turn. */
export const extended = (record: string, words: string[]): string => `${record.trimEnd()} ${words.join(" ")}\n`;

export const isSame = (one: string[], other: string[]): boolean => one.join(" ") === other.join(" ");
