// State of a replay. All steps are loaded at once; views are loaded on demand, with the next ones prefetched.

import * as api from "../shared/api";
import * as art from "../shared/art/art.svelte";
import type { Step, Table, View } from "../shared/protocol";

const PREFETCHED = 6;
const STEP_MS = 900;

export class ReplayState {
  table: Table | null = $state.raw(null);
  steps: Step[] = $state.raw([]);
  view: View | null = $state.raw(null);
  /** The final view, for its players and winners. */
  last: View | null = $state.raw(null);
  at = $state(0);
  playing = $state(false);
  problem: unknown = $state.raw(null);

  private views = new Map<number, Promise<View>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `start` is the position to open first, if any. */
  constructor(
    readonly id: string,
    private readonly start: number | null = null,
  ) {
    void this.load();
  }

  get end(): number {
    return this.last?.seq ?? 0;
  }

  /** The step that led to the shown position. */
  get step(): Step | null {
    return this.steps.find((step) => step.seq === this.at) ?? null;
  }

  /** Ends of turns, where the large steps stop. */
  readonly stops: number[] = $derived(
    this.steps.filter((step) => step.events.some((e) => e.type === "turn" || e.type === "over")).map((step) => step.seq),
  );

  async go(at: number): Promise<void> {
    const wanted = Math.min(this.end, Math.max(0, at));
    this.at = wanted;
    try {
      const view = await this.fetch(wanted);
      // The user may have moved on in the meantime; only the position requested last is shown.
      if (this.at === wanted) {
        art.useCustomTiles(this.id, view.setup.own_tiles);
        this.view = view;
      }
      for (let next = wanted + 1; next <= Math.min(this.end, wanted + PREFETCHED); next++) this.fetch(next).catch(() => {});
    } catch (problem) {
      this.problem = problem;
      this.pause();
    }
  }

  turn(direction: 1 | -1): void {
    const stop =
      direction > 0 ? this.stops.find((seq) => seq > this.at) : [...this.stops].reverse().find((seq) => seq < this.at);
    void this.go(stop ?? (direction > 0 ? this.end : 0));
  }

  play(): void {
    if (this.at >= this.end) void this.go(0);
    this.playing = true;
    this.beat();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  close(): void {
    this.pause();
  }

  private beat(): void {
    clearTimeout(this.timer);
    // Draws pass quickly; moves are what people want to see.
    const wait = this.step?.seat === null ? STEP_MS / 3 : STEP_MS;
    this.timer = setTimeout(async () => {
      if (!this.playing) return;
      await this.go(this.at + 1);
      if (this.at >= this.end) this.pause();
      else this.beat();
    }, wait);
  }

  private fetch(seq: number): Promise<View> {
    let task = this.views.get(seq);
    if (!task) {
      task = api.view(this.id, seq);
      task.catch(() => this.views.delete(seq));
      this.views.set(seq, task);
    }
    return task;
  }

  private async load(): Promise<void> {
    try {
      [this.table, this.last] = await Promise.all([api.table(this.id), api.view(this.id)]);
      this.views.set(this.last.seq, Promise.resolve(this.last));
      this.steps = await api.steps(this.id, 0, this.last.seq);
      await this.go(this.start ?? (this.table.phase === "finished" ? 0 : this.last.seq));
    } catch (problem) {
      this.problem = problem;
    }
  }
}

/** Events listed in the replay. */
export const LISTED_EVENTS = [
  "placed", "deployed", "scored", "discarded", "over", "moved", "captured", "redeemed", "led", "withdrawn", "built", "tokens", "returned",
  "aside", "back", "left", "taken", "takenout", "drawn", "haunted", "enlisted", "ghosts",
];
