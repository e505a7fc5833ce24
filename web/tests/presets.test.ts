import { describe, expect, it } from "vitest";
import { departures, presetOf, presetsOf, putBack, withPreset } from "../src/setup/presets";
import { defaults, fitTo, request, type Choices } from "../src/setup/setup";
import type { Games, PresetInfo } from "../src/shared/protocol";

const words = (en: string) => ({ en, ru: `${en} ru`, uk: `${en} uk` });
const preset = (id: string, game: string, options: Record<string, string>): PresetInfo => ({
  id,
  game,
  name: words(id),
  about: words(`about ${id}`),
  options,
});

const games: Games = {
  rules_version: 2,
  games: [
    { id: "carcassonne", part: "base", clauses: [], expansions: ["river", "count", "abbey-mayor"], min_seats: 2, max_seats: 5, sets: [] },
    { id: "hunters", part: "hunters", clauses: [], expansions: [], min_seats: 2, max_seats: 5, sets: [] },
    { id: "discovery", part: "discovery", clauses: [], expansions: [], min_seats: 2, max_seats: 5, sets: [] },
  ],
  expansions: ["river", "count", "abbey-mayor"].map((id) => (
    { id, game: "carcassonne", clauses: [], max_seats: 5, sets: [], elements: [] }
  )),
  options: [
    { name: "first_player", values: ["random", "host_seat"], clause: "BASE-03", game: "carcassonne", part: "base", open: true },
    { name: "small_city", values: ["4", "2"], clause: "BASE-12", game: "carcassonne", part: "base", open: false },
    { name: "river_start_tile", values: ["shuffle", "remove"], clause: "RIV-02", game: "carcassonne", part: "river", open: false },
    { name: "river_start_tile", values: ["shuffle", "remove"], clause: "RIV-02", game: "carcassonne", part: "count", open: false },
    { name: "count_entry", values: ["completed", "another_scores"], clause: "COUNT-04", game: "carcassonne", part: "count", open: false },
    { name: "abbey_at_end", values: ["false", "true"], clause: "AM-05", game: "carcassonne", part: "abbey-mayor", open: false },
    { name: "edition", values: ["first", "later"], clause: "HG-23", game: "hunters", part: "hunters", open: false },
    {
      name: "count_by",
      values: ["segment", "tile"],
      default_with: { option: "edition", value: "later", default: "tile" },
      clause: "HG-10",
      game: "hunters",
      part: "hunters",
      open: false,
    },
  ],
  presets: [
    preset("rulebook", "carcassonne", {}),
    preset("current", "carcassonne", { river_start_tile: "remove", count_entry: "another_scores", abbey_at_end: "true" }),
    preset("other", "carcassonne", { count_entry: "another_scores" }),
    preset("rulebook", "hunters", {}),
    preset("current", "hunters", { edition: "later" }),
    preset("rulebook", "discovery", {}),
  ],
  levels: ["easy"],
  languages: ["en", "ru", "uk"],
  clocks: [],
};

const [rulebook, current] = presetsOf(games, "carcassonne") as [PresetInfo, PresetInfo];
const choices = (more: Partial<Choices> = {}): Choices => ({ ...defaults(), ...more });
const told = (choices: Choices, preset = presetOf(games, choices)!) =>
  [preset.id, ...departures(games, choices, preset).map((one) => `${one.option}=${one.value}(${one.preset})`)].join(" ");

describe("a preset", () => {
  it("is the rulebook at first", () => {
    expect(told(choices())).toBe("rulebook");
    expect(told(defaults("discovery"))).toBe("rulebook");
    expect(presetsOf(games, "carcassonne").map((one) => one.id)).toEqual(["rulebook", "current", "other"]);
  });

  it("sets the options of every part, except those that it leaves open", () => {
    const before = choices({ options: { first_player: "host_seat", small_city: "2" } });
    const after = withPreset(games, before, current);
    expect(after.preset).toBe("current");
    expect(after.options).toEqual({ first_player: "host_seat", ...current.options });
    expect(told(after)).toBe("current");
    // A part added later uses the preset too; the request lists only parts in play.
    expect(told({ ...after, expansions: ["abbey-mayor"] })).toBe("current");
    expect(request(games, after, () => "").setup.options).toEqual({ first_player: "host_seat" });
    expect(withPreset(games, after, rulebook).options).toEqual({ first_player: "host_seat" });
  });

  it("has differences, option by option, in the parts in play", () => {
    const after = withPreset(games, choices({ expansions: ["river", "count"] }), current);
    const changed = {
      ...after,
      options: { ...after.options, river_start_tile: "shuffle", abbey_at_end: "false", first_player: "host_seat" },
    };
    // An option that two parts share is listed once; an option of a part that is not in play is not listed.
    expect(told(changed)).toBe("current river_start_tile=shuffle(remove)");
    const both = { ...changed, options: { ...changed.options, small_city: "2" } };
    expect(told(both)).toBe("current small_city=2(4) river_start_tile=shuffle(remove)");
    const one = departures(games, both, current).slice(1);
    expect(told(putBack(both, current, one))).toBe("current small_city=2(4)");
    expect(told(putBack(both, current, departures(games, both, current)))).toBe("current");
  });

  it("stays the chosen one however much the options differ", () => {
    const far = choices({ preset: "current", expansions: ["river", "count", "abbey-mayor"], options: {} });
    expect(told(far)).toBe("current river_start_tile=shuffle(remove) count_entry=completed(another_scores) abbey_at_end=false(true)");
    // Choices without a preset, or with one that no longer exists, use the closest one.
    expect(told({ ...far, preset: undefined })).toBe("rulebook");
    expect(told({ ...far, preset: "gone", options: { count_entry: "another_scores" } })).toBe("other");
    expect(fitTo(games, far).preset).toBe("current");
  });

  it("has the defaults that go with its own values (HG-23)", () => {
    const later = { ...defaults("hunters"), options: { edition: "later" } };
    expect(told(later)).toBe("current");
    expect(told(later, presetsOf(games, "hunters")[0])).toBe("rulebook edition=later(first) count_by=tile(segment)");
    expect(told({ ...defaults("hunters"), options: { edition: "later", count_by: "segment" } }, presetsOf(games, "hunters")[1])).toBe(
      "current count_by=segment(tile)",
    );
  });
});
