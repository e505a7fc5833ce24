import { describe, expect, it } from "vitest";
import { mistEnds } from "../src/board/mist";

const tile = (x: number, y: number, sides: number[]) => ({ x, y, sides });
const ends = (...tiles: ReturnType<typeof tile>[]) => mistEnds(tiles, (one) => one.sides);

describe("the ends of mist", () => {
  it("are not on a border that is misty on both sides", () => {
    expect(ends(tile(0, 0, [1]), tile(1, 0, [3]))).toEqual([]);
  });

  it("are where the next tile is clear or missing", () => {
    expect(ends(tile(0, 0, [1]), tile(1, 0, [0]))).toEqual([{ x: 0, y: 0, side: 1 }, { x: 1, y: 0, side: 0 }]);
  });
});
