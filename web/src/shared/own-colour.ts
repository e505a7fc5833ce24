// The colour that the player chose last: an account setting, or kept in this browser for a guest.

import { accountName, heard } from "./account.svelte";
import * as api from "./api";
import { load, save } from "./store";

const KEY = "colour";

/** The colour of a signed-in player, once known; it is kept per account, since several people may use a browser. */
let account: { name: string; colour: number | null } | null = null;

/** Returns the colour for the player's next table; null if none was chosen. */
export async function ownColour(): Promise<number | null> {
  const name = accountName();
  if (name === null) return load<number | null>(KEY, null);
  if (account?.name !== name) {
    const identity = await api.identity().catch(() => null);
    if (!identity?.account) return null;
    account = { name, colour: identity.account.colour };
  }
  return account.colour;
}

/** Remembers a colour for the player's next tables. */
export async function rememberColour(colour: number): Promise<void> {
  const name = accountName();
  if (name === null) return save(KEY, colour);
  account = { name, colour };
  // The table has the colour already; if it cannot be stored, only the next table starts with another one.
  await api.setColour(colour).then(heard, () => {});
}
