// A starting board as the editor changes it. The text, which docs/notation.md describes, is the only form that is stored or sent.

/** A tile of the board; `word` is its name in boards and answers. */
export interface LaidTile {
  word: string;
  x: number;
  y: number;
  rotation: number;
}

/** A figure of the board: `0:knight:n@1,0` is seat 0, word `knight`, at `n@1,0`. */
export interface StandingFigure {
  seat: number;
  word: string;
  at: string;
}

export interface Layout {
  tiles: LaidTile[];
  figures: StandingFigure[];
  /** Points by seat. */
  scores: number[];
  /** The seat to move. */
  seat: number;
  /** The tile in hand; null if the next tile is still to be drawn. */
  hand: string | null;
  /** Numbers of tiles left, for kinds whose number does not follow from the rest. */
  bag: Record<string, number>;
  /** Lines that the editor keeps as they are: pieces, tokens, towers and the like. */
  others: string[];
}

const TILE = /^tile (\S+)@(-?\d+),(-?\d+)r(0|90|180|270)$/;
const FIGURE = /^figure (\d+):([^:\s]+):(\S+)$/;
const SCORE = /^score (\d+) (-?\d+)$/;
const SEAT = /^seat (\d+)$/;
const HAND = /^hand (\S+)$/;
const BAG = /^bag (\S+) (\d+)$/;

export function layoutOf(text: string): Layout {
  const layout: Layout = { tiles: [], figures: [], scores: [], seat: 0, hand: null, bag: {}, others: [] };
  for (const line of text.split("\n").map((one) => one.trim())) {
    const [tile, figure, score, seat, hand, bag] = [TILE, FIGURE, SCORE, SEAT, HAND, BAG].map((form) => form.exec(line));
    if (tile) layout.tiles.push({ word: tile[1]!, x: Number(tile[2]), y: Number(tile[3]), rotation: Number(tile[4]) / 90 });
    else if (figure) layout.figures.push({ seat: Number(figure[1]), word: figure[2]!, at: figure[3]! });
    else if (score) layout.scores[Number(score[1])] = Number(score[2]);
    else if (seat) layout.seat = Number(seat[1]);
    else if (hand) layout.hand = hand[1]!;
    else if (bag) layout.bag[bag[1]!] = Number(bag[2]);
    else if (line !== "") layout.others.push(line);
  }
  layout.scores = Array.from(layout.scores, (points) => points ?? 0);
  return layout;
}

export function textOf(layout: Layout): string {
  const lines = [
    ...layout.tiles.map(({ word, x, y, rotation }) => `tile ${word}@${x},${y}r${rotation * 90}`),
    ...layout.figures.map(({ seat, word, at }) => `figure ${seat}:${word}:${at}`),
    ...layout.others,
    `seat ${layout.seat}`,
    ...layout.scores.flatMap((points, seat) => (points ? [`score ${seat} ${points}`] : [])),
    ...(layout.hand === null ? [] : [`hand ${layout.hand}`]),
    ...Object.entries(layout.bag).map(([word, count]) => `bag ${word} ${count}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns the tiles in an order in which each touches an earlier one, as boards need it; tiles that touch none come last. */
function connected(tiles: LaidTile[]): LaidTile[] {
  const [ordered, waiting] = [tiles.slice(0, 1), new Set(tiles.slice(1))];
  for (let next = 0; next < ordered.length; next++) {
    const { x, y } = ordered[next]!;
    for (const tile of waiting) {
      if (Math.abs(tile.x - x) + Math.abs(tile.y - y) !== 1) continue;
      ordered.push(tile);
      waiting.delete(tile);
    }
  }
  return [...ordered, ...waiting];
}

/** Returns the layout without a tile, and without the figures on it. */
export const withoutTile = (layout: Layout, index: number): Layout => {
  const gone = layout.tiles[index];
  if (!gone) return layout;
  const place = `@${gone.x},${gone.y}`;
  return {
    ...layout,
    tiles: connected(layout.tiles.filter((_, at) => at !== index)),
    figures: layout.figures.filter(({ at }) => !at.endsWith(place)),
  };
};

/**
 * Returns the index of the line of a figure on the board: of the figures of its seat on its tile, the one with the wanted word and name of
 * the place; -1 if there is none.
 */
export function figureLine(layout: Layout, seat: number, tile: LaidTile | undefined, role: string, at: string | undefined): number {
  if (!tile) return -1;
  const place = `@${tile.x},${tile.y}`;
  const near = layout.figures.flatMap((one, index) => (one.seat === seat && one.at.endsWith(place) ? [{ one, index }] : []));
  const best = near.find(({ one }) => one.at === at) ?? near.find(({ one }) => one.word.endsWith(role)) ?? near[0];
  return best?.index ?? -1;
}
