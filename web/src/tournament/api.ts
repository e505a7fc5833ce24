// HTTP calls of the tournaments.

import { call } from "../shared/api";
import type { NewTournament, TournamentAct, TournamentInfo, TournamentLogEntry, TournamentSummary } from "../shared/protocol";

/** Number of tournaments in a part of the list. */
export const PART = 30;

const at = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`;

/** Fetches tournaments created before a time, newest first: all of them, or those that the account organises or plays in. */
export const list = (which: "all" | "mine", before?: number) =>
  call<TournamentSummary[]>(`/api/tournaments?which=${which}&limit=${PART}${before === undefined ? "" : `&before=${before}`}`);
export const create = (made: NewTournament) => call<TournamentInfo>("/api/tournaments", made);
/** Fetches a tournament with the matches of a round, or of the current one. */
export const show = (id: string, round?: number) => call<TournamentInfo>(`${at(id)}${round === undefined ? "" : `?round=${round}`}`);
export const act = (id: string, act: TournamentAct) => call<TournamentInfo>(`${at(id)}/act`, act);
export const remove = (id: string) => call<unknown>(`${at(id)}/delete`, {});
export const log = (id: string) => call<TournamentLogEntry[]>(`${at(id)}/log?limit=500`);
