import { describe, expect, it } from "vitest";
import { alongWay, flights, lastTiles, quarterTurns, type Flight } from "../src/game/motion";
import type { GameEvent, PlacedTile, Player, Step, View } from "../src/shared/protocol";
import { confetti } from "../src/table/confetti";

const tile = (x: number, y: number, seat: number | null, rotation = 0): PlacedTile => ({
  x, y, rotation, seat, turn: 0, set: "base", kind: "crfr",
});
const player = (seat: number, tokens: Record<string, number> = {}) => ({ seat, tokens, supply: {} }) as unknown as Player;
const figure = (id: number, seat: number, at: number, ghosts?: number) => ({
  id, seat, figure: "follower", role: "knight", tile: at, segment: 0, ...(ghosts ? { ghosts } : {}),
});
const view = (seq: number, more: Partial<View> = {}): View =>
  ({ seq, tiles: [tile(0, 0, null)], figures: [], captives: [], pieces: [], players: [player(0), player(1)], ...more }) as View;
const step = (seq: number, events: GameEvent[]): Step => ({ seq, seat: 1, answer: "a", events });
const ways = (found: Flight[]) => found.map(({ thing, from, to }) => [thing.what, from.at, to.at]);

describe("what flies", () => {
  it("is the tile, from the hand to its place, as it will lie there", () => {
    const found = flights(view(1), view(2, { tiles: [tile(0, 0, null), tile(1, 0, 1, 3)] }), []);
    expect(found).toEqual([
      {
        thing: { what: "tile", tile: { set: "base", kind: "crfr" }, rotation: 3 },
        from: { at: "hand", seat: 1 },
        to: { at: "place", x: 1, y: 0 },
      },
    ]);
  });

  it("is not a tile that was already laid by hand", () => {
    expect(flights(view(1), view(2, { tiles: [tile(0, 0, null), tile(1, 0, 1)] }), [], { x: 1, y: 0 })).toEqual([]);
  });

  it("is a returned follower, to its owner's supply", () => {
    const found = flights(view(1, { figures: [figure(4, 1, 0)] }), view(2), []);
    expect(found).toEqual([{
      thing: { what: "figure", seat: 1, figure: "follower", role: "knight" },
      from: { at: "figure", id: 4, tile: 0, segment: 0 },
      to: { at: "supply", seat: 1 },
    }]);
  });

  it("is a follower that came and went within one step, from the events", () => {
    const events: GameEvent[] = [
      { type: "deployed", seat: 0, figure: "follower", id: 9, role: "highwayman", tile: 0, segment: 2 },
      { type: "returned", seat: 0, figure: "follower", id: 9, tile: 0, segment: 2 },
    ];
    expect(flights(view(1), view(2), [step(2, events)])).toEqual([{
      thing: { what: "figure", seat: 0, figure: "follower", role: "highwayman" },
      from: { at: "segment", tile: 0, segment: 2 },
      to: { at: "supply", seat: 0 },
    }]);
    expect(flights(view(2), view(3), [step(2, events)])).toEqual([]);
  });

  it("is a prisoner, to the captor and back", () => {
    const taken = view(2, { captives: [{ id: 4, seat: 1, figure: "follower", by: 0 }] });
    const free = view(1, { figures: [figure(4, 1, 0)] });
    expect(flights(free, taken, []).map(({ to }) => to)).toEqual([{ at: "prison", seat: 0 }]);
    expect(flights(taken, view(3), []).map(({ from, to }) => [from, to])).toEqual([[{ at: "prison", seat: 0 }, { at: "supply", seat: 1 }]]);
  });

  it("is the king, from the previous holder", () => {
    const had = view(1, { players: [player(0, { king: 1 }), player(1)] });
    const has = view(2, { players: [player(0), player(1, { king: 1, wine: 2 })] });
    expect(flights(had, has, []).map(({ from, to }) => [from, to])).toEqual([
      [{ at: "tokens", seat: 0 }, { at: "tokens", seat: 1 }],
      [{ at: "stock" }, { at: "tokens", seat: 1 }],
    ]);
  });

  it("are ghosts that leave figures and tiles", () => {
    const before = view(1, { figures: [figure(4, 1, 0, 2)], tiles: [{ ...tile(0, 0, null), ghosts: 2 }] });
    const after = view(2, { figures: [figure(4, 1, 0)], tiles: [{ ...tile(0, 0, null), ghosts: 1 }] });
    expect(ways(flights(before, after, []))).toEqual([
      ["piece", "figure", "stock"], ["piece", "figure", "stock"], ["piece", "tile", "stock"],
    ]);
  });

  it("is nothing on a step back, or with too many changes", () => {
    const later = view(5, { tiles: [tile(0, 0, null), tile(1, 0, 1), tile(2, 0, 0)] });
    expect(flights(later, view(1, { figures: [figure(1, 0, 0)] }), [])).toEqual([]);
    expect(flights(view(1, { figures: [figure(1, 0, 0)] }), later, [])).toEqual([]);
  });
});

describe("a rotation", () => {
  it("goes the shorter way round", () => {
    expect([quarterTurns(0, 1), quarterTurns(3, 0), quarterTurns(0, 3), quarterTurns(1, 3), quarterTurns(2, 2)]).toEqual([1, 1, -1, 2, 0]);
  });
});

describe("a path", () => {
  it("is walked at an even pace", () => {
    const way = alongWay([{ x: 0, y: 0 }, { x: 1000, y: 0 }, { x: 1000, y: 3000 }]);
    expect(way.map(({ part }) => part)).toEqual([0, 0.25, 1]);
    expect(alongWay([{ x: 5, y: 5 }, { x: 5, y: 5 }]).map(({ part }) => part)).toEqual([0, 1]);
  });
});

describe("the last tiles", () => {
  it("are one for each player, the newest on top", () => {
    const tiles = [tile(0, 0, null), tile(1, 0, 0), tile(2, 0, 1), tile(3, 0, 0), tile(4, 0, 2)];
    expect(lastTiles(tiles).map(({ index, seat, newest }) => [index, seat, newest])).toEqual([[2, 1, false], [3, 0, false], [4, 2, true]]);
    expect(lastTiles([tile(0, 0, null)])).toEqual([]);
  });
});

describe("confetti", () => {
  it("is in the colours given and comes to rest inside the window", () => {
    const pieces = confetti([2, 2, 0]);
    expect(new Set(pieces.map(({ seat }) => seat))).toEqual(new Set([0, 2]));
    expect(pieces.every(({ x, y }) => x >= 0 && x < 100 && y >= 0 && y < 100)).toBe(true);
    expect(new Set(pieces.map(({ shape }) => shape)).size).toBe(3);
    expect(confetti([])).toEqual([]);
  });
});
