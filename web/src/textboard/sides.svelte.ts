// Fetches from the server what each tile shows on its sides. The client rotates tiles itself.

import { SvelteMap } from "svelte/reactivity";
import * as api from "../shared/api";
import type { SideSet, SideTile, TileKind } from "../shared/protocol";

/** A tile in its actual or proposed rotation. */
export type Turned = TileKind & { rotation: number };

const tiles = new SvelteMap<string, SideTile>();
const asked = new Map<string, Promise<void>>();

const keyOf = ({ set, kind }: TileKind): string => `${set}/${kind}`;

/** Fetches the sides of these sets once; custom tiles belong to the table `own`. */
export async function wantSides(sets: Iterable<string>, own: string | null): Promise<void> {
  const keep = ({ set, tiles: all }: SideSet) => Object.entries(all).forEach(([kind, tile]) => tiles.set(keyOf({ set, kind }), tile));
  const fetchOnce = (place: string) => {
    let task = asked.get(place);
    if (!task) {
      task = api.sides(place).then(keep, (problem) => {
        // The next use fetches it again.
        asked.delete(place);
        throw problem;
      });
      asked.set(place, task);
    }
    return task;
  };
  if (own !== null) await fetchOnce(api.ownArtOf(own)).catch(() => {});
  await Promise.allSettled([...sets].map((set) => fetchOnce(api.artOf(set))));
}

export const sideTile = (tile: TileKind): SideTile | null => tiles.get(keyOf(tile)) ?? null;

/** Returns the twelve segments along the border of a rotated tile, clockwise from the west third of its north side. */
export function portsOf(tile: Turned): number[] {
  const ports = sideTile(tile)?.ports ?? [];
  return ports.map((_, port) => ports[(port - 3 * tile.rotation + 12) % 12]!);
}

/** Returns the kind of segment in the middle of a side (0 for north to 3 for west); null if the tile shows nothing there. */
export function kindAt(tile: Turned, side: number): string | null {
  const segment = segmentAt(tile, side);
  return segment === null ? null : (sideTile(tile)?.segments[segment]?.kind ?? null);
}

/** Returns the segment in the middle of a side. */
export const segmentAt = (tile: Turned, side: number): number | null => portsOf(tile)[3 * side + 1] ?? null;

/** Returns the misty sides of a rotated tile. */
export const mistAt = (tile: Turned): number[] => (sideTile(tile)?.mist ?? []).map((side) => (side + tile.rotation) % 4);

/** A part of a segment along the border: a side, or one of the twelve thirds. */
export type Stretch = { side: number } | { port: number };

/** Returns where a segment reaches the border: whole sides, or thirds of a side whose middle belongs to another segment. */
export function stretchesOf(tile: Turned, segment: number): Stretch[] {
  const own = portsOf(tile).map((at) => at === segment);
  return [0, 1, 2, 3].flatMap((side): Stretch[] => {
    if (own[3 * side + 1]) return [{ side }];
    return [3 * side, 3 * side + 2].flatMap((port) => (own[port] ? [{ port }] : []));
  });
}

/** Returns the number of a segment among those that do not reach the border, from 1, and their total. */
export function insideOf(tile: TileKind, segment: number): { number: number; all: number } {
  const known = sideTile(tile);
  const reached = new Set(known?.ports ?? []);
  const inside = (known?.segments ?? []).flatMap((_, index) => (reached.has(index) ? [] : [index]));
  return { number: inside.indexOf(segment) + 1, all: inside.length };
}
