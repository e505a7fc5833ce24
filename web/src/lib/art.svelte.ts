// The tile art: fetched a set at a time, put into the page one symbol for each tile and rotation that is really shown.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import * as api from "./api";
import { unturnPoint } from "./geometry";
import type { SegmentArt, SetArt, ThingArt, TileKind } from "./protocol";

const sets = new SvelteMap<string, SetArt>();
const asked = new Map<string, Promise<void>>();
const figureArt = new SvelteMap<string, string>();
const wanted = new SvelteSet<string>();

export interface Symbol {
  id: string;
  content: string;
}

const symbolId = (set: string, kind: string, rotation: number) => `tile.${set}.${kind}.${rotation}`;

// Tiles of the players' own belong to one table: another may have a set of the same name.
let own: { table: string; file: string; set: Promise<string | null> } | null = null;

/** Tells which table's own tiles are shown, if it has any (their file's hash), before its tiles are wanted. */
export function showOwn(table: string, file: string | undefined): void {
  if (own?.table === table && own.file === file) return;
  const mine = file === undefined ? null : { table, file, set: Promise.resolve<string | null>(null) };
  own = mine;
  if (!mine) return;
  mine.set = api.ownArt(table).then(
    (art) => {
      if (own === mine) sets.set(art.set, art);
      return art.set;
    },
    () => {
      // The next look asks again.
      if (own === mine) own = null;
      return null;
    },
  );
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
    task = api.art(set).then(
      (art) => void sets.set(set, art),
      (error) => {
        asked.delete(set);
        throw error;
      },
    );
    asked.set(set, task);
  }
  return task;
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
    const content = sets.get(set)?.tiles[kind]?.art[Number(rotation)];
    if (content) list.push({ id, content });
  }
  return list;
}

/** What the sets need beside their tiles; sets that share it send the same, which may stand in the page only once. */
export const defs = (): string[] => [...new Set([...sets.values()].map((s) => s.defs ?? ""))];

export const segments = (tile: TileKind): SegmentArt[] => sets.get(tile.set)?.tiles[tile.kind]?.segments ?? [];

export const segment = (tile: TileKind, index: number): SegmentArt | undefined => segments(tile)[index];

/** The printed things of a tile, in the order in which the server counts them. */
export const things = (tile: TileKind): ThingArt[] => sets.get(tile.set)?.tiles[tile.kind]?.things ?? [];

/** Farmers lie in their field and hunters in their meadow; everybody else stands. */
const LYING = ["farmer", "hunter"];

export const figureSvg = (figure: string, role: string): string =>
  (LYING.includes(role) ? figureArt.get(`${figure}-lying`) : undefined) ?? figureArt.get(figure) ?? figureArt.get("follower") ?? "";

/** The art of a piece or a symbol; null until it is there, or where there is none. */
export const symbolSvg = (name: string): string | null => figureArt.get(name) ?? null;

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
