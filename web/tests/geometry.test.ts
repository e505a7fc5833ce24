import { describe, expect, it } from "vitest";
import { tileTransform, turnPoint, unturnPoint } from "../src/shared/art/geometry";

describe("rotation", () => {
  it("turns clockwise and back", () => {
    expect(turnPoint([500, 0], 1)).toEqual([1000, 500]);
    expect(turnPoint([500, 0], 2)).toEqual([500, 1000]);
    expect(turnPoint([500, 0], 3)).toEqual([0, 500]);
    for (let r = 0; r < 4; r++) expect(unturnPoint(turnPoint([120, 730], r), r)).toEqual([120, 730]);
  });

  it("agrees with the transform that SVG applies", () => {
    // rotate(90 500 500) maps the centre of the north side to that of the east side.
    expect(tileTransform(2, -1, 1)).toBe("translate(2000 -1000) rotate(90 500 500)");
    expect(tileTransform(0, 0, 0)).toBe("translate(0 0)");
  });
});
