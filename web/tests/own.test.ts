import { beforeEach, describe, expect, it } from "vitest";
import { MAX_OWN, ownPresets, removeOwn, saveOwn } from "../src/setup/own";
import { arrange, arrangementOf, defaults, seat } from "../src/setup/setup";

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) },
});

describe("own presets", () => {
  beforeEach(() => kept.clear());

  it("are saved by name for each game, and replaced by the same name", () => {
    saveOwn(" Friday ", { ...defaults(), expansions: ["river"] });
    saveOwn("Friday", defaults("hunters"));
    saveOwn("Friday", { ...defaults(), expansions: ["tower"] });
    expect(ownPresets("carcassonne").map(({ name, choices }) => [name, choices.expansions])).toEqual([["Friday", ["tower"]]]);
    expect(removeOwn("Friday", "carcassonne")).toEqual([]);
    expect(ownPresets("hunters")).toHaveLength(1);
  });

  it("need a name, and are limited in number", () => {
    expect(saveOwn("  ", defaults())).toEqual([]);
    for (let number = 0; number <= MAX_OWN; number++) saveOwn(`set-up ${number}`, defaults());
    expect(ownPresets("carcassonne")).toHaveLength(MAX_OWN);
    expect(ownPresets("carcassonne").some(({ name }) => name === "set-up 0")).toBe(false);
  });
});

describe("arrangements of players", () => {
  it("keep the names of people and the levels of computer players", () => {
    const before = [{ ...seat("human"), name: "Anna" }, { ...seat("bot"), level: "hard" }];
    const four = arrange("four-here", before);
    expect(four.map(({ type, name }) => [type, name])).toEqual([["human", "Anna"], ["human", ""], ["human", ""], ["human", ""]]);
    expect(arrange("computer", four)[1]).toMatchObject({ type: "bot", level: "hard" });
    expect(arrange("two-and-link", before).map(({ type }) => type)).toEqual(["human", "human", "open"]);
  });

  it("are recognized", () => {
    expect(arrangementOf(defaults().seats)).toBe("computer");
    expect(arrangementOf([seat("human"), seat("human")])).toBe("two-here");
    expect(arrangementOf([seat("bot"), seat("bot")])).toBeNull();
  });
});
