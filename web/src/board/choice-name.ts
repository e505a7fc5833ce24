import * as art from "../shared/art/art.svelte";
import { TILE, turnPoint } from "../shared/art/geometry";
import { boardPlaceText } from "./turned.svelte";
import { t } from "../shared/i18n.svelte";
import type { View } from "../shared/protocol";
import { figureName, figureOf, kindName, quarterName, roleName } from "../shared/words";
import type { Choice } from "./deploying";

const WAYS: [number, number][] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

const SIDES = ["e", "se", "s", "sw", "w", "nw", "n", "ne"];

/**
 * Returns the name of the part of a tile that a choice claims: "Road", or "Field, north" if the tile offers several fields; "" for other
 * targets.
 */
export function partName(choice: Choice, all: Choice[], view: View): string {
  const tile = view.tiles[choice.tile];
  const part = choice.target === "segment" && tile ? art.segment(tile, choice.segment) : null;
  if (!tile || !part || choice.answers[0]!.verb !== "deploy") return "";
  const kindOf = (one: Choice) => (one.target === "segment" && one.tile === choice.tile ? art.segment(tile, one.segment)?.kind : null);
  const alike = all.filter((one) => kindOf(one) === part.kind);
  if (alike.length < 2) return kindName(part.kind);
  const [x, y] = turnPoint(part.anchor, tile.rotation);
  const side = SIDES[(Math.round((Math.atan2(y - TILE / 2, x - TILE / 2) * 4) / Math.PI) + 8) % 8]!;
  return t("part-side", { what: kindName(part.kind), where: t(`side-${side}`) });
}

/** Returns a short name for a choice. */
export function choiceName(choice: Choice, view: View, names: string[]): string {
  const answer = choice.answers[0]!;
  if (choice.target === "captive") {
    return t("captive-held", { figure: figureName(answer.figure ?? "follower"), name: names[answer.by ?? 0] ?? "" });
  }
  if (choice.target === "figure") {
    const figure = view.figures.find((one) => one.id === choice.id);
    return figureOf(figure, names);
  }
  if (choice.target === "tile") {
    const [from, to] = [view.tiles[view.decision.walk?.been.at(-1) ?? -1], view.tiles[choice.tile]];
    const way = from && to ? WAYS.findIndex(([x, y]) => to.x - from.x === x && to.y - from.y === y) : -1;
    if (way >= 0) return t(`way-${way}`);
    return t("tile-at", { place: boardPlaceText({ x: to?.x ?? 0, y: to?.y ?? 0 }) });
  }
  const quarter = view.named.find((one) => one.tile === choice.tile && one.segment === choice.segment);
  if (quarter) return quarterName(quarter.name);
  const tower = view.buildings.find((one) => one.tile === choice.tile && one.segment === choice.segment);
  if (tower) return t("tower-high", { count: tower.height });
  const tile = view.tiles[choice.tile];
  if (answer.piece && tile) {
    return t("part-side", { what: kindName(art.segment(tile, choice.segment)?.kind ?? ""), where: boardPlaceText(tile) });
  }
  if (answer.verb === "move") {
    const feature = view.features.find((one) => one.segments.some(([tile, segment]) => tile === choice.tile && segment === choice.segment));
    return kindName(feature?.kind ?? "");
  }
  return roleName(answer.role ?? "");
}
