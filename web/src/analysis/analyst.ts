// Where a game is analysed: in this browser, or on the server if the person prefers that or the browser cannot.

import * as api from "../shared/api";
import { ApiError } from "../shared/refusal";
import { settings } from "../shared/settings.svelte";
import { HAS_SERVER } from "../shared/site";
import { isOnDevice } from "../shared/transport";
import type { Analyst } from "./analysis.svelte";

/** Creates the analyst of a table's game, which must be over. */
export function analystOf(table: string): Analyst {
  let record: Promise<string> | null = null;
  let cannot = false;
  const offersServer = HAS_SERVER && !isOnDevice(table);
  const usesServer = (): boolean => offersServer && (settings.analyseOnServer || cannot);

  return {
    offersServer,

    async ask(at, millis, signal) {
      if (usesServer()) return api.analysis(table, at, millis, signal);
      record ??= api.record(table).catch((problem) => {
        record = null;
        throw problem;
      });
      try {
        return await api.analysisOnDevice(await record, at, millis, signal);
      } catch (problem) {
        if (!(problem instanceof ApiError && problem.code === "no_engine")) throw problem;
        cannot = true;
        if (!usesServer()) throw problem;
        return api.analysis(table, at, millis, signal);
      }
    },

    async lanes() {
      return usesServer() ? 1 : (await import("../device/players")).ANALYSES;
    },
  };
}
