// Describes results and ratings in words.

import { has, language, t, tOr } from "../shared/i18n.svelte";
import type { ArchivedGame } from "../shared/protocol";
import { expansionName, gameName } from "../shared/words";

/** Speeds that have ratings. */
export const SPEEDS = ["blitz", "rapid", "slow", "days"] as const;
export const SIZES = ["two", "more"] as const;

export const speedName = (speed: string): string => tOr(`speed-${speed}`, speed);
export const sizeName = (size: string): string => tOr(`size-${size}`, size);

/** Returns the name of a rating class: "Carcassonne · Rapid · Two players". */
export const className = (one: { game: string; speed: string; size: string }): string =>
  [gameName(one.game), speedName(one.speed), sizeName(one.size)].join(" · ");

/** Returns the game with its expansions. */
export function playedText({ setup }: Pick<ArchivedGame, "setup">): string {
  return setup === null ? "" : [gameName(setup.game), ...setup.expansions.map(expansionName)].join(" + ");
}

/** Returns how a game ended, or "" if it was played to the end. */
export const endText = (how: string): string => (has(`how-${how}`) ? t(`how-${how}`) : "");

/** Formats a rating change: "+12", "−8", "±0". */
export const changeText = (change: number): string => (change === 0 ? "±0" : change < 0 ? `−${-change}` : `+${change}`);

/** Formats a share as a percentage, or returns an empty string if there are no games. */
export const share = (part: number, all: number): string =>
  all === 0 ? "" : new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(part / all);
