// Measures for figures on the board: tiles, buildings, and the room that the art leaves on a segment.

import * as art from "../shared/art/art.svelte";
import { TILE } from "../shared/art/geometry";
import type { Building, PlacedTile } from "../shared/protocol";
import type { Ground } from "./standing";

/** Size of an ordinary figure, and its maximum on a zoomed-out board. */
const LEAST = 300;
const MOST = 700;
/** Minimum size of a figure, however small its field. */
const SMALL = 170;
/** Pixels a figure needs for its owner to be recognised at a glance. */
const READ = 26;

/** `scale` is pixels per tile: on a zoomed-out board figures are drawn larger. */
export const groundOf = (tiles: PlacedTile[], buildings: Building[], scale: number): Ground => ({
  tiles,
  buildings,
  anchor: (tile, segment) => art.segment(tile, segment)?.anchor ?? [TILE / 2, TILE / 2],
  room: (tile, segment) => art.segment(tile, segment)?.room ?? TILE,
  least: Math.max(SMALL, (16 * TILE) / scale),
  side: Math.min(MOST, Math.max(LEAST, (READ * TILE) / scale)),
});
