// HTTP calls of the account page that no other page needs.

import { call } from "../shared/api";
import type { AccessToken, Avatar, Identity, MadeAccessToken, Scope } from "../shared/protocol";

/** Sets the avatar and the flag; null removes them. */
export const setProfile = (avatar: Avatar | null, flag: string | null) => call<Identity>("/api/account/profile", { avatar, flag });
export const tokens = () => call<AccessToken[]>("/api/account/tokens");
export const makeToken = (name: string, scopes: Scope[], expires: number | null) =>
  call<MadeAccessToken>("/api/account/tokens", { name, scopes, expires });
export const endToken = (token: number) => call<AccessToken[]>("/api/account/tokens/end", { token });
/** Marks the account as a program's, permanently. */
export const becomeProgram = () => call<Identity>("/api/account/program", {});
