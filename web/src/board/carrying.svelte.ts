// Drags a tile from the hand to a place on the board.

import type { Place } from "../game/placing";
import type { Draft } from "./draft.svelte";

/** The parts of the board that dragging uses. */
export interface Ground {
  /** Returns the place at or near a point of the window. */
  placeAt(x: number, y: number): Place | null;
  /** Returns the pixels per tile. */
  scale(): number;
}

/** Pixels that a pointer may move before a drag starts. */
const DRAG_THRESHOLD_PX = 6;

export class Carrying {
  /** Centre of the tile in the window; null unless one is dragged. */
  at: { x: number; y: number } | null = $state.raw(null);
  /** The place that would accept the tile. */
  over: Place | null = $state.raw(null);
  /** Pixels per tile on the board, which is the size of the dragged tile. */
  size = $state(0);

  ground: Ground | null = null;
  /** Ends the current drag. */
  private end: (() => void) | null = null;

  /** Handles a press on the tile in hand, or on one of several: moving the pointer then drags the tile. */
  begin(event: PointerEvent, draft: Draft | null, slot: number | null = null): void {
    if (!draft || draft.places.length === 0 || !event.isPrimary || event.button !== 0) return;
    this.end?.();
    const [startX, startY] = [event.clientX, event.clientY];
    const move = (now: PointerEvent) => {
      if (now.pointerId !== event.pointerId) return;
      if (this.at === null && Math.hypot(now.clientX - startX, now.clientY - startY) <= DRAG_THRESHOLD_PX) return;
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
      // A drag must not end as a click on the hand.
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

  /** Cancels the drag, for example because the turn has ended. */
  drop(): void {
    this.end?.();
  }

  private moveTo({ clientX, clientY, pointerType }: PointerEvent): void {
    this.size = this.ground?.scale() ?? 0;
    // On touch screens the tile is held above the finger, which would hide it.
    const lift = pointerType === "touch" ? Math.max(this.size * 0.75, 48) : 0;
    this.at = { x: clientX, y: clientY - lift };
    this.over = this.ground?.placeAt(this.at.x, this.at.y) ?? null;
  }
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
