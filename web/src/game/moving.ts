// Movements of single elements: turned, put down, walked. Transforms and opacity alone, so that nothing is laid out anew.

import { moves } from "../shared/settings.svelte";
import { alongWay, MOVE, quarterTurns, type At } from "./motion";

const EASE = "cubic-bezier(0.3, 0.1, 0.25, 1)";
export const TURN = 200;
/** A tile is put down from so far above its place, in parts of its side. */
const LIFT = 0.14;

/** What was pressed last: a tile that was dragged here by hand is not lifted from there once more. */
let pressed: Element | null = null;
addEventListener("pointerdown", (event) => (pressed = event.target as Element | null), { capture: true });
addEventListener("keydown", () => (pressed = null), { capture: true });

/** Where the hand of the turn is shown, if it is. */
export const handShown = (): DOMRect | null => shown("[data-hand]");

/** The box of the first of the elements that can be seen. */
export function shown(selector: string): DOMRect | null {
  for (const element of document.querySelectorAll(selector)) {
    const box = element.getBoundingClientRect();
    const inside = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    if (box.width > 0 && box.height > 0 && inside && getComputedStyle(element).visibility !== "hidden") return box;
  }
  return null;
}

export interface Turning {
  rotation: number;
  /** Where it lies; null in the hand, where it is only turned. */
  place: string | null;
  /** Whether it was to be seen there already, under the pointer. */
  hovered?: boolean;
}

/** How a tile comes to its place: a small drop, or all the way from the hand where nobody has brought it. */
function landing(element: Element, hovered: boolean): Keyframe {
  const drop = { transform: `translate(0, ${-LIFT * 100}%) scale(1.08)`, opacity: 0.55 };
  const hand = hovered || (pressed && !pressed.closest(".board")) ? null : handShown();
  const box = element.getBoundingClientRect();
  if (!hand || !(element instanceof SVGGraphicsElement) || box.width === 0) return drop;
  const unit = element.getBBox().width / box.width;
  const middle = (rect: DOMRect) => [rect.left + rect.width / 2, rect.top + rect.height / 2] as const;
  const [[fx, fy], [tx, ty]] = [middle(hand), middle(box)];
  return { transform: `translate(${(fx - tx) * unit}px, ${(fy - ty) * unit}px) scale(${hand.width / box.width})`, opacity: 0.8 };
}

/** For a tile in the making: it is put down where it is laid, and a turn is seen as a turn. */
export function turning(element: Element, now: Turning): { update(next: Turning): void; destroy(): void } {
  let running: Animation | undefined;
  const start = (from: Keyframe, duration: number): void => {
    running?.cancel();
    if (!moves()) return;
    // What lies in the picture of the board already is hidden here, but for the time that it moves.
    const seen = { visibility: "visible" };
    running = element.animate([{ ...from, ...seen }, { transform: "none", opacity: 1, ...seen }], { duration, easing: EASE });
  };
  const put = ({ place, hovered = false }: Turning) => {
    if (place !== null && moves()) start(landing(element, hovered), MOVE);
  };
  put(now);
  return {
    update(next) {
      const turns = quarterTurns(now.rotation, next.rotation);
      const same = next.place === now.place;
      now = next;
      if (!same) put(next);
      else if (turns !== 0) start({ transform: `rotate(${-90 * turns}deg)`, opacity: 1 }, TURN);
    },
    destroy: () => running?.cancel(),
  };
}

export interface Standpoint extends At {
  /** What it stands on: only when that changes it walks, not when the board is seen from elsewhere. */
  on: string;
}

/** For what stands on the board: it walks to where it goes, by way of all places that it has not reached yet. */
export function walking(element: SVGGraphicsElement, now: Standpoint): { update(next: Standpoint): void; destroy(): void } {
  let running: Animation | undefined;
  let way: ReturnType<typeof alongWay> = [];
  /** Where it is seen at the moment, and the places of its way that it has not reached yet. */
  const ahead = (): At[] => {
    if (running?.playState !== "running") return [];
    const { m41, m42 } = new DOMMatrix(getComputedStyle(element).transform);
    const done = running.effect?.getComputedTiming().progress ?? 1;
    return [{ x: m41, y: m42 }, ...way.filter(({ part }) => part > done)];
  };
  return {
    update(next) {
      const [from, moved] = [now, next.on !== now.on];
      now = next;
      if (!moved || !moves()) {
        if (next.x !== from.x || next.y !== from.y) running?.cancel();
        return;
      }
      const left = ahead();
      running?.cancel();
      way = alongWay([...(left.length > 0 ? left : [from]), next]);
      const frames = way.map(({ x, y, part }) => ({ transform: `translate(${x}px, ${y}px)`, offset: part }));
      running = element.animate(frames, { duration: MOVE, easing: EASE });
    },
    destroy: () => running?.cancel(),
  };
}
