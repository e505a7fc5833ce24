// HTTP calls for moderators. The moderation actions themselves are in shared/api.ts, since chats have them too.

import { call } from "../shared/api";
import type {
  AuditInfo, BanInfo, FoundAccounts, ModerationCounts, ReportInfo, SettingsInfo, SharedGameInfo,
} from "../shared/protocol";

/** A page of a list, newest first. */
export interface Part<Entry> {
  entries: Entry[];
  more: boolean;
}
const asked = (query: Record<string, string | number | boolean | null>) =>
  new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value === null || value === false ? [] : [[name, String(value)]])));

export const reports = (all: boolean, before: number | null) => call<Part<ReportInfo>>(`/api/admin/reports?${asked({ all, before })}`);
export const audit = (before: number | null, limit: number | null) =>
  call<Part<AuditInfo>>(`/api/admin/audit?${asked({ before, limit })}`);
export const bans = () => call<BanInfo[]>("/api/admin/bans");
export const sharedGames = (before: number | null) => call<Part<SharedGameInfo>>(`/api/admin/households?${asked({ before })}`);
export const serverSettings = () => call<SettingsInfo>("/api/admin/settings");
/** Fetches the numbers of open reports and of bans. */
export const counts = () => call<ModerationCounts>("/api/admin/counts");
/** Fetches the first accounts whose names begin with a text. */
export const accountsNamed = (prefix: string) => call<FoundAccounts>(`/api/admin/accounts?${asked({ prefix })}`);
