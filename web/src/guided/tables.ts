// Creates tables of guided games, and finds them again after a reload.

import { call } from "../shared/api";
import { ownColour } from "../shared/own-colour";
import { load, save } from "../shared/store";
import * as seats from "../shared/seats";
import { deviceSeatToken, isOnDevice } from "../shared/transport";
import type { Made } from "../shared/protocol";
import { LESSONS, READER, type GuidedTurn } from "./steps";

/** A guided game in this browser. */
export interface GuidedTable {
  table: string;
  tokens: Made["tokens"];
  turns: GuidedTurn[];
}

const kept = (game: string): string => `guided.${game}`;

/** Games that have a guided game. */
export const GUIDED: string[] = Object.keys(LESSONS);

/** Returns the guided game that was started in this browser, if any. */
export const begun = (game: string): GuidedTable | null => load<GuidedTable | null>(kept(game), null);

export const forget = (game: string): void => save(kept(game), null);

/** Creates a table for a guided game and stores its seats. */
export async function begin(game: string, names: string[]): Promise<GuidedTable> {
  const reply = await call<GuidedTable>(`/api/guided/${encodeURIComponent(game)}`, { names, colour: await ownColour() });
  const made = isOnDevice(reply.table) ? withSeatTokens(reply) : reply;
  save(kept(game), made);
  hold(made);
  return made;
}

/** Adds tokens for the seats of a table on this device, which has none by itself, so that each client plays only its own seat. */
const withSeatTokens = (made: GuidedTable): GuidedTable => ({
  ...made,
  tokens: made.tokens.map((one) => ({ ...one, token: deviceSeatToken(one.seat ?? 0) })),
});

/** Stores the reader's seat, so that the table's page opens it. */
export function hold({ table, tokens }: GuidedTable): void {
  seats.carry(table, tokens.flatMap(({ seat, token }) => (seat === READER ? [{ seat, token }] : [])));
}

/** Returns whether to offer the guided game: it was neither started nor declined in this browser. */
export const isOffered = (): boolean => !load("guided", false);

/** Stops offering the guided game. */
export const dismiss = (): void => save("guided", true);
