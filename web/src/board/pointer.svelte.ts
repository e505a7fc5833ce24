// Mouse, touch and wheel: one pointer drags, two pinch, a long press opens the loupe or pins a feature, the wheel rotates or zooms.

import { featureUnder } from "../game/lighting";
import { placeNear } from "../game/placing";
import * as art from "../shared/art/art.svelte";
import { TILE } from "../shared/art/geometry";
import type { View } from "../shared/protocol";
import { pan, zoomAt } from "./camera";
import type { Carrying } from "./carrying.svelte";
import type { Draft } from "./draft.svelte";
import type { Pixel, Viewport } from "./viewport.svelte";
import type Loupe from "./Loupe.svelte";

interface Target {
  readonly view: View;
  /** Feature index by segment, `tile:segment`. */
  readonly features: Map<string, number>;
  readonly draft: Draft | null;
  readonly placing: Draft | null;
  readonly carrying: Carrying | null;
  /** True if a tap shows a place's coordinates or hints; hovering with a mouse always does. */
  readonly points: boolean;
  hover(feature: number | null): void;
  pin(feature: number | null): void;
}

/** Pixels that a press may move before it becomes a drag. */
const PRESS_TOLERANCE_PX = 7;
/** Milliseconds of pressing until a feature is pinned, and until the loupe opens. */
const LONG_PRESS_MS = 480;
const LOUPE_PRESS_MS = 220;
/** Pixels per tile below which a press on a choice opens the loupe. */
const SMALL_TILE_PX = 120;
/** Pixels around a legal place within which a tap counts, if it hits no tile: fingers are wide. */
const TAP_REACH_PX = 22;
/** Milliseconds between two quarter turns: a trackpad sends dozens of events per movement. */
const ROTATE_PAUSE_MS = 160;

export class BoardPointer {
  hovered: number | null = $state(null);
  /** The place under the pointer. */
  pointed: { x: number; y: number } | null = $state.raw(null);
  dragging = $state(false);
  /** The tile in the loupe, and the position of the finger. */
  loupe: { index: number; x: number; y: number; within: [number, number] } | null = $state.raw(null);
  glass: Loupe | undefined = $state();

  private pointers = new Map<number, Pixel>();
  private travelled = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private longPressed = false;
  private turned = 0;

  constructor(
    private readonly target: Target,
    private readonly viewport: Viewport,
  ) {
    $effect(() => {
      const { carrying } = target;
      if (!carrying) return;
      carrying.ground = {
        placeAt: (x, y) => {
          const { placing } = target;
          const [bx, by] = viewport.toBoard(viewport.toLocal(x, y));
          return placing ? placeNear(placing.places, bx, by, 0.3) : null;
        },
        scale: () => viewport.camera.scale,
      };
      return () => (carrying.ground = null);
    });
  }

  readonly down = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const point = this.local(event);
    this.pointers.set(event.pointerId, point);
    this.travelled = this.pointers.size === 1 ? 0 : PRESS_TOLERANCE_PX + 1;
    this.longPressed = false;
    clearTimeout(this.timer);
    this.loupe = null;
    if (this.pointers.size === 1 && event.pointerType !== "mouse") {
      this.timer = setTimeout(() => {
        this.longPressed = this.lookAt(point, true);
        if (this.longPressed) return;
        this.timer = setTimeout(() => {
          this.longPressed = true;
          this.target.pin(this.featureAt(point));
        }, LONG_PRESS_MS - LOUPE_PRESS_MS);
      }, LOUPE_PRESS_MS);
    }
  };

  readonly move = (event: PointerEvent): void => {
    const point = this.local(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") {
        this.hover(this.featureAt(point));
        this.pointAt(point, true);
      }
      return;
    }
    if (this.loupe) return void this.lookAt(point, false);
    this.travelled += Math.hypot(point.x - before.x, point.y - before.y);
    if (this.travelled <= PRESS_TOLERANCE_PX) return;
    clearTimeout(this.timer);
    if (this.pointers.size === 1) {
      if (!this.dragging) this.viewport.capture(event.pointerId);
      this.dragging = true;
      this.viewport.arrange(pan(this.viewport.camera, point.x - before.x, point.y - before.y));
    } else if (this.pointers.size === 2) {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
      this.pinch(before, point, other!);
    }
    this.pointers.set(event.pointerId, point);
  };

  readonly up = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId);
    clearTimeout(this.timer);
    this.loupe = null;
    if (this.pointers.size === 0) this.dragging = false;
  };

  readonly leave = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse") return;
    this.hover(null);
    this.pointAt(null);
  };

  /** Drops the click that ends a drag or a long press. */
  readonly swallow = (event: MouseEvent): void => {
    if (this.travelled <= PRESS_TOLERANCE_PX && !this.longPressed) return;
    event.stopPropagation();
    event.preventDefault();
    this.travelled = 0;
    this.longPressed = false;
  };

  readonly click = (event: MouseEvent): void => {
    const { placing } = this.target;
    const point = this.local(event);
    const feature = this.featureAt(point);
    this.pointAt(point, (event as PointerEvent).pointerType === "mouse");
    if (feature === null && placing) {
      const [bx, by] = this.viewport.toBoard(point);
      const place = placeNear(placing.places, bx, by, TAP_REACH_PX / this.viewport.camera.scale);
      if (place) return placing.touch(place);
    }
    this.target.pin(feature);
  };

  /** Rotates the tile over a legal place; zooms elsewhere. */
  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { placing } = this.target;
    const { camera, size } = this.viewport;
    const point = this.local(event);
    const [bx, by] = this.viewport.toBoard(point);
    const place = placing?.places.find(({ x, y }) => Math.floor(bx) === x && Math.floor(by) === y);
    if (place && !event.ctrlKey) {
      if (event.timeStamp - this.turned < ROTATE_PAUSE_MS) return;
      this.turned = event.timeStamp;
      placing!.rotate(event.deltaY > 0 ? 1 : -1, place);
      return;
    }
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    this.viewport.arrange(zoomAt(camera, size, point.x, point.y, factor));
  };

  /** Lights up the focused choice, as hovering does. */
  readonly focus = (event: FocusEvent): void => {
    const element = event.target as Element;
    const key = element.getAttribute("data-choice");
    if (!key || !element.matches(":focus-visible")) return;
    const { view, features } = this.target;
    this.hover(key.startsWith("f") ? featureUnder(view, Number(key.slice(1))) : (features.get(key) ?? null));
  };

  readonly blur = (): void => this.hover(null);

  private local(event: MouseEvent): Pixel {
    return this.viewport.toLocal(event.clientX, event.clientY);
  }

  private hover(feature: number | null): void {
    if (feature === this.hovered) return;
    this.hovered = feature;
    this.target.hover(feature);
  }

  private pointAt(point: Pixel | null, mouse = false): void {
    if (!mouse && !this.target.points) return void (this.pointed = null);
    const [x, y] = point ? this.viewport.toBoard(point).map(Math.floor) : [];
    if (x === undefined || y === undefined) this.pointed = null;
    else if (this.pointed?.x !== x || this.pointed.y !== y) this.pointed = { x, y };
  }

  private featureAt(point: Pixel): number | null {
    const { view, features } = this.target;
    const [bx, by] = this.viewport.toBoard(point);
    const [cx, cy] = [Math.floor(bx), Math.floor(by)];
    const tile = view.tiles.findIndex((one) => one.x === cx && one.y === cy);
    if (tile < 0) return null;
    const segment = art.segmentAt(view.tiles[tile]!, (bx - cx) * TILE, (by - cy) * TILE);
    return segment === null ? null : (features.get(`${tile}:${segment}`) ?? null);
  }

  /** Opens the loupe on the tile under a finger if it has a choice, or moves the finger within the open loupe. */
  private lookAt(point: Pixel, begin: boolean): boolean {
    const { draft, view } = this.target;
    const [bx, by] = this.viewport.toBoard(point);
    const here = (index: number) => view.tiles[index]!.x === Math.floor(bx) && view.tiles[index]!.y === Math.floor(by);
    const choices = begin && draft && this.viewport.camera.scale < SMALL_TILE_PX ? draft.choices.map(({ tile }) => tile) : null;
    const able = choices ?? (this.loupe ? [this.loupe.index] : []);
    const index = begin ? able.find((tile) => tile >= 0 && here(tile)) : able[0];
    if (index === undefined) return false;
    const inside = (part: number) => Math.min(0.97, Math.max(0.03, part));
    this.loupe = { index, ...point, within: [inside(bx - view.tiles[index]!.x), inside(by - view.tiles[index]!.y)] };
    // The loupe is rendered in the next frame; the choice under the finger is read from it.
    requestAnimationFrame(() => {
      const { draft } = this.target;
      const choice = this.glass?.under();
      if (choice && choice.key !== draft?.choice?.key) draft?.choose(choice);
    });
    return true;
  }

  private pinch(before: Pixel, after: Pixel, other: Pixel): void {
    const { camera, size } = this.viewport;
    const apart = (p: Pixel) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
    const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
    const zoomed = zoomAt(camera, size, middle.x, middle.y, apart(after) / apart(before));
    this.viewport.arrange(pan(zoomed, (after.x - before.x) / 2, (after.y - before.y) / 2));
  }
}
