// The tile art. Every tile is a ready picture of the server's: from afar they come a set at a time and are small, nearer ones
// one by one, as they are shown. A board shows them as images; elsewhere a tile is a symbol of the page.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import * as api from "../api";
import type { Level, SegmentArt, SetArt, ThingArt, TileKind } from "../protocol";
import { TILE, unturnPoint } from "./geometry";

/** A set's art, and where its nearer pictures lie. */
interface Known extends SetArt {
  place: string;
}

const sets = new SvelteMap<string, Known>();
const asked = new Map<string, Promise<void>>();
const figureArt = new SvelteMap<string, string>();
const wanted = new SvelteSet<string>();

export interface Symbol {
  id: string;
  /** The addresses of its pictures, one over the other: the far one is there until the near one has come. */
  pictures: string[];
}

const symbolId = (set: string, kind: string, rotation: number) => `tile.${set}.${kind}.${rotation}`;

/** Pixels a tile, from which on more of it is drawn. */
export const NEARER: [number, Level][] = [[140, "near"], [70, "middle"]];

/** The level of detail of a board on which a tile is so many pixels wide. */
export const levelOf = (scale: number): Level => NEARER.find(([least]) => scale >= least)?.[1] ?? "far";

// Tiles of the players' own belong to one table: another may have a set of the same name.
let own: { table: string; file: string; set: Promise<string | null> } | null = null;

/** Tells which table's own tiles are shown, if it has any (their file's hash), before its tiles are wanted. */
export function showOwn(table: string, file: string | undefined): void {
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
      // The next look asks again.
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

/** Fetches a set's art once; own tiles come with their table. */
export async function want(set: string): Promise<void> {
  if (own && (await own.set) === set) return;
  await wantPrinted(set);
}

/** A failed fetch is forgotten so that the next look asks again. */
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

/** The addresses of pictures from afar, by the symbol's id. */
const far = new Map<string, string>();

/** The address of a tile's picture; null until its set has come. */
export function picture(tile: TileKind, rotation: number, level: Level): string | null {
  const set = sets.get(tile.set);
  const text = set?.tiles[tile.kind]?.far[rotation];
  if (!set || text === undefined) return null;
  if (level !== "far") return `${set.place}/${level}/${encodeURIComponent(tile.kind)}.${rotation}.svg`;
  const id = symbolId(tile.set, tile.kind, rotation);
  let address = far.get(id);
  if (!address) far.set(id, (address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }))));
  return address;
}

/** Where a picture lies whose tile's corner is at a point: pictures reach a little over their tiles. */
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

/** The reference for a `use` element; makes sure that the symbol stands in the page. */
export function symbol(tile: TileKind, rotation: number): string {
  const id = symbolId(tile.set, tile.kind, rotation);
  // Not while rendering: the set of symbols is state, and a template must not change state.
  if (!wanted.has(id)) queueMicrotask(() => wanted.add(id));
  return `#${id}`;
}

/** The symbols in use, in the order in which they were first wanted, so that the page only ever appends. */
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

/** What stands once in the page; every set brings the same. */
export const defs = (): string[] => [...new Set([...sets.values()].map((set) => set.defs))];

export const segments = (tile: TileKind): SegmentArt[] => sets.get(tile.set)?.tiles[tile.kind]?.segments ?? [];

export const segment = (tile: TileKind, index: number): SegmentArt | undefined => segments(tile)[index];

/** The printed things of a tile, in the order in which the server counts them. */
export const things = (tile: TileKind): ThingArt[] => sets.get(tile.set)?.tiles[tile.kind]?.things ?? [];

/** The sides of a tile as it lies that are in mist, clockwise from the north. */
export const mistySides = (tile: TileKind & { rotation: number }): number[] =>
  (sets.get(tile.set)?.tiles[tile.kind]?.mist ?? []).map((edge) => (edge + tile.rotation) % 4);

/** Farmers lie in their field and hunters in their meadow; everybody else stands. */
const LYING = ["farmer", "hunter"];

const wantedDrawings = new SvelteSet<string>();

/** The reference for a drawing that stands in the page once, however often it is shown; null until it is there. */
function drawing(name: string | undefined): string | null {
  if (name === undefined || !figureArt.has(name)) return null;
  if (!wantedDrawings.has(name)) queueMicrotask(() => wantedDrawings.add(name));
  return `#drawing.${name}`;
}

export const figureDrawing = (figure: string, role: string): string | null =>
  drawing([...(LYING.includes(role) ? [`${figure}-lying`] : []), figure, "follower"].find((name) => figureArt.has(name)));

/** The drawing of a piece or a symbol; null until it is there, or where there is none. */
export const symbolDrawing = (name: string): string | null => drawing(name);

/** Owners' patterns are chosen where a figure is shown: what is drawn once takes them from there. */
const owned = (svg: string) => svg.replaceAll('class="own"', 'class="own" style="fill:var(--own,none)"');

/** The drawings in use, in the order in which they were first wanted. */
export const drawings = (): { name: string; content: string }[] =>
  [...wantedDrawings].map((name) => ({ name, content: owned(figureArt.get(name) ?? "") }));

// Hit testing is done on paths in memory: a board of a hundred tiles has some four hundred segments, and as elements of
// the page they would slow down every movement of the pointer.
const shapes = new Map<string, Path2D>();
let pen: CanvasRenderingContext2D | null = null;

function inside(path: string, x: number, y: number): boolean {
  let shape = shapes.get(path);
  if (!shape) shapes.set(path, (shape = new Path2D(path)));
  pen ??= document.createElement("canvas").getContext("2d");
  return pen?.isPointInPath(shape, x, y, "evenodd") ?? false;
}

/** Small things lie on top of large ones: a road is found before the field that it crosses. A system is what its waters are. */
const ON_TOP = ["tower", "monastery", "castle", "cemetery", "quarter", "road", "city", "lake", "river"];
const BELOW = ["system"];
const depth = (kind: string) =>
  ON_TOP.includes(kind) ? ON_TOP.indexOf(kind) : ON_TOP.length + Number(BELOW.includes(kind));

/** The segment under a point given in the coordinates of the turned tile, or null. */
export function segmentAt(tile: TileKind & { rotation: number }, x: number, y: number): number | null {
  const [ux, uy] = unturnPoint([x, y], tile.rotation);
  let best: number | null = null;
  let bestDepth = Infinity;
  segments(tile).forEach((s, index) => {
    if (depth(s.kind) < bestDepth && inside(s.path, ux, uy)) [best, bestDepth] = [index, depth(s.kind)];
  });
  return best;
}
