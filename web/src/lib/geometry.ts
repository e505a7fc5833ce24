// Where things stand: rotations of a tile's own coordinates, the camera, the extent of a board.

/** The side of a tile in its own coordinates. */
export const TILE = 1000;

export type Point = [number, number];

/** Turns a point of an unturned tile by quarter turns clockwise. */
export function turnPoint([x, y]: Point, rotation: number): Point {
  switch (((rotation % 4) + 4) % 4) {
    case 1:
      return [TILE - y, x];
    case 2:
      return [TILE - x, TILE - y];
    case 3:
      return [y, TILE - x];
    default:
      return [x, y];
  }
}

/** The other way: from the turned tile to its own coordinates. */
export const unturnPoint = (point: Point, rotation: number): Point => turnPoint(point, 4 - (rotation % 4));

/** The SVG transform that lays a path of an unturned tile onto the board. */
export function tileTransform(x: number, y: number, rotation: number): string {
  const half = TILE / 2;
  const turn = rotation ? ` rotate(${rotation * 90} ${half} ${half})` : "";
  return `translate(${x * TILE} ${y * TILE})${turn}`;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The smallest box of whole tiles round the given cells; an empty board is the start tile's cell. */
export function extent(cells: { x: number; y: number }[], margin = 0): Box {
  if (cells.length === 0) return { left: -margin, top: -margin, right: 1 + margin, bottom: 1 + margin };
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of cells) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + 1);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return { left: box.left - margin, top: box.top - margin, right: box.right + margin, bottom: box.bottom + margin };
}

/** What the board's window shows: the point in its middle (in tiles) and the size of a tile in pixels. */
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

export function fit(box: Box, window: Size, largest = SCALE_MAX): Camera {
  const scale = Math.min(window.width / (box.right - box.left), window.height / (box.bottom - box.top));
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale: clamp(scale, SCALE_MIN, largest) };
}

/** Zooms so that the point of the board under `px`, `py` (pixels of the window) stays where it is. */
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

/** Whether a whole box lies inside the window. */
export function shows(camera: Camera, window: Size, box: Box): boolean {
  const [left, top] = toWindow(camera, window, box.left, box.top);
  const [right, bottom] = toWindow(camera, window, box.right, box.bottom);
  return left >= -1 && top >= -1 && right <= window.width + 1 && bottom <= window.height + 1;
}

/** Keeps some of the board in the window, so that nobody loses it by dragging. */
export function keepNear(camera: Camera, box: Box): Camera {
  return { ...camera, x: clamp(camera.x, box.left, box.right), y: clamp(camera.y, box.top, box.bottom) };
}
