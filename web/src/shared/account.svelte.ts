// Who is signed in here. The name is remembered, so that every page shows it at once and no guest's page has to ask.

import * as api from "./api";
import type { Identity, Role } from "./protocol";
import { load, save } from "./store";

const who = $state({ name: load<string | null>("account", null), role: load<Role>("role", "player") });
let asked = false;

/** The name of the account that is signed in here; null for a guest. */
export const accountName = (): string | null => who.name;

/** Whether a moderator or an admin is signed in here, as far as is known; the server decides what they may do. */
export const moderates = (): boolean => who.name !== null && who.role !== "player";

/** Takes over what the server says of who is signed in. */
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

/** Asks once whether who was signed in here still is; a session may have been ended on another device. */
export async function recheck(): Promise<void> {
  if (asked || who.name === null) return;
  asked = true;
  try {
    heard(await api.identity());
  } catch {
    // Without the server the name stands for what was known last.
  }
}
