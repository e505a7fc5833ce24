// Results and ratings in words.

import { has, language, t, tOr } from "../shared/i18n.svelte";
import type { ArchivedGame, PlayedSeat } from "../shared/protocol";
import { expansionName, gameName, levelName } from "../shared/words";

/** The speeds that have ratings. */
export const SPEEDS = ["blitz", "rapid", "slow", "days"] as const;
export const SIZES = ["two", "more"] as const;

export const speedName = (speed: string): string => tOr(`speed-${speed}`, speed);
export const sizeName = (size: string): string => tOr(`size-${size}`, size);

/** What a rating is of: "Carcassonne · Rapid · Two players". */
export const className = (one: { game: string; speed: string; size: string }): string =>
  [gameName(one.game), speedName(one.speed), sizeName(one.size)].join(" · ");

export const dayText = (time: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(time));
export const timeText = (time: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

/** What was played: the game with its expansions. */
export function playedText({ setup }: Pick<ArchivedGame, "setup">): string {
  return setup === null ? "" : [gameName(setup.game), ...setup.expansions.map(expansionName)].join(" + ");
}

/** Who sat on a seat. */
export function playerText(seat: Pick<PlayedSeat, "name" | "account" | "level">, number: number): string {
  if (seat.name !== null) return seat.name;
  if (seat.level !== null) return t("computer-named", { level: levelName(seat.level) });
  return seat.account ? t("person-deleted") : t("seat-number", { number: number + 1 });
}

/** How a game ended, where that was not by its rules alone. */
export const endText = (how: string): string => (has(`how-${how}`) ? t(`how-${how}`) : "");

export const personPath = (name: string): string => `/@/${encodeURIComponent(name)}`;

/** A change as it is told of a rating: "+12", "−8", "±0". */
export const changeText = (change: number): string => (change === 0 ? "±0" : change < 0 ? `−${-change}` : `+${change}`);

/** A share in hundredths; none of no games. */
export const share = (part: number, all: number): string =>
  all === 0 ? "" : new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(part / all);
