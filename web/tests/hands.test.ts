import { describe, expect, it } from "vitest";
import { handSize, heldTiles, isBonus, shownHand } from "../src/game/hands";
import type { Answer, View } from "../src/shared/protocol";

const a = { set: "discovery", kind: "a" };
const b = { set: "discovery", kind: "b" };

const view = (hand: string, acting: number, over = false): View =>
  ({
    over,
    setup: { options: { hand } },
    decision: { seat: acting },
    players: [{ seat: 0, hand: [a, b] }, { seat: 1, hand: [b, a] }, { seat: 2, hand: [null, null] }],
  }) as unknown as View;

describe("hands", () => {
  it("are all shown if open, and as the server sends them to the player of one seat", () => {
    expect(shownHand(view("two_open", 0), 1, [0, 1])).toEqual([b, a]);
    expect(shownHand(view("two_hidden", 2), 0, [0])).toEqual([a, b]);
    expect(shownHand(view("two_hidden", 2), 2, [0])).toEqual([null, null]);
  });

  it("are shown on a shared screen if hidden, while their owner must act and at the end", () => {
    expect(shownHand(view("two_hidden", 0), 0, [0, 1])).toEqual([a, b]);
    expect(shownHand(view("two_hidden", 0), 1, [0, 1])).toEqual([null, null]);
    expect(shownHand(view("two_hidden", 0, true), 1, [0, 1])).toEqual([b, a]);
  });

  it("of three tiles are hidden in the same way", () => {
    expect(shownHand(view("three_open", 0), 1, [0, 1])).toEqual([b, a]);
    expect(shownHand(view("three_hidden", 0), 1, [0, 1])).toEqual([null, null]);
    expect(["two_open", "two_hidden", "three_open", "three_hidden"].map((hand) => handSize(view(hand, 0)))).toEqual([2, 2, 3, 3]);
  });

  it("offer a choice only if the answers are about them", () => {
    const place: Answer = { word: "w", verb: "place", mode: "place", x: 0, y: 0, rotation: 0 };
    expect(heldTiles([a, b], [place])).toEqual([]);
    expect(heldTiles([null, null], [])).toEqual([]);
    const held = heldTiles([a, b], [{ ...place, held: b, slot: 1 }]);
    expect(held.map((one) => one.places.length)).toEqual([0, 1]);
  });
});

describe("a bonus tile", () => {
  it("is known by its set", () => {
    expect([isBonus({ set: "hunters-bonus", kind: "b01" }), isBonus(a), isBonus(null)]).toEqual([true, false, false]);
  });
});
