import { describe, expect, it } from "vitest";
import {
  chancesOf, decisionsOf, expectedCourse, gradeOf, gridOf, judged, judgements, knowsTotals, marginText, percent, playedLine, summaries,
  wholeText, worst,
} from "../src/analysis/analysis";
import type { Analysis, Line, Step } from "../src/shared/protocol";

const line = (answer: string, margin: number, totals = [50 + margin, 50]): Line => ({
  answers: [answer, "pass"], margin, error: 0.4, samples: 10, totals, wins: totals.map(() => 1 / totals.length), main: [],
});

/** Returns an analysis whose lines have these margins; line number `played` is the one that was played. */
function analysis(at: number, seat: number, margins: number[], played: number): Analysis {
  const lines = margins.map((margin, index) => line(`w${index}`, margin));
  const lost = margins[0]! - margins[played]!;
  return { at, seat, exact: false, evaluations: 100, given: `w${played}`, lost, lost_wins: lost / 100, lines };
}

describe("grades", () => {
  it("begin where the texts say", () => {
    const grades = [0, 0.04, 0.05, 0.99, 1, 2.99, 3, 5.99, 6, 40].map((lost) => gradeOf(lost));
    expect(grades).toEqual([
      "best", "best", "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]);
  });
});

describe("grades by the chance to win", () => {
  it("count if they are worse than those by points", () => {
    const grades = [0, 0.004, 0.005, 0.099, 0.1, 0.2, 0.3].map((chance) => gradeOf(0, chance));
    expect(grades).toEqual(["best", "best", "good", "good", "inaccuracy", "mistake", "blunder"]);
    expect(gradeOf(6, 0.1)).toBe("blunder");
  });
});

describe("chances", () => {
  it("never look certain if they are not", () => {
    expect([0, 0.001, 0.1, 0.625, 0.999, 1].map((chance) => percent(chance, "en"))).toEqual(["0%", "<1%", "10%", "63%", ">99%", "100%"]);
  });

  it("are unknown in lines of earlier versions, and so are their totals", () => {
    const { wins, ...old }: Omit<Line, "wins"> & { wins?: number[] } = line("w0", 3);
    expect(chancesOf({ wins: wins! })).toEqual([0.5, 0.5]);
    expect(chancesOf(old as Line)).toBeNull();
    expect(knowsTotals(old as Line)).toBe(false);
    expect(knowsTotals({ ...old, wins: wins! })).toBe(true);
  });
});

describe("a judgement", () => {
  it("compares the played line with the best one", () => {
    const found = analysis(7, 1, [4, 2.5, -3], 2);
    expect(judged(found)).toMatchObject({ at: 7, seat: 1, given: "w2", lost: 7, lostChance: 0.07, grade: "blunder" });
    expect(judged(found)!.best.margin).toBe(4);
    expect(judged(found)!.played.margin).toBe(-3);
    expect(playedLine(found)).toBe(found.lines[2]);
  });

  it("never has a negative loss", () => {
    expect(judged({ ...analysis(7, 1, [4, 2], 0), lost: -0.3 })).toMatchObject({ lost: 0, grade: "best" });
  });

  it("is missing if there was no choice, or the choice is unknown", () => {
    expect(judged(analysis(7, 1, [4], 0))).toBeNull();
    expect(judged({ ...analysis(7, 1, [4, 2], 0), given: null, lost: null })).toBeNull();
    expect(judged({ ...analysis(7, 1, [4, 2], 0), given: "elsewhere" })).toBeNull();
  });
});

describe("a review", () => {
  const all = judgements([
    analysis(9, 1, [1, -6], 1),
    analysis(3, 0, [4, 3.5], 1),
    analysis(1, 0, [4, 2], 0),
    analysis(5, 1, [2], 0),
    analysis(7, 0, [2, -1.5], 1),
  ]);

  it("is in the order of the game", () => expect(all.map((one) => one.at)).toEqual([1, 3, 7, 9]));

  it("adds up by seat", () => {
    const [first, second, third] = summaries(all, 3);
    expect(first).toMatchObject({ seat: 0, decisions: 3, lost: 4 });
    expect(first!.grades).toEqual({ best: 1, good: 1, inaccuracy: 0, mistake: 1, blunder: 0 });
    expect(second).toMatchObject({ decisions: 1, lost: 7, grades: { blunder: 1 } });
    expect(third).toMatchObject({ decisions: 0, lost: 0 });
  });

  it("lists the costliest first, from one point upwards", () => {
    expect(worst(all, 9).map((one) => [one.at, one.lost])).toEqual([[9, 7], [7, 3.5]]);
    expect(worst(all, 1).map((one) => one.at)).toEqual([9]);
  });

  it("covers the positions in which a seat decides", () => {
    const step = (seq: number, seat: number | null): Step => ({ seq, seat, answer: "pass", events: [] });
    expect(decisionsOf([step(1, null), step(2, 0), step(3, 0), step(4, null), step(5, 1)])).toEqual([1, 2, 4]);
  });
});

describe("the course of a game", () => {
  const one = (totals: number[], margin = 3) => [
    judged({ ...analysis(4, 0, [margin, 1], 0), lines: [line("w0", margin, totals), line("w1", 1)] })!,
  ];

  it("is the first player's lead for two", () => {
    expect(expectedCourse(one([60, 57]), 2, false)).toEqual([{ seq: 5, values: [3] }]);
    const theirs = one([60, 57]).map((judgement) => ({ ...judgement, seat: 1 }));
    expect(expectedCourse(theirs, 2, false)).toEqual([{ seq: 5, values: [-3] }]);
  });

  it("is everybody's lead over the best other for more, if known", () => {
    expect(expectedCourse(one([60, 48, 66]), 3, false)).toEqual([{ seq: 5, values: [-6, -18, 6] }]);
    expect(expectedCourse(one([0, 0, 0]), 3, false)).toEqual([]);
  });

  it("is the points of a team", () => {
    expect(expectedCourse(one([10, 20], 31), 2, true)).toEqual([{ seq: 5, values: [31] }]);
    expect(expectedCourse(one([31], 31), 1, true)).toEqual([{ seq: 5, values: [31] }]);
  });
});

describe("the grid of a chart", () => {
  it("has few lines at round numbers, and none at zero", () => {
    expect(gridOf(-5.5, 5.5)).toEqual([-5, 5]);
    expect(gridOf(-99, 5.5)).toEqual([-50]);
    expect(gridOf(0, 99)).toEqual([50]);
    expect(gridOf(-14, 32)).toEqual([20]);
    for (let low = -200; low < 0; low += 7) {
      for (let high = 1; high < 200; high += 11) {
        const lines = gridOf(low, high);
        expect(lines.length).toBeLessThanOrEqual(4);
        expect(lines.every((value) => value >= low && value <= high && value !== 0)).toBe(true);
      }
    }
  });

  it("is labelled in whole points", () => {
    expect([wholeText(20, "en", false), wholeText(-20, "uk", false), wholeText(50, "ru", true)]).toEqual(["+20", "−20", "50"]);
  });
});

describe("margins", () => {
  it("are formatted with a sign and one decimal, by language", () => {
    expect([4.26, -0.84, 0.04, -0.04, 0].map((margin) => marginText(margin, "en"))).toEqual(["+4.3", "−0.8", "0.0", "0.0", "0.0"]);
    expect([marginText(4.26, "ru"), marginText(-12, "uk")]).toEqual(["+4,3", "−12,0"]);
    expect(marginText(31, "en", true)).toBe("31.0");
  });
});
