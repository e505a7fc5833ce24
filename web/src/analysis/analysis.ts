// What an analysis says about the answers that were given: points given away, how serious that was, who gave away how much.

import type { Analysis, Line, Step } from "../shared/protocol";

/** From the best to the worst; the last three by points given away. */
export const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder"] as const;
export type Grade = (typeof GRADES)[number];

/** From so many points given away on, an answer is called this. */
export const FROM = { inaccuracy: 1, mistake: 3, blunder: 6 } as const;

/** Signs as chess players write them: no grade is told by its colour alone. */
export const SIGNS: Record<Grade, string> = { best: "✓", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** What is less than this is the same to one decimal. */
const NOTHING = 0.05;

/** An analysis with the time that was given to it, in milliseconds. */
export interface Found extends Analysis {
  millis: number;
}

/** An answer that was given, as the analysis sees it. */
export interface Judged {
  /** The number of answers before it: the position that it answers. */
  at: number;
  seat: number;
  given: string;
  /** Points by which the best line can expect more. */
  lost: number;
  grade: Grade;
  best: Line;
  played: Line;
}

export function gradeOf(lost: number): Grade {
  if (lost < NOTHING) return "best";
  if (lost >= FROM.blunder) return "blunder";
  if (lost >= FROM.mistake) return "mistake";
  return lost >= FROM.inaccuracy ? "inaccuracy" : "good";
}

/** The positions at which a seat decides: chance's are not to be judged. */
export const decisionsOf = (steps: Step[]): number[] => steps.filter((step) => step.seat !== null).map((step) => step.seq - 1);

/** The line that begins with the answer that was given. */
export const playedLine = (analysis: Analysis): Line | undefined =>
  analysis.given === null ? undefined : analysis.lines.find((line) => line.answers[0] === analysis.given);

/** None where there was nothing to choose, or where the analysis does not know what was given. */
export function judged(analysis: Analysis): Judged | null {
  const { at, seat, given, lines } = analysis;
  const [best, played] = [lines[0], playedLine(analysis)];
  if (!best || !played || given === null || lines.length < 2) return null;
  // Sampling can put the answer that was given above the best by a hair.
  const lost = Math.max(0, analysis.lost ?? best.margin - played.margin);
  return { at, seat, given, lost, grade: gradeOf(lost), best, played };
}

/** All judgements there are, in the order of the game. */
export const judgements = (found: Iterable<Analysis>): Judged[] =>
  [...found].flatMap((one) => judged(one) ?? []).sort((a, b) => a.at - b.at);

export interface SeatSummary {
  seat: number;
  /** Answers of this seat that were judged. */
  decisions: number;
  /** Points given away, all together. */
  lost: number;
  grades: Record<Grade, number>;
}

export function summaries(all: Judged[], seats: number): SeatSummary[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = all.filter((one) => one.seat === seat);
    const lost = own.reduce((sum, one) => sum + one.lost, 0);
    const grades = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const { grade } of own) grades[grade] += 1;
    return { seat, decisions: own.length, lost, grades };
  });
}

/** The answers that gave most away, the worst first; those that cost less than an inaccuracy are not among them. */
export const worst = (all: Judged[], most: number): Judged[] =>
  all.filter((one) => one.lost >= FROM.inaccuracy).sort((a, b) => b.lost - a.lost || a.at - b.at).slice(0, most);

/** What a chart over the game shows after an answer: `values` has a number for each line of the chart. */
export interface CoursePoint {
  seq: number;
  values: number[];
}

/** Where no draw was tried, nobody knows what each seat can expect: then there is the margin alone. */
export const knowsTotals = (line: Line): boolean => line.totals.some((points) => points !== 0);

/** Whether a line was only glanced at: its margin is a guess, whose error nobody knows. */
export const isGuess = (line: Line, exact: boolean): boolean => !exact && line.samples < 2;

/** How far a seat is ahead of the best of the others, or behind. */
const ahead = (totals: number[], seat: number): number => totals[seat]! - Math.max(...totals.filter((_, other) => other !== seat));

/**
 * What could be expected after each answer that was judged. Of two, by how much the first is ahead: the other's is that turned
 * over. Of more, by how much each is ahead of the best other. Of a team, its points.
 */
export function expectedCourse(all: Judged[], seats: number, team: boolean): CoursePoint[] {
  return all.flatMap(({ at, seat, played }) => {
    const point = (values: number[]) => [{ seq: at + 1, values }];
    if (team || seats < 2) return point([played.margin]);
    if (seats === 2) return point([seat === 0 ? played.margin : -played.margin]);
    return knowsTotals(played) ? point(played.totals.slice(0, seats).map((_, one) => ahead(played.totals, one))) : [];
  });
}

/** Where a chart from `low` to `high` has its lines: few enough to be read, at round numbers, without zero. */
export function gridOf(low: number, high: number): number[] {
  const rough = (high - low) / 3;
  const tens = 10 ** Math.floor(Math.log10(rough));
  const step = tens * ([1, 2, 5, 10].find((times) => times * tens >= rough) ?? 10);
  const lines = Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, i) => (Math.ceil(low / step) + i) * step);
  return lines.filter((value) => value !== 0);
}

/** A sign before what is told without one: none for points of a team, which are no lead. */
const signed = (value: number, text: string, team: boolean): string => (value < 0 ? `−${text}` : team ? text : `+${text}`);

/** "+4.3", "−0.8", "0.0": a margin, to one decimal. */
export function marginText(margin: number, locale: string, team = false): string {
  if (Math.abs(margin) < NOTHING) return decimal(0, locale);
  return signed(margin, decimal(Math.abs(margin), locale), team);
}

/** "+20", "−20": a margin at which a chart has a line. */
export const wholeText = (margin: number, locale: string, team: boolean): string =>
  signed(margin, new Intl.NumberFormat(locale).format(Math.abs(margin)), team);

export const decimal = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
