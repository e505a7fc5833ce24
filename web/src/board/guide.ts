// What the server tells of the places of a position, gathered for showing it. What a place does is the server's to say.

import type { Cell } from "../game/notation";
import { firstTurn, placeKey, type Place } from "../game/placing";
import type { Guide, GuideFeature, GuideOpen } from "../shared/protocol";

/** What a place would complete with the tile turned as it would be laid there, or else turned further. */
export interface Mark {
  key: string;
  x: number;
  y: number;
  completes: GuideFeature[];
  /** The tile must be turned for it. */
  turned: boolean;
}

/** What one rotation of a place does. */
export interface Turned {
  rotation: number;
  completes: GuideFeature[];
}

const sum = (completes: GuideFeature[]): number => completes.reduce((points, one) => points + one.points, 0);

/** What each legal rotation of a place would complete, of the tile of that number in the hand. */
export function turnsOf(guide: Guide, place: Place, slot: number | null): Turned[] {
  return place.turns.map(({ rotation }) => {
    const found = guide.places.find(
      (one) => one.x === place.x && one.y === place.y && one.rotation === rotation && (one.slot ?? null) === slot,
    );
    return { rotation, completes: found?.completes ?? [] };
  });
}

/** The places that would complete something. */
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

/** One sign of a mark: points for a seat, or for whoever comes onto the feature. */
export interface Sign {
  kind: string;
  points: number;
  seat: number | null;
}

/** What a mark shows, one after another: each owner's share; of a feature without owners what it is worth. */
export function signsOf(completes: GuideFeature[], team: boolean): Sign[] {
  return completes.flatMap(({ kind, points, gives }): Sign[] => {
    if (gives.length === 0) return [{ kind, points, seat: null }];
    if (team) return [{ kind, points: gives[0]!.points, seat: null }];
    return gives.map((share) => ({ kind, points: share.points, seat: share.seat }));
  });
}

export const openAt = (guide: Guide, key: string): GuideOpen | null =>
  guide.open.find((one) => placeKey(one.x, one.y) === key) ?? null;

/** The place that the card describes, and the rotation of the tile there. */
export interface AskedPlace {
  key: string;
  place: Cell;
  open: GuideOpen | null;
  turns: Turned[];
  rotation: number;
}

/** The place pointed at, if anything can lie there, else the one chosen. */
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

/** A chance in whole percent: what can be is never shown as 0, what can fail never as 100. */
export function percent(chance: number): number {
  const whole = Math.round(chance * 100);
  if (chance > 0 && whole === 0) return 1;
  return chance < 1 && whole === 100 ? 99 : whole;
}
