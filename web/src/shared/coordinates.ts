// How a place is told of, everywhere: as records and analyses write it (docs/notation.md), column and row from the start tile.

/** `3,-1`: three columns east of the start tile, one row north of it. */
export const placeText = ({ x, y }: { x: number; y: number }): string => `${x},${y}`;

/** Where the ruler along an edge has its numbers: the columns, or the rows, of which the middle lies between two ends. */
export function ticks(from: number, to: number, every: number): number[] {
  const first = Math.ceil((from - 0.5) / every) * every;
  const count = Math.max(0, Math.floor((to - 0.5 - first) / every) + 1);
  // Without the sum a zero west of the start tile would be a negative one.
  return Array.from({ length: count }, (_, index) => first + index * every + 0);
}

/** Every how many columns a number has room, where a tile is so many pixels wide. */
export const tickStep = (pixels: number): number => [1, 2, 5, 10].find((step) => step * pixels >= 30) ?? 20;
