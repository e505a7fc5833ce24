// Animates the changes between two positions. A tile that is flying or turning is not painted on the board yet.

import { untrack } from "svelte";
import { flights, MOVE, type Spot } from "../game/motion";
import { TURN } from "../game/moving";
import type { Pop } from "../game/scores";
import { TILE } from "../shared/art/geometry";
import type { GameEvent, Step, View } from "../shared/protocol";
import { moves } from "../shared/settings.svelte";
import type { Draft } from "./draft.svelte";
import { segmentPoint, type Ground, type Standing } from "./standing";
import type { Pixel, Viewport } from "./viewport.svelte";
import type FlightLayer from "./FlightLayer.svelte";

/** Milliseconds of one frame. */
const FRAME_MS = 17;

interface Source {
  readonly view: View;
  readonly steps: Step[];
  readonly placing: Draft | null;
  readonly ground: Ground;
  readonly standing: Map<number, Standing>;
  readonly pops: Pop[];
  /** The final-scoring event whose points are still on the board. */
  readonly unpaid: GameEvent | null;
}

export class Flights {
  layer: FlightLayer | undefined = $state();
  /** The position without the tile that is still flying. */
  private landing: View | null = $state.raw(null);
  private before: { view: View; standing: Map<number, Standing> } | null = null;
  /** Last place and rotation of the tile being laid, and when its movement there ends. */
  private proposed: { x: number; y: number; rotation: number; until: number } | null = null;

  constructor(
    private readonly source: Source,
    private readonly viewport: Viewport,
  ) {
    this.propose();
    this.followView();
    this.followPoints();
  }

  /** The position to paint. */
  readonly lying = $derived.by(() => this.landing ?? this.source.view);

  /** Returns where something on the board will appear on the page once the current glide has ended. */
  readonly locate = (spot: Spot): (Pixel & { side: number }) | null => {
    const { view, ground, standing } = this.source;
    const middle = (x: number, y: number, side: number) => this.viewport.toPage((x + 0.5) * TILE, (y + 0.5) * TILE, side);
    if (spot.at === "place") return middle(spot.x, spot.y, TILE);
    if (!("tile" in spot)) return null;
    const stood = spot.at === "figure" ? (this.before?.standing.get(spot.id) ?? standing.get(spot.id)) : undefined;
    if (stood) return this.viewport.toPage(stood.x, stood.y, stood.size);
    const tile = view.tiles[spot.tile];
    const at = "segment" in spot ? segmentPoint(ground, spot.tile, spot.segment) : null;
    if (at) return this.viewport.toPage(at[0], at[1], ground.side);
    return tile ? middle(tile.x, tile.y, ground.side) : null;
  };

  private propose(): void {
    $effect(() => {
      const { placing } = this.source;
      const place = placing?.place;
      const rotation = placing?.rotation ?? 0;
      if (!place) return;
      const moved = this.proposed?.x !== place.x || this.proposed.y !== place.y;
      const turned = this.proposed?.rotation !== rotation;
      const until = performance.now() + (moved ? MOVE : TURN);
      if (moved || turned) this.proposed = { x: place.x, y: place.y, rotation, until };
    });
  }

  private followView(): void {
    $effect(() => {
      const { view, standing } = this.source;
      untrack(() => {
        if (this.before && this.before.view !== view) {
          this.show(this.before.view, view);
          // A tile laid on this screen does not fly, except when its turn is replayed.
          if (!this.source.placing?.place) this.proposed = null;
        }
        this.before = { view, standing };
      });
    });
  }

  private show(was: View, view: View): void {
    const { proposed } = this;
    const lands = () => this.source.view === view && (this.landing = null);
    const last = view.tiles.at(-1);
    const mine = last !== undefined && proposed?.x === last.x && proposed.y === last.y;
    const found = moves() ? flights(was, view, this.source.steps, proposed) : [];
    // The player at this screen sees the tile being put down or rotated; the painted one appears afterwards.
    const rest = mine && moves() && view.seq >= was.seq ? proposed!.until - performance.now() - FRAME_MS : 0;
    const aloft = rest > 0 || found.some(({ thing }) => thing.what === "tile");
    this.landing = aloft ? { ...was, tiles: view.tiles.slice(0, -1) } : null;
    if (rest > 0) setTimeout(lands, rest);
    this.layer?.send(found, ({ thing }) => thing.what === "tile" && lands());
  }

  /** Animates points that disappear from the board: they fly to the score. */
  private followPoints(): void {
    const shown = $derived.by(() => {
      const { pops, unpaid } = this.source;
      const stays = unpaid && typeof unpaid.tile === "number" ? [{ ...unpaid, key: -1 - (unpaid.feature ?? 0) }] : [];
      const all = [...pops, ...stays];
      return all.map(({ key, seat = 0, points = 0, tile, segment }) => ({ key, seat, points, tile, segment: segment ?? 0 }));
    });
    let before: typeof shown = [];
    $effect(() => {
      const now = shown;
      untrack(() => {
        const gone = before.filter((one) => !now.some(({ key, seat }) => key === one.key && seat === one.seat));
        before = now;
        const fly = ({ seat, points, tile, segment }: (typeof shown)[number]) => ({
          thing: { what: "points" as const, seat, points },
          from: { at: "segment" as const, tile: tile as number, segment },
          to: { at: "score" as const, seat },
        });
        this.layer?.send(gone.map(fly));
      });
    });
  }
}
