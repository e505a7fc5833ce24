// The board as figures stand on it: tiles, what is built on them, and where the art has room on a segment.

import * as art from "../shared/art/art.svelte";
import { TILE } from "../shared/art/geometry";
import type { Building, PlacedTile } from "../shared/protocol";
import type { Ground } from "./standing";

/** The size of an ordinary figure, and how large it grows on a board seen from afar. */
const LEAST = 300;
const MOST = 700;
/** The least that one is, however small its field. */
const SMALL = 170;
/** Pixels that a figure needs so that one sees at a glance whose it is. */
const READ = 26;

/** `scale` is pixels a tile: on a board seen from afar figures are drawn larger than life. */
export const groundOf = (tiles: PlacedTile[], buildings: Building[], scale: number): Ground => ({
  tiles,
  buildings,
  anchor: (tile, segment) => art.segment(tile, segment)?.anchor ?? [TILE / 2, TILE / 2],
  room: (tile, segment) => art.segment(tile, segment)?.room ?? TILE,
  least: Math.max(SMALL, (16 * TILE) / scale),
  side: Math.min(MOST, Math.max(LEAST, (READ * TILE) / scale)),
});
