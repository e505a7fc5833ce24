import { describe, expect, it } from "vitest";
import { byOpponent, bySetup, KINDS, likenessOf, reviewed, total, worstOf, type OwnGame } from "../src/insights/summary";
import type { GameReview } from "../src/shared/protocol";

const game = (table: string, seat: number, expansions: string[], names: (string | null)[]): OwnGame => ({
  table, seat, setup: { game: "carcassonne", expansions }, ended: 1,
  opponents: names.map((name) => ({ name, level: name ? null : "hard" })),
});

const decision = (at: number, seat: number, lost: number, more: Partial<GameReview["decisions"][number]> = {}) =>
  ({ at, seat, lost, lost_wins: 0, phase: "opening" as const, kind: "placement" as const, lead: 1, ...more });

const review: GameReview = {
  evaluations: 500,
  likeness: [{ games: 1, decisions: 20, matched: 16 }, { games: 1, decisions: 20, matched: 5 }],
  alarm: { games: 5, decisions: 100, share: 0.75 },
  decisions: [
    decision(2, 0, 0), decision(4, 1, 5), decision(6, 0, 0.9), decision(8, 0, 1, { kind: "field_early" }),
    decision(10, 0, 3, { phase: "end", kind: "figure_late" }), decision(12, 0, 2, { phase: "end" }), decision(14, 0, 4, { phase: "end" }),
  ],
};

describe("insights", () => {
  const one = reviewed(game("a", 0, [], ["Olha"]), review);
  const other = reviewed(game("b", 1, ["river", "count"], ["Olha", null, null]), review);

  it("count only the reader's decisions", () => {
    expect(total([one])).toEqual({ decisions: 6, accurate: 2, lost: 10.9 });
    expect(total([other])).toEqual({ decisions: 1, accurate: 0, lost: 5 });
    expect(total([one], "end")).toEqual({ decisions: 3, accurate: 0, lost: 9 });
    expect(total([one], null, "field_early")).toEqual({ decisions: 1, accurate: 0, lost: 1 });
    const byKind = KINDS.map((kind) => total([one, other], null, kind).lost).reduce((sum, lost) => sum + lost);
    expect(byKind).toBeCloseTo(total([one, other]).lost);
  });

  it("list the costliest decisions first", () => {
    expect(one.worst.map(({ at }) => at)).toEqual([14, 10, 12]);
    expect(worstOf([one, other], 2).map(({ table, at }) => [table, at])).toEqual([["b", 4], ["a", 14]]);
  });

  it("group games by opponent and by set-up", () => {
    const opponents = byOpponent([one, other]);
    expect(opponents.map(({ of, games }) => [of.name ?? of.level, games])).toEqual([["Olha", 2], ["hard", 1]]);
    expect(opponents[0]!.count).toEqual(total([one, other]));
    expect(bySetup([one, other, reviewed(game("c", 0, ["count", "river"], []), review)]).map(({ of, games }) => [of.expansions, games]))
      .toEqual([[["count", "river"], 2], [[], 1]]);
  });

  it("raise an alarm only over enough games", () => {
    const games = (seat: number, count: number) => likenessOf(Array.from({ length: count }, () => ({ seat, review })));
    expect(games(0, 5)).toEqual({ games: 5, decisions: 100, matched: 80, alarm: true });
    expect(games(0, 4).alarm).toBe(false);
    expect(games(1, 10)).toEqual({ games: 10, decisions: 200, matched: 50, alarm: false });
    expect(likenessOf([])).toEqual({ games: 0, decisions: 0, matched: 0, alarm: false });
  });
});
