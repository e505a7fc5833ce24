// What lights up on the board when a feature is pointed at: the feature, those that it scores with, and what is printed on them.

import type { Feature, Thing, View } from "../shared/protocol";

/**
 * A printed thing: ringed where it counts, crossed out where it does not. `faint` where it counts for another feature than the one
 * asked about.
 */
export interface LitThing extends Thing {
  faint: boolean;
}

export interface Lit {
  /** The features to tell about: the one asked about, and the river system of a river. */
  told: Feature[];
  /** The area of the feature. */
  area: [number, number][];
  /** The areas of the features that it scores with. */
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
  // A lake scores nothing itself.
  const main = asked.kind === "lake" && system ? system : asked;
  const others = touched(view, main);
  // A system has no area of its own: it is its rivers and lakes.
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

/** The feature on which a figure stands, by its index; null where it stands on none. */
export function featureUnder(view: View, figure: number | undefined): number | null {
  const index = figure === undefined ? -1 : view.features.findIndex((one) => one.figures.includes(figure));
  return index < 0 ? null : index;
}

/** Areas that score for everybody on them, however many figures each has there. */
const SHARED = ["grass", "mountain", "sea"];

export const isShared = (feature: Feature): boolean => SHARED.includes(feature.kind);

/** Features that give no points themselves. */
export const scoreless = (feature: Feature): boolean => ["tower", "quarter", "lake", "mist"].includes(feature.kind);
