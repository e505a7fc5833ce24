// Converts tile coordinates: rotates points, and places tiles on the board.

/** Side length of a tile in its own coordinates. */
export const TILE = 1000;

export type Point = [number, number];

/** Rotates a point of an unrotated tile by quarter turns clockwise. */
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

/** Inverse of `turnPoint`: converts a point of the rotated tile to the tile's own coordinates. */
export const unturnPoint = (point: Point, rotation: number): Point => turnPoint(point, 4 - (rotation % 4));

/** Returns the SVG transform from an unrotated tile to the board. */
export function tileTransform(x: number, y: number, rotation: number): string {
  const half = TILE / 2;
  const turn = rotation ? ` rotate(${rotation * 90} ${half} ${half})` : "";
  return `translate(${x * TILE} ${y * TILE})${turn}`;
}
