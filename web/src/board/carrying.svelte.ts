// A tile on its way from the hand to the board: a pointer takes it up, a place takes it in.

import type { Place } from "../game/placing";
import type { Draft } from "./draft.svelte";

/** What the board tells of itself to whoever carries a tile over it. */
export interface Ground {
  /** The place at a point of the window, or near it. */
  placeAt(x: number, y: number): Place | null;
  /** Pixels a tile. */
  scale(): number;
}

/** Pixels that a pointer may shake without having taken anything up. */
const SHAKES = 6;

export class Carrying {
  /** Where the middle of the tile is in the window; null while nothing is carried. */
  at: { x: number; y: number } | null = $state.raw(null);
  /** The place that would take the tile in. */
  over: Place | null = $state.raw(null);
  /** Pixels a tile on the board: as large is what is carried. */
  size = $state(0);

  ground: Ground | null = null;
  /** Takes up what a pointer has been put on; the end of it is told once. */
  private end: (() => void) | null = null;

  /** A pointer was put on the tile in the hand, or on one of several: if it moves on, the tile goes with it. */
  begin(event: PointerEvent, draft: Draft | null, slot: number | null = null): void {
    if (!draft || draft.places.length === 0 || !event.isPrimary || event.button !== 0) return;
    this.end?.();
    const [startX, startY] = [event.clientX, event.clientY];
    const move = (now: PointerEvent) => {
      if (now.pointerId !== event.pointerId) return;
      if (this.at === null && Math.hypot(now.clientX - startX, now.clientY - startY) <= SHAKES) return;
      if (this.at === null) {
        draft.back();
        if (slot !== null) draft.pick(slot);
      }
      this.moveTo(now);
    };
    const up = (now: PointerEvent) => {
      if (now.pointerId !== event.pointerId) return;
      const { at, over } = this;
      this.end?.();
      if (at === null) return;
      if (over && now.type === "pointerup") draft.lay(over);
      // What was carried was no click on the hand.
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    };
    const escape = (key: KeyboardEvent) => {
      if (key.key !== "Escape" || this.at === null) return;
      key.stopPropagation();
      this.end?.();
    };
    const heard = { pointermove: move, pointerup: up, pointercancel: up };
    for (const [type, hear] of Object.entries(heard)) addEventListener(type, hear as EventListener);
    addEventListener("keydown", escape, { capture: true });
    this.end = () => {
      for (const [type, hear] of Object.entries(heard)) removeEventListener(type, hear as EventListener);
      removeEventListener("keydown", escape, { capture: true });
      this.at = this.over = this.end = null;
    };
  }

  /** Nothing is carried any more: whose turn it was may have ended. */
  drop(): void {
    this.end?.();
  }

  private moveTo({ clientX, clientY, pointerType }: PointerEvent): void {
    this.size = this.ground?.scale() ?? 0;
    // A finger hides what is below it: the tile is carried above.
    const lift = pointerType === "touch" ? Math.max(this.size * 0.75, 48) : 0;
    this.at = { x: clientX, y: clientY - lift };
    this.over = this.ground?.placeAt(this.at.x, this.at.y) ?? null;
  }
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
