// Data for positioning figures on the board: tiles, buildings, and the positions that the art defines.

import * as art from "../shared/art/art.svelte";
import { TILE } from "../shared/art/geometry";
import type { Building, PlacedTile } from "../shared/protocol";
import type { Ground } from "./standing";

/** Size of an ordinary figure, and its maximum on a zoomed-out board. */
const FIGURE_SIZE = 300;
const MAX_FIGURE_SIZE = 700;
/** Pixels a figure needs for its owner to be recognised at a glance. */
const READABLE_PX = 26;

/**
 * Returns the data for positioning figures. `scale` is in pixels per tile: on a zoomed-out board, figures are enlarged, or drawn as discs
 * where they would be unreadable.
 */
export const groundOf = (tiles: PlacedTile[], buildings: Building[], scale: number): Ground => ({
  tiles,
  buildings,
  anchor: (tile, segment) => art.segment(tile, segment)?.anchor ?? [TILE / 2, TILE / 2],
  discs: (MAX_FIGURE_SIZE * scale) / TILE < READABLE_PX,
  side: Math.min(MAX_FIGURE_SIZE, Math.max(FIGURE_SIZE, (READABLE_PX * TILE) / scale)),
});
