// Animations of single elements: rotating, being put down, walking. Only transforms and opacity change, so that nothing is laid out again.

import { moves } from "../shared/settings.svelte";
import { alongWay, MOVE, quarterTurns, type At } from "./motion";

const EASE = "cubic-bezier(0.3, 0.1, 0.25, 1)";
export const TURN = 200;
/** Height from which a tile is put down, as a fraction of its side. */
const LIFT = 0.14;

/** The last pressed element, which shows whether a tile was dragged and therefore needs no animated flight from the hand. */
let pressed: Element | null = null;
addEventListener("pointerdown", (event) => (pressed = event.target as Element | null), { capture: true });
addEventListener("keydown", () => (pressed = null), { capture: true });

/** Returns the box of the hand of the current turn, if shown. */
export const handShown = (): DOMRect | null => shown("[data-hand]");

/** Returns the box of the first visible element. */
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
  /** The tile's place; null in the hand, where it only rotates. */
  place: string | null;
  /** True if the tile was already previewed there under the pointer. */
  hovered?: boolean;
}

/** Returns the first frame of a landing tile: a small drop, or the flight from the hand if the tile was not dragged. */
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

/** Svelte action for the tile being placed: animates laying and rotating it. */
export function turning(element: Element, now: Turning): { update(next: Turning): void; destroy(): void } {
  let running: Animation | undefined;
  const start = (from: Keyframe, duration: number): void => {
    running?.cancel();
    if (!moves()) return;
    // A tile already painted on the board is hidden here, except while it moves.
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
  /** Key of the thing's place on the board; the thing walks only when this changes, not when the board is zoomed. */
  on: string;
}

/** Svelte action for things on the board: animates a walk to the new position through all places not yet reached. */
export function walking(element: SVGGraphicsElement, now: Standpoint): { update(next: Standpoint): void; destroy(): void } {
  let running: Animation | undefined;
  let way: ReturnType<typeof alongWay> = [];
  /** Returns the current position on screen, followed by the places not yet reached. */
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
