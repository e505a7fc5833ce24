// Tokens of this browser's seats, by table.

import { accountName } from "./account.svelte";
import { load, save } from "./store";

export interface HeldSeat {
  /** Null for a host without a seat. */
  seat: number | null;
  token: string;
}

type Held = Record<string, HeldSeat[]>;

/** Maximum number of tables kept; the server's cookie still knows older ones. */
const MAX_TABLES = 200;

export const held = (table: string): HeldSeat[] => load<Held>("seats", {})[table] ?? [];

export const tokens = (table: string): string[] => held(table).map((h) => h.token);

/**
 * Stores the tokens of seats taken here. The seats of an account are stored only on the server, since none may stay in the browser after
 * signing out.
 */
export function hold(table: string, seats: HeldSeat[]): void {
  const kept = accountName() === null ? seats : seats.filter(({ seat }) => seat === null);
  if (kept.length > 0) carry(table, kept);
}

/** Stores the tokens of seats opened by a link. */
export function carry(table: string, seats: HeldSeat[]): void {
  const all = load<Held>("seats", {});
  const rest = (all[table] ?? []).filter((old) => !seats.some((s) => s.seat === old.seat));
  delete all[table];
  const entries = Object.entries(all).slice(-(MAX_TABLES - 1));
  save("seats", Object.fromEntries([...entries, [table, [...rest, ...seats]]]));
}

/** Drops the tokens of tables that an account gives access to. */
export function release(tables: string[]): void {
  const all = Object.entries(load<Held>("seats", {}));
  save("seats", Object.fromEntries(all.filter(([table]) => !tables.includes(table))));
}

/** Returns the token that lets this browser start the game, if it created the table. */
export const hostToken = (table: string, host: number | null): string | null =>
  held(table).find((one) => one.seat === host || one.seat === null)?.token ?? null;

/** Parses `#seat=1&token=...`, the part of a link that carries a seat to another device. */
export function seatInLink(hash: string): HeldSeat | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const seat = Number(fields.get("seat") ?? NaN);
  const token = fields.get("token");
  return Number.isInteger(seat) && seat >= 0 && token ? { seat, token } : null;
}
