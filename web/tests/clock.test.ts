import { describe, expect, it } from "vitest";
import { ended, endNotes, playedBy } from "../src/game/ending";
import { defaults, termsOf } from "../src/setup/setup";
import { face, leftOf, parts, passed } from "../src/shared/clock";
import type { Games, Table, View } from "../src/shared/protocol";

describe("a clock", () => {
  const clocks = { left: [60_000, 5000, null], running: 1, at: 1000 };

  it("counts down from the server's time, only while running", () => {
    expect([0, 1, 2].map((seat) => leftOf(clocks, seat, 3500))).toEqual([60_000, 2500, null]);
    expect(leftOf(clocks, 1, 99_000)).toBe(0);
    expect(leftOf(null, 0, 0)).toBe(null);
  });

  it("is formatted as a clock, with tenths in the last seconds", () => {
    expect([0, 940, 9999, 10_000, 59_001, 299_000, 3_723_000].map(face)).toEqual([
      "0:00.0", "0:00.9", "0:09.9", "0:10", "1:00", "4:59", "1:02:03",
    ]);
    expect(parts(2 * 86_400_000 + 3 * 3_600_000)).toEqual({ days: 2, hours: 3, minutes: 0, seconds: 0 });
  });

  it("is announced at a few times, each once", () => {
    expect(passed(61_000, 60_000)).toBe(60_000);
    expect(passed(60_000, 59_000)).toBe(null);
    expect(passed(null, 5000)).toBe(null);
    expect(passed(10_001, 9990)).toBe(10_000);
  });

  it("is chosen by its key; an unknown key means none", () => {
    const choices = defaults();
    const turn = { type: "turn", seconds: 60 } as const;
    const games = { clocks: [{ id: "turn-60", clock: turn, speed: "rapid" }] } as unknown as Games;
    expect(termsOf(games, choices)).toEqual({ clock: null, fall: "loses", undo: true });
    expect(termsOf(games, { ...choices, clock: "turn-60", fall: "computer", plain: true })).toEqual({
      clock: turn, fall: "computer", undo: false,
    });
    expect(termsOf(games, { ...choices, clock: "sand", fall: "computer" }).clock).toBe(null);
  });
});

describe("a game that ended early", () => {
  const view = { seq: 9, over: false, active: 1, winners: [], decision: { seat: 1, kind: "place", answers: [{}] } } as unknown as View;
  const table = (end: Table["end"], out: Table["out"] = []) =>
    ({ end, out, seats: [{ type: "human" }, { type: "bot", stands_in_for: "B" }] }) as unknown as Table;

  it("is over for every screen, with no decision pending", () => {
    const shown = ended(view, table({ how: "time", seat: 1, winners: [0] }));
    expect([shown.over, shown.winners, shown.decision.seat, shown.active]).toEqual([true, [0], null, null]);
    expect(ended(view, table(null))).toBe(view);
    expect(ended(view, table({ how: "stopped", seat: null, winners: [] }))).toBe(view);
  });

  it("has the table's winners if a player was out before", () => {
    const over = { ...view, over: true, winners: [1] } as View;
    expect(ended(over, table({ how: "over", seat: null, winners: [0] })).winners).toEqual([0]);
    const same = table({ how: "over", seat: null, winners: [1] });
    expect(ended(over, same)).toBe(over);
  });

  it("is explained, with earlier losses first", () => {
    const notes = endNotes(table({ how: "resigned", seat: 0, winners: [2] }, [{ seat: 1, loss: "time" }]), null);
    expect(notes).toEqual([{ message: "out-time", seat: 1 }, { message: "end-resigned", seat: 0 }]);
    expect(endNotes(table({ how: "over", seat: null, winners: [0] }), null)).toEqual([]);
  });

  it("asks nothing of a seat that a computer player has taken over", () => {
    expect(playedBy([0, 1], table(null))).toEqual([0]);
  });
});
