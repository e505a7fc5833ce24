// A player's statistics over reviewed games: accuracy, and points given away by phase, kind of mistake, opponent and set-up.

import type { DecisionKind, GameReview, GamePhase, Setup } from "../shared/protocol";

export const PHASES: GamePhase[] = ["opening", "middle", "end"];
/** Kinds of decision that can give points away, in the order of the list. */
export const KINDS: DecisionKind[] = [
  "placement", "figure_early", "figure_late", "figure_elsewhere", "field_early", "field_late", "other",
];
/** A decision that gives away less is accurate; a review calls it best or good. */
export const ACCURATE_BELOW = 1;
/** Number of mistakes kept per game. */
const MAX_WORST = 3;

/** A finished game of the reader. */
export interface OwnGame {
  table: string;
  seat: number;
  setup: Pick<Setup, "game" | "expansions">;
  opponents: Opponent[];
  /** The end, in milliseconds since 1970. */
  ended: number;
}

/** Another seat: a person's name, or a computer player's level. */
export interface Opponent {
  name: string | null;
  level: string | null;
}

/** A count of decisions. */
export interface Count {
  decisions: number;
  /** Decisions that gave away less than `ACCURATE_BELOW`. */
  accurate: number;
  /** Points given away. */
  lost: number;
}

/** A decision that gave points away. */
export interface Mistake {
  at: number;
  kind: DecisionKind;
  lost: number;
}

/** A reviewed game. */
export interface Reviewed extends OwnGame {
  /** Counts by phase and kind: `opening placement`. */
  counts: Record<string, Count>;
  /** The costliest decisions, worst first. */
  worst: Mistake[];
}

const NONE: Count = { decisions: 0, accurate: 0, lost: 0 };

const added = (one: Count, other: Count): Count => ({
  decisions: one.decisions + other.decisions, accurate: one.accurate + other.accurate, lost: one.lost + other.lost,
});

/** Sums up the reader's decisions in a game. */
export function reviewed(game: OwnGame, { decisions }: GameReview): Reviewed {
  const own = decisions.filter(({ seat }) => seat === game.seat);
  const counts: Record<string, Count> = {};
  for (const { phase, kind, lost } of own) {
    const key = `${phase} ${kind}`;
    counts[key] = added(counts[key] ?? NONE, { decisions: 1, accurate: lost < ACCURATE_BELOW ? 1 : 0, lost });
  }
  const mistakes = own.filter(({ lost }) => lost >= ACCURATE_BELOW).sort((a, b) => b.lost - a.lost || a.at - b.at);
  return { ...game, counts, worst: mistakes.slice(0, MAX_WORST).map(({ at, kind, lost }) => ({ at, kind, lost })) };
}

/** Sums up the counts of games, of all kinds and phases or of one. */
export function total(games: Reviewed[], phase: GamePhase | null = null, kind: DecisionKind | null = null): Count {
  const wanted = (key: string): boolean => {
    const [of, what] = key.split(" ");
    return (phase === null || of === phase) && (kind === null || what === kind);
  };
  const counts = games.flatMap(({ counts }) => Object.entries(counts).filter(([key]) => wanted(key)));
  return counts.reduce((sum, [, count]) => added(sum, count), NONE);
}

/** Games with the same opponent or set-up. */
export interface Group<T> {
  of: T;
  games: number;
  count: Count;
}

function grouped<T>(games: Reviewed[], keys: (game: Reviewed) => T[]): Group<T>[] {
  const groups = new Map<string, { of: T; games: Reviewed[] }>();
  for (const game of games) {
    for (const of of keys(game)) {
      const key = JSON.stringify(of);
      const group = groups.get(key) ?? { of, games: [] };
      group.games.push(game);
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .map(({ of, games }) => ({ of, games: games.length, count: total(games) }))
    .sort((a, b) => b.games - a.games);
}

/** Returns the games by opponent, most frequent first. Two seats of the same opponent count once. */
export const byOpponent = (games: Reviewed[]): Group<Opponent>[] =>
  grouped(games, ({ opponents }) => [...new Map(opponents.map((one) => [JSON.stringify(one), one])).values()]);

/** Returns the games by game and expansions, most frequent first. */
export const bySetup = (games: Reviewed[]): Group<OwnGame["setup"]>[] =>
  grouped(games, ({ setup: { game, expansions } }) => [{ game, expansions: [...(expansions ?? [])].sort() }]);

/** Returns the costliest decisions of all games, worst first. */
export const worstOf = (games: Reviewed[], most: number): (Mistake & { table: string; setup: OwnGame["setup"] })[] =>
  games
    .flatMap(({ table, setup, worst }) => worst.map((mistake) => ({ ...mistake, table, setup })))
    .sort((a, b) => b.lost - a.lost)
    .slice(0, most);

/** A player's counted decisions over several games (docs/fairness.md). */
export interface LikenessSum {
  games: number;
  decisions: number;
  matched: number;
  /** Whether the games are worth a look. */
  alarm: boolean;
}

/** Adds up how engine-like a player played, given the reviews with the player's seat in each. */
export function likenessOf(all: { seat: number; review: GameReview }[]): LikenessSum {
  const own = all.flatMap(({ seat, review }) => review.likeness[seat] ?? []);
  const sum = (what: "decisions" | "matched"): number => own.reduce((sum, one) => sum + one[what], 0);
  const [games, decisions, matched] = [own.length, sum("decisions"), sum("matched")];
  const limit = all[0]?.review.alarm;
  const alarm = limit !== undefined && games >= limit.games && decisions >= limit.decisions && matched >= limit.share * decisions;
  return { games, decisions, matched, alarm };
}
