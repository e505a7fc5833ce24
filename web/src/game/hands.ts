// The players' tiles as this screen shows them, and extra tiles such as bonus tiles.

import type { Answer, TileKind, View } from "../shared/protocol";
import { groupPlaces, type Place } from "./placing";

/** Sets with a separate pile, drawn in addition to the turn's tile. */
const BONUS_SETS = ["hunters-bonus", "hunters-menhir"];

export const isBonus = (tile: TileKind | null | undefined): boolean => BONUS_SETS.includes(tile?.set ?? "");

export const sameTile = (a: TileKind | null, b: TileKind | null): boolean => a?.set === b?.set && a?.kind === b?.kind;

/** Returns whether players hide their tiles from each other. */
export const hidesHands = (view: Pick<View, "setup">): boolean => !!view.setup.options.hand?.endsWith("hidden");

/** Returns the number of tiles in a full hand of a game with hands. */
export const handSize = (view: Pick<View, "setup">): number => (view.setup.options.hand?.startsWith("three") ? 3 : 2);

/**
 * Returns a seat's tiles as this screen shows them, with null for a tile shown face down. A shared screen shows a hidden hand only while
 * its owner must act.
 */
export function shownHand(view: View, seat: number, you: number[]): (TileKind | null)[] {
  const hand = view.players.find((player) => player.seat === seat)?.hand ?? [];
  const shared = you.length > 1 && you.includes(seat) && hidesHands(view) && !view.over;
  return shared && view.decision.seat !== seat ? hand.map(() => null) : hand;
}

/** A tile in hand that can be chosen, with its places. */
export interface Held {
  slot: number;
  tile: TileKind;
  places: Place[];
}

/** Returns the tiles to choose from, or an empty list if the answers are not about a hand. Of two identical tiles, only one has answers. */
export function heldTiles(hand: (TileKind | null)[], answers: Answer[]): Held[] {
  const placing = answers.filter((answer) => answer.verb === "place" && answer.held);
  if (placing.length === 0) return [];
  return hand.flatMap((tile, slot) => {
    if (!tile) return [];
    return [{ slot, tile, places: groupPlaces(placing.filter((answer) => sameTile(answer.held!, tile))) }];
  });
}
