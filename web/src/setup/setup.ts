// Contents of the set-up form, remembered between visits, and the request it makes.

import type { Access, Wanted } from "../shared/api";
import type { Clock, Fall, GameInfo, Games, OptionInfo, SeatRequest, Setup } from "../shared/protocol";

export interface SeatChoice {
  type: "human" | "bot" | "open";
  name: string;
  level: string;
  millis: number;
  /** The person's chosen colour. */
  colour?: number;
}

export interface Choices {
  game: string;
  expansions: string[];
  seats: SeatChoice[];
  options: Record<string, string>;
  /** The preset chosen last; options can differ from it. */
  preset?: string;
  firstSeat: number;
  /** True for a tournament table, without hints during the game. */
  plain?: boolean;
  /** Id of a clock that the server offers; without one, the game has no clock. */
  clock?: string;
  /** Consequence of running out of time. */
  fall?: Fall;
  /** True if moves can be undone; by default they can, except at a tournament table. */
  undo?: boolean;
  /** True for a rated game: accounts only, and with a clock. */
  rated?: boolean;
  /** People who may enter: everyone, those with the link, or invited accounts. */
  access?: "public" | "link" | "invited";
  /** True to play on this device instead of the server. */
  onDevice?: boolean;
  /** Names of the invited accounts, separated by commas. */
  invited?: string;
  /** True if spectators are allowed, which is the default. */
  spectators?: boolean;
  /** Expansion elements that are left out. */
  without?: string[];
  /** Figures of each player, for kinds whose number differs from the printed one. */
  figures?: Chosen;
  /** Copies of printed tile sets, for sets whose number differs from the printed one. */
  sets?: Chosen;
  /** Copies of every drawn tile; 1 by default. */
  copies?: number;
  /** A custom tile file, and the part whose printed tiles it replaces; `all` replaces every tile. */
  ownTiles?: { name: string; file: string; instead?: string };
}

/** Returns whether a game could be played on this device: everyone shares the screen, and no account is involved. */
export const fitsDevice = ({ seats, rated }: Choices): boolean => !rated && seats.every(({ type }) => type !== "open");

export const accessOf = ({ access, invited, spectators }: Choices): Access => ({
  who: access ?? "link",
  names: (invited ?? "").split(",").map((name) => name.trim()).filter(Boolean),
  spectators: spectators ?? true,
});

/** Whether the table will have no hints; unless chosen, rated games have none. */
export const isPlain = (choices: Choices): boolean => choices.plain ?? (Boolean(choices.rated) && choices.clock !== undefined);

export const allowsUndo = (choices: Choices): boolean => choices.undo ?? !(isPlain(choices) || choices.rated);

/** Returns the offered clock with an id; null if there is none. */
export const clockOf = (games: Games, id: string | undefined): Clock | null => games.clocks.find((one) => one.id === id)?.clock ?? null;

export function termsOf(games: Games, choices: Choices): Wanted {
  const clock = clockOf(games, choices.clock);
  const rated = clock !== null && (choices.rated ?? false);
  const wanted: Wanted = { clock, fall: (clock && !rated && choices.fall) || "loses", undo: allowsUndo(choices) };
  return rated ? { ...wanted, rated } : wanted;
}

export const MILLIS = [300, 1000, 3000, 10_000];

/** Returns whether a level plays better with more thinking time. */
export const needsTime = (level: string): boolean => level === "master";

/** Number of strength grades that levels can have; `docs/strength.md` has the measurements. */
export const STRENGTHS = 5;
const STRENGTH: Record<string, number> = { easy: 1, medium: 2, baron: 3, thief: 3, hard: 4, master: 5 };
export const strengthOf = (level: string): number | null => STRENGTH[level] ?? null;

/** Returns a new seat. Its level is easy, so that first-time players get an opponent that a beginner can beat. */
export const seat = (type: SeatChoice["type"]): SeatChoice => ({ type, name: "", level: "easy", millis: 1000 });

/** Common player arrangements, each as a list of seat types. */
export const ARRANGEMENTS = {
  computer: ["human", "bot"],
  "two-here": ["human", "human"],
  "four-here": ["human", "human", "human", "human"],
  "two-and-link": ["human", "human", "open"],
} as const satisfies Record<string, SeatChoice["type"][]>;
export type Arrangement = keyof typeof ARRANGEMENTS;

/** Arranges the players; existing seats keep their names and levels. */
export const arrange = (wanted: Arrangement, seats: SeatChoice[]): SeatChoice[] =>
  ARRANGEMENTS[wanted].map((type, index) => ({ ...(seats[index] ?? seat(type)), type }));

/** Returns the arrangement that matches the seats, or null. */
export function arrangementOf(seats: SeatChoice[]): Arrangement | null {
  const kinds = seats.map(({ type }) => type).join();
  return (Object.keys(ARRANGEMENTS) as Arrangement[]).find((one) => ARRANGEMENTS[one].join() === kinds) ?? null;
}

/** Chosen numbers that differ from the printed ones, by kind of figure or tile set. */
export type Chosen = Record<string, number>;

/** Returns the chosen numbers with one of them changed. A printed number is not kept. */
export function withNumber(chosen: Chosen | undefined, word: string, count: number, printed: number): Chosen {
  const { [word]: _, ...others } = chosen ?? {};
  return count === printed ? others : { ...others, [word]: count };
}

/** Returns whether any number of figures or tiles may differ from the printed set-up. */
export const hasNumbers = ({ figures, sets, copies }: Choices): boolean =>
  Object.keys(figures ?? {}).length > 0 || Object.keys(sets ?? {}).length > 0 || (copies ?? 1) !== 1;

export const defaults = (game = "carcassonne", seats = [seat("human"), seat("bot")]): Choices => ({
  game,
  expansions: [],
  seats,
  options: {},
  firstSeat: 0,
});

/** The last choices for each game, and the game started last. */
export interface Kept {
  last?: string;
  games: Record<string, Choices>;
}

/** Returns the initial choices for a game: its last ones, or else the defaults with the players of the game started last. */
export function recall(kept: Kept, game: string): Choices {
  return kept.games[game] ?? defaults(game, kept.games[kept.last ?? ""]?.seats);
}

export const keep = (kept: Kept, choices: Choices): Kept => ({
  last: choices.game,
  games: { ...kept.games, [choices.game]: choices },
});

export const gameOf = (games: Games, choices: Pick<Choices, "game">): GameInfo | undefined =>
  games.games.find((one) => one.id === choices.game);

/** Returns the seat limits of the chosen game and expansions. */
export function seatLimits(games: Games, choices: Choices): { least: number; most: number } {
  const game = gameOf(games, choices);
  const room = games.expansions.filter((one) => choices.expansions.includes(one.id)).map((one) => one.max_seats);
  return { least: game?.min_seats ?? 2, most: Math.max(game?.max_seats ?? 2, ...room) };
}

/** Returns the player limits of a game across all expansions. */
export function playersOf(games: Games, game: GameInfo): { least: number; most: number } {
  return seatLimits(games, { ...defaults(game.id), expansions: game.expansions });
}

/** Former ids of games, which remembered choices may contain. */
const RENAMED: Record<string, string> = { mists: "coop" };

/** Fits remembered choices to this server: unknown expansions and options are dropped. */
export function fitTo(games: Games, remembered: Choices): Choices {
  const game = gameOf(games, { game: RENAMED[remembered.game] ?? remembered.game }) ?? games.games[0];
  if (!game) return remembered;
  const expansions = remembered.expansions.filter((id) => game.expansions.includes(id));
  const options: Record<string, string> = {};
  for (const option of games.options.filter((one) => one.game === game.id)) {
    const value = remembered.options[option.name];
    if (value !== undefined && option.values.includes(value)) options[option.name] = value;
  }
  const choices = { ...remembered, game: game.id, expansions, options };
  const { least, most } = seatLimits(games, choices);
  const seats = remembered.seats
    .slice(0, most)
    .map((one) => (games.levels.includes(one.level) ? one : { ...one, level: games.levels[0] ?? "easy" }));
  while (seats.length < least) seats.push(seat("bot"));
  return { ...choices, seats, firstSeat: Math.min(Math.max(0, remembered.firstSeat), seats.length - 1) };
}

/** Returns the options of the parts in play. Another game may have options of the same name. */
export function optionsInPlay(games: Games, choices: Choices): OptionInfo[] {
  const parts = [gameOf(games, choices)?.part, ...choices.expansions];
  return games.options.filter((option) => option.game === choices.game && parts.includes(option.part));
}

/** Returns the options of the parts in play, grouped by part, in the server's order. */
export function optionsByPart(games: Games, choices: Choices): { part: string; options: OptionInfo[] }[] {
  const parts = new Map<string, OptionInfo[]>();
  for (const option of optionsInPlay(games, choices)) {
    parts.set(option.part, [...(parts.get(option.part) ?? []), option]);
  }
  return [...parts].map(([part, options]) => ({ part, options }));
}

/** Returns the parts in play that have printed tiles, the game itself first. */
export function partsWithTiles(games: Games, choices: Choices): { part: string; sets: string[] }[] {
  const game = gameOf(games, choices);
  const chosen = games.expansions.filter((one) => choices.expansions.includes(one.id));
  return [...(game ? [{ part: game.part, sets: game.sets }] : []), ...chosen.map(({ id, sets }) => ({ part: id, sets }))].filter(
    (one) => one.sets.length > 0,
  );
}

/** Returns the part whose tiles a file corrects. The file's set is named after a printed set, with the prefix `own-`. */
export function partOfFile(games: Games, choices: Choices, file: string): string | undefined {
  const set = /^set\s*=\s*"own-(.*?)"/m.exec(file)?.[1];
  return partsWithTiles(games, choices).find(({ sets }) => set !== undefined && sets.includes(set))?.part;
}

/** Returns the printed sets in play when custom tiles replace some. Naming any set leaves out all sets not named. */
function printedSets(games: Games, choices: Choices, instead: string | undefined): Record<string, number> | null {
  const parts = partsWithTiles(games, choices);
  if (instead === "all") return parts[0] ? { [parts[0].sets[0]!]: 0 } : null;
  if (!parts.some((one) => one.part === instead)) return null;
  const sets = parts.flatMap(({ part, sets }) =>
    chosenSets(games, choices, part, sets).map((set): [string, number] => [set, Number(part !== instead)]),
  );
  return Object.fromEntries(sets);
}

/** Returns the value of an option: the chosen one, or the default. */
export function valueOf(option: OptionInfo, choices: Pick<Choices, "options">): string {
  const other = option.default_with;
  const usual = other && choices.options[other.option] === other.value ? other.default : option.values[0]!;
  return choices.options[option.name] ?? usual;
}

/**
 * Returns the sets of a part in play. If the part has several, one of its options chooses among them: one value per set, and a last one for
 * all.
 */
function chosenSets(games: Games, choices: Choices, part: string, sets: string[]): string[] {
  const option = optionsInPlay(games, choices).find((one) => one.part === part && sets.length > 1 && one.values.length === sets.length + 1);
  if (!option) return sets;
  const index = option.values.indexOf(valueOf(option, choices));
  return index < sets.length ? [sets[index]!] : sets;
}

/** Returns the elements of the expansions in play that can be left out, by expansion. */
export const elementsOf = (games: Games, choices: Choices): Map<string, string[]> =>
  new Map(
    games.expansions
      .filter((one) => choices.expansions.includes(one.id) && one.elements?.length)
      .map((one) => [one.id, one.elements ?? []]),
  );

export function request(games: Games, choices: Choices, nameless: (index: number) => string): { setup: Setup; seats: SeatRequest[] } {
  const options: Record<string, string> = {};
  for (const option of optionsInPlay(games, choices)) {
    const value = choices.options[option.name];
    if (value !== undefined) options[option.name] = value;
  }
  const setup: Setup = {
    game: choices.game,
    expansions: choices.expansions,
    seats: choices.seats.length,
    options,
    first_seat: choices.firstSeat,
  };
  const elements = [...elementsOf(games, choices).values()].flat();
  const without = (choices.without ?? []).filter((element) => elements.includes(element));
  if (without.length > 0) setup.without = without;
  if ((choices.copies ?? 1) > 1) setup.copies = choices.copies;
  if (choices.ownTiles) {
    setup.own_tiles = choices.ownTiles.file;
    const sets = printedSets(games, choices, choices.ownTiles.instead);
    if (sets) setup.sets = sets;
  }
  const seats = choices.seats.map((one, index): SeatRequest => {
    const colour = one.colour === undefined ? {} : { colour: one.colour };
    if (one.type === "human") return { type: "human", name: one.name.trim() || nameless(index), ...colour };
    if (one.type === "bot") return { type: "bot", level: one.level, millis: one.millis };
    return { type: "open" };
  });
  return { setup, seats };
}
