// Finds the tile borders at which a cloud of mist ends.

interface Placed {
  x: number;
  y: number;
}

/** Neighbouring cells, clockwise from the north. */
const BESIDE: [number, number][] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** Returns the misty sides of tiles without mist beyond them: a clear side of another tile, or no tile. */
export function mistEnds<T extends Placed>(tiles: T[], sides: (tile: T) => number[]): { x: number; y: number; side: number }[] {
  const misty = new Map(tiles.map((tile) => [`${tile.x},${tile.y}`, sides(tile)]));
  return tiles.flatMap((tile) =>
    sides(tile).flatMap((side) => {
      const [dx, dy] = BESIDE[side]!;
      const beyond = misty.get(`${tile.x + dx},${tile.y + dy}`);
      return beyond?.includes((side + 2) % 4) ? [] : [{ x: tile.x, y: tile.y, side }];
    }),
  );
}
