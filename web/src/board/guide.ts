// Groups the server's hints for open places. Only the server computes what a place would score.

import type { Cell } from "../game/notation";
import { firstTurn, placeKey, type Place } from "../game/placing";
import type { Guide, GuideFeature, GuideOpen } from "../shared/protocol";

/** Features that a place would complete, with the tile in its current rotation or in another one. */
export interface Mark {
  key: string;
  x: number;
  y: number;
  completes: GuideFeature[];
  /** True if the tile must be rotated first. */
  turned: boolean;
}

/** Effect of one rotation at a place. */
export interface Turned {
  rotation: number;
  completes: GuideFeature[];
}

const sum = (completes: GuideFeature[]): number => completes.reduce((points, one) => points + one.points, 0);

/** Returns what each legal rotation of the tile in slot `slot` would complete at a place. */
export function turnsOf(guide: Guide, place: Place, slot: number | null): Turned[] {
  return place.turns.map(({ rotation }) => {
    const found = guide.places.find(
      (one) => one.x === place.x && one.y === place.y && one.rotation === rotation && (one.slot ?? null) === slot,
    );
    return { rotation, completes: found?.completes ?? [] };
  });
}

/** Returns the places that would complete something. */
export function marksOf(guide: Guide, places: Place[], rotation: number, slot: number | null): Mark[] {
  return places.flatMap((place) => {
    const turns = turnsOf(guide, place, slot);
    const shown = turns.find((one) => one.rotation === firstTurn(place, rotation).rotation)?.completes ?? [];
    const best = turns.reduce((best, { completes }) => (sum(completes) > sum(best) ? completes : best), shown);
    const turned = shown.length === 0;
    const completes = turned ? best : shown;
    return completes.length > 0 ? [{ key: place.key, x: place.x, y: place.y, completes, turned }] : [];
  });
}

/** One marker: points for a seat, or for the player who claims the feature. */
export interface Sign {
  kind: string;
  points: number;
  seat: number | null;
}

/** Returns the markers of a place: each owner's share, or the value of an unclaimed feature. */
export function signsOf(completes: GuideFeature[], team: boolean): Sign[] {
  return completes.flatMap(({ kind, points, gives }): Sign[] => {
    if (gives.length === 0) return [{ kind, points, seat: null }];
    if (team) return [{ kind, points: gives[0]!.points, seat: null }];
    return gives.map((share) => ({ kind, points: share.points, seat: share.seat }));
  });
}

export const openAt = (guide: Guide, key: string): GuideOpen | null =>
  guide.open.find((one) => placeKey(one.x, one.y) === key) ?? null;

/** The place described by the card, and the tile's rotation there. */
export interface AskedPlace {
  key: string;
  place: Cell;
  open: GuideOpen | null;
  turns: Turned[];
  rotation: number;
}

/** Returns the place under the pointer if a tile can be placed there, otherwise the chosen one. */
export function askedPlace(
  guide: Guide,
  [pointed, chosen]: [Cell | null, Cell | null | undefined],
  places: Place[],
  rotation: number,
  slot: number | null,
): AskedPlace | null {
  const here = pointed && openAt(guide, placeKey(pointed.x, pointed.y)) ? pointed : chosen;
  if (!here) return null;
  const key = placeKey(here.x, here.y);
  const place = places.find((one) => one.key === key);
  return {
    key,
    place: here,
    open: openAt(guide, key),
    turns: place ? turnsOf(guide, place, slot) : [],
    rotation: place ? firstTurn(place, rotation).rotation : 0,
  };
}

/** Formats a chance as a whole percentage: 0 only if impossible, 100 only if certain. */
export function percent(chance: number): number {
  const whole = Math.round(chance * 100);
  if (chance > 0 && whole === 0) return 1;
  return chance < 1 && whole === 100 ? 99 : whole;
}
