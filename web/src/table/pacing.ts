// Shows other players' turns step by step: positions queue here until the previous one has been shown long enough.

import type { Step, View } from "../shared/protocol";
import type { Pace } from "../shared/settings.svelte";

/** A position and the steps that led to it: answers sent together, and the resulting draw. */
export interface Shown {
  steps: Step[];
  view: View;
}

/** Milliseconds for which a position stays on the screen before the next one is shown. */
export interface Rests {
  /** After a draw, to see the tile. */
  drawn: number;
  /** After another player's move. */
  done: number;
  /** After a move made on this screen that scores or returns figures. */
  own: number;
}

export const RESTS: Record<Pace, Rests> = {
  now: { drawn: 0, done: 0, own: 0 },
  brisk: { drawn: 200, done: 500, own: 300 },
  calm: { drawn: 500, done: 1300, own: 500 },
};

/** Maximum milliseconds that the player to move has to wait. */
export const MAX_WAIT_MS = 900;
/** Maximum milliseconds that spectators lag behind. */
const MAX_LAG_MS = 5000;

/** Returns how long a position stays, for a screen with the seats `you`. */
export function restOf({ steps, view }: Shown, pace: Pace, you: number[]): number {
  const { seat } = view.decision;
  if (seat !== null && you.includes(seat)) return 0;
  const rests = RESTS[pace];
  const done = steps.filter((step) => step.seat !== null);
  if (done.length === 0) return rests.drawn;
  if (done.some((step) => !you.includes(step.seat!))) return rests.done;
  return steps.some(({ events }) => events.some((event) => event.type === "scored" || event.type === "returned")) ? rests.own : 0;
}

/** Returns the remaining waits, shortened so that the last position is shown within `left` milliseconds. */
export function shortened(waits: number[], left: number): number[] {
  const sum = waits.reduce((all, one) => all + one, 0);
  return sum <= left ? waits : waits.map((one) => (one * Math.max(0, left)) / sum);
}

export interface Follower {
  show(position: Shown): void;
  pace(): Pace;
  you(): number[];
}

/** Queue of positions, each shown after the previous one. */
export class Pacer {
  private waiting: Shown[] = [];
  private freeAt = 0;
  private due: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private held = false;

  constructor(
    private readonly follower: Follower,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Number of positions not shown yet. */
  get behind(): number {
    return this.waiting.length;
  }

  add(position: Shown): void {
    this.waiting.push(position);
    const { seat } = position.view.decision;
    const asked = position.view.over || (seat !== null && this.follower.you().includes(seat));
    if (asked) this.due ??= this.now() + MAX_WAIT_MS;
    this.run();
  }

  /** Shows all queued positions at once; returns whether there were any. */
  flush(): boolean {
    const any = this.waiting.length > 0;
    this.held = false;
    this.freeAt = 0;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) this.follower.show(next);
    this.close();
    return any;
  }

  /** Pauses the queue while something else is shown. */
  hold(): void {
    this.held = true;
    clearTimeout(this.timer);
  }

  close(): void {
    clearTimeout(this.timer);
    this.due = null;
  }

  private run(): void {
    clearTimeout(this.timer);
    if (this.held) return;
    while (this.waiting.length > 0) {
      const wait = this.wait();
      if (wait > 0) return void (this.timer = setTimeout(() => this.run(), wait));
      const next = this.waiting.shift()!;
      this.freeAt = this.now() + restOf(next, this.follower.pace(), this.follower.you());
      this.follower.show(next);
    }
    this.due = null;
  }

  /** Returns how much longer the current position is shown, in milliseconds. The more positions are queued, the shorter this is. */
  private wait(): number {
    const now = this.now();
    const [pace, you] = [this.follower.pace(), this.follower.you()];
    if (pace === "now") return 0;
    const later = this.waiting.slice(0, -1).map((one) => restOf(one, pace, you));
    const left = this.due === null ? MAX_LAG_MS : this.due - now;
    const [first] = shortened([Math.max(0, this.freeAt - now), ...later], left);
    this.freeAt = now + first!;
    return first!;
  }
}

/**
 * Returns the sequence number after which the other players' last turns begin: the last answer of this screen's acting seat, or else one
 * round of turns ago.
 */
export function lastTurns(steps: Step[], you: number[], acting: number | null, seats: number): number {
  const known = steps.filter((step) => step.seat !== null);
  const newest = steps.at(-1)?.seq ?? 0;
  const me = acting !== null && you.includes(acting) ? [acting] : you;
  const mine = known.findLast((step) => me.includes(step.seat!));
  if (mine && mine.seq < newest && known.some((step) => step.seq > mine.seq)) return mine.seq;
  // For a spectator, or right after answering: as many turns as there are seats.
  const ends = steps.filter((step) => step.events.some((event) => event.type === "turn" || event.type === "over"));
  const end = ends.at(-1 - seats);
  return end && end.seq < newest ? end.seq : (steps[0]?.seq ?? 1) - 1;
}
