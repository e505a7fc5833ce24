// Names for what the protocol names by ids.

import * as art from "./art.svelte";
import { list, t, tOr } from "./i18n.svelte";
import type { GameEvent, OptionInfo, Term, TileKind } from "./protocol";

export const kindName = (kind: string): string => tOr(`kind-${kind}`, kind);
export const roleName = (role: string): string => tOr(`role-${role}`, role);
export const figureName = (figure: string): string => tOr(`figure-${figure}`, figure);
export const levelName = (level: string): string => tOr(`level-${level}`, level);
export const gameName = (game: string): string => tOr(`game-${game}`, game);
export const expansionName = (expansion: string): string => tOr(`expansion-${expansion}`, expansion);
export const partName = (part: string): string => (part === "base" ? t("part-base") : expansionName(part));
export const optionName = (name: string): string => tOr(`option-${name}`, name);
export const valueName = (option: OptionInfo, value: string): string => tOr(`option-${option.name}-${value}`, value);

/** What is on a tile, in words: the only name that a tile has for somebody who does not see it. */
export function tileName(tile: TileKind): string {
  const counts = new Map<string, number>();
  for (const { kind } of art.segments(tile)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => tOr(`tile-part-${kind}`, kind, { count }));
  return parts.length > 0 ? t("tile-named", { parts: list(parts) }) : t("tile");
}

/** "3 tiles × 2". */
export function termText(term: Term): string {
  const what = tOr(`term-${term.what}`, `${term.count} ${term.what}`, { count: term.count });
  return term.each === 1 ? what : t("term-each", { what, each: term.each });
}

/** The clauses of a score, each once, in the order of its terms. */
export const clausesOf = (terms: Term[] | undefined): string[] => [...new Set((terms ?? []).map((term) => term.clause))];

export const termsText = (terms: Term[] | undefined): string => (terms ?? []).map(termText).join(t("terms-join"));

/** "City completed", "Unfinished road", "Field". */
export function scoredWhat(event: GameEvent): string {
  const kind = event.kind ?? "";
  if (kind === "field") return kindName(kind);
  return tOr(`scored-${kind}-${event.finished ? "finished" : "unfinished"}`, kindName(kind));
}

/** A refusal in the person's language; the server's own sentence where we have none. */
export const errorText = (error: { code: string; message: string }): string =>
  tOr(`error-${error.code}`, error.message || t("error-unknown"));
