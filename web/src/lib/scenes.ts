// A little landscape of each game for the first page: tiles that happen to fit together, and figures on them.

import type { TileKind } from "./protocol";

export interface SceneTile extends TileKind {
  rotation: number;
  x: number;
  y: number;
  /** The ghosts on it. */
  ghosts?: number;
}

export interface SceneFigure {
  seat: number;
  figure: string;
  role: string;
  /** The number of the tile in the scene, in reading order, and the segment. */
  tile: number;
  segment: number;
}

export interface Scene {
  columns: number;
  rows: number;
  tiles: SceneTile[];
  figures: SceneFigure[];
}

/** Rows of tiles, each its kind and its quarter turns; the ghosts on each, in reading order. */
function scene(set: string, rows: string[], figures: SceneFigure[], ghosts: number[] = []): Scene {
  const tiles = rows.flatMap((row, y) =>
    row.split(" ").map((word, x): SceneTile => {
      const [kind = "", rotation] = word.split("/");
      const there = ghosts[y * row.split(" ").length + x];
      return { set, kind, rotation: Number(rotation), x, y, ...(there ? { ghosts: there } : {}) };
    }),
  );
  return { columns: tiles.length / rows.length, rows: rows.length, tiles, figures };
}

const stands = (seat: number, role: string, tile: number, segment: number, figure = "follower"): SceneFigure => ({
  seat, figure, role, tile, segment,
});

export const SCENES: Record<string, Scene> = {
  carcassonne: scene(
    "base",
    ["crfr/1 cffd/3 cfff/1 ccrc-pennant/2", "crst/1 crrc-pennant/0 ffrf-monastery/1 cfdf/0", "crrf/3 crrc/2 cffc/3 fcfc-pennant/3"],
    [stands(0, "knight", 5, 0), stands(1, "monk", 6, 2), stands(2, "highwayman", 4, 4), stands(3, "farmer", 2, 1)],
  ),
  hunters: scene(
    "hunters",
    ["h24/3 h54/1 h69/3 h44/1", "h23/1 h01/3 h26/1 h64/2", "h08/3 h72/1 h43/1 h67/3"],
    [
      stands(1, "gatherer", 6, 1, "member"),
      stands(0, "hunter", 6, 3, "member"),
      stands(2, "fisher", 9, 1, "member"),
      stands(0, "hut", 7, 7, "hut"),
    ],
  ),
  coop: scene(
    "mists",
    [
      "city2-shield-mist-es/0 city-road-mist-s/1 city-curve-mist-sw/3 road-curve-mist-sw/0",
      "city-mist-esw/1 start-nw/0 start-ne/0 crossing4-mist-ne/0",
      "road-curve-mist-ne/3 start-sw/0 start-se/0 city-curve-right/3",
    ],
    [
      stands(0, "knight", 4, 0, "guard"),
      stands(1, "knight", 2, 0, "guard"),
      stands(2, "highwayman", 5, 1, "guard"),
      stands(3, "knight", 10, 1, "guard"),
    ],
    [2, 0, 0, 0, 1, 0, 2, 1, 0, 1],
  ),
  discovery: scene(
    "discovery",
    [
      "gshs-2towns/1 gmsn-town/3 start/1 sggt-town/2",
      "smmt-town/0 mnso-town/3 smtm-town/1 stgu-town/3",
      "mnsg-town/3 smtg-town/3 msns-town/0 mnss-town/1",
    ],
    [stands(3, "explorer", 7, 2), stands(0, "brigand", 6, 1), stands(1, "navigator", 5, 2), stands(2, "brigand", 4, 1)],
  ),
};
