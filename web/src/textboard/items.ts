// Lists the numbered choices of a decision: placements in reading order, then all other answers in the server's order.

import { choiceName } from "../board/choice-name";
import { groupChoices } from "../board/deploying";
import { turnsOf } from "../board/guide";
import { groupPlaces } from "../game/placing";
import { placeText } from "../shared/coordinates";
import { has, list, t } from "../shared/i18n.svelte";
import type { Answer, Decision, Guide, GuideFeature, TileKind, View } from "../shared/protocol";
import { answerName, figureInRole, kindName, modeName, pieceName, roleName } from "../shared/words";
import { besideText, factsText, featureAt, lower, sidesText, spotText, standingText, tilesByCell } from "./wording";

export interface Item {
  /** Number that the player types. */
  number: number;
  answer: Answer;
  text: string;
  /** Words that also choose the item. */
  words: string[];
}

/** A place with its neighbours, and a numbered item for each rotation. */
export interface PlaceGroup {
  key: string;
  title: string;
  beside: string;
  items: Item[];
}

export interface Choices {
  places: PlaceGroup[];
  /** Answers other than placements. */
  others: Item[];
  /** The option to pass, with number 0, if available. */
  pass: Item | null;
  /** Items by number, from 1. */
  all: Item[];
}

/** Describes what a placement completes, from the server's hints: "completes city: 8 for Anna". */
function completesText(completes: GuideFeature[], names: string[], team: boolean): string {
  const told = completes.map(({ kind, points, gives }) => {
    const what = lower(kindName(kind));
    if (gives.length === 0) return t("guide-free", { kind: what, points });
    if (team) return t("guide-team", { kind: what, points: gives[0]!.points });
    const shares = gives.map((share) => t("guide-share", { name: names[share.seat] ?? "", points: share.points }));
    return t("guide-gives", { kind: what, what: list(shares) });
  });
  return told.length > 0 ? t("text-completes", { what: told.join("; ") }) : "";
}

/** Returns the tile of a placing answer. */
export const tileOf = (answer: Answer, decision: Decision): TileKind | null => answer.held ?? decision.tile ?? null;

function passText(decision: Decision): string {
  const { kind, reward } = decision;
  if (reward) return t("pass-reward", { points: reward.points });
  if (kind === "deploy") return t("no-figure");
  return has(`pass-${kind}`) ? t(`pass-${kind}`) : t("answer-pass");
}

/** Returns a prefix that names the mode's action, if the figure alone does not show it. */
function modePrefix(mode: string): string {
  if (mode === "figure") return "";
  if (has(`text-mode-${mode}`)) return `${t(`text-mode-${mode}`)}: `;
  return has(`mode-${mode}`) ? `${modeName(mode)}: ` : "";
}

/** Returns the text of an answer that places no tile, and the words that choose it. */
function otherText(answer: Answer, view: View, names: string[]): { text: string; words: string[] } {
  const { tile = -1, segment = 0, role = "", figure = "" } = answer;
  const newest = view.tiles.length - 1;
  const at = tile === newest || !view.tiles[tile] ? "" : placeText(view.tiles[tile]!);
  const mode = modePrefix(answer.mode ?? "");
  const feature = (where = [tile, segment]) => featureAt(view, where[0]!, where[1]!);
  const facts = (found = feature()) => (found ? factsText(found, names) : "");
  const text = (...parts: string[]) => mode + parts.filter(Boolean).join("; ");
  const seat = view.decision.seat ?? undefined;
  switch (answer.verb) {
    case "deploy": {
      const corner = answer.corner === undefined ? "" : t(`text-corner-${answer.corner}`);
      const kind = feature()?.kind ?? "";
      const where = [spotText(view, tile, segment), corner, at].filter(Boolean).join(", ");
      return { text: text(`${figureInRole(figure, role, seat)}: ${where}`, facts()), words: [roleName(role), kindName(kind), answer.verb] };
    }
    case "return":
    case "capture":
    case "haunt":
      return { text: text(standingText(view, { role, seat: answer.seat ?? 0, ghosts: answer.ghosts, tile, segment }, names), facts()),
        words: [roleName(role), kindName(feature()?.kind ?? "")] };
    case "move": {
      const to = [answer.to_tile ?? -1, answer.to_segment ?? 0] as [number, number];
      const from = standingText(view, { role, seat: answer.seat ?? 0, tile, segment }, names);
      const goal = `${spotText(view, ...to)}, ${placeText(view.tiles[to[0]] ?? { x: 0, y: 0 })}`;
      return { text: text(t("text-moves", { from, to: goal }), facts(feature(to))), words: [kindName(feature(to)?.kind ?? "")] };
    }
    case "clear":
      return { text: text(placeText(view.tiles[tile] ?? { x: 0, y: 0 }), t("ghosts-on-tile", { count: answer.ghosts ?? 0 })), words: [] };
    case "lead":
    case "withdraw": {
      if (answer.mode !== "mage" && answer.mode !== "witch") break;
      const words = [answer.piece ?? "", kindName(feature()?.kind ?? "")];
      if (answer.verb === "withdraw") return { text: t("event-withdrawn", { piece: pieceName(answer.mode) }), words };
      const where = [spotText(view, tile, segment), placeText(view.tiles[tile] ?? { x: 0, y: 0 })].filter(Boolean).join(", ");
      return { text: text(where, facts()), words };
    }
    case "again":
      return { text: t("act-again"), words: [answer.verb] };
    case "build":
      return { text: text(answerName(answer), at, t("tower-high", { count: answer.height ?? 1 })), words: [answer.verb] };
    default:
  }
  const [choice] = [...groupChoices([answer]).values()].flat();
  const what = choice ? choiceName(choice, view, names) : answer.word;
  const piece = answer.piece ? pieceName(answer.piece) : "";
  const where = answer.verb === "lead" && view.tiles[tile] ? placeText(view.tiles[tile]!) : "";
  return { text: text(piece, what === where ? "" : what, where), words: [answer.piece ?? answer.verb] };
}

/** Returns the places of a decision, each with its rotations. */
function placesOf(view: View, names: string[], guide: Guide | null, all: Item[]): PlaceGroup[] {
  const { decision } = view;
  const at = tilesByCell(view);
  const held = new Map<number | null, Answer[]>();
  for (const answer of decision.answers.filter((one) => one.verb === "place")) {
    const slot = answer.slot ?? null;
    held.set(slot, [...(held.get(slot) ?? []), answer]);
  }
  return [...held].flatMap(([slot, answers]) => groupPlaces(answers).map((place) => {
    const tile = tileOf(answers[0]!, decision);
    const title = slot === null ? placeText(place) : t("text-hand-place", { number: slot + 1, place: placeText(place) });
    const effects = guide ? turnsOf(guide, place, slot) : [];
    const items = place.turns.map((turn): Item => {
      const answer = answers.find((one) => one.word === turn.word)!;
      const degrees = t("text-degrees", { place: title, degrees: turn.rotation * 90 });
      const sides = tile ? sidesText({ ...tile, rotation: turn.rotation }) : "";
      const completes = effects.find((one) => one.rotation === turn.rotation)?.completes ?? [];
      const text = [degrees, sides, completesText(completes, names, view.team !== undefined)].filter(Boolean).join("; ");
      const item = { number: all.length + 1, answer, text, words: [] };
      all.push(item);
      return item;
    });
    return { key: `${slot}:${place.key}`, title, beside: besideText(view, place, names, at), items };
  }));
}

/** Numbers the answers of the pending decision; `guide` is for tables with hints. */
export function choicesOf(view: View, names: string[], guide: Guide | null): Choices {
  const all: Item[] = [];
  const places = placesOf(view, names, guide, all);
  const others: Item[] = [];
  let pass: Item | null = null;
  for (const answer of view.decision.answers) {
    if (answer.verb === "place") continue;
    if (answer.verb === "pass") {
      pass = { number: 0, answer, text: passText(view.decision), words: [answer.verb] };
      continue;
    }
    const item = { number: all.length + 1, answer, ...otherText(answer, view, names) };
    all.push(item);
    others.push(item);
  }
  return { places, others, pass, all };
}
