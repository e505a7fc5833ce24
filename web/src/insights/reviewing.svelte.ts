// Reviews the reader's finished games in this browser, and keeps the results.

import * as api from "../shared/api";
import { accountName } from "../shared/account.svelte";
import { held } from "../shared/seats";
import { HAS_SERVER } from "../shared/site";
import { load, save } from "../shared/store";
import { EVALUATIONS, reviewAll } from "./review";
import { reviewed, type OwnGame, type Reviewed } from "./summary";

/** Maximum number of reviewed games kept in the browser. */
const MAX_KEPT = 200;
const KEY = `insights.${EVALUATIONS}`;

const isReviewed = (one: unknown): one is Reviewed => {
  const game = one as Partial<Reviewed> | null;
  return typeof game?.table === "string" && typeof game.counts === "object" && Array.isArray(game.worst) && Array.isArray(game.opponents);
};

/** Returns the kept results; damaged ones are left out. */
function kept(): Reviewed[] {
  const stored: unknown = load(KEY, []);
  return Array.isArray(stored) ? stored.filter(isReviewed) : [];
}

/** Returns the reader's newest finished games on the server. Games of which this browser does not know the reader's seat are left out. */
async function gamesOnServer(most: number): Promise<OwnGame[]> {
  const { games } = await api.archive({ whose: "mine", limit: String(Math.min(100, most)) });
  const name = accountName();
  return games.flatMap(({ table, setup, seats, ended }) => {
    const named = seats.findIndex((seat) => seat.account && seat.name === name);
    const seat = named >= 0 ? named : (held(table).find((one) => one.seat !== null)?.seat ?? -1);
    if (setup === null || seat < 0) return [];
    const opponents = seats.filter((_, other) => other !== seat).map(({ name, level }) => ({ name, level }));
    return [{ table, seat, setup, opponents, ended }];
  });
}

/** Returns the finished games on this device, newest first. The first person at the table is the reader. */
async function gamesOnDevice(): Promise<OwnGame[]> {
  const list = await (await import("../device/games")).list().catch(() => []);
  return list.flatMap(({ table, summary }) => {
    if (summary?.phase !== "finished" || summary.setup === null || summary.imported) return [];
    const seat = summary.seats.findIndex(({ type }) => type === "human");
    if (seat < 0) return [];
    const opponents = summary.seats.filter((_, other) => other !== seat).map(({ name, level }) => ({ name: level ? null : name, level }));
    return [{ table, seat, setup: summary.setup, opponents, ended: summary.updated }];
  });
}

/** Returns the reader's newest finished games. */
export async function ownGames(most: number): Promise<OwnGame[]> {
  const [server, device] = await Promise.all([HAS_SERVER ? gamesOnServer(most) : [], gamesOnDevice()]);
  return [...server, ...device].sort((a, b) => b.ended - a.ended).slice(0, most);
}

export class Reviewing {
  /** The reader's newest games; null until they are loaded. */
  games: OwnGame[] | null = $state.raw(null);
  /** The games among them that are reviewed. */
  results: Reviewed[] = $state.raw([]);
  busy = $state(false);
  /** Number of games that could not be reviewed. */
  failed = $state(0);
  private stopping: AbortController | null = null;

  readonly left: OwnGame[] = $derived((this.games ?? []).filter(({ table }) => !this.results.some((one) => one.table === table)));

  async load(most: number): Promise<void> {
    this.games = await ownGames(most);
    const tables = new Set(this.games.map(({ table }) => table));
    this.results = kept().filter(({ table }) => tables.has(table));
  }

  /** Reviews the games that are left, until stopped. */
  async run(): Promise<void> {
    if (this.busy) return;
    const { signal } = (this.stopping = new AbortController());
    this.busy = true;
    this.failed = 0;
    try {
      await reviewAll(this.left, signal, (game, review) => (review === null ? (this.failed += 1) : this.add(reviewed(game, review))));
    } finally {
      this.stop();
      this.busy = false;
    }
  }

  stop(): void {
    this.stopping?.abort();
    this.stopping = null;
  }

  private add(game: Reviewed): void {
    this.results = [game, ...this.results];
    save(KEY, [game, ...kept().filter(({ table }) => table !== game.table)].slice(0, MAX_KEPT));
  }
}
