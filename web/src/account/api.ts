// HTTP calls of the account page that no other page needs.

import { call } from "../shared/api";
import type {
  AccessToken, Avatar, BlockedInfo, ChannelsInfo, Identity, MadeAccessToken, MadeWebhook, NewWebhook, NoticeLanguage, Scope, SessionInfo,
  TelegramLinkInfo,
} from "../shared/protocol";

/** Sets the avatar and the flag; null removes them. */
export const setProfile = (avatar: Avatar | null, flag: string | null) => call<Identity>("/api/account/profile", { avatar, flag });
export const tokens = () => call<AccessToken[]>("/api/account/tokens");
export const makeToken = (name: string, scopes: Scope[], expires: number | null) =>
  call<MadeAccessToken>("/api/account/tokens", { name, scopes, expires });
export const endToken = (token: number) => call<AccessToken[]>("/api/account/tokens/end", { token });
/** Marks the account as a program's, permanently. */
export const becomeProgram = () => call<Identity>("/api/account/program", {});

/** Changes the password; `old` is null if there was none or another proof was given. */
export const changePassword = (old: string | null, next: string) => call<Identity>("/api/account/password", { old, new: next });
export const sessions = () => call<SessionInfo[]>("/api/account/sessions");
export const endSession = (session: number) => call<SessionInfo[]>("/api/account/sessions/end", { session });
export const endOtherSessions = () => call<SessionInfo[]>("/api/account/sessions/end", { others: true });
/** Deletes the account; requires its password or another recent proof. */
export const deleteAccount = (password: string | null) => call<Identity>("/api/account/delete", { password });
/** URL for downloading the account's data as a single file. */
export const DOWNLOAD = "/api/account/download";
export const blocked = () => call<BlockedInfo[]>("/api/account/blocks");
export const unblock = (name: string) => call<BlockedInfo[]>("/api/account/blocks/end", { name });

export const channels = () => call<ChannelsInfo>("/api/account/channels");
export const addWebhook = (webhook: NewWebhook) => call<MadeWebhook>("/api/account/channels", webhook);
/** Returns links that connect a Telegram chat to the account, or to a tournament that it organises. */
export const telegramLink = (tournament: string | null, language: NoticeLanguage) =>
  call<TelegramLinkInfo>("/api/account/channels/telegram", { tournament, language });
export const testChannel = (channel: number) => call<null>("/api/account/channels/test", { channel });
export const removeChannel = (channel: number) => call<ChannelsInfo>("/api/account/channels/remove", { channel });
