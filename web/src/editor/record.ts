// Records of games that begin with a starting board and have no answers yet.

import type { Setup } from "../shared/protocol";

/** Returns the record of a game that has only begun (docs/notation.md). */
export const recordOf = (setup: Setup, players: string[], rulesVersion: number): string =>
  JSON.stringify({
    bastide_record: 1,
    rules_version: rulesVersion,
    setup: { ...setup, expansions: setup.expansions ?? [], options: setup.options ?? {}, first_seat: setup.first_seat ?? 0 },
    players,
    commitment: null,
    seed: null,
    outcome: { how: "unfinished" },
    comments: [],
    turns: [],
  });
