// Determines which part of a tile a tap selects, since fingers are wide and roads are narrow.

import { TILE, type Point } from "../shared/art/geometry";

/** A part that can be chosen, with the point where its figure would stand. */
export interface Aim<T> {
  segment: number;
  kind: string;
  at: Point;
  choice: T;
}

/**
 * Maximum distance in pixels from a figure's point, and from a road, at which a tap still selects it; this makes hit areas at least 44 and
 * 22 pixels wide.
 */
const POINT_PX = 22;
const ROAD_PX = 11;
/** Kinds that other kinds surround; a tap on one never selects what surrounds it. */
const NARROW = ["road", "river"];
/** Directions of the points that are tested around a finger. */
const AROUND = Array.from({ length: 8 }, (_, turn): Point => [Math.cos((turn * Math.PI) / 4), Math.sin((turn * Math.PI) / 4)]);

/**
 * Returns the choice selected by a tap at a point in tile units, or null. `own` is the choice whose outline was hit, if any. `partAt`
 * returns the segment and kind at a point of the tile.
 */
export function aimed<T>(
  aims: Aim<T>[],
  [x, y]: Point,
  { own, scale, finger, partAt }: {
    own: T | null;
    /** Pixels per tile on the screen. */
    scale: number;
    finger: boolean;
    partAt: (x: number, y: number) => { segment: number; kind: string } | null;
  },
): T | null {
  const pixel = TILE / scale;
  const narrow = (px: number, py: number) => {
    const part = partAt(px, py);
    return part && NARROW.includes(part.kind) ? part : null;
  };
  const named = (segment: number) => aims.find((one) => one.segment === segment)?.choice ?? null;
  const hit = narrow(x, y);
  if (hit) return named(hit.segment);
  if (!finger) return own;
  const [nearest] = aims
    .map((one) => ({ choice: one.choice, away: Math.hypot(one.at[0] - x, one.at[1] - y) / pixel }))
    .sort((a, b) => a.away - b.away);
  if (nearest && nearest.away <= ROAD_PX) return nearest.choice;
  for (const [dx, dy] of AROUND) {
    const near = narrow(x + dx * ROAD_PX * pixel, y + dy * ROAD_PX * pixel);
    const road = near && named(near.segment);
    if (road !== null) return road;
  }
  return nearest && nearest.away <= POINT_PX ? nearest.choice : own;
}
