// Turns a position on the screen by quarter turns clockwise. Only what is shown turns: answers keep their words, and coordinates are
// written as the game counts them.

import { placeText } from "../shared/coordinates";
import type { Answer, Figure, Guide, PlacedTile, View } from "../shared/protocol";

interface Cell {
  x: number;
  y: number;
}

/** Returns a place after this number of quarter turns of the whole board. */
export function turnCell<T extends Cell>(cell: T, quarters: number): T {
  const { x, y } = cell;
  // Adding 0 turns a negative zero into 0.
  const [tx, ty] = [[x, y], [-y + 0, x], [-x + 0, -y + 0], [y, -x + 0]][quarters % 4]!;
  return { ...cell, x: tx!, y: ty! };
}

export const turnTile = <T extends Cell & { rotation: number }>(tile: T, quarters: number): T => ({
  ...turnCell(tile, quarters), rotation: (tile.rotation + quarters) % 4,
});

export const turnCorner = <T extends { corner?: number }>(one: T, quarters: number): T =>
  one.corner === undefined ? one : { ...one, corner: (one.corner + quarters) % 4 };

function turnAnswer(answer: Answer, quarters: number): Answer {
  const at = answer.verb === "place" ? (turnTile(answer as never, quarters) as Answer) : answer;
  return turnCorner(at, quarters);
}

/** The turned tiles of the last number of quarter turns, so that unchanged tiles stay the same objects. */
let kept: { quarters: number; tiles: WeakMap<PlacedTile, PlacedTile> } = { quarters: 0, tiles: new WeakMap() };

function keptTile(tile: PlacedTile, quarters: number): PlacedTile {
  if (kept.quarters !== quarters) kept = { quarters, tiles: new WeakMap() };
  const known = kept.tiles.get(tile) ?? turnTile(tile, quarters);
  kept.tiles.set(tile, known);
  return known;
}

/** Returns a view whose tiles, answers and figures on corners are turned. */
export function turnView(view: View, quarters: number): View {
  if (quarters === 0) return view;
  return {
    ...view,
    tiles: view.tiles.map((tile) => keptTile(tile, quarters)),
    figures: view.figures.map((figure): Figure => turnCorner(figure, quarters)),
    decision: { ...view.decision, answers: view.decision.answers.map((answer) => turnAnswer(answer, quarters)) },
  };
}

/** Returns the guide of a turned view. */
export function turnGuide(guide: Guide, quarters: number): Guide {
  if (quarters === 0) return guide;
  return {
    ...guide,
    open: guide.open.map((place) => turnCell(place, quarters)),
    places: guide.places.map((place) => turnTile(place, quarters)),
  };
}

/** Quarter turns of the board on the page. */
let shown = $state(0);

export const showTurned = (quarters: number): void => void (shown = quarters);

/** Returns the place, as the game counts it, of a cell on the board. */
export const ownCell = (cell: Cell): Cell => turnCell({ x: cell.x, y: cell.y }, (4 - shown) % 4);

/** Formats the coordinates of a cell on the board. */
export const boardPlaceText = (cell: Cell): string => placeText(ownCell(cell));

/** Reports whether columns of the game are rows of the board. */
export const hasSwappedAxes = (): boolean => shown % 2 === 1;
