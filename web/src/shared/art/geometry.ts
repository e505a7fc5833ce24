// A tile's own coordinates, turned and laid on the board.

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
