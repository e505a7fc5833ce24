// Another game on this device with the same players.

import * as api from "../shared/api";
import type { SeatRequest, Table } from "../shared/protocol";

/** Creates a table like a finished one and returns its name. As on the server, each player moves on by one seat. */
export async function playAgain({ table, setup, seats, plain, terms: { clock, fall, undo } }: Table): Promise<string> {
  const requested = seats.map((seat): SeatRequest =>
    seat.type === "bot" && seat.stands_in_for === undefined
      ? { type: "bot", level: seat.level ?? "easy", ...(seat.millis !== null && { millis: seat.millis }) }
      : { type: "human", name: seat.stands_in_for ?? seat.name ?? "" },
  );
  const moved = [...requested.slice(-1), ...requested.slice(0, -1)];
  // The table has only the hash of its custom tiles.
  const whole = setup.own_tiles === undefined ? setup : { ...setup, own_tiles: await api.ownTiles(table) };
  return (await api.makeOnDevice(whole, moved, plain, { clock, fall, undo })).table;
}
