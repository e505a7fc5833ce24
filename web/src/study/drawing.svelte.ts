// Drawing arrows and marks on the board: by drag with a tool or with the right mouse button, or with the keyboard from cell to cell.

import * as art from "../shared/art/art.svelte";
import { TILE } from "../shared/art/geometry";
import { announce } from "../shared/announce.svelte";
import { placeText } from "../shared/coordinates";
import { t } from "../shared/i18n.svelte";
import type { StudyState } from "./study.svelte";
import { withArrow, withMark, type Colour } from "./tree";

export type Tool = "arrow" | "feature";
type Cell = [number, number];

const STEPS: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Drawing {
  /** Null while taps on the board play the game. */
  tool: Tool | null = $state(null);
  colour: Colour = $state("green");
  layer: SVGGElement | undefined = $state();
  /** The cell that the keyboard has selected, while a tool is selected. */
  cursor: Cell | null = $state.raw(null);
  private from: Cell | null = $state.raw(null);
  private to: Cell | null = $state.raw(null);
  private pointer: number | null = null;

  constructor(private readonly study: StudyState) {}

  readonly drawn = $derived.by(() =>
    this.from && this.to ? { from: this.from, to: this.to, colour: this.colour as string } : null);

  use(tool: Tool): void {
    this.tool = this.tool === tool ? null : tool;
    this.cancel();
    this.cursor = null;
  }

  cancel(): void {
    this.from = this.to = this.pointer = null;
  }

  /** Begins an arrow; runs before the board's own handler. */
  readonly down = (event: PointerEvent): void => {
    if (this.pointer !== null) {
      // A second finger means zooming, which the board's buttons do while a tool is selected.
      event.stopPropagation();
      return this.cancel();
    }
    const right = event.pointerType === "mouse" && event.button === 2;
    if (!this.study.mayEdit || (this.tool === null && !right) || (event.target as Element).closest("button")) return;
    const at = this.cellAt(event);
    if (!at) return;
    event.stopPropagation();
    [this.from, this.to, this.pointer] = [at.cell, at.cell, event.pointerId];
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };

  readonly move = (event: PointerEvent): void => {
    if (event.pointerId !== this.pointer) return;
    event.stopPropagation();
    this.to = this.cellAt(event)?.cell ?? this.to;
  };

  readonly up = (event: PointerEvent): void => {
    if (event.pointerId !== this.pointer) return;
    event.stopPropagation();
    const at = this.cellAt(event);
    const { from, to } = this;
    this.cancel();
    if (from && to) this.finish(from, to, at?.segment ?? null);
  };

  /** Keeps clicks that belong to a drawing from the board. */
  readonly swallow = (event: MouseEvent): void => {
    if (this.tool !== null && !(event.target as Element).closest("button")) event.stopPropagation();
  };

  /** Handles a key while a tool is selected; returns whether it did. */
  key(event: KeyboardEvent): boolean {
    const step = STEPS[event.key];
    if (!this.tool) return false;
    const last = this.study.shown?.view.tiles.at(-1);
    const at: Cell = this.cursor ?? [last?.x ?? 0, last?.y ?? 0];
    if (step) {
      // The first press only shows the cell.
      this.cursor = this.cursor ? [at[0] + step[0], at[1] + step[1]] : at;
      if (this.from) this.to = this.cursor;
      announce(placeText({ x: this.cursor[0], y: this.cursor[1] }));
    } else if (event.key === "Escape") {
      if (this.from) this.cancel();
      else this.use(this.tool);
    } else if (event.key === "Enter" || event.key === " ") this.press((this.cursor = at));
    else return false;
    return true;
  }

  private press(cell: Cell): void {
    if (this.tool === "feature") return this.finish(cell, cell, this.nextSegment(cell));
    if (!this.from) {
      [this.from, this.to] = [cell, cell];
      return announce(t("study-arrow-begun"));
    }
    const { from } = this;
    this.cancel();
    this.finish(from, cell, null);
  }

  /** Returns the segment after the marked one of a cell, so that pressing Enter repeatedly goes through all. */
  private nextSegment([x, y]: Cell): number | null {
    const marked = this.study.notes.marks?.find(({ at, segment }) => at[0] === x && at[1] === y && segment !== undefined);
    const tile = this.study.shown?.view.tiles.find((one) => one.x === x && one.y === y);
    const count = tile ? art.segments(tile).length : 0;
    if (marked?.segment !== undefined) this.study.annotate(withMark(this.study.notes, [x, y], marked.segment, marked.colour));
    return count === 0 ? null : ((marked?.segment ?? -1) + 1) % count;
  }

  private finish(from: Cell, to: Cell, segment: number | null): void {
    const { study, colour } = this;
    const isArrow = from[0] !== to[0] || from[1] !== to[1];
    if (isArrow) study.annotate(withArrow(study.notes, from, to, colour));
    else study.annotate(withMark(study.notes, from, this.tool === "feature" ? segment : null, colour));
    announce(t(isArrow ? "study-arrow-drawn" : "study-marked", { place: placeText({ x: to[0], y: to[1] }) }));
  }

  /** Returns the cell under the pointer, and the segment if a tile lies there. */
  private cellAt(event: PointerEvent): { cell: Cell; segment: number | null } | null {
    const matrix = this.layer?.getScreenCTM()?.inverse();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const [x, y] = [Math.floor(point.x / TILE), Math.floor(point.y / TILE)];
    const tile = this.study.shown?.view.tiles.find((one) => one.x === x && one.y === y);
    return { cell: [x, y], segment: tile ? art.segmentAt(tile, point.x - x * TILE, point.y - y * TILE) : null };
  }
}
