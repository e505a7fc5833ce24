// The numbers of figures and tiles in the set-up form. The server sends the printed numbers and their ranges, and validates the
// chosen ones.

import * as api from "../shared/api";
import { t, tOr } from "../shared/i18n.svelte";
import type { Games, NumbersProblem, Setup } from "../shared/protocol";
import { partName } from "../shared/words";
import { loadMessages } from "./messages";
import { hasNumbers, partsWithTiles, type Choices } from "./setup";

/** Describes why a set-up can't be played with its numbers. */
export function numbersProblem({ reason, what, count, most, message }: NumbersProblem): string {
  if (reason === "other") return message;
  return t(`numbers-problem-${reason}`, { what: (what ?? "").replaceAll(" ", "-"), count: count ?? 0, most: most ?? 0 });
}

/** Returns the name of a tile set: that of its part, unless the part has several sets. */
export function setName(games: Games, choices: Choices, set: string): string {
  const part = partsWithTiles(games, choices).find(({ sets }) => sets.includes(set))?.part;
  return tOr(`set-${set}`, part === undefined ? set : partName(part));
}

/** Returns a set-up with the chosen numbers of figures and tiles. Throws ApiError if it can't be played with them. */
export async function withNumbers(setup: Setup, choices: Choices): Promise<Setup> {
  if (!hasNumbers(choices)) return setup;
  const numbers = await api.numbers(setup, choices.figures ?? {}, choices.sets ?? {});
  if (numbers.problem) await loadMessages();
  if (numbers.problem) throw new api.ApiError("bad_numbers", numbersProblem(numbers.problem), 422);
  const { figures, sets } = numbers.setup;
  return { ...setup, ...(figures && { figures }), ...(sets && { sets }) };
}
