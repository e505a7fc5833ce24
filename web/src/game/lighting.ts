// Computes what lights up when the user points at a feature: the feature, the features it scores with, and the things printed on them.

import type { Feature, Thing, View } from "../shared/protocol";

/** A printed thing: ringed if it counts, crossed out if not. `faint` if it counts for a feature other than the selected one. */
export interface LitThing extends Thing {
  faint: boolean;
}

export interface Lit {
  /** Features for the card: the selected one, and the river system of a river. */
  told: Feature[];
  /** Area of the feature. */
  area: [number, number][];
  /** Areas of the features it scores with. */
  beside: [number, number][][];
  things: LitThing[];
}

const systemOf = (view: View, water: Feature): Feature | undefined =>
  view.features.find((one) => one.kind === "system" && one.touches.includes(water.id));

const touched = (view: View, feature: Feature): Feature[] =>
  feature.touches.flatMap((id) => view.features.find((one) => one.id === id) ?? []);

export function litBy(view: View, index: number): Lit | null {
  const asked = view.features[index];
  if (!asked) return null;
  const system = asked.kind === "river" || asked.kind === "lake" ? systemOf(view, asked) : undefined;
  // A lake scores nothing on its own.
  const main = asked.kind === "lake" && system ? system : asked;
  const others = touched(view, main);
  // A river system has no area besides its rivers and lakes.
  const isSystem = main.kind === "system";
  const area = isSystem ? others.flatMap((one) => one.segments) : main.segments;
  const beside = isSystem ? [] : others;
  const more = system && system !== main ? touched(view, system).filter((one) => one !== main && !beside.includes(one)) : [];
  const key = (thing: Thing) => `${thing.tile}:${thing.thing}`;
  const own = new Set(main.things.map(key));
  const further = system && system !== main ? system.things.filter((thing) => !own.has(key(thing))) : [];
  return {
    told: system && system !== main ? [main, system] : [main],
    area,
    beside: [...beside, ...more].map((one) => one.segments),
    things: [...main.things.map((thing) => ({ ...thing, faint: false })), ...further.map((thing) => ({ ...thing, faint: true }))],
  };
}

/** Returns the index of the feature under a figure, or null. */
export function featureUnder(view: View, figure: number | undefined): number | null {
  const index = figure === undefined ? -1 : view.features.findIndex((one) => one.figures.includes(figure));
  return index < 0 ? null : index;
}

/** Kinds that score for every player with a figure on them, regardless of majorities. */
const SHARED = ["grass", "mountain", "sea"];

export const isShared = (feature: Feature): boolean => SHARED.includes(feature.kind);

/** Returns whether a feature gives no points itself. */
export const scoreless = (feature: Feature): boolean => ["tower", "quarter", "lake", "mist"].includes(feature.kind);
