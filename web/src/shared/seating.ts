// Appearance of seats: name, colour and pattern. The colours are in app.css, the patterns in the art's definitions.

import { colourOfSeat } from "./colours.svelte";
import { t } from "./i18n.svelte";
import type { SeatInfo } from "./protocol";

/** Returns the CSS colour of a seat. Colour is never used alone; each colour also has its own pattern. */
export const seatColour = (seat: number): string => `var(--seat-${colourOfSeat(seat)})`;

/** Line styles of the seats in charts. */
export const DASHES = ["", "14 8", "4 7", "22 7 4 7", "10 4", "2 4"];

/** Returns the pattern on the seat's colour. */
export const seatPattern = (seat: number): string => `url(#seat-${colourOfSeat(seat)})`;

/** Returns the pattern alone, for things that already have the colour. */
export const overPattern = (seat: number): string => `url(#own-${colourOfSeat(seat)})`;

export function nameOf(info: SeatInfo | undefined, seat: number, short = false): string {
  if (info?.name) return info.name;
  if (info?.deleted) return t("deleted-player");
  if (info?.stands_in_for !== undefined) return short ? info.stands_in_for : t("stands-in", { name: info.stands_in_for });
  if (info?.type === "bot") {
    const level = t(`level-${info.level ?? "hard"}`);
    return short ? level : t("computer-named", { level });
  }
  return t("seat-number", { number: seat + 1 });
}

/** Returns names for a whole table; computer players of the same level are numbered. Short ones fit on narrow screens. */
export function names(seats: SeatInfo[], short = false): string[] {
  const plain = seats.map((info, seat) => nameOf(info, seat, short));
  return plain.map((name, index) => {
    if (plain.filter((other) => other === name).length === 1) return name;
    return `${name} ${plain.slice(0, index + 1).filter((other) => other === name).length}`;
  });
}

export const ownersId = (seats: number[]): string => `owners-${seats.join("-")}`;

/** Returns the fill of a feature owned by these seats: plain bands of their colours, since their patterns would hide the picture. */
export function ownersPattern(seats: number[]): string {
  if (seats.length === 0) return "none";
  return seats.length === 1 ? seatColour(seats[0]!) : `url(#${ownersId(seats)})`;
}
