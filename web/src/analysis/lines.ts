// Describes the answers of a line in words.

import { figureNamed, ordinaryOf, type Cell, type Stander, type Word } from "../game/notation";
import { placeText } from "../shared/coordinates";
import { has, t } from "../shared/i18n.svelte";
import { figureInRole, figureName, figureOf, pieceName, quarterName, roleName } from "../shared/words";

export interface Telling {
  game: string;
  names: string[];
  /** The seat that answers; null for chance. */
  seat: number | null;
  /** Kind of the pending decision if the word answers it; undefined if the word follows the placement of a tile. */
  kind?: string;
}

/** The eight sides that the twelve ports map to. */
const SIDES: Record<string, string> = { en: "ne", es: "se", wn: "nw", ws: "sw" };
const KNOWN = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** Returns the position on a tile or the map ("north", "castle", "3 : -1"), or "" if there is only one. */
function whereText(spot: string, at: Cell | null): string {
  const side = SIDES[spot] ?? spot;
  const parts = [KNOWN.includes(side) ? t(`side-${side}`) : has(`quarter-${spot}`) ? quarterName(spot) : "", at ? placeText(at) : ""];
  return parts.filter(Boolean).join(", ");
}

const withWhere = (what: string, where: string): string => (where ? t("line-where", { what, where }) : what);

function namedText(name: string, seat: number | null, game: string): string {
  const ordinary = ordinaryOf(game);
  const { figure, role } = figureNamed(name, ordinary);
  return figure === ordinary ? roleName(role) : figureInRole(figure, role, seat ?? undefined);
}

/** Returns the owner and position of a figure, since a seat can have several in one role. */
function standerText(of: Stander, names: string[]): string {
  const { role } = figureNamed(of.name, "");
  const figure = figureOf({ role, seat: of.seat }, names);
  return of.at ? `${figure}, ${placeText(of.at)}` : figure;
}

function passText(kind: string | undefined): string {
  if (kind === undefined || kind === "deploy") return t("no-figure");
  if (kind === "reward") return t("line-reward");
  return has(`pass-${kind}`) ? t(`pass-${kind}`) : t("answer-pass");
}

function ledText(word: Extract<Word, { verb: "lead" }>, names: string[]): string {
  if (word.to === "off") return t("line-withdraw", { what: pieceName(word.piece) });
  return withWhere(pieceName(word.piece), word.of ? standerText(word.of, names) : whereText(word.to, word.at));
}

/**
 * Describes an answer without the tile, which is shown as a picture. `written` is the raw word, used if the client does not know the word.
 */
export function wordText(word: Word, written: string, { game, names, seat, kind }: Telling): string {
  switch (word.verb) {
    case "pass":
      return passText(kind);
    case "again":
      return t("act-again");
    case "draw":
      return t("line-draw");
    case "place": {
      const degrees = word.rotation * 90;
      return degrees === 0 ? placeText(word.at) : t("line-turned", { place: placeText(word.at), degrees });
    }
    case "deploy":
      return withWhere(namedText(word.name, seat, game), whereText(word.spot, word.at));
    case "build":
      return withWhere(t("act-build"), placeText(word.at));
    case "clear":
      return withWhere(t("line-clear"), placeText(word.at));
    case "return":
    case "capture":
    case "haunt":
      return t(`line-${word.verb}`, { figure: standerText(word.of, names) });
    case "redeem":
      return t("line-redeem", { figure: figureName(figureNamed(word.name, ordinaryOf(game)).figure) });
    case "move":
      return withWhere(t("line-move", { figure: namedText(word.of.name, word.of.seat, game) }), whereText(word.spot, word.at));
    case "lead":
      return ledText(word, names);
    default:
      return written;
  }
}
