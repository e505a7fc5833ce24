// The score track of fifty spaces (BASE-23, HG-37): points are unbounded, so laps are shown beside the space.

export const SPACES = 50;

export interface Standing {
  space: number;
  laps: number;
}

export function standing(score: number): Standing {
  const laps = Math.floor(score / SPACES);
  return { space: score - laps * SPACES, laps };
}

/**
 * The track as the border of a grid of 15 by 12 cells. The border has exactly fifty cells, counted clockwise from the north-west corner.
 */
export const FRAME = { columns: 15, rows: 12 };

export function frameCell(space: number): { column: number; row: number } {
  const right = FRAME.columns - 1;
  const bottom = FRAME.rows - 1;
  if (space <= right) return { column: space, row: 0 };
  if (space <= right + bottom) return { column: right, row: space - right };
  if (space <= 2 * right + bottom) return { column: right - (space - right - bottom), row: bottom };
  return { column: 0, row: bottom - (space - 2 * right - bottom) };
}
