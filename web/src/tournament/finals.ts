// Final points of a game that was played elsewhere, from whatever a person can paste of it.

import { setupOfLink } from "../editor/sharing";
import { openLink } from "../setup/saved";
import * as api from "../shared/api";
import { linked } from "../shared/route";

/** The end of a game of two, or the id of the message that says why there is none. */
export type Final = { points: [number, number]; names: (string | null)[] } | { problem: "tournament-game-open" | "tournament-game-of-two" };

/**
 * Reads the final points by seat from a link to a table, to a position of the editor or to CarcassonneLab, or from the text of a record.
 * Throws ApiError if that cannot be read.
 */
export async function finalOf(text: string): Promise<Final> {
  const pasted = text.trim();
  const setup = await setupOfLink(pasted);
  if (setup !== null) return final((await api.edit(setup, null)).totals, []);
  const link = pasted.includes("\n") ? null : linked(pasted);
  const { table, seats } = link ? await api.table(link.table) : await openLink(pasted);
  const { over, players } = await api.view(table);
  if (!over) return { problem: "tournament-game-open" };
  return final(players.map(({ score }) => score), seats.map(({ name }) => name));
}

function final(points: number[], names: (string | null)[]): Final {
  const [first, second, ...others] = points;
  if (first === undefined || second === undefined || others.length > 0) return { problem: "tournament-game-of-two" };
  return { points: [first, second], names };
}
