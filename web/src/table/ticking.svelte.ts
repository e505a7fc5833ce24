// Clocks of a table's screen: the remaining time, warnings and sounds.

import { untrack } from "svelte";
import { announce } from "../shared/announce.svelte";
import { hear } from "../shared/audio";
import { leftOf, LOW_MS, passed, type ClockReading, type ToldClocks } from "../shared/clock";
import { t } from "../shared/i18n.svelte";
import type { TableState } from "./table.svelte";

/** Milliseconds between updates: in the last seconds, which show tenths, and before that. */
const FAST_TICK_MS = 100;
const SLOW_TICK_MS = 250;

/** Reads the clocks as time passes. Must be created during component initialisation; stops with that component. */
export class Ticking implements ClockReading {
  now = $state(performance.now());

  constructor(private game: TableState) {
    this.tick();
    this.announceTime();
  }

  get clocks(): ToldClocks | null {
    return this.game.clocks;
  }

  left(seat: number): number | null {
    return leftOf(this.game.clocks, seat, this.now);
  }

  /** Returns how long a player has been away in milliseconds; null if they are present or the game is not in progress. */
  away(seat: number): number | null {
    const info = this.game.table?.seats[seat];
    if (info?.away === undefined || this.game.table?.phase !== "playing") return null;
    return info.away + Math.max(0, this.now - this.game.tableAt);
  }

  /** The seat on this screen whose clock is running. */
  readonly mine: number | null = $derived.by(() => {
    const running = this.game.clocks?.running ?? null;
    return running !== null && this.game.table?.phase === "playing" && this.game.plays.includes(running) ? running : null;
  });

  private tick(): void {
    $effect(() => {
      const { clocks, table } = this.game;
      const running = clocks?.running ?? null;
      const waits = table?.phase === "playing" && table.seats.some((seat) => seat.away !== undefined);
      if (table?.phase !== "playing" || (running === null && !waits)) return;
      let timer: ReturnType<typeof setTimeout>;
      const look = () => {
        this.now = performance.now();
        const left = running === null ? null : leftOf(clocks, running, this.now);
        const next = left !== null && left <= LOW_MS + SLOW_TICK_MS ? FAST_TICK_MS : running === null ? 1000 : SLOW_TICK_MS;
        if (left !== 0) timer = setTimeout(look, next);
      };
      untrack(look);
      return () => clearTimeout(timer);
    });
  }

  /** Announces the player's own clock at the times in `ANNOUNCED_MS`, and ticks in its last seconds. */
  private announceTime(): void {
    let before: { seat: number; left: number; second: number } | null = null;
    $effect(() => {
      const seat = this.mine;
      const left = seat === null ? null : this.left(seat);
      if (seat === null || left === null) return void (before = null);
      const second = Math.ceil(left / 1000);
      const was = before?.seat === seat ? before : null;
      before = { seat, left, second };
      untrack(() => {
        const told = passed(was?.left ?? null, left);
        if (told !== null) announce(t("clock-left", { seconds: told / 1000 }));
        if (was && was.second !== second && left <= LOW_MS && left > 0) hear(["tick"]);
      });
    });
  }
}
