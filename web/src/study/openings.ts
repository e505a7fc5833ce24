// Openings: what was played next from a position, in finished games with the same set-up.

import * as api from "../shared/api";
import type { Setup } from "../shared/protocol";
import { request } from "../shared/transport";
import { firstSeat } from "./tree";

/** Maximum number of games, the newest ones. */
const MAX_GAMES = 500;

/** A finished game: its answers without the choice of the first player, and that player's final lead over the best other player. */
export interface OpeningGame {
  words: string[];
  lead: number;
}

/** A next answer, and the games with it. */
export interface NextAnswer {
  word: string;
  games: number;
  /** Mean final lead of the player who began. */
  lead: number;
}

/** The part of a JSON record that matters here (docs/notation.md). */
interface OpeningRecord {
  setup: Setup;
  outcome: { how: string; scores?: number[] };
  turns: { answers: string[] }[];
}

const withoutFirst = (words: string[]): string[] => words.filter((word) => firstSeat(word) === null);

/** Returns the answers in a record's text, without the choice of the first player. */
export const wordsIn = (record: string): string[] =>
  withoutFirst(record.split("\n").filter((line) => /^\d+\. /.test(line)).flatMap((line) => line.trim().split(/\s+/).slice(1)));

/** Returns a text that is equal for equal set-ups; the first player makes no difference. */
export const setupKey = ({ game, seats, expansions = [], options = {}, board, own_tiles }: Setup): string =>
  JSON.stringify([game, seats, [...expansions].sort(), Object.entries(options).sort(), board ?? null, own_tiles ?? null]);

/** Reads a line of the archive; null if the game has another set-up or is unfinished. */
export function gameOf(line: string, key: string): OpeningGame | null {
  const { setup, outcome, turns } = (JSON.parse(line) as { record: OpeningRecord }).record;
  const { how, scores = [] } = outcome;
  if (how !== "over" || scores.length < 2 || setupKey(setup) !== key) return null;
  const words = turns.flatMap(({ answers }) => answers);
  const first = words.map(firstSeat).find((seat) => seat !== null) ?? setup.first_seat ?? 0;
  return { words: withoutFirst(words), lead: scores[first]! - Math.max(...scores.filter((_, seat) => seat !== first)) };
}

/** Games by set-up, for as long as the tab is open. */
const fetched = new Map<string, OpeningGame[]>();

/** Returns the games with a set-up that were fetched before; null if there are none. */
export const fetchedGames = (setup: Setup): OpeningGame[] | null => fetched.get(setupKey(setup)) ?? null;

/** Fetches the newest finished games with a set-up. */
export async function fetchGames(setup: Setup): Promise<OpeningGame[]> {
  const { game, seats, expansions = [] } = setup;
  const query = { game, seats: String(seats), expansion: expansions[0] ?? "", how: "over", limit: String(MAX_GAMES) };
  const { text } = await request(api.archiveLines(query));
  const key = setupKey(setup);
  const games = text.split("\n").filter((line) => line !== "").flatMap((line) => gameOf(line, key) ?? []);
  fetched.set(key, games);
  return games;
}

/** Returns the answers that followed these words, most frequent first. */
export function nextAnswers(games: OpeningGame[], words: string[]): NextAnswer[] {
  const leads = new Map<string, number[]>();
  for (const game of games) {
    const next = game.words[words.length];
    if (next === undefined || words.some((word, at) => game.words[at] !== word)) continue;
    leads.set(next, [...(leads.get(next) ?? []), game.lead]);
  }
  return [...leads]
    .map(([word, all]) => ({ word, games: all.length, lead: all.reduce((sum, lead) => sum + lead, 0) / all.length }))
    .sort((a, b) => b.games - a.games || b.lead - a.lead);
}
