// Parses answers in notation (docs/notation.md), to describe and draw the lines of an analysis.

export interface Cell {
  x: number;
  y: number;
}

/** A figure on the map: its seat, its name (`large-knight`) and its position. */
export interface Stander {
  seat: number;
  name: string;
  spot: string;
  at: Cell | null;
}

export type Word =
  | { verb: "pass" | "again" }
  | { verb: "draw"; set?: string; kind: string }
  | { verb: "place"; set?: string; kind: string; at: Cell; rotation: number }
  | { verb: "deploy"; name: string; spot: string; at: Cell | null }
  | { verb: "build" | "clear"; at: Cell }
  | { verb: "return" | "capture" | "haunt"; of: Stander }
  | { verb: "redeem"; seat: number; name: string }
  | { verb: "move"; of: Stander; spot: string; at: Cell | null }
  | { verb: "lead"; piece: string; to: string; at: Cell | null; of?: Stander }
  | { verb: "other" };

const OTHER: Word = { verb: "other" };
const NUMBER = "(-?\\d+)";
const PLACE = new RegExp(`^(?:([\\w-]+)/)?([\\w-]+)@${NUMBER},${NUMBER}r(\\d+)$`);
const SPOT = new RegExp(`^([\\w-]*)(?:@${NUMBER},${NUMBER})?(?:\\+\\d+)?$`);
const PIECES = ["dragon", "fairy", "count", "mage", "witch"];

/** Parses `n@3,-2`, `castle`, `@3,-2`, optionally followed by a number of ghosts. */
function spotOf(text: string | undefined): { spot: string; at: Cell | null } | null {
  const found = SPOT.exec(text ?? "");
  if (!found) return null;
  return { spot: found[1] ?? "", at: found[2] === undefined ? null : { x: Number(found[2]), y: Number(found[3]) } };
}

/** Parses `1`, `large-knight`, `n@3,-2`. */
function standerOf([seat, name, where]: string[]): Stander | null {
  const spot = spotOf(where);
  return /^\d+$/.test(seat ?? "") && name && spot ? { seat: Number(seat), name, ...spot } : null;
}

function drawn(kind: string): Word {
  const [set, name] = kind.includes("/") ? kind.split("/") : [undefined, kind];
  return { verb: "draw", set, kind: name ?? kind };
}

function moved(rest: string[]): Word {
  const [from, to] = rest.join(":").split(">");
  const of = standerOf(from!.split(":"));
  const spot = spotOf(to);
  return of && spot ? { verb: "move", of, ...spot } : OTHER;
}

function led(piece: string, rest: string[]): Word {
  if (rest.length > 1) {
    const of = standerOf(rest);
    return of ? { verb: "lead", piece, to: "", at: of.at, of } : OTHER;
  }
  const spot = spotOf(rest[0]);
  return spot ? { verb: "lead", piece, to: spot.spot, at: spot.at } : OTHER;
}

/** Parses a word; returns `other` if this client does not know it. */
export function read(word: string): Word {
  if (word === "pass" || word === "again") return { verb: word };
  const place = PLACE.exec(word);
  if (place) {
    const [, set, kind, x, y, turned] = place;
    return { verb: "place", set, kind: kind!, at: { x: Number(x), y: Number(y) }, rotation: (Number(turned) / 90) % 4 };
  }
  const [verb, ...rest] = word.split(":");
  if (!verb || rest.length === 0 || verb === "outcome") return OTHER;
  if (verb === "draw") return drawn(rest.join(":"));
  if (verb === "move") return moved(rest);
  if (PIECES.includes(verb)) return led(verb, rest);
  if (verb === "return" || verb === "capture" || verb === "haunt") {
    const of = standerOf(rest);
    return of ? { verb, of } : OTHER;
  }
  if (verb === "redeem") return rest[1] ? { verb, seat: Number(rest[0]), name: rest[1] } : OTHER;
  const spot = spotOf(rest[0]);
  if (!spot) return OTHER;
  if (verb === "build" || verb === "clear") return spot.at ? { verb, at: spot.at } : OTHER;
  return { verb: "deploy", name: verb, ...spot };
}

/** Kinds of figure by the prefix written before a role; the ordinals denote guards of further colours. */
const KINDS: Record<string, string> = {
  large: "large",
  guard: "guard",
  phantom: "phantom",
  second: "second-guard",
  third: "third-guard",
  fourth: "fourth-guard",
};
/** Figures whose name is also their role. */
const OWN = ["mayor", "wagon", "barn", "builder", "pig", "hut"];

/** Splits a name: `large-knight` is a large follower as a knight, `wagon` just a wagon, `knight` the ordinary figure of the game. */
export function figureNamed(name: string, ordinary: string): { figure: string; role: string } {
  if (OWN.includes(name)) return { figure: name, role: name };
  const at = name.indexOf("-");
  const kind = at > 0 ? KINDS[name.slice(0, at)] : undefined;
  return kind ? { figure: kind, role: name.slice(at + 1) } : { figure: ordinary, role: name };
}

/** The ordinary figure of each game, written without a kind. */
const ORDINARY: Record<string, string> = { hunters: "member", coop: "guard" };
export const ordinaryOf = (game: string): string => ORDINARY[game] ?? "follower";
