import { describe, expect, it } from "vitest";
import { featureUnder, litBy } from "../src/game/lighting";
import type { Feature, View } from "../src/shared/protocol";

const feature = (id: number, kind: string, more: Partial<Feature> = {}): Feature => ({
  id, kind, complete: false, open: 1, tiles: 1,
  segments: [[id, 0]],
  figures: [], strength: [], owners: [], worth: 0, terms: [], touches: [], marks: [], things: [],
  ...more,
});
const view = (...features: Feature[]) => ({ features }) as View;
const fish = (tile: number, thing = 0) => ({ tile, thing, counts: true });

describe("what lights up", () => {
  it("is a mountain with its grasslands and their towns (DISC-08)", () => {
    const seen = view(feature(3, "grass"), feature(7, "grass"), feature(9, "mountain", { touches: [7], things: [fish(7, 2)] }));
    const lit = litBy(seen, 2)!;
    expect(lit.told.map((one) => one.id)).toEqual([9]);
    expect([lit.area, lit.beside]).toEqual([[[9, 0]], [[[7, 0]]]]);
    expect(lit.things).toEqual([{ tile: 7, thing: 2, counts: true, faint: false }]);
  });

  it("is a meadow with its animals, including crossed-out ones (HG-17)", () => {
    const things = [{ tile: 1, thing: 0, counts: true }, { tile: 1, thing: 1, counts: false }];
    expect(litBy(view(feature(1, "meadow", { things })), 0)!.things.map((one) => one.counts)).toEqual([true, false]);
  });

  const lake = feature(2, "lake");
  const river = feature(4, "river", { touches: [2], things: [fish(2)] });
  const other = feature(5, "river");
  const system = feature(6, "system", { touches: [2, 4, 5], things: [fish(2), fish(8)] });
  const waters = view(lake, river, other, system);

  it("is a river, and fainter the rest of its system (HG-09, HG-16)", () => {
    const lit = litBy(waters, 1)!;
    expect(lit.told.map((one) => one.kind)).toEqual(["river", "system"]);
    expect(lit.area).toEqual([[4, 0]]);
    expect(lit.beside.flat()).toEqual([[2, 0], [5, 0]]);
    expect(lit.things.map((one) => [one.tile, one.faint])).toEqual([[2, false], [8, true]]);
  });

  it("is the whole system for a lake, which scores nothing itself, and for the system, which has no area itself", () => {
    for (const index of [0, 3]) {
      const lit = litBy(waters, index)!;
      expect(lit.told).toEqual([system]);
      expect(lit.area).toEqual([[2, 0], [4, 0], [5, 0]]);
      expect(lit.beside).toEqual([]);
    }
  });

  it("is nothing for a missing feature", () => {
    expect(litBy(waters, 9)).toBeNull();
  });

  it("is found under a figure", () => {
    const seen = view(feature(1, "sea"), feature(2, "grass", { figures: [5] }));
    expect([featureUnder(seen, 5), featureUnder(seen, 6), featureUnder(seen, undefined)]).toEqual([1, null, null]);
  });
});
