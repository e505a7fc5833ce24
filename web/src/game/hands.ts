// The tiles that players hold, as this screen shows them, and tiles that come beside the ordinary ones.

import type { Answer, TileKind, View } from "../shared/protocol";
import { groupPlaces, type Place } from "./placing";

/** The sets whose tiles lie apart and come beside the one of the turn. */
const BONUS_SETS = ["hunters-bonus", "hunters-menhir"];

export const isBonus = (tile: TileKind | null | undefined): boolean => BONUS_SETS.includes(tile?.set ?? "");

export const sameTile = (a: TileKind | null, b: TileKind | null): boolean => a?.set === b?.set && a?.kind === b?.kind;

/** Whether players of this game hide their tiles from each other. */
export const hidesHands = (view: Pick<View, "setup">): boolean => view.setup.options.hand === "two_hidden";

/**
 * A seat's tiles as this screen shows them, null for the back of one. A screen that several people share shows a hidden hand only
 * while its owner is to act.
 */
export function shownHand(view: View, seat: number, you: number[]): (TileKind | null)[] {
  const hand = view.players.find((player) => player.seat === seat)?.hand ?? [];
  const shared = you.length > 1 && you.includes(seat) && hidesHands(view) && !view.over;
  return shared && view.decision.seat !== seat ? hand.map(() => null) : hand;
}

/** A tile of the hand from which one is chosen, with its places. */
export interface Held {
  slot: number;
  tile: TileKind;
  places: Place[];
}

/** The tiles to choose from; empty where the answers are about no hand. Of two that are alike only one has answers of its own. */
export function heldTiles(hand: (TileKind | null)[], answers: Answer[]): Held[] {
  const placing = answers.filter((answer) => answer.verb === "place" && answer.held);
  if (placing.length === 0) return [];
  return hand.flatMap((tile, slot) => {
    if (!tile) return [];
    return [{ slot, tile, places: groupPlaces(placing.filter((answer) => sameTile(answer.held!, tile))) }];
  });
}
