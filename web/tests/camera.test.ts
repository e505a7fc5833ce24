import { describe, expect, it } from "vitest";
import { extent, fit, keepNear, NO_INSET, outward, pan, SCALE_MAX, SCALE_MIN, shows, toBoard, toWindow, zoomAt } from "../src/board/camera";

const size = { width: 800, height: 600 };

describe("the camera", () => {
  it("shows a whole box in the part of the window that nothing covers", () => {
    const box = { left: -2, top: -3, right: 4, bottom: 1 };
    for (const inset of [NO_INSET, { left: 60, top: 10, right: 0, bottom: 140 }]) {
      const camera = fit(box, size, 420, inset);
      expect(shows(camera, size, box, inset)).toBe(true);
    }
  });

  it("keeps the point under the pointer where it is while it zooms", () => {
    const camera = { x: 1, y: 2, scale: 100 };
    const before = toBoard(camera, size, 123, 456);
    const after = toBoard(zoomAt(camera, size, 123, 456, 1.7), size, 123, 456);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it("limits the zoom both ways", () => {
    const camera = { x: 0, y: 0, scale: 100 };
    expect(zoomAt(camera, size, 0, 0, 1e9).scale).toBe(SCALE_MAX);
    expect(zoomAt(camera, size, 0, 0, 1e-9).scale).toBe(SCALE_MIN);
  });

  it("converts both ways and cannot be dragged off the board", () => {
    const camera = { x: 3, y: -2, scale: 77 };
    const [wx, wy] = toWindow(camera, size, 1.5, 0.25);
    expect(toBoard(camera, size, wx, wy)[0]).toBeCloseTo(1.5);
    expect(keepNear(pan(camera, 1e6, 0), { left: 0, top: 0, right: 2, bottom: 2 }).x).toBe(0);
  });

  it("paints in whole steps that contain the box", () => {
    expect(outward({ left: -1.1, top: -4, right: 0.2, bottom: 8 }, 4)).toEqual({ left: -4, top: -4, right: 4, bottom: 8 });
  });

  it("measures boards, including an empty one", () => {
    expect(extent([])).toEqual({ left: 0, top: 0, right: 1, bottom: 1 });
    expect(extent([{ x: -1, y: 4 }, { x: 2, y: 0 }], 1)).toEqual({ left: -2, top: -1, right: 4, bottom: 6 });
  });
});
