// Pages of single games for other sites (`/embed/{table}`) and for streams (`/overlay/{table}`). Other sites may show them in a frame, so
// they never act for the reader, and they are the only pages that a frame shows. Their options are in the query.

import { LANGUAGES } from "./i18n.svelte";
import type { Route } from "./route";
import { TEXT_SIZES, type Shown, type TextSize, type Theme } from "./settings.svelte";
import { urlOf } from "./site";

export const PLACES = ["top", "bottom", "left", "right", "none"] as const;

export interface EmbedOptions {
  /** Place of the players. */
  players: (typeof PLACES)[number];
  board: boolean;
  clocks: boolean;
}

const among = <T extends string>(word: string | null, words: readonly T[]): T | undefined => words.find((one) => one === word);
const isOn = (word: string | null): boolean => word !== "0";

/** Reads what a page shows. */
export function embedOptions(query: string): EmbedOptions {
  const fields = new URLSearchParams(query);
  return {
    players: among(fields.get("players"), PLACES) ?? "top", board: isOn(fields.get("board")), clocks: isOn(fields.get("clocks")),
  };
}

/** Reads the settings that a page has instead of the reader's. Those that it doesn't name are the usual ones, except for the language. */
export function embedSettings(query: string): Shown {
  const fields = new URLSearchParams(query);
  return {
    theme: among<Theme>(fields.get("theme"), ["light", "dark"]) ?? "auto",
    size: among(fields.get("size"), Object.keys(TEXT_SIZES) as TextSize[]) ?? "normal",
    language: among(fields.get("lang"), LANGUAGES.map(({ id }) => id)) ?? null,
  };
}

/** Returns whether a page may be shown by other sites. */
export const isEmbedded = (route: Route): boolean => route.page === "embed" || route.page === "overlay";

/** Returns the HTML with which another site shows a game. */
export const embedHtml = (table: string): string =>
  `<iframe src="${urlOf(`/embed/${table}`)}" width="600" height="450" style="border:0" title="Bastide" loading="lazy"></iframe>`;
