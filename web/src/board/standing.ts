// Positions of figures, pieces and storeys, in board units: figures on one segment stand side by side, a watchman on his tower, the fairy
// beside her follower.

import { TILE, turnPoint, type Point } from "../shared/art/geometry";
import type { Building, Figure, Piece, PlacedTile } from "../shared/protocol";

/** Centre and size of something on the board. */
export interface Standing {
  x: number;
  y: number;
  size: number;
}

/** Data needed to compute positions. */
export interface Ground {
  /** Sparse if only some tiles are shown. */
  tiles: PlacedTile[];
  buildings: Building[];
  /** Returns the anchor of a segment on an unrotated tile. */
  anchor: (tile: PlacedTile, segment: number) => Point;
  /** Size of an ordinary figure; all figures of a kind have the same size. */
  side: number;
  /** True on a board zoomed out so far that figures are discs. */
  discs?: boolean;
}

const LARGER: Record<string, number> = { large: 1.28, barn: 1.2, wagon: 1.1, mayor: 1.15, pig: 0.85, builder: 0.95, hut: 0.8 };

/** Size of a storey next to figures of size 300. Towers of more than `most` storeys are compressed. */
export const STOREY = { width: 230, height: 84, most: 6 };

/** Returns the scale of storeys, which grow with the figures on a zoomed-out board. */
export const storeyScale = (ground: Ground): number => ground.side / 300;

/** Vertical distance between storeys, before scaling. */
export const storeyRise = (height: number): number => (STOREY.height * Math.min(height, STOREY.most)) / Math.max(1, height);

/** Returns the point where the four tiles at a corner meet; corners are counted clockwise from the north-east. */
export function cornerPoint(tile: { x: number; y: number }, corner: number): Point {
  const east = corner === 0 || corner === 1;
  const south = corner === 1 || corner === 2;
  return [(tile.x + (east ? 1 : 0)) * TILE, (tile.y + (south ? 1 : 0)) * TILE];
}

/** Returns the point where a segment's figures stand. */
export function segmentPoint({ tiles, anchor }: Ground, tile: number, segment: number): Point | null {
  const placed = tiles[tile];
  if (!placed) return null;
  const [x, y] = turnPoint(anchor(placed, segment), placed.rotation);
  return [placed.x * TILE + x, placed.y * TILE + y];
}

const spotKey = (figure: Figure): string =>
  figure.corner === undefined ? `${figure.tile}:${figure.segment}` : `c${figure.tile}:${figure.corner}`;

/** Arranges figures side by side in rows of four; the more there are, the closer they stand. */
function fan(index: number, count: number, size: number): { dx: number; dy: number } {
  const columns = Math.min(4, count);
  const rows = Math.ceil(count / columns);
  const row = Math.floor(index / columns);
  const inRow = Math.min(columns, count - row * columns);
  // Limits the distance so that the whole group fits on its tile.
  const apart = (wanted: number, steps: number) => Math.min(wanted, Math.max(0, TILE - size) / Math.max(1, steps));
  return {
    dx: ((index % columns) - (inRow - 1) / 2) * apart(size * 0.72, columns - 1),
    dy: (row - (rows - 1) / 2) * apart(size * 0.8, rows - 1),
  };
}

/** Returns the position of each figure, by id. */
export function standings(figures: Figure[], ground: Ground): Map<number, Standing> {
  const heights = new Map(ground.buildings.map((one) => [`${one.tile}:${one.segment}`, one.height]));
  const shared = new Map<string, Figure[]>();
  for (const figure of figures) {
    const key = spotKey(figure);
    const others = shared.get(key);
    if (others) others.push(figure);
    else shared.set(key, [figure]);
  }
  const found = new Map<number, Standing>();
  for (const [key, group] of shared) {
    const { tile: number, segment, corner } = group[0]!;
    const tile = ground.tiles[number];
    const at = tile && (corner === undefined ? segmentPoint(ground, number, segment) : cornerPoint(tile, corner));
    if (!tile || !at) continue;
    const height = heights.get(key) ?? 0;
    group.forEach((figure, index) => {
      const size = ground.side * (LARGER[figure.figure] ?? 1);
      const { dx, dy } = fan(index, group.length, size);
      const raised = height * storeyRise(height) * storeyScale(ground) + (height > 0 ? size * 0.3 : 0);
      const [x, y] = [at[0] + dx, at[1] + dy - raised];
      // A figure near the edge of its tile stays within the tile, unless it stands on a corner or a tower.
      const inside = (value: number, from: number) => Math.min(from + TILE - size / 2, Math.max(from + size / 2, value));
      const free = corner !== undefined || height > 0;
      found.set(figure.id, { x: free ? x : inside(x, tile.x * TILE), y: free ? y : inside(y, tile.y * TILE), size });
    });
  }
  return found;
}

/** Returns the position of a piece: beside its figure, on its segment, or on its tile. */
export function pieceStanding(piece: Piece, figures: Map<number, Standing>, ground: Ground): Standing | null {
  const beside = piece.id === undefined ? undefined : figures.get(piece.id);
  const size = ground.side * (piece.piece === "dragon" ? 1.7 : 1);
  if (beside) return { x: beside.x + (beside.size + size) * 0.28, y: beside.y + size * 0.12, size };
  const tile = ground.tiles[piece.tile];
  if (!tile) return null;
  if (piece.segment !== undefined) {
    const at = segmentPoint(ground, piece.tile, piece.segment);
    // The mage and the witch stand beside the followers of their feature.
    if (at && (piece.piece === "mage" || piece.piece === "witch")) return { x: at[0] + size * 0.4, y: at[1] - size * 0.12, size };
    // The count stands above the courtiers of his quarter, who are behind bars.
    if (at) return { x: at[0], y: at[1] - size * 0.35, size };
  }
  const aside = piece.piece === "fairy" ? 0.26 : 0;
  return { x: (tile.x + 0.5 + aside) * TILE, y: (tile.y + 0.5 + aside) * TILE, size };
}
