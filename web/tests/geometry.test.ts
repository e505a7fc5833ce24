import { describe, expect, it } from "vitest";
import * as geometry from "../src/shared/art/geometry";

const size = { width: 800, height: 600 };

describe("turning", () => {
  it("turns clockwise and back", () => {
    expect(geometry.turnPoint([500, 0], 1)).toEqual([1000, 500]);
    expect(geometry.turnPoint([500, 0], 2)).toEqual([500, 1000]);
    expect(geometry.turnPoint([500, 0], 3)).toEqual([0, 500]);
    for (let r = 0; r < 4; r++) expect(geometry.unturnPoint(geometry.turnPoint([120, 730], r), r)).toEqual([120, 730]);
  });

  it("agrees with the transform that SVG applies", () => {
    // rotate(90 500 500) takes the middle of the north side to the middle of the east side.
    expect(geometry.tileTransform(2, -1, 1)).toBe("translate(2000 -1000) rotate(90 500 500)");
    expect(geometry.tileTransform(0, 0, 0)).toBe("translate(0 0)");
  });
});

describe("the camera", () => {
  it("shows a whole box in the part of the window that nothing covers", () => {
    const box = { left: -2, top: -3, right: 4, bottom: 1 };
    for (const inset of [geometry.NO_INSET, { left: 60, top: 10, right: 0, bottom: 140 }]) {
      const camera = geometry.fit(box, size, 420, inset);
      expect(geometry.shows(camera, size, box, inset)).toBe(true);
    }
  });

  it("keeps the point under the pointer where it is while it zooms", () => {
    const camera = { x: 1, y: 2, scale: 100 };
    const before = geometry.toBoard(camera, size, 123, 456);
    const after = geometry.toBoard(geometry.zoomAt(camera, size, 123, 456, 1.7), size, 123, 456);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it("zooms neither to nothing nor without end", () => {
    const camera = { x: 0, y: 0, scale: 100 };
    expect(geometry.zoomAt(camera, size, 0, 0, 1e9).scale).toBe(geometry.SCALE_MAX);
    expect(geometry.zoomAt(camera, size, 0, 0, 1e-9).scale).toBe(geometry.SCALE_MIN);
  });

  it("converts both ways and cannot be dragged off the board", () => {
    const camera = { x: 3, y: -2, scale: 77 };
    const [wx, wy] = geometry.toWindow(camera, size, 1.5, 0.25);
    expect(geometry.toBoard(camera, size, wx, wy)[0]).toBeCloseTo(1.5);
    expect(geometry.keepNear(geometry.pan(camera, 1e6, 0), { left: 0, top: 0, right: 2, bottom: 2 }).x).toBe(0);
  });

  it("paints in whole steps that hold the box", () => {
    expect(geometry.outward({ left: -1.1, top: -4, right: 0.2, bottom: 8 }, 4)).toEqual({ left: -4, top: -4, right: 4, bottom: 8 });
  });

  it("measures boards, an empty one too", () => {
    expect(geometry.extent([])).toEqual({ left: 0, top: 0, right: 1, bottom: 1 });
    expect(geometry.extent([{ x: -1, y: 4 }, { x: 2, y: 0 }], 1)).toEqual({ left: -2, top: -1, right: 4, bottom: 6 });
  });
});
