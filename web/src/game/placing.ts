// Groups the placing answers of a decision by place, with the legal rotations of each.

import type { Answer } from "../shared/protocol";

export interface Turnable {
  rotation: number;
  word: string;
}

export interface Place {
  key: string;
  x: number;
  y: number;
  turns: Turnable[];
}

export const placeKey = (x: number, y: number) => `${x},${y}`;

/** Groups the placing answers by place, in reading order (north to south, west to east), with ascending rotations. */
export function groupPlaces(answers: Answer[]): Place[] {
  const places = new Map<string, Place>();
  for (const { word, verb, x, y, rotation } of answers) {
    if (verb !== "place" || x === undefined || y === undefined || rotation === undefined) continue;
    const key = placeKey(x, y);
    let place = places.get(key);
    if (!place) places.set(key, (place = { key, x, y, turns: [] }));
    place.turns.push({ rotation, word });
  }
  const list = [...places.values()].sort((a, b) => a.y - b.y || a.x - b.x);
  for (const place of list) place.turns.sort((a, b) => a.rotation - b.rotation);
  return list;
}

/** Returns the initial rotation: the rotation in hand if it is legal, otherwise the next legal one clockwise. */
export function firstTurn(place: Place, wanted: number): Turnable {
  const away = (t: Turnable) => (t.rotation - wanted + 4) % 4;
  return place.turns.reduce((best, t) => (away(t) < away(best) ? t : best));
}

/** Returns the next legal rotation, clockwise for `step` 1, counterclockwise for -1. */
export function nextTurn(place: Place, rotation: number, step: 1 | -1): Turnable {
  const here = place.turns.findIndex((t) => t.rotation === rotation);
  const count = place.turns.length;
  return place.turns[(here + step + count) % count] ?? place.turns[0]!;
}

export type Direction = "left" | "right" | "up" | "down";

const VECTORS: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/**
 * Returns the nearest place in a direction; straight ahead counts more than sideways. If there is none, returns the first or last
 * place in reading order, so that the arrow keys reach every place.
 */
export function neighbourPlace(places: Place[], from: Place | null, direction: Direction): Place | null {
  if (places.length === 0) return null;
  if (!from) return places[0]!;
  const [dx, dy] = VECTORS[direction];
  let best: Place | null = null;
  let bestCost = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
    if (ahead <= 0) continue;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    const cost = ahead + 2 * aside;
    if (cost < bestCost) [best, bestCost] = [place, cost];
  }
  if (best) return best;
  const here = places.indexOf(from);
  const step = direction === "right" || direction === "down" ? 1 : -1;
  return places[(here + step + places.length) % places.length]!;
}

/** Returns the place whose square is nearest to a point of the board (in tiles), if within `reach` of its edge. */
export function placeNear(places: Place[], px: number, py: number, reach: number): Place | null {
  let best: Place | null = null;
  let bestGap = reach;
  for (const place of places) {
    const gap = Math.hypot(Math.max(0, Math.abs(px - place.x - 0.5) - 0.5), Math.max(0, Math.abs(py - place.y - 0.5) - 0.5));
    if (gap < bestGap || gap === 0) [best, bestGap] = [place, gap];
  }
  return best;
}
