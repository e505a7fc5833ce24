// Coordinates of places: column and row from the start tile. Screens write `3 : -1`, since `3,-1` reads as a decimal in Russian and
// Ukrainian; records and links write `3,-1` (docs/notation.md).

/** Formats a place as `3 : -1` (three columns east of the start tile, one row north of it), with no-break spaces. */
export const placeText = ({ x, y }: { x: number; y: number }): string => `${x}\u00a0:\u00a0${y}`;

/** Returns the labels of a ruler: the multiples of `every` among the columns or rows whose centres are between `from` and `to`. */
export function ticks(from: number, to: number, every: number): number[] {
  const first = Math.ceil((from - 0.5) / every) * every;
  const count = Math.max(0, Math.floor((to - 0.5 - first) / every) + 1);
  // Adding 0 turns a negative zero into 0.
  return Array.from({ length: count }, (_, index) => first + index * every + 0);
}

/** Returns the interval of the ruler's numbers for a number of pixels per tile. */
export const tickStep = (pixels: number): number => [1, 2, 5, 10].find((step) => step * pixels >= 30) ?? 20;
