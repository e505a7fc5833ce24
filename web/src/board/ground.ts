// Measures for figures on the board: tiles, buildings, and the room that the art leaves on a segment.

import * as art from "../shared/art/art.svelte";
import { TILE } from "../shared/art/geometry";
import type { Building, PlacedTile } from "../shared/protocol";
import type { Ground } from "./standing";

/** Size of an ordinary figure, and its maximum on a zoomed-out board. */
const FIGURE_SIZE = 300;
const MAX_FIGURE_SIZE = 700;
/** Minimum size of a figure, however small its field. */
const MIN_FIGURE_SIZE = 170;
/** Pixels a figure needs for its owner to be recognised at a glance. */
const READABLE_PX = 26;

/** `scale` is pixels per tile: on a zoomed-out board figures are drawn larger. */
export const groundOf = (tiles: PlacedTile[], buildings: Building[], scale: number): Ground => ({
  tiles,
  buildings,
  anchor: (tile, segment) => art.segment(tile, segment)?.anchor ?? [TILE / 2, TILE / 2],
  room: (tile, segment) => art.segment(tile, segment)?.room ?? TILE,
  least: Math.max(MIN_FIGURE_SIZE, (16 * TILE) / scale),
  side: Math.min(MAX_FIGURE_SIZE, Math.max(FIGURE_SIZE, (READABLE_PX * TILE) / scale)),
});
