// Counts the lists on screen that name places, so that the board shows its coordinates while there are any.

import { untrack } from "svelte";

const listing = $state({ lists: 0 });

/** Returns whether a list on screen names places. */
export const listsPlaces = (): boolean => listing.lists > 0;

/** Svelte attachment for elements whose text names places. */
export function namesPlaces(): () => void {
  untrack(() => (listing.lists += 1));
  return () => (listing.lists -= 1);
}
