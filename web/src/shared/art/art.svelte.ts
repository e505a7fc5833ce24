// The tile art. Every tile is a picture from the server: coarse ones come in sets and are small, detailed ones are fetched one by one when
// shown. A board shows them as images; elsewhere a tile is a symbol of the page.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import * as api from "../api";
import type { Level, SegmentArt, SetArt, ThingArt, TileKind } from "../protocol";
import { isOffline } from "../reach.svelte";
import { isOnDevice, requestOnDevice } from "../transport";
import { TILE, unturnPoint } from "./geometry";

/** A set's art, and the URL of its detailed pictures. */
interface Known extends SetArt {
  place: string;
}

const sets = new SvelteMap<string, Known>();
const asked = new Map<string, Promise<void>>();
const figureArt = new SvelteMap<string, string>();
const wanted = new SvelteSet<string>();

export interface Symbol {
  id: string;
  /** URLs of its pictures, stacked: the coarse one is shown until the detailed one has loaded. */
  pictures: string[];
}

const symbolId = (set: string, kind: string, rotation: number) => `tile.${set}.${kind}.${rotation}`;

/** Minimum pixels per tile for each level of detail, most detailed first. */
export const NEARER: [number, Level][] = [[140, "near"], [70, "middle"]];

/** Returns the level of detail for a number of pixels per tile. */
export const levelOf = (scale: number): Level => NEARER.find(([least]) => scale >= least)?.[1] ?? "far";

// Custom tiles belong to one table, since another table may have a set with the same name.
let own: { table: string; file: string; set: Promise<string | null> } | null = null;

/** Sets the table whose custom tiles are shown and the hash of its tile file, if any; called before its tiles are requested. */
export function useCustomTiles(table: string, file: string | undefined): void {
  if (own?.table === table && own.file === file) return;
  const mine = file === undefined ? null : { table, file, set: Promise.resolve<string | null>(null) };
  own = mine;
  if (!mine) return;
  const place = api.ownArtOf(table);
  mine.set = api.farArt(place).then(
    (art) => {
      if (own === mine) keep(art, place);
      return art.set;
    },
    () => {
      // The next request tries again.
      if (own === mine) own = null;
      return null;
    },
  );
}

function keep(art: SetArt, place: string): void {
  for (const id of far.keys()) {
    if (!id.startsWith(`tile.${art.set}.`)) continue;
    URL.revokeObjectURL(far.get(id)!);
    far.delete(id);
  }
  sets.set(art.set, { ...art, place });
}

/** Fetches a set's art once; custom tiles come with their table. */
export async function want(set: string): Promise<void> {
  if (own && (await own.set) === set) return;
  await wantPrinted(set);
}

/** Fetches a printed set once. A failed fetch is forgotten, so that the next call tries again. */
function wantPrinted(set: string): Promise<void> {
  let task = asked.get(set);
  if (!task) {
    const place = api.artOf(set);
    task = api.farArt(place).then(
      (art) => keep(art, place),
      (error) => {
        asked.delete(set);
        throw error;
      },
    );
    asked.set(set, task);
  }
  return task;
}

/** URLs of coarse pictures, by symbol id. */
const far = new Map<string, string>();

/** URLs of pictures that were drawn on this device, by path. */
const drawn = new SvelteMap<string, string>();
const beingDrawn = new Map<string, Promise<void>>();

/** Draws a detailed picture with the engine in this browser. */
function draw(path: string): Promise<void> {
  let task = beingDrawn.get(path);
  if (!task) {
    task = requestOnDevice(path).then(
      ({ text }) => void drawn.set(path, URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }))),
      // The coarse picture is shown instead; the next request tries again.
      () => void beingDrawn.delete(path),
    );
    beingDrawn.set(path, task);
  }
  return task;
}

/** Returns the path of a tile's detailed picture; null until its set has loaded. */
function pathOf(tile: TileKind, rotation: number, level: Level): string | null {
  const set = sets.get(tile.set);
  return set ? `${set.place}/${level}/${encodeURIComponent(tile.kind)}.${rotation}.svg` : null;
}

const isDrawnHere = (path: string): boolean => isOffline() || isOnDevice(path.split("/")[3] ?? "");

/** Fetches a tile's detailed picture, so that it can be shown without delay. */
export async function fetchPicture(tile: TileKind, rotation: number, level: Level): Promise<void> {
  const path = pathOf(tile, rotation, level);
  if (path === null || drawn.has(path)) return;
  if (isDrawnHere(path)) return draw(path);
  await Object.assign(new Image(), { src: path }).decode().catch(() => draw(path));
}

/** Returns the URL of a tile's picture; null until its set has loaded, or while the picture is being drawn here. */
export function picture(tile: TileKind, rotation: number, level: Level): string | null {
  const set = sets.get(tile.set);
  const text = set?.tiles[tile.kind]?.far[rotation];
  if (!set || text === undefined) return null;
  if (level !== "far") {
    const path = pathOf(tile, rotation, level)!;
    const here = drawn.get(path) ?? null;
    if (here !== null || !isDrawnHere(path)) return here ?? path;
    // Deferred: a template must not change state while rendering.
    queueMicrotask(() => void draw(path));
    return null;
  }
  const id = symbolId(tile.set, tile.kind, rotation);
  let address = far.get(id);
  if (!address) far.set(id, (address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }))));
  return address;
}

/** Returns the box of a tile's picture, which extends slightly beyond the tile. */
export function frame(set: string, x: number, y: number): { x: number; y: number; width: number; height: number } {
  const over = sets.get(set)?.over ?? 0;
  return { x: x - over, y: y - over, width: TILE + 2 * over, height: TILE + 2 * over };
}

let figuresAsked: Promise<void> | undefined;

export function wantFigures(): Promise<void> {
  figuresAsked ??= api.figures().then(
    (all) => Object.entries(all).forEach(([name, svg]) => figureArt.set(name, svg)),
    (error) => {
      figuresAsked = undefined;
      throw error;
    },
  );
  return figuresAsked;
}

/** Returns the reference for a `use` element and makes sure that the symbol is in the page. */
export function symbol(tile: TileKind, rotation: number): string {
  const id = symbolId(tile.set, tile.kind, rotation);
  // Deferred: the set of symbols is state, and a template must not change state while rendering.
  if (!wanted.has(id)) queueMicrotask(() => wanted.add(id));
  return `#${id}`;
}

/** Returns the symbols in use, in order of first use, so that the page only ever appends. */
export function symbols(): Symbol[] {
  const list: Symbol[] = [];
  for (const id of wanted) {
    const [, set, kind, rotation] = id.split(".") as [string, string, string, string];
    const tile = { set, kind };
    const pictures = (["far", "near"] as const).flatMap((level) => picture(tile, Number(rotation), level) ?? []);
    if (pictures.length > 0) list.push({ id, pictures });
  }
  return list;
}

/** Returns the SVG definitions of the loaded sets, each once, since sets share them. */
export const defs = (): string[] => [...new Set([...sets.values()].map((set) => set.defs))];

export const segments = (tile: TileKind): SegmentArt[] => sets.get(tile.set)?.tiles[tile.kind]?.segments ?? [];

export const segment = (tile: TileKind, index: number): SegmentArt | undefined => segments(tile)[index];

/** Returns the printed things of a tile, in the server's order. */
export const things = (tile: TileKind): ThingArt[] => sets.get(tile.set)?.tiles[tile.kind]?.things ?? [];

/** Returns the misty sides of a rotated tile, clockwise from the north. */
export const mistySides = (tile: TileKind & { rotation: number }): number[] =>
  (sets.get(tile.set)?.tiles[tile.kind]?.mist ?? []).map((edge) => (edge + tile.rotation) % 4);

/** Roles whose figures lie down; all others stand. */
const LYING = ["farmer", "hunter"];

const wantedDrawings = new SvelteSet<string>();

/** Returns the reference for a `use` element to a drawing, which is added to the page once; null until it has loaded. */
function drawing(name: string | undefined): string | null {
  if (name === undefined || !figureArt.has(name)) return null;
  if (!wantedDrawings.has(name)) queueMicrotask(() => wantedDrawings.add(name));
  return `#drawing.${name}`;
}

export const figureDrawing = (figure: string, role: string): string | null =>
  drawing([...(LYING.includes(role) ? [`${figure}-lying`] : []), figure, "follower"].find((name) => figureArt.has(name)));

/** Returns the drawing of a piece or symbol; null until loaded, or if there is none. */
export const symbolDrawing = (name: string): string | null => drawing(name);

/** Makes a shared drawing inherit its owner's pattern, which is set where the figure is shown. */
const owned = (svg: string) => svg.replaceAll('class="own"', 'class="own" style="fill:var(--own,none)"');

/** Returns the drawings in use, in order of first use. */
export const drawings = (): { name: string; content: string }[] =>
  [...wantedDrawings].map((name) => ({ name, content: owned(figureArt.get(name) ?? "") }));

// Hit testing uses paths in memory: a board of a hundred tiles has some four hundred segments, which would slow down every pointer move if
// they were elements of the page.
const shapes = new Map<string, Path2D>();
let pen: CanvasRenderingContext2D | null = null;

function inside(path: string, x: number, y: number): boolean {
  let shape = shapes.get(path);
  if (!shape) shapes.set(path, (shape = new Path2D(path)));
  pen ??= document.createElement("canvas").getContext("2d");
  return pen?.isPointInPath(shape, x, y, "evenodd") ?? false;
}

/** Kinds from top to bottom, all above fields: a road is hit before the field that it crosses. River systems are at the bottom. */
const ON_TOP = ["tower", "monastery", "castle", "cemetery", "quarter", "road", "city", "lake", "river"];
const BELOW = ["system"];
const depth = (kind: string) =>
  ON_TOP.includes(kind) ? ON_TOP.indexOf(kind) : ON_TOP.length + Number(BELOW.includes(kind));

/** Returns the segment under a point in the coordinates of the rotated tile, or null. */
export function segmentAt(tile: TileKind & { rotation: number }, x: number, y: number): number | null {
  const [ux, uy] = unturnPoint([x, y], tile.rotation);
  let best: number | null = null;
  let bestDepth = Infinity;
  segments(tile).forEach((s, index) => {
    if (depth(s.kind) < bestDepth && inside(s.path, ux, uy)) [best, bestDepth] = [index, depth(s.kind)];
  });
  return best;
}
