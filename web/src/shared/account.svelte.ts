// The signed-in account. The name is remembered, so that every page shows it at once and guests' pages send no request.

import * as api from "./api";
import type { Identity, Role } from "./protocol";
import { load, save } from "./store";

const who = $state({ name: load<string | null>("account", null), role: load<Role>("role", "player") });
let asked = false;

/** Returns the name of the signed-in account; null for a guest. */
export const accountName = (): string | null => who.name;

/** Returns whether a moderator or admin is signed in, as far as known; the server enforces permissions. */
export const moderates = (): boolean => who.name !== null && who.role !== "player";

/** Stores the identity sent by the server. */
export function heard({ account }: Identity): void {
  asked = true;
  if (who.role !== (account?.role ?? "player")) {
    who.role = account?.role ?? "player";
    save("role", who.role);
  }
  if (who.name === (account?.name ?? null)) return;
  who.name = account?.name ?? null;
  save("account", who.name);
}

/** Checks once whether the account is still signed in; another device may have ended the session. */
export async function recheck(): Promise<void> {
  if (asked || who.name === null) return;
  asked = true;
  try {
    heard(await api.identity());
  } catch {
    // The server is unreachable: keep the last known name.
  }
}
