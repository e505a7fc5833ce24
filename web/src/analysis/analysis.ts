// Judges played answers against an analysis: points and chance to win lost, grade, and forecasts per seat.

import type { Analysis, Line, Step } from "../shared/protocol";

/** Grades from best to worst; the last three depend on what was lost. */
export const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder"] as const;
export type Grade = (typeof GRADES)[number];

/** Minimum number of points lost for each grade. */
export const FROM = { inaccuracy: 1, mistake: 3, blunder: 6 } as const;
/** Minimum chance to win lost for each grade. */
export const FROM_CHANCE = { inaccuracy: 0.1, mistake: 0.2, blunder: 0.3 } as const;

/** Chess annotation symbols, because a grade is never shown by colour alone. */
export const SIGNS: Record<Grade, string> = { best: "✓", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Losses below this round to zero. */
const NOTHING = 0.05;
const NO_CHANCE = 0.005;

/** An analysis with its thinking time in milliseconds. */
export interface Found extends Analysis {
  millis: number;
}

/** A played answer with its grade. */
export interface Judged {
  /** Position that was answered, as the number of answers before it. */
  at: number;
  seat: number;
  given: string;
  /** Expected points lost against the best line. */
  lost: number;
  /** Chance to win lost against the best line, 0 to 1. */
  lostChance: number;
  grade: Grade;
  best: Line;
  played: Line;
}

/** Returns the grade of an answer, whichever of both losses is the worse. */
export function gradeOf(lost: number, lostChance = 0): Grade {
  if (lost < NOTHING && lostChance < NO_CHANCE) return "best";
  const costs = (grade: keyof typeof FROM): boolean => lost >= FROM[grade] || lostChance >= FROM_CHANCE[grade];
  return (["blunder", "mistake", "inaccuracy"] as const).find(costs) ?? "good";
}

/** Returns whether an answer is worse than a good one. */
export const isCostly = ({ grade }: Judged): boolean => grade !== "best" && grade !== "good";

/** Returns the positions in which a seat decides; draws are not judged. */
export const decisionsOf = (steps: Step[]): number[] => steps.filter((step) => step.seat !== null).map((step) => step.seq - 1);

/** Returns the line that begins with the played answer. */
export const playedLine = (analysis: Analysis): Line | undefined =>
  analysis.given === null ? undefined : analysis.lines.find((line) => line.answers[0] === analysis.given);

/** Grades the played answer. Returns null if there was no choice or the analysis does not include that answer. */
export function judged(analysis: Analysis): Judged | null {
  const { at, seat, given, lines } = analysis;
  const [best, played] = [lines[0], playedLine(analysis)];
  if (!best || !played || given === null || lines.length < 2) return null;
  // Sampling noise can rate the played answer slightly above the best one.
  const lost = Math.max(0, analysis.lost ?? best.margin - played.margin);
  const lostChance = Math.max(0, analysis.lost_wins ?? 0);
  return { at, seat, given, lost, lostChance, grade: gradeOf(lost, lostChance), best, played };
}

/** Returns all judgements in the order of the game. */
export const judgements = (found: Iterable<Analysis>): Judged[] =>
  [...found].flatMap((one) => judged(one) ?? []).sort((a, b) => a.at - b.at);

export interface SeatSummary {
  seat: number;
  /** Number of this seat's judged answers. */
  decisions: number;
  /** Total points lost. */
  lost: number;
  /** Total chance to win lost; 1 stands for a certain win. */
  lostChance: number;
  grades: Record<Grade, number>;
}

export function summaries(all: Judged[], seats: number): SeatSummary[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = all.filter((one) => one.seat === seat);
    const lost = own.reduce((sum, one) => sum + one.lost, 0);
    const lostChance = own.reduce((sum, one) => sum + one.lostChance, 0);
    const grades = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const { grade } of own) grades[grade] += 1;
    return { seat, decisions: own.length, lost, lostChance, grades };
  });
}

/** Returns the costliest answers, worst first. Answers that lose less than an inaccuracy are left out. */
export const worst = (all: Judged[], most: number): Judged[] =>
  all.filter(isCostly).sort((a, b) => b.lost - a.lost || b.lostChance - a.lostChance || a.at - b.at).slice(0, most);

/** A point on a chart of the game's course: `values` has one number per curve. */
export interface CoursePoint {
  seq: number;
  values: number[];
}

/** Returns each seat's chance to win; null if it is unknown, as in puzzles of earlier versions. */
export const chancesOf = ({ wins }: { wins?: number[] }): number[] | null => (wins?.some((chance) => chance > 0) ? wins : null);

/**
 * Returns whether a line has a forecast of every seat's points; if no draw was sampled, only its margin is known. Lines without chances
 * are from an earlier version, whose totals lacked the points of later tiles.
 */
export const knowsTotals = (line: Line): boolean => chancesOf(line) !== null && line.totals.some((points) => points !== 0);

/** Returns whether a line is only an estimate whose error is unknown. */
export const isGuess = (line: Line, exact: boolean): boolean => !exact && line.samples < 2;

/** Returns a seat's lead over the best other seat; negative if it is behind. */
const ahead = (totals: number[], seat: number): number => totals[seat]! - Math.max(...totals.filter((_, other) => other !== seat));

/**
 * Returns the expected result after each judged answer: for two players the first player's lead (the other's is its negative), for more
 * players each player's lead over the best other player, for a team its points.
 */
export function expectedCourse(all: Judged[], seats: number, team: boolean): CoursePoint[] {
  return all.flatMap(({ at, seat, played }) => {
    const point = (values: number[]) => [{ seq: at + 1, values }];
    if (team || seats < 2) return point([played.margin]);
    if (seats === 2) return point([seat === 0 ? played.margin : -played.margin]);
    return knowsTotals(played) ? point(played.totals.slice(0, seats).map((_, one) => ahead(played.totals, one))) : [];
  });
}

/** Returns a few round grid values for a chart from `low` to `high`, without zero. */
export function gridOf(low: number, high: number): number[] {
  const rough = (high - low) / 3;
  const tens = 10 ** Math.floor(Math.log10(rough));
  const step = tens * ([1, 2, 5, 10].find((times) => times * tens >= rough) ?? 10);
  const lines = Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, i) => (Math.ceil(low / step) + i) * step);
  return lines.filter((value) => value !== 0);
}

/** Adds a plus or minus sign, except to a team's points, which are not a lead. */
const signed = (value: number, text: string, team: boolean): string => (value < 0 ? `−${text}` : team ? text : `+${text}`);

/** Formats a margin to one decimal: "+4.3", "−0.8", "0.0". */
export function marginText(margin: number, locale: string, team = false): string {
  if (Math.abs(margin) < NOTHING) return decimal(0, locale);
  return signed(margin, decimal(Math.abs(margin), locale), team);
}

/** Formats a grid value: "+20", "−20". */
export const wholeText = (margin: number, locale: string, team: boolean): string =>
  signed(margin, new Intl.NumberFormat(locale).format(Math.abs(margin)), team);

/** Formats a chance: "62%", "<1%", ">99%" for what is not certain. */
export function percent(chance: number, locale: string): string {
  const text = (share: number): string => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(share);
  if (chance > 0 && chance < 0.005) return `<${text(0.01)}`;
  return chance < 1 && chance >= 0.995 ? `>${text(0.99)}` : text(chance);
}

export const decimal = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
