// Keyboard control of the board.

import type { Direction } from "../game/placing";
import type { Draft } from "./draft.svelte";

export interface BoardKeys {
  draft: Draft | null;
  /** The tile being placed, which can be rotated even while the follow-up is chosen. */
  placing?: Draft | null;
  /** Target of the arrow keys: the tile, or the follow-up once the tile's place is settled. */
  arrows?: Draft | null;
  answer(word: string): void;
  /** Settles the tile's place; the follow-up is chosen next. */
  settlePlace?(): void;
  /** Answers the next decision before it is known: the number of a choice, or 0 to pass. */
  answerAhead?(number: number): void;
  zoom(factor: number): void;
  fit(): void;
  nudge(dx: number, dy: number): void;
  toggleFields(): void;
  toggleSpots(): void;
  toggleGuide(): void;
  /** Shows the next or previous feature, like pointing at it. */
  inspect(step: 1 | -1): void;
  /** Replays the other players' last turns. */
  again?(): void;
  help(): void;
  /** Closes what Escape closes when there is nothing to undo. */
  dismiss(): void;
}

const ARROWS: Record<string, Direction> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const STEPS: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** Returns the letter of the physical key, so that a Cyrillic layout works the same. */
const letter = (event: KeyboardEvent): string => (/^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : event.key.toUpperCase());

/** Returns whether the focused element handles the key: a text field, a list, an open dialog. */
function taken(event: KeyboardEvent): boolean {
  const target = event.target as Element | null;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return target?.closest?.("input, select, textarea, dialog, [role=tablist]") !== null;
}

/** Handles a digit: it selects a place until one is chosen, and then a choice, in advance if the choices are not known yet. */
function digit(number: number, draft: Draft, keys: BoardKeys): void {
  if (draft.places.length > 0 && !draft.place) draft.type(number);
  else if (draft.places.length > 0 && number > 0) keys.answerAhead?.(number);
  else {
    const choice = draft.choices[number - 1];
    if (choice) draft.choose(choice);
  }
}

export function press(event: KeyboardEvent, keys: BoardKeys): void {
  if (taken(event) || event.defaultPrevented) return;
  const target = event.target as Element | null;
  const { draft } = keys;
  const handled = () => event.preventDefault();
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (target?.closest?.("[role=tabpanel]")) return;
    handled();
    const moved = keys.arrows ?? draft;
    if (moved && (moved.places.length > 0 || moved.choices.length > 0)) moved.move(arrow);
    else keys.nudge(...STEPS[arrow]);
    return;
  }
  if (event.key === "Enter" || event.key === " ") {
    // A focused button or link handles the key itself; a place or segment on the board is confirmed instead.
    const own = target?.closest?.("button, a");
    if (own) return;
    const choice = target?.getAttribute?.("data-choice");
    if (draft && choice && draft.choice?.key !== choice) {
      const found = [...draft.choices, ...draft.beside].find((one) => one.key === choice);
      if (found) draft.choose(found);
    } else if (draft?.word) keys.answer(draft.word);
    else if (keys.placing?.place) keys.settlePlace?.();
    else return;
    return handled();
  }
  if (event.key === "Escape") {
    if (draft?.started) draft.back();
    else if (keys.placing?.started) keys.placing.back();
    else keys.dismiss();
    return handled();
  }
  if (/^[0-9]$/.test(event.key) && draft) {
    digit(Number(event.key), draft, keys);
    return handled();
  }
  if (event.key === "+" || event.key === "=") return handled(), keys.zoom(1.35);
  if (event.key === "-") return handled(), keys.zoom(1 / 1.35);
  if (event.key === "?") return handled(), keys.help();
  switch (letter(event)) {
    case "R":
      (keys.placing ?? draft)?.rotate(event.shiftKey ? -1 : 1);
      return handled();
    case "M":
      draft?.nextMode(event.shiftKey ? -1 : 1);
      return handled();
    case "P":
      if (draft?.pass) keys.answer(draft.pass.word);
      else if (draft?.place) keys.answerAhead?.(0);
      return handled();
    case "F":
      keys.fit();
      return handled();
    case "V":
      keys.toggleFields();
      return handled();
    case "L":
      keys.toggleSpots();
      return handled();
    case "G":
      keys.toggleGuide();
      return handled();
    case "T":
      draft?.nextHeld();
      return handled();
    case "B":
      keys.again?.();
      return handled();
    case "I":
      keys.inspect(event.shiftKey ? -1 : 1);
      return handled();
  }
}
