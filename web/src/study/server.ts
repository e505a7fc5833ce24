// Studies on the server.

import { call } from "../shared/api";
import type { SavedStudy, Study, StudyInfo, StudySummary, Visibility } from "../shared/protocol";
import type { Place } from "./study.svelte";

const at = (id: string): string => `/api/studies/${encodeURIComponent(id)}`;

/** Fetches the account's own studies, or public ones, last changed first. */
export const list = (whose: "mine" | "public") => call<StudySummary[]>(`/api/studies?whose=${whose}`);
export const read = (id: string) => call<StudyInfo>(at(id));
export const create = (study: Study, visibility: Visibility) => call<SavedStudy>("/api/studies", { study, visibility });
export const change = (id: string, version: number, changed: { study?: Study; visibility?: Visibility }) =>
  call<SavedStudy>(at(id), { version, ...changed });
export const remove = (id: string) => call<unknown>(`${at(id)}/delete`, {});
/** Shows a position to the readers of an own study. */
export const show = (id: string, place: Place) => call<unknown>(`${at(id)}/show`, place);
export const eventsOf = (id: string): string => `${at(id)}/events`;
