import { describe, expect, it } from "vitest";
import {
  defaults, elementsOf, fitTo, keep, optionsByPart, partOfFile, playersOf, recall, request, seat, seatLimits,
} from "../src/setup/setup";
import type { Games } from "../src/shared/protocol";
import { parse } from "../src/shared/route";
import { seatInLink } from "../src/shared/seats";

const games: Games = {
  rules_version: 1,
  games: [
    { id: "carcassonne", part: "base", clauses: [], expansions: ["inns-cathedrals"], min_seats: 2, max_seats: 5, sets: ["base"] },
    { id: "discovery", part: "discovery", clauses: [], expansions: [], min_seats: 2, max_seats: 5, sets: ["discovery"] },
  ],
  expansions: [{ id: "inns-cathedrals", game: "carcassonne", clauses: ["IC-01"], max_seats: 6, sets: ["inns-cathedrals"], elements: [] }],
  options: [
    { name: "farmers", values: ["true", "false"], clause: "BASE-21", game: "carcassonne", part: "base", open: false },
    { name: "inn_cathedral_final", values: ["zero", "ignore"], clause: "IC-03", game: "carcassonne", part: "inns-cathedrals", open: false },
    { name: "first_player", values: ["random", "youngest"], clause: "BASE-03", game: "carcassonne", part: "base", open: false },
    { name: "first_player", values: ["random", "host_seat"], clause: "DISC-02", game: "discovery", part: "discovery", open: false },
    { name: "hand", values: ["one", "two_open"], clause: "DISC-16", game: "discovery", part: "discovery", open: false },
  ],
  presets: [],
  levels: ["easy", "medium", "baron", "thief", "hard", "master"],
  languages: ["en", "ru", "uk"],
  clocks: [],
};

describe("the set-up", () => {
  it("starts with one person against one easy computer player", () => {
    const { setup, seats } = request(games, defaults(), () => "Guest");
    expect(setup).toMatchObject({ game: "carcassonne", seats: 2, expansions: [] });
    expect(seats).toEqual([
      { type: "human", name: "Guest" },
      { type: "bot", level: "easy", millis: 1000 },
    ]);
  });

  it("sends a custom tile file, with the printed tiles or alone", () => {
    const ownTiles = { name: "mine.toml", file: 'set = "mine"' };
    expect(request(games, defaults(), () => "").setup).not.toHaveProperty("own_tiles");
    const mixed = request(games, { ...defaults(), ownTiles }, () => "").setup;
    expect([mixed.own_tiles, mixed.sets]).toEqual(['set = "mine"', undefined]);
    const alone = request(games, { ...defaults(), ownTiles: { ...ownTiles, instead: "all" } }, () => "").setup;
    expect([alone.own_tiles, alone.sets]).toEqual(['set = "mine"', { base: 0 }]);
    const other = request(games, { ...defaults("discovery"), ownTiles: { ...ownTiles, instead: "all" } }, () => "").setup;
    expect(other.sets).toEqual({ discovery: 0 });
    expect(fitTo(games, { ...defaults(), ownTiles }).ownTiles).toEqual(ownTiles);
  });

  it("sends the copies of every tile if more than one", () => {
    expect(request(games, defaults(), () => "").setup).not.toHaveProperty("copies");
    expect(request(games, { ...defaults(), copies: 1 }, () => "").setup).not.toHaveProperty("copies");
    expect(request(games, fitTo(games, { ...defaults(), copies: 13 }), () => "").setup.copies).toBe(13);
  });

  it("replaces one part's printed tiles with a tile file (MIST-13)", () => {
    const rich: Games = {
      ...games,
      games: games.games.map((game) => (game.id === "carcassonne" ? { ...game, expansions: ["river", "mists"] } : game)),
      expansions: [
        { id: "river", game: "carcassonne", clauses: [], max_seats: 5, sets: ["river-1", "river-2"], elements: [] },
        { id: "mists", game: "carcassonne", clauses: [], max_seats: 5, sets: ["mists"], elements: [] },
      ],
      options: [{ name: "river", values: ["1", "2", "both"], clause: "RIV-02", game: "carcassonne", part: "river", open: false }],
    };
    const ownTiles = { name: "m.toml", file: '# corrected\nset = "own-mists"\n', instead: "mists" };
    const sets = (expansions: string[], options = {}, instead = "mists") =>
      request(rich, { ...defaults(), expansions, options, ownTiles: { ...ownTiles, instead } }, () => "").setup.sets;
    expect(sets(["mists"])).toEqual({ base: 1, mists: 0 });
    expect(sets(["river", "mists"])).toEqual({ base: 1, "river-1": 1, mists: 0 });
    expect(sets(["river", "mists"], { river: "2" })).toEqual({ base: 1, "river-2": 1, mists: 0 });
    expect(sets(["river", "mists"], { river: "both" }, "base")).toEqual({ base: 0, "river-1": 1, "river-2": 1, mists: 1 });
    // The same file also corrects the tiles of the cooperative game.
    const alone = { id: "coop", part: "coop", expansions: [], clauses: [], min_seats: 1, max_seats: 5, sets: ["mists"] };
    const team: Games = { ...rich, games: [alone] };
    expect(partOfFile(team, defaults("coop"), ownTiles.file)).toBe("coop");
    expect(fitTo(team, defaults("mists")).game, "the id that it had first").toBe("coop");
    expect(request(team, { ...defaults("coop"), ownTiles: { ...ownTiles, instead: "coop" } }, () => "").setup.sets).toEqual({ mists: 0 });
    // A part that is not in play has no tiles to replace.
    expect(sets(["river"])).toBeUndefined();
    const of = (file: string, expansions = ["mists"]) => partOfFile(rich, { ...defaults(), expansions }, file);
    expect([of(ownTiles.file), of(ownTiles.file, []), of('set = "own-base"'), of('set = "mists"')]).toEqual([
      "mists", undefined, "base", undefined,
    ]);
  });

  it("leaves out elements of expansions in play only (MIST-13)", () => {
    const rich: Games = { ...games, expansions: games.expansions.map((one) => ({ ...one, elements: ["inns", "large"] })) };
    const choices = { ...defaults(), expansions: ["inns-cathedrals"], without: ["large", "ghosts"] };
    expect(request(rich, choices, () => "").setup.without).toEqual(["large"]);
    expect(request(rich, { ...choices, expansions: [] }, () => "").setup).not.toHaveProperty("without");
    expect([...elementsOf(rich, choices)]).toEqual([["inns-cathedrals", ["inns", "large"]]]);
    expect(elementsOf(games, choices).size).toBe(0);
  });

  it("has room for a sixth with the expansion that brings one (IC-01)", () => {
    expect(seatLimits(games, defaults()).most).toBe(5);
    expect(seatLimits(games, { ...defaults(), expansions: ["inns-cathedrals"] }).most).toBe(6);
    expect(games.games.map((game) => playersOf(games, game))).toEqual([{ least: 2, most: 6 }, { least: 2, most: 5 }]);
  });

  it("drops choices that the server does not offer", () => {
    const old = {
      ...defaults(),
      expansions: ["dragon"],
      options: { farmers: "maybe", river: "1", hand: "two_open" },
      seats: Array.from({ length: 7 }, () => seat("bot")),
      firstSeat: 6,
    };
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
    const shown = (expansions: string[]) =>
      optionsByPart(games, { ...defaults(), expansions }).map(({ part, options }) => [part, options.map((one) => one.name)]);
    expect(shown([])).toEqual([["base", ["farmers", "first_player"]]]);
    expect(shown(["inns-cathedrals"])).toEqual([["base", ["farmers", "first_player"]], ["inns-cathedrals", ["inn_cathedral_final"]]]);
  });

  it("has the options of one game only, even if another shares names", () => {
    const options = { first_player: "host_seat", hand: "two_open", farmers: "false" };
    expect(request(games, { ...defaults("discovery"), options }, () => "").setup).toMatchObject({
      game: "discovery",
      options: { first_player: "host_seat", hand: "two_open" },
    });
    expect(fitTo(games, { ...defaults(), options }).options).toEqual({ farmers: "false" });
    expect(fitTo(games, { ...defaults("discovery"), options }).options).toEqual({ first_player: "host_seat", hand: "two_open" });
    expect(optionsByPart(games, defaults("discovery")).map(({ part, options }) => [part, options.map((one) => one.clause)])).toEqual([
      ["discovery", ["DISC-02", "DISC-16"]],
    ]);
  });

  it("is kept per game; a new game takes over the players of the last", () => {
    const seats = [seat("human"), seat("human"), seat("bot")];
    const kept = keep({ games: {} }, { ...defaults("carcassonne", seats), options: { farmers: "false" } });
    expect(recall(kept, "discovery")).toEqual(defaults("discovery", seats));
    const more = keep(kept, { ...recall(kept, "discovery"), options: { hand: "two_open" } });
    expect(recall(more, "discovery").options).toEqual({ hand: "two_open" });
    expect(recall(more, "carcassonne").options).toEqual({ farmers: "false" });
    expect(recall({ games: {} }, "discovery")).toEqual(defaults("discovery"));
  });
});

describe("addresses", () => {
  it("lead to their pages", () => {
    expect(parse("/")).toEqual({ page: "home" });
    expect(parse("/t/k3v9")).toEqual({ page: "table", table: "k3v9" });
    expect(parse("/r/k3v9/")).toEqual({ page: "replay", table: "k3v9" });
    expect(parse("/rules")).toEqual({ page: "rules" });
    expect(parse("/lobby")).toEqual({ page: "lobby" });
    expect(parse("/lobby/more").page).toBe("lost");
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
