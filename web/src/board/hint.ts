// Positions the answers of a line on the board: the tile placed, figures deployed, pieces moved.

import { figureNamed, ordinaryOf, read, type Cell, type Stander, type Word } from "../game/notation";
import type { Point } from "../shared/art/geometry";
import type { Answer, Building, Figure, Piece, PlacedTile, TileKind, View } from "../shared/protocol";
import { turnCorner, turnTile } from "./turned.svelte";

/** A hint drawn over a position. */
export interface Hint {
  tile: PlacedTile | null;
  figure: Figure | null;
  piece: Piece | null;
  building: Building | null;
  /** The figure that gets a ghost, and the tile that loses its ghosts. */
  haunted: number | null;
  cleared: number | null;
  /** Figures that are returned, captured or moved. */
  about: number[];
  /** Earlier tiles and figures. */
  laid: PlacedTile[];
  placed: Figure[];
}

/** Returns the hint of a turned view. */
export function turnHint(hint: Hint, quarters: number): Hint {
  return {
    ...hint,
    tile: hint.tile && turnTile(hint.tile, quarters),
    figure: hint.figure && turnCorner(hint.figure, quarters),
    laid: hint.laid.map((tile) => turnTile(tile, quarters)),
    placed: hint.placed.map((figure) => turnCorner(figure, quarters)),
  };
}

/** Access to the tiles' art: the segments, and the segment under a point. */
export interface Look {
  segments: (tile: TileKind) => { kind: string }[];
  segmentAt: (tile: TileKind & { rotation: number }, x: number, y: number) => number | null;
}

const NEAR = 40;
const [LOW, MID, HIGH, FAR] = [170, 500, 830, 1000 - NEAR];
const PORTS: Record<string, Point> = {
  nw: [LOW, NEAR], n: [MID, NEAR], ne: [HIGH, NEAR],
  en: [FAR, LOW], e: [FAR, MID], es: [FAR, HIGH],
  se: [HIGH, FAR], s: [MID, FAR], sw: [LOW, FAR],
  ws: [NEAR, HIGH], w: [NEAR, MID], wn: [NEAR, LOW],
};

/** Kinds of segment inside a tile, by the role of the figure on it. */
const INSIDE: Record<string, string> = { monk: "monastery", lord: "castle", keeper: "cemetery", watchman: "tower", hut: "system" };
const CORNERS = ["ne", "se", "sw", "nw"];

const same = (a: Cell, b: Cell) => a.x === b.x && a.y === b.y;

/**
 * Returns the set for a kind of tile that is written without one: the set of the tile in hand, or any set that has a tile with that name.
 */
export function setOf(kind: string, view: View): string | null {
  const hands = view.players.flatMap((player) => player.hand);
  const known = [view.decision.tile, ...hands, ...view.bag.tiles, ...view.tiles, ...view.aside, ...view.discarded];
  return known.find((tile) => tile?.kind === kind)?.set ?? null;
}

/** Returns the tile that a word names, if its set is known. */
export function tileOf(word: { set?: string; kind: string }, view: View): TileKind | null {
  const set = word.set ?? setOf(word.kind, view);
  return set === null ? null : { set, kind: word.kind };
}

/** Returns the segment at a port of a rotated tile; `c` is its middle. */
export const segmentAtPort = (port: string, tile: PlacedTile, look: Pick<Look, "segmentAt">): number =>
  look.segmentAt(tile, ...(PORTS[port] ?? [MID, MID])) ?? 0;

/** Returns the segment of a figure with a role at a port of a rotated tile. */
function segmentOf(spot: string, role: string, tile: PlacedTile, look: Look): number {
  const inside = INSIDE[role];
  if (inside !== undefined) {
    const index = look.segments(tile).findIndex((segment) => segment.kind === inside);
    if (index >= 0) return index;
  }
  return segmentAtPort(spot, tile, look);
}

function standing(of: Stander, view: View): Figure | undefined {
  const { role } = figureNamed(of.name, "");
  return view.figures.find((one) => {
    const tile = view.tiles[one.tile];
    return one.seat === of.seat && one.role === role && (of.at === null || (tile !== undefined && same(tile, of.at)));
  });
}

/** Converts an answer that follows another one in a line, and is therefore not listed by the position, to the form that views use. */
function worded(word: Word, view: View, tiles: PlacedTile[], look: Look): Answer | null {
  const at = (cell: Cell | null) => (cell === null ? tiles.length - 1 : tiles.findIndex((tile) => same(tile, cell)));
  switch (word.verb) {
    case "deploy": {
      const tile = at(word.at);
      const placed = tiles[tile];
      if (!placed) return null;
      const named = figureNamed(word.name, ordinaryOf(view.setup.game));
      const corner = named.figure === "barn" ? CORNERS.indexOf(word.spot) : -1;
      const segment = segmentOf(word.spot, named.role, placed, look);
      return { word: "", verb: "deploy", ...named, tile, segment, ...(corner < 0 ? {} : { corner }) };
    }
    case "build": {
      const tile = at(word.at);
      const tower = view.buildings.find((one) => one.tile === tile);
      const segment = tower?.segment ?? (tiles[tile] ? look.segments(tiles[tile]).findIndex((one) => one.kind === "tower") : -1);
      return segment < 0 ? null : { word: "", verb: "build", tile, segment, height: (tower?.height ?? 0) + 1 };
    }
    case "return":
    case "capture":
    case "haunt": {
      const id = standing(word.of, view)?.id;
      return id === undefined ? null : { word: "", verb: word.verb, id };
    }
    case "clear": {
      const tile = at(word.at);
      return tile < 0 ? null : { word: "", verb: "clear", tile };
    }
    case "lead": {
      if (word.piece === "mage" || word.piece === "witch") {
        const [index, placed] = [at(word.at), tiles[at(word.at)]];
        if (word.at === null || !placed) return null;
        return { word: "", verb: "lead", piece: word.piece, tile: index, segment: segmentAtPort(word.to, placed, look) };
      }
      if (word.piece !== "fairy") return null;
      const figure = word.of && standing(word.of, view);
      const tile = figure?.tile ?? at(word.at);
      return tile < 0 ? null : { word: "", verb: "lead", piece: "fairy", tile, ...(figure ? { id: figure.id } : {}) };
    }
    default:
      return null;
  }
}

/** Returns the tile that a line places; this may be a different tile in hand from the one in the decision. */
function laid(answer: Answer | undefined, word: Word, view: View): PlacedTile | null {
  if (word.verb !== "place") return null;
  const tile = answer?.held ?? tileOf(word, view) ?? view.decision.tile;
  const rotation = answer?.rotation ?? word.rotation;
  return tile ? { set: tile.set, kind: tile.kind, ...word.at, rotation, seat: view.decision.seat, turn: view.turn } : null;
}

const NOTHING: Hint = {
  tile: null, figure: null, piece: null, building: null, haunted: null, cleared: null, about: [], laid: [], placed: [],
};

function drawn(answer: Answer, seat: number): Partial<Hint> {
  const { figure, role = "", tile = 0, segment = 0, corner, id = -1, piece, height = 1 } = answer;
  switch (answer.verb) {
    case "deploy":
      return { figure: { id: -1, seat, figure: figure ?? "follower", role, tile, segment, ...(corner === undefined ? {} : { corner }) } };
    case "move": {
      const to = { tile: answer.to_tile ?? 0, segment: answer.to_segment ?? 0 };
      return { figure: { id: -1, seat: answer.seat ?? seat, figure: figure ?? "follower", role, ...to }, about: [id] };
    }
    case "lead":
      return { piece: { piece: piece ?? "", tile, segment: answer.segment, id: answer.id } };
    case "build":
      return { building: { tile, segment, height } };
    case "return":
    case "capture":
      return { about: [id] };
    case "haunt":
      return { haunted: id, about: [id] };
    case "clear":
      return { cleared: tile };
    default:
      return {};
  }
}

/** Returns the hint that shows a line for the acting seat. */
export function hintOf(view: View, answers: string[], look: Look): Hint {
  const hint = { ...NOTHING };
  let tiles = view.tiles;
  answers.forEach((text, index) => {
    const word = read(text);
    const listed = index === 0 ? view.decision.answers.find((answer) => answer.word === text) : undefined;
    const tile = laid(listed, word, view);
    if (tile && !hint.tile) {
      hint.tile = tile;
      tiles = [...tiles, tile];
    }
    const answer = listed ?? worded(word, view, tiles, look);
    if (answer) Object.assign(hint, drawn(answer, view.decision.seat ?? 0));
  });
  return hint;
}
