// Names for the ids of the protocol.

import { ApiError } from "./api";
import * as art from "./art/art.svelte";
import { colourOf, shapeOf } from "./art/figures";
import { colourOfSeat } from "./colours.svelte";
import { has, language, list, t, tOr } from "./i18n.svelte";
import type { Answer, Clock, Departure, Figure, GameEvent, OptionInfo, Term, TileKind } from "./protocol";

export const kindName = (kind: string): string => tOr(`kind-${kind}`, kind);
export const roleName = (role: string): string => tOr(`role-${role}`, role);
/** Returns the name of a kind of figure, or of its colour in a game with several colours per seat. */
export function figureName(figure: string, seat?: number): string {
  const coloured = `${shapeOf(figure)}-colour-${seat === undefined ? 0 : colourOfSeat(colourOf(seat, figure))}`;
  return seat !== undefined && has(coloured) ? t(coloured) : tOr(`figure-${figure}`, figure);
}
export const pieceName = (piece: string): string => tOr(`piece-${piece}`, piece);
export const quarterName = (quarter: string): string => tOr(`quarter-${quarter}`, quarter);
export const markName = (mark: string): string => tOr(`mark-${mark}`, mark);
export const modeName = (mode: string): string => tOr(`mode-${mode}`, mode);
/** Returns the name of a token: a good, a card, a tower piece. */
export const tokenName = (token: string): string => tOr(`token-${token}`, tOr(`good-${token}`, sourceName(token)));
/** Returns the name of a source of points: a kind of feature, or something else. */
export const sourceName = (kind: string): string => tOr(`source-${kind}`, kindName(kind));
export const levelHelp = (level: string): string => tOr(`level-${level}-help`, "");
export const levelName = (level: string): string => tOr(`level-${level}`, level);
export const gameName = (game: string): string => tOr(`game-${game}`, game);
/** Returns the description of a game in one line. */
export const gameHelp = (game: string): string => tOr(`game-${game}-help`, "");
export const expansionName = (expansion: string): string => tOr(`expansion-${expansion}`, expansion);
export const partName = (part: string): string => (part === "base" ? t("part-base") : tOr(`expansion-${part}`, gameName(part)));
export const optionName = (name: string): string => tOr(`option-${name}`, name);
export const valueName = (option: Pick<OptionInfo, "name">, value: string): string => tOr(`option-${option.name}-${value}`, value);
/** Describes an option that differs from the preset: "Farmers: without farmers (preset: with farmers)". */
export function departureText({ option, value, preset }: Departure): string {
  const named = (value: string) => valueName({ name: option }, value);
  return t("departure", { option: optionName(option), value: named(value), other: named(preset) });
}

/** Describes a tile in words, for people who cannot see it. */
export function tileName(tile: TileKind): string {
  const counts = new Map<string, number>();
  const ids = [...art.segments(tile).map(({ kind }) => `tile-part-${kind}`), ...art.things(tile).map(({ word }) => `thing-${word}`)];
  for (const id of ids.filter(has)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const parts = [...counts].map(([id, count]) => t(id, { count }));
  return parts.length > 0 ? t("tile-named", { parts: list(parts) }) : t("tile");
}

/** Formats one term of a score: "3 tiles × 2". */
export function termText(term: Term): string {
  const what = tOr(`term-${term.what}`, `${term.count} ${term.what}`, { count: term.count });
  return term.each === 1 ? what : t("term-each", { what, each: term.each });
}

/** Returns the clauses of a score, each once, in the order of its terms. */
export const clausesOf = (terms: Term[] | undefined): string[] => [...new Set((terms ?? []).map((term) => term.clause))];

/** Formats the terms of a score: "4 tiles × 2 − 1 ghost × 2". */
export const termsText = (terms: Term[] | undefined): string =>
  (terms ?? [])
    .map((term, index) => {
      const sign = term.each < 0 ? t("terms-less") : t("terms-join");
      const before = index > 0 ? sign : term.each < 0 ? sign.trim() : "";
      return before + termText({ ...term, each: Math.abs(term.each) });
    })
    .join("");

/** Returns what was scored: "City completed", "Unfinished road", "Field"; in the final scoring some kinds have only one name. */
export function scoredWhat(event: GameEvent): string {
  const kind = event.kind ?? "";
  if (kind === "field") return kindName(kind);
  if (event.final && has(`scored-${kind}-final`)) return t(`scored-${kind}-final`);
  return tOr(`scored-${kind}-${event.finished ? "finished" : "unfinished"}`, sourceName(kind));
}

/** Formats a change of a score: "+4", "−3". */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** Names a figure with its role: "Large follower (knight)"; only "Wagon" if the role says nothing new. */
export function figureInRole(figure: string, role: string | undefined, seat?: number): string {
  if (!role || role === figure) return figureName(figure, seat);
  return t("figure-in-role", { figure: figureName(figure, seat), role: roleName(role) });
}

/** Names a figure and its owner, such as "Anna’s Knight", with the number of ghosts beside it. */
export function figureOf(figure: Pick<Figure, "role" | "seat" | "ghosts"> | undefined, names: string[]): string {
  const named = t("figure-of", { role: roleName(figure?.role ?? ""), name: names[figure?.seat ?? 0] ?? "" });
  return figure?.ghosts ? t("figure-haunted", { figure: named, count: figure.ghosts }) : named;
}

/** Names one of several answers for the same target. */
export function answerName(answer: Answer, seat?: number): string {
  if (answer.verb === "build") return t("act-build");
  if (answer.piece) return pieceName(answer.piece);
  return figureName(answer.figure ?? "follower", answer.seat ?? seat);
}

/** Returns the message for a refusal in the page's language, or the server's own message if there is none. */
export function errorText(error: { code: string; message: string; reason?: string; until?: number }): string {
  const { code, message, reason = "", until } = error;
  const given = { reason, until: until === undefined ? t("for-ever") : t("until", { date: momentText(until) }) };
  return tOr(`error-${code}`, message || t("error-unknown"), given);
}

/** Returns the message for a failed call. */
export const problemText = (problem: unknown): string => (problem instanceof ApiError ? errorText(problem) : t("error-unknown"));

/** Formats a moment, given in milliseconds since 1970, as a date. */
export const dayText = (moment: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(moment));
/** Formats a moment, given in milliseconds since 1970, as a date and time. */
export const momentText = (moment: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));

/** Formats a clock: "5 min + 10 s per turn". */
export function clockText(clock: Clock): string {
  if (clock.type === "days") return t("clock-text-days", { days: clock.days });
  if (clock.type === "turn") {
    return clock.seconds < 60 ? t("clock-text-seconds", { seconds: clock.seconds })
      : t("clock-text-minutes", { minutes: clock.seconds / 60 });
  }
  return t("clock-text-game", { minutes: clock.start / 60, seconds: clock.increment ?? 0 });
}
