// Creates tables from the choices of the set-up form, or with one tap: at once against computer players, or with a friend.

import { accountName } from "../shared/account.svelte";
import * as api from "../shared/api";
import { t } from "../shared/i18n.svelte";
import { ownColour } from "../shared/own-colour";
import type { Games } from "../shared/protocol";
import { isOffline } from "../shared/reach.svelte";
import * as seats from "../shared/seats";
import { settings } from "../shared/settings.svelte";
import { load } from "../shared/store";
import { withColour } from "./colours";
import { withNumbers } from "./numbers";
import { accessOf, fitsDevice, fitTo, recall, request, seat, termsOf, type Choices, type Kept } from "./setup";

export const kept = (): Kept => load<Kept>("setups", { games: {} });

/** Returns the last choices for a game, or those that a first-time visitor starts with. */
export function remembered(games: Games, game: string): Choices {
  const choices = fitTo(games, recall(kept(), game));
  if (!choices.seats[0]!.name) choices.seats[0]!.name = settings.name;
  return choices;
}

/** Returns the game started last. */
export const lastGame = (games: Games): string => games.games.find(({ id }) => id === kept().last)?.id ?? games.games[0]!.id;

/** Returns the choices for a game that begins at once: computer players take the seats that would wait for people. */
export const atOnce = (choices: Choices): Choices => ({
  ...choices,
  seats: choices.seats.map((one) => (one.type === "open" ? { ...one, type: "bot" } : one)),
  rated: false,
  access: "link",
});

/** Returns the choices for a game against a friend who gets a link: the same rules for two, without a clock. */
export const withFriend = (choices: Choices): Choices => ({
  ...choices,
  seats: [{ ...seat("human"), name: choices.seats[0]?.name ?? "" }, seat("open")],
  firstSeat: Math.min(choices.firstSeat, 1),
  clock: undefined,
  rated: false,
  access: "link",
});

/** Creates a table, keeps its seats in this browser and returns its id. */
export async function create(games: Games, chosen: Choices): Promise<string> {
  const choices = withColour(chosen, await ownColour());
  const { setup: form, seats: asked } = request(games, choices, (index) =>
    index === 0 ? t("guest") : t("seat-number", { number: index + 1 }),
  );
  const setup = await withNumbers(form, choices);
  const terms = termsOf(games, choices);
  const wanted = { ...terms, access: accessOf(choices), ...(accountName() === null && { rated: false }) };
  const onDevice = fitsDevice(choices) && (choices.onDevice || isOffline());
  const made = await (onDevice ? api.makeOnDevice : api.make)(setup, asked, choices.plain, wanted);
  seats.hold(made.table, made.tokens);
  return made.table;
}
