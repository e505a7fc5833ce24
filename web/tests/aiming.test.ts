import { describe, expect, it } from "vitest";
import { aimed, type Aim } from "../src/board/aiming";

// The tile has a road from west to east, 100 wide, with a field on each side.
const partAt = (_x: number, y: number) =>
  y < 0 || y > 1000 ? null : Math.abs(y - 500) <= 50 ? { segment: 0, kind: "road" } : { segment: y < 500 ? 1 : 2, kind: "field" };
const ROAD: Aim<string> = { segment: 0, kind: "road", at: [500, 500], choice: "road" };
const NORTH: Aim<string> = { segment: 1, kind: "field", at: [500, 250], choice: "north" };
const SOUTH: Aim<string> = { segment: 2, kind: "field", at: [500, 800], choice: "south" };
const tap = (aims: Aim<string>[], at: [number, number], own: string | null, more = {}) =>
  aimed(aims, at, { own, scale: 100, finger: true, partAt, ...more });

describe("a tap on a tile", () => {
  it("in the middle of a road means the road", () => {
    for (const x of [20, 300, 500, 980]) expect(tap([ROAD, NORTH, SOUTH], [x, 500], "north")).toBe("road");
    expect(tap([ROAD, NORTH, SOUTH], [100, 510], "south", { finger: false })).toBe("road");
  });

  it("on a road that cannot be chosen means nothing, not the field", () => {
    expect(tap([NORTH, SOUTH], [500, 500], "north")).toBeNull();
    expect(tap([NORTH, SOUTH], [500, 500], "north", { finger: false })).toBeNull();
  });

  it("beside a road means the road for a finger, the field for a mouse", () => {
    expect(tap([ROAD, NORTH, SOUTH], [80, 400], "north")).toBe("road");
    expect(tap([ROAD, NORTH, SOUTH], [80, 400], "north", { finger: false })).toBe("north");
  });

  it("near a figure means that figure", () => {
    expect(tap([ROAD, NORTH, SOUTH], [520, 240], "north")).toBe("north");
    expect(tap([ROAD, NORTH, SOUTH], [500, 1010], null)).toBe("south");
  });

  it("far from everything means what was hit", () => {
    expect(tap([ROAD, NORTH], [950, 950], null)).toBeNull();
    expect(tap([ROAD, NORTH, SOUTH], [30, 60], "north")).toBe("north");
  });
});
