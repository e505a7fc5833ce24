// Requests analyses for the current position, and for all decisions in a game one after another. Both share one cache, which lives as long
// as the tab.

import { SvelteMap } from "svelte/reactivity";
import { ApiError } from "../shared/api";
import type { Analysis, ServerError } from "../shared/protocol";
import { judgements, type Found, type Judged } from "./analysis";

/** Thinking time in milliseconds: for the current position, per position of a review, and the maximum. */
export const POSITION_MS = 1500;
export const REVIEW_MS = 300;
export const MAX_ANALYSIS_MS = 5000;

/** Milliseconds before a position is analysed, so that stepping through a game sends no requests. */
export const SETTLE_MS = 200;
/** Milliseconds between retries when the server is busy. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000];
const RETRYABLE = ["busy", "too_fast"];

/** Analyses positions of a game. */
export interface Analyst {
  ask: (at: number, millis: number, signal: AbortSignal) => Promise<Analysis>;
  /** Returns the number of positions that it analyses at the same time. */
  lanes: () => Promise<number>;
  /** True if the person can choose the server instead. */
  offersServer: boolean;
}

/** Waits, or throws immediately when aborted. */
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
  /** Analyses by position. */
  readonly found: SvelteMap<number, Found>;
  /** The analysis in progress for the current position, with its start time. */
  looking: { at: number; since: number; millis: number } | null = $state.raw(null);
  problem: ServerError | null = $state.raw(null);
  reviewing = $state(false);
  reviewProblem: ServerError | null = $state.raw(null);

  private looked: AbortController | null = null;
  private reviewed: AbortController | null = null;
  /** The request for the current position; a review waits for it. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    readonly analyst: Analyst,
    found = new SvelteMap<number, Found>(),
  ) {
    this.found = found;
  }

  readonly judged: Judged[] = $derived.by(() => judgements(this.found.values()));

  /** Analyses a position unless an analysis of at least that length is cached; aborts the previous request. */
  look(at: number, millis = POSITION_MS): Promise<void> {
    this.rest();
    this.problem = null;
    if ((this.found.get(at)?.millis ?? 0) >= millis) return Promise.resolve();
    this.turn = this.think(at, millis);
    return this.turn;
  }

  /** Aborts the analysis of the current position. */
  rest(): void {
    this.looked?.abort();
    this.looked = null;
    this.looking = null;
  }

  /** Analyses all positions that are not cached, in order, until stopped or until a request fails. */
  async review(positions: number[]): Promise<void> {
    if (this.reviewing) return;
    const mine = (this.reviewed = new AbortController());
    this.reviewing = true;
    this.reviewProblem = null;
    const waiting = positions.values();
    const work = async (): Promise<void> => {
      for (const at of waiting) {
        await this.turn;
        if (mine.signal.aborted) return;
        if (!this.found.has(at)) await this.fetch(at, REVIEW_MS, mine.signal);
      }
    };
    try {
      await Promise.all(Array.from({ length: await this.analyst.lanes() }, work));
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
      await pause(SETTLE_MS, mine.signal);
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
        const analysis = await this.analyst.ask(at, millis, signal);
        if (signal.aborted) return;
        // A longer analysis is not replaced by a shorter one that arrives later.
        if ((this.found.get(at)?.millis ?? 0) <= millis) this.found.set(at, { ...analysis, millis });
        return;
      } catch (problem) {
        const wait = RETRY_DELAYS_MS[tries];
        if (signal.aborted || wait === undefined || !(problem instanceof ApiError && RETRYABLE.includes(problem.code))) throw problem;
        await pause(wait, signal);
      }
    }
  }
}

const KEY = "bastide.analysis";
let kept: { table: string; found: SvelteMap<number, Found> } | null = null;

/** Returns the cached analyses of a table, so that a review resumes after the page is reopened or reloaded. */
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

/** Stores the analyses in session storage, for reloads of this tab. */
export function remember(): void {
  if (!kept || kept.found.size === 0) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ table: kept.table, found: [...kept.found] }));
  } catch {
    // Storage is full or disabled: the positions are analysed again.
  }
}
