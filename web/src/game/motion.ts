// Computes what moves from one position to the next, with the start and end of each movement; the board and the players' rows animate it.

import type { GameEvent, PlacedTile, Step, TileKind, View } from "../shared/protocol";

/** Duration of one movement in milliseconds. */
export const MOVE = 280;
/** Milliseconds between the starts of movements in one step. */
export const APART = 45;

/** A thing that can move. */
export type Thing =
  | { what: "tile"; tile: TileKind; rotation: number }
  | { what: "figure"; seat: number; figure: string; role: string }
  | { what: "piece"; piece: string }
  | { what: "token"; token: string; seat: number }
  | { what: "points"; seat: number; points: number };

/** A place where movements start or end. */
export type Spot =
  | { at: "place"; x: number; y: number }
  | { at: "segment"; tile: number; segment: number }
  | { at: "figure"; id: number; tile: number; segment: number }
  | { at: "tile"; tile: number }
  | { at: "hand"; seat: number | null }
  | { at: "supply"; seat: number }
  | { at: "score"; seat: number }
  | { at: "prison"; seat: number }
  | { at: "tokens"; seat: number }
  | { at: "stock" };

export interface Flight {
  thing: Thing;
  from: Spot;
  to: Spot;
}

/** Maximum number of new tiles that are animated; with more, the view has jumped to another part of the game. */
const MOST_TILES = 1;

const samePlace = (a: { x: number; y: number }, b: { x: number; y: number }) => a.x === b.x && a.y === b.y;

/** Returns the flight of the new tile, unless it was already shown there. */
function laid(before: View, after: View, seen: { x: number; y: number } | null): Flight[] {
  const tile = after.tiles[before.tiles.length];
  if (!tile || (seen && samePlace(tile, seen))) return [];
  const { set, kind, rotation, seat, x, y } = tile;
  return [{ thing: { what: "tile", tile: { set, kind }, rotation }, from: { at: "hand", seat }, to: { at: "place", x, y } }];
}

/** Returns the figures that left the map, to a supply or a prison, including those that came and went within a step. */
function gone(before: View, after: View, events: GameEvent[]): Flight[] {
  const still = new Set(after.figures.map((one) => one.id));
  const known = new Map(before.figures.map((one) => [one.id, one]));
  const taken = new Map(after.captives.map((one) => [one.id, one.by]));
  const left = new Map(before.figures.filter((one) => !still.has(one.id)).map((one) => [one.id, one]));
  for (const event of events) {
    const { type, id, seat, figure, tile, segment } = event;
    if (type !== "returned" || id === undefined || still.has(id) || left.has(id)) continue;
    if (seat === undefined || figure === undefined || typeof tile !== "number") continue;
    const role = events.find((one) => one.type === "deployed" && one.id === id)?.role ?? "";
    left.set(id, { id, seat, figure, role, tile, segment: segment ?? 0 });
  }
  return [...left.values()].map(({ id, seat, figure, role, tile, segment }): Flight => {
    const by = taken.get(id);
    const from: Spot = known.has(id) ? { at: "figure", id, tile, segment } : { at: "segment", tile, segment };
    const to: Spot = by === undefined ? { at: "supply", seat } : { at: "prison", seat: by };
    return { thing: { what: "figure", seat, figure, role }, from, to };
  });
}

/** Returns the released prisoners. */
function freed(before: View, after: View): Flight[] {
  const still = new Set(after.captives.map((one) => one.id));
  return before.captives
    .filter((one) => !still.has(one.id))
    .map(({ seat, figure, by }) => ({
      thing: { what: "figure", seat, figure, role: "" },
      from: { at: "prison", seat: by },
      to: { at: "supply", seat },
    }));
}

/** Returns the tokens that players received, from another player or from the stock. */
function tokens(before: View, after: View): Flight[] {
  const count = (of: View, seat: number, token: string) => of.players.find((one) => one.seat === seat)?.tokens[token] ?? 0;
  return after.players.flatMap(({ seat, tokens }): Flight[] =>
    Object.keys(tokens).flatMap((token): Flight[] => {
      if (count(after, seat, token) <= count(before, seat, token)) return [];
      const giver = before.players.find((one) => count(after, one.seat, token) < count(before, one.seat, token));
      const from: Spot = giver ? { at: "tokens", seat: giver.seat } : { at: "stock" };
      return [{ thing: { what: "token", token, seat }, from, to: { at: "tokens", seat } }];
    }),
  );
}

/** Returns the ghosts that left the map, from beside figures that stay and from tiles. */
function ghosts(before: View, after: View): Flight[] {
  const now = new Map(after.figures.map((one) => [one.id, one.ghosts ?? 0]));
  const away: Spot[] = [];
  for (const { id, tile, segment, ghosts: had = 0 } of before.figures) {
    const lost = had - (now.get(id) ?? 0);
    for (let i = 0; i < lost; i++) away.push({ at: "figure", id, tile, segment });
  }
  before.tiles.forEach(({ ghosts: had = 0 }, tile) => {
    const lost = had - (after.tiles[tile]?.ghosts ?? 0);
    for (let i = 0; i < lost; i++) away.push({ at: "tile", tile });
  });
  return away.map((from) => ({ thing: { what: "piece", piece: "ghost" }, from, to: { at: "stock" } }));
}

/**
 * Returns the flights from `before` to `after`, given the events in between. The list is empty for a step back, another game, or too many
 * changes to follow.
 */
export function flights(before: View, after: View, steps: Step[], seen: { x: number; y: number } | null = null): Flight[] {
  const grown = after.tiles.length - before.tiles.length;
  if (after.seq < before.seq || grown < 0 || grown > MOST_TILES) return [];
  const events = steps.filter((step) => step.seq > before.seq && step.seq <= after.seq).flatMap((step) => step.events);
  return [
    ...laid(before, after, seen),
    ...gone(before, after, events),
    ...freed(before, after),
    ...tokens(before, after),
    ...ghosts(before, after),
  ];
}

/** Returns the quarter turns from one rotation to another, the shorter way round: -1, 0, 1 or 2, clockwise. */
export function quarterTurns(from: number, to: number): number {
  const turns = (((to - from) % 4) + 4) % 4;
  return turns === 3 ? -1 : turns;
}

export interface At {
  x: number;
  y: number;
}

/** Returns the points of a path, each with the fraction of the path before it, for an even pace. */
export function alongWay(points: At[]): (At & { part: number })[] {
  let far = 0;
  const until = points.map((point, index) => {
    const last = points[index - 1];
    return (far += last ? Math.hypot(point.x - last.x, point.y - last.y) : 0);
  });
  return points.map((point, index) => ({ ...point, part: far === 0 ? index / Math.max(1, points.length - 1) : until[index]! / far }));
}

export interface LastTile {
  index: number;
  tile: PlacedTile;
  seat: number;
  newest: boolean;
}

/** Returns the last tile of each player, the newest last, so that it is drawn on top. */
export function lastTiles(tiles: PlacedTile[]): LastTile[] {
  const found = new Map<number, LastTile>();
  for (let index = tiles.length - 1; index >= 0; index--) {
    const tile = tiles[index]!;
    if (tile.seat !== null && !found.has(tile.seat)) found.set(tile.seat, { index, tile, seat: tile.seat, newest: found.size === 0 });
  }
  return [...found.values()].reverse();
}
