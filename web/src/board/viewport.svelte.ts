// The visible part of the board. It follows the game until the user moves it.

import { untrack } from "svelte";
import { MOVE } from "../game/motion";
import type { Cell } from "../game/notation";
import { lastPlaced } from "../game/scores";
import * as art from "../shared/art/art.svelte";
import { TILE, type Point } from "../shared/art/geometry";
import type { View } from "../shared/protocol";
import { moves } from "../shared/settings.svelte";
import { extent, fit, keepNear, outward, shows, toBoard, toWindow, zoomAt, type Box, type Camera, type Inset } from "./camera";
import type { Draft } from "./draft.svelte";
import type { Hint } from "./hint";

/** A point in pixels from the window's top left corner. */
export interface Pixel {
  x: number;
  y: number;
}

/** The inputs of the viewport. */
export interface Scene {
  readonly view: View;
  /** The extent of the board with a hint's tiles. */
  readonly box: Box;
  readonly draft: Draft | null;
  readonly placing: Draft | null;
  readonly hint: Hint | null;
  /** Cell on which the tile was actually placed, if that differs from the hint. */
  readonly played: Cell | null;
  /** The feature of the final-scoring event. */
  readonly counted: number | null;
  /** Pixels at the edges that other elements cover. */
  readonly inset: Inset;
  /** Pixels above the lower inset that are sometimes covered. */
  readonly cover: number;
}

/** Pixels per tile: the minimum at which things are recognisable, and the size at which they are shown. */
const MIN_TILE_PX = 26;
const SHOWN_TILE_PX = 48;
/** Pixels per tile for a feature in the final scoring: its surroundings stay visible. */
const SCORING_TILE_PX = 120;
/** Milliseconds without zooming before the board is painted at the new scale. */
const REPAINT_DELAY_MS = 160;
const START: Camera = { x: 0.5, y: 0.5, scale: 120 };

export class Viewport {
  size = $state({ width: 800, height: 600 });
  camera: Camera = $state.raw(START);
  /** False until the window's size is known; there is nothing to glide from before that. */
  measured = $state(false);
  /**
   * The scale at which the board is painted. Dragging moves the painted picture and zooming stretches it: repainting a hundred tiles per
   * step would stutter.
   */
  painted = $state(START.scale);
  private settled = $state(false);

  private root!: HTMLElement;
  /** True until the user moves the board; until then the camera keeps everything in sight automatically. */
  private automatic = true;
  /** ID of the animation frame of the current glide. */
  private gliding = 0;
  /** The camera at the end of the glide, where flights land. */
  private aim = START;

  constructor(private readonly scene: Scene) {
    this.paint();
    this.followBoard();
    this.followTile();
    this.followChoice();
    this.followScoring();
  }

  /** The cells of a hint, starting with the last one in its line. */
  private readonly subjects = $derived.by((): Cell[] => {
    const { view, hint, played } = this.scene;
    if (!hint) return [];
    const tiles = [...view.tiles, ...hint.laid, ...(hint.tile ? [hint.tile] : [])];
    const moved = view.figures.filter(({ id }) => hint.about.includes(id)).map(({ tile }) => tile);
    const named = [hint.figure?.tile, hint.building?.tile, hint.piece?.tile, hint.cleared, ...moved];
    const touched = named.flatMap((one) => tiles[one ?? -1] ?? []);
    return [...(hint.tile ? [hint.tile] : []), ...touched, ...hint.laid, ...(played ? [played] : [])];
  });

  /** The painted area, in steps of four tiles, so that a new tile rarely causes a repaint. */
  private readonly canvas = $derived.by(() => outward(this.scene.box, 4));
  readonly frame = $derived.by(() => {
    const { left, top, right, bottom } = this.canvas;
    return {
      viewBox: [left, top, right - left, bottom - top].map((tiles) => tiles * TILE).join(" "),
      style:
        `transform:translate(${left * this.painted}px,${top * this.painted}px);` +
        `width:${(right - left) * this.painted}px;height:${(bottom - top) * this.painted}px`,
    };
  });
  /** Level of detail; detailed pictures are fetched only after the size of the board is known. */
  readonly level = $derived(this.settled ? art.levelOf(this.painted) : "far");
  /** The visible area as a string, so that it changes only in whole steps. */
  private readonly seen = $derived.by(() => {
    const [left, top] = this.toBoard({ x: 0, y: 0 });
    const [right, bottom] = this.toBoard({ x: this.size.width, y: this.size.height });
    const box = { left: left - 0.5, top: top - 0.5, right: right + 0.5, bottom: bottom + 0.5 };
    return Object.values(outward(box, 2)).join(" ");
  });
  /** The visible area with a margin, in steps of two tiles. */
  readonly sight = $derived.by(() => {
    const [left, top, right, bottom] = this.seen.split(" ").map(Number) as [number, number, number, number];
    return { left, top, right, bottom };
  });
  readonly transform = $derived.by(() => {
    const { camera, size, painted } = this;
    const x = size.width / 2 - camera.x * camera.scale;
    const y = size.height / 2 - camera.y * camera.scale;
    return `translate(${x}px, ${y}px) scale(${camera.scale / painted})`;
  });

  /** Svelte attachment for the board's element. */
  readonly attach = (root: HTMLElement): (() => void) => {
    this.root = root;
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width === 0 || height === 0) return;
      this.size = { width, height };
      if (this.automatic) {
        cancelAnimationFrame(this.gliding);
        this.aim = this.camera = this.whole();
      }
      // The first paint is at the final scale.
      if (!this.measured) this.painted = this.camera.scale;
      this.measured = true;
    });
    watch.observe(root);
    return () => watch.disconnect();
  };

  /** Converts a point of the page to pixels of the board's window. */
  toLocal(clientX: number, clientY: number): Pixel {
    const { left, top } = this.root.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** Converts pixels of the board's window to tiles. */
  toBoard({ x, y }: Pixel): Point {
    return toBoard(this.camera, this.size, x, y);
  }

  /** Converts a square in units of the board to the page, as it will be once the board has come to rest. */
  toPage(x: number, y: number, side: number): Pixel & { side: number } {
    const { left, top } = this.root.getBoundingClientRect();
    const [px, py] = toWindow(this.aim, this.size, x / TILE, y / TILE);
    return { x: left + px, y: top + py, side: (side * this.aim.scale) / TILE };
  }

  capture(pointer: number): void {
    this.root.setPointerCapture(pointer);
  }

  /** Moves the board without a glide, as dragging does. */
  arrange(next: Camera): void {
    cancelAnimationFrame(this.gliding);
    this.automatic = false;
    this.aim = this.camera = keepNear(next, this.scene.box);
  }

  fit(): void {
    this.automatic = true;
    this.glide(this.whole());
  }

  zoom(factor: number): void {
    this.automatic = false;
    this.glide(zoomAt(this.camera, this.size, this.size.width / 2, this.size.height / 2, factor));
  }

  nudge(dx: number, dy: number): void {
    this.automatic = false;
    this.glide(keepNear({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy }, this.scene.box));
  }

  private largest(): number {
    return Math.max(90, Math.min(this.size.width, this.size.height) / 4.5);
  }

  /** Returns the camera that shows the whole board or, if its tiles would be too small, as much of a hint as fits. */
  private whole(): Camera {
    const { box, inset } = this.scene;
    const { subjects } = this;
    const near = (count: number) => fit(extent(subjects.slice(0, count), 2), this.size, SHOWN_TILE_PX, inset);
    const all = fit(box, this.size, this.largest(), inset);
    if (all.scale >= MIN_TILE_PX || subjects.length === 0) return all;
    return near(subjects.length).scale >= MIN_TILE_PX ? near(subjects.length) : near(1);
  }

  private glide(to: Camera): void {
    cancelAnimationFrame(this.gliding);
    this.aim = to;
    if (!moves() || !this.measured) return void (this.camera = to);
    const from = this.camera;
    if (from.x === to.x && from.y === to.y && from.scale === to.scale) return;
    const begin = performance.now();
    const frame = (now: number) => {
      const part = Math.min(1, (now - begin) / MOVE);
      const ease = 1 - (1 - part) ** 3;
      const mix = (a: number, b: number) => a + (b - a) * ease;
      this.camera = { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) };
      if (part < 1) this.gliding = requestAnimationFrame(frame);
    };
    this.gliding = requestAnimationFrame(frame);
  }

  private shows(box: Box, inset = this.scene.inset): boolean {
    return shows(this.camera, this.size, box, inset);
  }

  private paint(): void {
    $effect(() => {
      const { scale } = this.camera;
      if (scale === untrack(() => this.painted)) return;
      const timer = setTimeout(() => (this.painted = scale), REPAINT_DELAY_MS);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      void this.camera;
      if (this.settled) return;
      const timer = setTimeout(() => (this.settled = true), REPAINT_DELAY_MS);
      return () => clearTimeout(timer);
    });
  }

  /** Fits the whole board, or shows the last tile on a board that the user has moved. */
  private followBoard(): void {
    $effect(() => {
      void [this.scene.box, this.scene.inset];
      untrack(() => {
        if (this.automatic) return this.glide(this.whole());
        const { view } = this.scene;
        const last = view.tiles[lastPlaced(view) ?? -1];
        if (last && !this.shows(extent([last]))) this.glide({ ...this.camera, x: last.x + 0.5, y: last.y + 0.5 });
      });
    });
  }

  private followTile(): void {
    $effect(() => {
      const place = this.scene.placing?.place ?? this.scene.hint?.tile;
      void this.subjects;
      untrack(() => {
        if (this.automatic && !this.scene.draft) return this.glide(this.whole());
        if (!place) return;
        // If the whole board is in sight, so is every place next to it: the margin is smaller than the board's own.
        const tile = extent([place], 0.05);
        if (this.shows(tile)) return;
        const all = this.automatic && shows(this.whole(), this.size, tile, this.scene.inset);
        this.glide(all ? this.whole() : { ...this.camera, x: place.x + 0.5, y: place.y + 0.5 });
      });
    });
  }

  /** Moves the choice into view, since the action bar may have grown over it. */
  private followChoice(): void {
    $effect(() => {
      const { draft, view, inset, cover } = this.scene;
      const tile = view.tiles[(draft?.choice ?? draft?.choices[0])?.tile ?? -1];
      const low = { ...inset, bottom: inset.bottom + cover };
      if (!tile) return;
      untrack(() => {
        if (this.shows(extent([tile], 0.05), low)) return;
        const shift = (low.bottom - low.top) / (2 * this.camera.scale);
        this.glide({ ...this.camera, x: tile.x + 0.5, y: tile.y + 0.5 + shift });
      });
    });
  }

  /** Zooms to each feature of the final scoring, and back afterwards. */
  private followScoring(): void {
    let visiting = false;
    $effect(() => {
      const index = this.scene.counted;
      untrack(() => {
        const { view, inset } = this.scene;
        if (index === null) {
          if (visiting) this.glide(this.whole());
          visiting = false;
          return;
        }
        const seen = view.features[index]!.segments.map(([tile]) => view.tiles[tile]!);
        if (moves()) {
          visiting = true;
          this.glide(fit(extent(seen, 0.8), this.size, Math.min(SCORING_TILE_PX, this.largest()), inset));
        } else if (!this.shows(extent(seen, 0.3))) {
          this.glide(fit(extent(view.tiles, 0.35), this.size, this.largest(), inset));
        }
      });
    });
  }
}
