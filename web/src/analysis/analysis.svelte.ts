// Asking for analyses: of the position that is looked at, and of every decision of a game one after another. What was found is kept
// for as long as the tab is open, whichever of the two asked for it.

import { SvelteMap } from "svelte/reactivity";
import { ApiError } from "../shared/api";
import type { Analysis, ServerError } from "../shared/protocol";
import { judgements, type Found, type Judged } from "./analysis";

/** Milliseconds for a position that is looked at, for each of a review, and at most. */
export const LOOK = 1500;
export const REVIEW = 300;
export const LONGEST = 5000;

/** Somebody who steps through a game asks about the positions at which he stays. */
export const SETTLE = 200;
/** A server that has too much to do is asked again, later each time. */
const AGAIN = [500, 1000, 2000, 4000];
const LATER = ["busy", "too_fast"];

export type Ask = (at: number, millis: number, signal: AbortSignal) => Promise<Analysis>;

/** Waits, unless it is called off: then it throws at once. */
function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      done();
    }, millis);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

const told = (problem: unknown): ServerError =>
  problem instanceof ApiError ? { code: problem.code, message: problem.message } : { code: "unknown", message: "" };

export class AnalysisState {
  /** What was found, by position. */
  readonly found: SvelteMap<number, Found>;
  /** The position being thought about for the one who looks, and since when. */
  looking: { at: number; since: number; millis: number } | null = $state.raw(null);
  problem: ServerError | null = $state.raw(null);
  reviewing = $state(false);
  reviewProblem: ServerError | null = $state.raw(null);

  private looked: AbortController | null = null;
  private reviewed: AbortController | null = null;
  /** What the one who looks waits for; a review lets it pass first. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly ask: Ask,
    found = new SvelteMap<number, Found>(),
  ) {
    this.found = found;
  }

  readonly judged: Judged[] = $derived.by(() => judgements(this.found.values()));

  /** Analyses a position, unless as much is known of it already; whatever else was looked at is called off. */
  look(at: number, millis = LOOK): Promise<void> {
    this.rest();
    this.problem = null;
    if ((this.found.get(at)?.millis ?? 0) >= millis) return Promise.resolve();
    this.turn = this.think(at, millis);
    return this.turn;
  }

  /** Calls off what is being looked at. */
  rest(): void {
    this.looked?.abort();
    this.looked = null;
    this.looking = null;
  }

  /** Analyses all these positions that are not known yet, one after another, until it is stopped or something fails. */
  async review(positions: number[]): Promise<void> {
    if (this.reviewing) return;
    const mine = (this.reviewed = new AbortController());
    this.reviewing = true;
    this.reviewProblem = null;
    try {
      for (const at of positions) {
        if (this.found.has(at)) continue;
        await this.turn;
        if (mine.signal.aborted) return;
        if (!this.found.has(at)) await this.fetch(at, REVIEW, mine.signal);
      }
    } catch (problem) {
      if (!mine.signal.aborted) this.reviewProblem = told(problem);
    } finally {
      if (this.reviewed === mine) this.reviewing = false;
    }
  }

  stop(): void {
    this.reviewed?.abort();
    this.reviewed = null;
    this.reviewing = false;
  }

  close(): void {
    this.rest();
    this.stop();
  }

  private async think(at: number, millis: number): Promise<void> {
    const mine = (this.looked = new AbortController());
    this.looking = { at, since: Date.now(), millis };
    try {
      await pause(SETTLE, mine.signal);
      await this.fetch(at, millis, mine.signal);
    } catch (problem) {
      if (!mine.signal.aborted) this.problem = told(problem);
    } finally {
      if (this.looked === mine) this.rest();
    }
  }

  private async fetch(at: number, millis: number, signal: AbortSignal): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        const analysis = await this.ask(at, millis, signal);
        if (signal.aborted) return;
        // A longer thought is not replaced by a shorter one that comes later.
        if ((this.found.get(at)?.millis ?? 0) <= millis) this.found.set(at, { ...analysis, millis });
        return;
      } catch (problem) {
        const wait = AGAIN[tries];
        if (signal.aborted || wait === undefined || !(problem instanceof ApiError && LATER.includes(problem.code))) throw problem;
        await pause(wait, signal);
      }
    }
  }
}

const KEY = "bastide.analysis";
let kept: { table: string; found: SvelteMap<number, Found> } | null = null;

/** What was found about a table before, so that a review goes on where it was when one comes back to the page or reloads it. */
export function foundOf(table: string): SvelteMap<number, Found> {
  if (kept?.table !== table) kept = { table, found: new SvelteMap(remembered(table)) };
  return kept.found;
}

function remembered(table: string): [number, Found][] {
  try {
    const { table: of, found } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return of === table && Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Keeps what was found over a reload, for as long as this tab is open. */
export function remember(): void {
  if (!kept || kept.found.size === 0) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ table: kept.table, found: [...kept.found] }));
  } catch {
    // Storage is full or forbidden: then it is found anew.
  }
}
