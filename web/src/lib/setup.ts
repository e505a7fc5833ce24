// The set-up form's contents, kept from visit to visit, and what it asks of the server.

import type { Games, OptionInfo, SeatRequest, Setup, Table } from "./protocol";

export interface SeatChoice {
  type: "human" | "bot" | "open";
  name: string;
  level: string;
  millis: number;
}

export interface Choices {
  game: string;
  expansions: string[];
  seats: SeatChoice[];
  options: Record<string, string>;
  firstSeat: number;
  /** A tile file of one's own, and whether its tiles are all that there is. */
  ownTiles?: { name: string; file: string; alone: boolean };
}

export const MILLIS = [300, 1000, 3000, 10_000];

export const seat = (type: SeatChoice["type"]): SeatChoice => ({ type, name: "", level: "medium", millis: 1000 });

export const defaults = (): Choices => ({
  game: "carcassonne",
  expansions: [],
  seats: [seat("human"), seat("bot")],
  options: {},
  firstSeat: 0,
});

/** How many seats the chosen game and expansions have room for. */
export function seatLimits(games: Games, choices: Choices): { least: number; most: number } {
  const game = games.games.find((one) => one.id === choices.game);
  const room = games.expansions.filter((one) => choices.expansions.includes(one.id)).map((one) => one.max_seats);
  return { least: game?.min_seats ?? 2, most: Math.max(game?.max_seats ?? 2, ...room) };
}

/** Makes remembered choices fit what this server offers: an expansion or option that it does not know is dropped. */
export function fitTo(games: Games, remembered: Choices): Choices {
  const game = games.games.find((one) => one.id === remembered.game) ?? games.games[0];
  if (!game) return remembered;
  const expansions = remembered.expansions.filter((id) => game.expansions.includes(id));
  const options: Record<string, string> = {};
  for (const option of games.options) {
    const value = remembered.options[option.name];
    if (value !== undefined && option.values.includes(value)) options[option.name] = value;
  }
  const choices = { ...remembered, game: game.id, expansions, options };
  const { least, most } = seatLimits(games, choices);
  const seats = remembered.seats.slice(0, most).map((one) => (games.levels.includes(one.level) ? one : { ...one, level: games.levels[0] ?? "medium" }));
  while (seats.length < least) seats.push(seat("bot"));
  return { ...choices, seats, firstSeat: Math.min(Math.max(0, remembered.firstSeat), seats.length - 1) };
}

/** Whether an option belongs to a part that is in play. */
export const inPlay = (part: string, choices: Choices): boolean => part === "base" || choices.expansions.includes(part);

/** The options of the parts in play, part by part, in the order in which the server lists them. */
export function optionsByPart(games: Games, choices: Choices): { part: string; options: OptionInfo[] }[] {
  const parts = new Map<string, OptionInfo[]>();
  for (const option of games.options) {
    if (inPlay(option.part, choices)) parts.set(option.part, [...(parts.get(option.part) ?? []), option]);
  }
  return [...parts].map(([part, options]) => ({ part, options }));
}

export function request(games: Games, choices: Choices, nameless: (index: number) => string): { setup: Setup; seats: SeatRequest[] } {
  const options: Record<string, string> = {};
  for (const option of games.options) {
    const value = choices.options[option.name];
    if (value !== undefined && inPlay(option.part, choices)) options[option.name] = value;
  }
  const setup: Setup = { game: choices.game, expansions: choices.expansions, seats: choices.seats.length, options, first_seat: choices.firstSeat };
  if (choices.ownTiles) {
    setup.own_tiles = choices.ownTiles.file;
    if (choices.ownTiles.alone) setup.sets = { base: 0 };
  }
  const seats = choices.seats.map((one, index): SeatRequest => {
    if (one.type === "human") return { type: "human", name: one.name.trim() || nameless(index) };
    if (one.type === "bot") return { type: "bot", level: one.level, millis: one.millis };
    return { type: "open" };
  });
  return { setup, seats };
}

/** The same table once more: own seats stay one's own, other people's are open again. */
export function again(table: Table, mine: number[]): { setup: Setup; seats: SeatRequest[] } {
  const seats = table.seats.map((info, index): SeatRequest => {
    if (info.type === "bot") return { type: "bot", level: info.level ?? "medium", millis: info.millis ?? 1000 };
    if (mine.includes(index)) return { type: "human", name: info.name ?? "" };
    return { type: "open" };
  });
  return { setup: table.setup, seats };
}
