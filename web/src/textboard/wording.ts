// Describes tiles, segments, places and features in words. Values and owners of features come from the server.

import { scoreless } from "../game/lighting";
import { featureOf } from "../game/scores";
import { placeText } from "../shared/coordinates";
import { has, list, t } from "../shared/i18n.svelte";
import type { Feature, Figure, PlacedTile, View } from "../shared/protocol";
import { figureName, figureOf, kindName, markName, quarterName, termsText, tokenName } from "../shared/words";
import { insideOf, kindAt, mistAt, portsOf, sideTile, stretchesOf, type Turned } from "./sides.svelte";

export interface Cell {
  x: number;
  y: number;
}

/** Neighbours of a place, clockwise from the north. */
export const STEPS: [number, number][] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** Converts the first letter to lower case, for a name within a sentence. */
export const lower = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1);
const upper = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
export const sentence = (parts: string[]): string => upper(parts.filter(Boolean).join("; "));

export const sideName = (side: number): string => t(`text-side-${side}`);

/** Describes the sides of a tile: "north: city; east: road; south: field; west: road". */
export function sidesText(tile: Turned): string {
  if (portsOf(tile).length === 0) return t("text-fits-any");
  const misty = mistAt(tile);
  return [0, 1, 2, 3]
    .map((side) => {
      const shown = kindAt(tile, side) ?? "";
      const kind = lower(kindName(shown));
      return t("text-pair", { name: sideName(side), value: misty.includes(side) && shown !== "mist" ? t("text-misty", { kind }) : kind });
    })
    .join("; ");
}

const stretchName = (stretch: ReturnType<typeof stretchesOf>[number]): string =>
  "side" in stretch ? sideName(stretch.side) : t(`text-port-${stretch.port}`);

/** Describes where a segment is within its tile: its sides, or the middle. */
export function whereText(tile: Turned, segment: number): string {
  const stretches = stretchesOf(tile, segment).map(stretchName);
  if (stretches.length > 0) return stretches.join(", ");
  const { number, all } = insideOf(tile, segment);
  return all > 1 ? t("text-middle-number", { number }) : t("text-middle");
}

/** Names a printed thing or symbol, or null if it means nothing to a player. */
function thingName(word: string, count: number): string | null {
  for (const id of [`thing-${word}`, `text-thing-${word}`, `term-${word}`]) if (has(id)) return t(id, { count });
  if (has(`mark-${word}`)) return markName(word);
  return has(`good-${word}`) ? lower(tokenName(word)) : null;
}

/** Returns the names of all printed things and symbols on a segment, or on the whole tile if `segment` is null. */
function thingsOf(tile: Turned, segment: number | null): string[] {
  const known = sideTile(tile);
  if (!known) return [];
  const words = segment === null ? known.marks : known.things.filter((one) => one.segments.includes(segment)).map((one) => one.word);
  const symbols = segment === null ? [] : (known.segments[segment]?.symbols ?? []);
  const counts = new Map<string, number>();
  for (const word of [...words, ...symbols]) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].flatMap(([word, count]) => thingName(word, count) ?? []);
}

/** Describes a segment with its position in the tile: "city, north". */
export function segmentText(tile: Turned, segment: number): string {
  const known = sideTile(tile)?.segments[segment];
  const covered = (known?.covers ?? []).map((one) => segmentText(tile, one));
  const below = covered.length > 0 ? t("text-covers", { parts: list(covered) }) : "";
  return [lower(kindName(known?.kind ?? "")), whereText(tile, segment), below, ...thingsOf(tile, segment)].filter(Boolean).join(", ");
}

/** Describes a tile: its sides, then the segments and symbols that the sides alone do not describe. */
export function tileText(tile: Turned): string {
  const known = sideTile(tile);
  if (!known) return t("tile");
  const ports = portsOf(tile);
  const details = known.segments.flatMap((_, segment) => {
    const sides = stretchesOf(tile, segment).length;
    const middles = [0, 1, 2, 3].filter((side) => ports[3 * side + 1] === segment).length;
    // A segment that joins sides, is inside the tile or has symbols is worth mentioning.
    const plain = sides === 1 && middles === 1 && thingsOf(tile, segment).length === 0;
    return plain ? [] : [segmentText(tile, segment)];
  });
  return [sidesText(tile), ...details, ...thingsOf(tile, null)].join("; ");
}

/** Describes a segment of a placed tile, by its proper name if it has one. */
export function spotText(view: View, tile: number, segment: number): string {
  const named = view.named.find((one) => one.tile === tile && one.segment === segment);
  if (named) return quarterName(named.name);
  const placed = view.tiles[tile];
  return placed ? segmentText(placed, segment) : "";
}

/** Returns the feature to which a segment belongs. */
export const featureAt = (view: View, tile: number, segment: number): Feature | undefined =>
  view.features[featureOf(view).get(`${tile}:${segment}`) ?? -1];

/** Kinds that are never complete, and kinds that are complete when tiles surround them. */
const ENDLESS = ["meadow", "system", "field"];
const SURROUNDED = ["monastery", "castle", "cemetery"];

/** Describes the state, worth and owners of a feature: "2 open ends; 3 tiles; 4 points; owned by Anna". */
export function factsText(feature: Feature, names: string[]): string {
  const { kind, complete, open, tiles, touches, marks, owners, worth } = feature;
  const facts: string[] = [];
  if (complete) facts.push(t("feature-complete"));
  else if (kind === "field" && worth !== null) facts.push(t("feature-cities", { count: touches.length }));
  else if (SURROUNDED.includes(kind)) facts.push(t("feature-missing", { count: open }));
  else if (open > 0 && !ENDLESS.includes(kind)) facts.push(t("feature-open", { count: open }));
  if (!SURROUNDED.includes(kind)) facts.push(t("feature-tiles", { count: tiles }));
  facts.push(...marks.map(markName));
  if (scoreless(feature)) return facts.join("; ");
  // At a table without hints the owners of fields, too, are unknown.
  if (worth === null && owners.length === 0) return facts.join("; ");
  const taken = owners.length > 0 ? t("text-owners", { names: list(owners.map((seat) => names[seat] ?? "")) }) : lower(t("text-unclaimed"));
  if (worth === null) return [...facts, taken].join("; ");
  const terms = feature.terms.length > 1 ? ` (${termsText(feature.terms)})` : "";
  return [...facts, t("points", { count: worth }) + terms, taken].join("; ");
}

/** Describes the figures on a feature, each with its owner and tile. */
export const figuresText = (view: View, feature: Feature, names: string[]): string =>
  view.figures
    .filter((one) => feature.figures.includes(one.id))
    .map((one) => `${figureOf(one, names)}, ${placeText(view.tiles[one.tile] ?? { x: 0, y: 0 })}`)
    .join("; ");

/** Describes a feature for the list: its state, its tiles and the figures on it. */
export function featureText(view: View, feature: Feature, names: string[]): string {
  const cells = [...new Set(feature.segments.map(([tile]) => tile))].map((tile) => placeText(view.tiles[tile] ?? { x: 0, y: 0 }));
  const figures = figuresText(view, feature, names);
  return [kindName(feature.kind), factsText(feature, names), t("text-tiles-at", { places: cells.join(", ") }), figures]
    .filter(Boolean).join("; ");
}

/** Returns the map from places to tile numbers. */
export const tilesByCell = (view: View): Map<string, number> =>
  new Map(view.tiles.map((tile, index) => [placeText(tile), index]));

/** Describes what borders a place: "north: city, Anna; west: road, unclaimed". */
export function besideText(view: View, place: Cell, names: string[], at = tilesByCell(view)): string {
  return STEPS.flatMap(([dx, dy], side) => {
    const index = at.get(placeText({ x: place.x + dx, y: place.y + dy }));
    const tile: PlacedTile | undefined = view.tiles[index ?? -1];
    if (!tile || index === undefined) return [];
    const facing = (side + 2) % 4;
    const segment = portsOf(tile)[3 * facing + 1];
    const kind = lower(kindName(kindAt(tile, facing) ?? ""));
    const feature = segment === undefined ? undefined : featureAt(view, index, segment);
    const owners = (feature?.owners ?? []).map((seat) => names[seat] ?? "");
    const value = owners.length > 0 ? t("text-owned", { kind, names: list(owners) }) : kind || t("text-nothing-there");
    return [t("text-pair", { name: sideName(side), value })];
  }).join("; ");
}

/** Names a figure with its owner and position. */
export function standingText(view: View, figure: Pick<Figure, "role" | "seat" | "ghosts" | "tile" | "segment">, names: string[]): string {
  return [figureOf(figure, names), spotText(view, figure.tile, figure.segment), placeText(view.tiles[figure.tile] ?? { x: 0, y: 0 })]
    .filter(Boolean).join(", ");
}

/** Describes a placed tile with everything on it. */
export function placedText(view: View, index: number, names: string[]): string {
  const tile = view.tiles[index];
  if (!tile) return "";
  const by = tile.seat === null ? "" : t("text-placed-by", { name: names[tile.seat] ?? "", turn: tile.turn });
  const figures = view.figures.filter((one) => one.tile === index)
    .map((one) => `${figureOf(one, names)}: ${spotText(view, index, one.segment)}`);
  const ghosts = tile.ghosts ? t("ghosts-on-tile", { count: tile.ghosts }) : "";
  return [tileText(tile), by, ghosts, ...figures].filter(Boolean).join("; ");
}

/** Returns the points and the supply of each seat. */
export function scoreTexts(view: View, names: string[], points: number[]): string[] {
  const team = view.team ? [t("team-points", { points: view.team.points, goal: view.team.goal })] : [];
  return [...team, ...view.players.map(({ seat, supply, tokens }) => {
    const held = [
      ...Object.entries(supply).map(([figure, count]) => t("text-pair", { name: figureName(figure, seat), value: count })),
      ...Object.entries(tokens).filter(([, count]) => count > 0).map(([token, count]) => t("text-pair", {
        name: tokenName(token), value: count,
      })),
    ];
    return t("text-score", { name: names[seat] ?? "", points: points[seat] ?? 0, supply: held.join(", ") });
  })];
}
