import { describe, expect, it } from "vitest";
import { cornerPoint, pieceStanding, standings, storeyRise, type Ground } from "../src/board/standing";
import type { Figure, PlacedTile } from "../src/shared/protocol";

const tile = (x: number, y: number, rotation = 0): PlacedTile => ({ set: "base", kind: "crfr", x, y, rotation, seat: 0, turn: 1 });
const figure = (id: number, more: Partial<Figure> = {}): Figure => ({
  id, seat: 0, figure: "follower", role: "knight", tile: 0, segment: 0,
  ...more,
});
const ground = (more: Partial<Ground> = {}): Ground => ({
  tiles: [tile(0, 0), tile(2, -1, 1)],
  buildings: [],
  anchor: () => [500, 300],
  side: 300,
  ...more,
});

describe("where figures stand", () => {
  it("is on their segment, rotated with the tile", () => {
    expect(standings([figure(0)], ground()).get(0)).toEqual({ x: 500, y: 300, size: 300 });
    expect(standings([figure(0, { tile: 1 })], ground()).get(0)).toEqual({ x: 2700, y: -500, size: 300 });
  });

  it("is side by side if several share a segment, all on their tile", () => {
    for (const count of [2, 3, 5, 9]) {
      const all = [...standings(Array.from({ length: count }, (_, id) => figure(id)), ground()).values()];
      expect(new Set(all.map(({ x, y }) => `${x},${y}`)).size).toBe(count);
      for (const { x, y, size } of all) {
        expect(Math.min(x, y) - size / 2).toBeGreaterThanOrEqual(0);
        expect(Math.max(x, y) + size / 2).toBeLessThanOrEqual(1000);
      }
    }
  });

  it("is a corner for a barn, clockwise from the north-east in any rotation", () => {
    expect([0, 1, 2, 3].map((corner) => cornerPoint({ x: 2, y: -1 }, corner))).toEqual([
      [3000, -1000],
      [3000, 0],
      [2000, 0],
      [2000, -1000],
    ]);
    const barn = figure(3, { figure: "barn", role: "barn", tile: 1, corner: 2 });
    expect(standings([barn], ground()).get(3)).toMatchObject({ x: 2000, y: 0 });
  });

  it("is higher the higher the tower, up to a limit", () => {
    const at = (height: number) => standings([figure(0)], ground({ buildings: [{ tile: 0, segment: 0, height }] })).get(0)!.y;
    expect(at(1)).toBeLessThan(at(0));
    expect(at(4)).toBeLessThan(at(2));
    expect(30 * storeyRise(30)).toBeLessThan(700);
  });

  it("leaves out figures of tiles that are not shown", () => {
    expect(standings([figure(0, { tile: 7 })], ground()).size).toBe(0);
  });
});

describe("where pieces stand", () => {
  it("is beside a figure, on a segment, or at the centre of a tile", () => {
    const figures = standings([figure(4)], ground());
    const fairy = pieceStanding({ piece: "fairy", tile: 0, segment: 0, id: 4 }, figures, ground())!;
    expect(fairy.x).toBeGreaterThan(figures.get(4)!.x);
    expect(pieceStanding({ piece: "dragon", tile: 1 }, figures, ground())).toMatchObject({ x: 2500, y: -500 });
    expect(pieceStanding({ piece: "count", tile: 0, segment: 0 }, figures, ground())!.x).toBe(500);
    expect(pieceStanding({ piece: "witch", tile: 0, segment: 0 }, figures, ground())!.x).toBeGreaterThan(500);
    expect(pieceStanding({ piece: "dragon", tile: 9 }, figures, ground())).toBeNull();
  });
});
