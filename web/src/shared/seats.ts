// The tokens by which this browser holds its seats, by table.

import { accountName } from "./account.svelte";
import { load, save } from "./store";

export interface HeldSeat {
  /** None for a host who sits nowhere. */
  seat: number | null;
  token: string;
}

type Held = Record<string, HeldSeat[]>;

/** Old tables are forgotten beyond this many; the server's cookie still knows them. */
const KEPT = 200;

export const held = (table: string): HeldSeat[] => load<Held>("seats", {})[table] ?? [];

export const tokens = (table: string): string[] => held(table).map((h) => h.token);

/** Keeps the tokens of seats that were taken here. An account holds its seats by itself: nothing of them shall stay where it signs out. */
export function hold(table: string, seats: HeldSeat[]): void {
  const kept = accountName() === null ? seats : seats.filter(({ seat }) => seat === null);
  if (kept.length > 0) carry(table, kept);
}

/** Keeps the tokens of seats that a link carried here. */
export function carry(table: string, seats: HeldSeat[]): void {
  const all = load<Held>("seats", {});
  const rest = (all[table] ?? []).filter((old) => !seats.some((s) => s.seat === old.seat));
  delete all[table];
  const entries = Object.entries(all).slice(-(KEPT - 1));
  save("seats", Object.fromEntries([...entries, [table, [...rest, ...seats]]]));
}

/** Forgets the tokens of tables that an account opens. */
export function release(tables: string[]): void {
  const all = Object.entries(load<Held>("seats", {}));
  save("seats", Object.fromEntries(all.filter(([table]) => !tables.includes(table))));
}

/** The token by which this browser may begin the game, if it made the table. */
export const hostToken = (table: string, host: number | null): string | null =>
  held(table).find((one) => one.seat === host || one.seat === null)?.token ?? null;

/** Reads `#seat=1&token=...`, the part of a link that carries a seat to another device. */
export function seatInLink(hash: string): HeldSeat | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const seat = Number(fields.get("seat") ?? NaN);
  const token = fields.get("token");
  return Number.isInteger(seat) && seat >= 0 && token ? { seat, token } : null;
}
