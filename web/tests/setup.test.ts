import { describe, expect, it } from "vitest";
import type { Games, Table } from "../src/lib/protocol";
import { parse } from "../src/lib/route";
import { seatInLink } from "../src/lib/seats";
import { again, defaults, fitTo, optionsByPart, request, seat, seatLimits } from "../src/lib/setup";

const games: Games = {
  rules_version: 1,
  games: [{ id: "carcassonne", expansions: ["inns-cathedrals"], min_seats: 2, max_seats: 5, sets: ["base"] }],
  expansions: [{ id: "inns-cathedrals", game: "carcassonne", clauses: ["IC-01"], max_seats: 6, sets: ["inns-cathedrals"] }],
  options: [
    { name: "farmers", values: ["true", "false"], clause: "BASE-21", part: "base" },
    { name: "inn_cathedral_final", values: ["zero", "ignore"], clause: "IC-03", part: "inns-cathedrals" },
  ],
  levels: ["easy", "medium", "hard"],
  languages: ["en", "ru", "uk"],
};

describe("the set-up", () => {
  it("is one person against one medium computer player at first", () => {
    const { setup, seats } = request(games, defaults(), () => "Guest");
    expect(setup).toMatchObject({ game: "carcassonne", seats: 2, expansions: [] });
    expect(seats).toEqual([
      { type: "human", name: "Guest" },
      { type: "bot", level: "medium", millis: 1000 },
    ]);
  });

  it("carries a tile file of one's own, with the printed tiles or alone", () => {
    const ownTiles = { name: "mine.toml", file: 'set = "mine"', alone: false };
    expect(request(games, defaults(), () => "").setup).not.toHaveProperty("own_tiles");
    const mixed = request(games, { ...defaults(), ownTiles }, () => "").setup;
    expect([mixed.own_tiles, mixed.sets]).toEqual(['set = "mine"', undefined]);
    const alone = request(games, { ...defaults(), ownTiles: { ...ownTiles, alone: true } }, () => "").setup;
    expect([alone.own_tiles, alone.sets]).toEqual(['set = "mine"', { base: 0 }]);
    expect(fitTo(games, { ...defaults(), ownTiles }).ownTiles).toEqual(ownTiles);
  });

  it("has room for a sixth with the expansion that brings one (IC-01)", () => {
    expect(seatLimits(games, defaults()).most).toBe(5);
    expect(seatLimits(games, { ...defaults(), expansions: ["inns-cathedrals"] }).most).toBe(6);
  });

  it("forgets what the server does not offer", () => {
    const old = { ...defaults(), expansions: ["dragon"], options: { farmers: "maybe", river: "1" }, seats: Array.from({ length: 7 }, () => seat("bot")), firstSeat: 6 };
    const fitted = fitTo(games, old);
    expect(fitted.expansions).toEqual([]);
    expect(fitted.options).toEqual({});
    expect(fitted.seats.length).toBe(5);
    expect(fitted.firstSeat).toBe(4);
  });

  it("sends options of parts in play only", () => {
    const options = { farmers: "false", inn_cathedral_final: "ignore" };
    expect(request(games, { ...defaults(), options }, () => "").setup.options).toEqual({ farmers: "false" });
    const more = { ...defaults(), options, expansions: ["inns-cathedrals"] };
    expect(request(games, more, () => "").setup.options).toEqual(options);
  });

  it("shows the options of the parts in play, part by part", () => {
    const shown = (expansions: string[]) => optionsByPart(games, { ...defaults(), expansions }).map(({ part, options }) => [part, options.map((one) => one.name)]);
    expect(shown([])).toEqual([["base", ["farmers"]]]);
    expect(shown(["inns-cathedrals"])).toEqual([["base", ["farmers"]], ["inns-cathedrals", ["inn_cathedral_final"]]]);
  });

  it("plays again with other people's seats open", () => {
    const table = {
      setup: request(games, defaults(), () => "").setup,
      seats: [{ type: "human", name: "Anna" }, { type: "human", name: "Olha" }, { type: "bot", level: "hard", millis: 3000 }],
    } as unknown as Table;
    expect(again(table, [0]).seats).toEqual([
      { type: "human", name: "Anna" },
      { type: "open" },
      { type: "bot", level: "hard", millis: 3000 },
    ]);
  });
});

describe("addresses", () => {
  it("lead to their pages", () => {
    expect(parse("/")).toEqual({ page: "home" });
    expect(parse("/t/k3v9")).toEqual({ page: "table", table: "k3v9" });
    expect(parse("/r/k3v9/")).toEqual({ page: "replay", table: "k3v9" });
    expect(parse("/rules")).toEqual({ page: "rules" });
    expect(parse("/t/k3v9/more").page).toBe("lost");
    expect(parse("/t/%E0%A4%A")).toEqual({ page: "table", table: "%E0%A4%A" });
  });

  it("may carry a seat", () => {
    expect(seatInLink("#seat=1&token=abc")).toEqual({ seat: 1, token: "abc" });
    expect(seatInLink("#BASE-11")).toBeNull();
    expect(seatInLink("#seat=-1&token=abc")).toBeNull();
    expect(seatInLink("#seat=1&token=")).toBeNull();
  });
});
