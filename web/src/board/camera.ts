// The camera over the board: what the window shows, how it zooms and pans, and the extent of the board.

import type { Point } from "../shared/art/geometry";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the smallest box of whole tiles around the given cells, or the start tile's cell for an empty board. */
export function extent(cells: { x: number; y: number }[], margin = 0): Box {
  if (cells.length === 0) return extent([{ x: 0, y: 0 }], margin);
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of cells) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + 1);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return { left: box.left - margin, top: box.top - margin, right: box.right + margin, bottom: box.bottom + margin };
}

/** Enlarges a box so that its edges are multiples of `step`. */
export function outward(box: Box, step: number): Box {
  return {
    left: Math.floor(box.left / step) * step,
    top: Math.floor(box.top / step) * step,
    right: Math.ceil(box.right / step) * step,
    bottom: Math.ceil(box.bottom / step) * step,
  };
}

/** The visible part of the board: the centre (in tiles) and the pixels per tile. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const SCALE_MIN = 14;
export const SCALE_MAX = 420;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Pixels at the window's edges that are covered. */
export type Inset = Box;

export const NO_INSET: Inset = { left: 0, top: 0, right: 0, bottom: 0 };

/** Returns the camera that shows the whole box in the uncovered part of the window. */
export function fit(box: Box, window: Size, largest = SCALE_MAX, inset: Inset = NO_INSET): Camera {
  const width = Math.max(1, window.width - inset.left - inset.right);
  const height = Math.max(1, window.height - inset.top - inset.bottom);
  const scale = clamp(Math.min(width / (box.right - box.left), height / (box.bottom - box.top)), SCALE_MIN, largest);
  return {
    x: (box.left + box.right) / 2 + (inset.right - inset.left) / (2 * scale),
    y: (box.top + box.bottom) / 2 + (inset.bottom - inset.top) / (2 * scale),
    scale,
  };
}

/** Zooms, keeping the point of the board under `px`, `py` (pixels of the window) in place. */
export function zoomAt(camera: Camera, window: Size, px: number, py: number, factor: number): Camera {
  const scale = clamp(camera.scale * factor, SCALE_MIN, SCALE_MAX);
  const [bx, by] = toBoard(camera, window, px, py);
  return { x: bx - (px - window.width / 2) / scale, y: by - (py - window.height / 2) / scale, scale };
}

export const pan = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});

export function toBoard(camera: Camera, window: Size, px: number, py: number): Point {
  return [camera.x + (px - window.width / 2) / camera.scale, camera.y + (py - window.height / 2) / camera.scale];
}

export function toWindow(camera: Camera, window: Size, bx: number, by: number): Point {
  return [(bx - camera.x) * camera.scale + window.width / 2, (by - camera.y) * camera.scale + window.height / 2];
}

/** Returns whether a whole box is visible and uncovered. */
export function shows(camera: Camera, window: Size, box: Box, inset: Inset = NO_INSET): boolean {
  const [left, top] = toWindow(camera, window, box.left, box.top);
  const [right, bottom] = toWindow(camera, window, box.right, box.bottom);
  return (
    left >= inset.left - 1 &&
    top >= inset.top - 1 &&
    right <= window.width - inset.right + 1 &&
    bottom <= window.height - inset.bottom + 1
  );
}

/** Keeps part of the board in the window while it is dragged. */
export function keepNear(camera: Camera, box: Box): Camera {
  return { ...camera, x: clamp(camera.x, box.left, box.right), y: clamp(camera.y, box.top, box.bottom) };
}
