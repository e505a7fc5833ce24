// The games on this device: their list, and moving them to a file or to a server.

import * as api from "../shared/api";
import { puzzleTable } from "../shared/puzzle-table";
import { requestOnDevice } from "../shared/transport";
import * as storage from "./storage";
import type { Made, TableSummary } from "../shared/protocol";

export { loadMessages } from "./messages";
export { remove } from "./storage";

/** A game on this device; without a summary its entry is damaged. */
export interface DeviceGame {
  table: string;
  summary: TableSummary | null;
}

const isSummary = (summary: unknown): summary is TableSummary =>
  typeof summary === "object" && summary !== null && "phase" in summary && Array.isArray((summary as TableSummary).seats);

/** Returns the games on this device, last changed first. */
export const list = async (): Promise<DeviceGame[]> =>
  (await storage.list())
    .filter(({ table }) => table !== puzzleTable())
    .map(({ table, summary }) => ({ table, summary: isSummary(summary) ? summary : null }));

/** Fetches everything needed to continue a game elsewhere. */
const movable = async (table: string): Promise<unknown> =>
  JSON.parse((await requestOnDevice(`/api/tables/${encodeURIComponent(table)}/transfer`)).text);

/** Returns games as a file, one per line; damaged ones are left out. */
export async function saveAll(tables: string[]): Promise<Blob> {
  const lines: string[] = [];
  for (const table of tables) {
    const game = await movable(table).catch(() => null);
    if (game !== null) lines.push(`${JSON.stringify(game)}\n`);
  }
  return new Blob(lines, { type: "application/x-ndjson" });
}

/** Opens the games of a file; returns the numbers of opened and of damaged games. */
export async function loadAll(text: string): Promise<{ opened: number; damaged: number }> {
  const result = { opened: 0, damaged: 0 };
  for (const line of text.split("\n").filter((line) => line.trim() !== "")) {
    try {
      await requestOnDevice("/api/transfers", JSON.parse(line));
      result.opened += 1;
    } catch (problem) {
      const isStorage = problem instanceof api.ApiError && ["device_full", "device_storage", "no_engine"].includes(problem.code);
      if (isStorage) throw problem;
      result.damaged += 1;
    }
  }
  return result;
}

/** Creates a table on the server that continues a game. */
export const copyToServer = async (table: string): Promise<Made> => api.transfer(await movable(table));

/** Creates a table on this device that continues a game of the server; returns its name. */
export async function copyToDevice(table: string): Promise<string> {
  const { text } = await requestOnDevice("/api/transfers", await api.transferOf(table));
  return (JSON.parse(text) as Made).table;
}
