// Colours of the seats in the set-up form. The server assigns them in the same way and has the last word.

import { COLOURS } from "../shared/colours.svelte";
import type { Choices, SeatChoice } from "./setup";

type Chooser = Pick<SeatChoice, "type" | "colour">;

/** Returns the colour of every seat: the chosen one, or else the one of the seat's number, or else the first one left. */
export function coloursOf(seats: Chooser[]): number[] {
  const colours: (number | undefined)[] = seats.map(() => undefined);
  const left = () => [...Array(COLOURS).keys()].filter((colour) => !colours.includes(colour));
  const people = seats.flatMap(({ type }, seat) => (type === "human" ? [seat] : []));
  for (const seat of people) if (left().includes(seats[seat]!.colour ?? -1)) colours[seat] = seats[seat]!.colour;
  // People keep the colours of their seats before computer players and open seats do.
  for (const round of [people, [...seats.keys()]]) {
    for (const seat of round) if (left().includes(seat)) colours[seat] ??= seat;
    for (const seat of round) colours[seat] ??= left()[0];
  }
  return colours.map((colour, seat) => colour ?? seat);
}

/** Returns the colours of people other than the one in a seat, who keep theirs. */
export const takenBeside = (seats: Chooser[], own: number): number[] =>
  coloursOf(seats).filter((_, seat) => seat !== own && seats[seat]!.type === "human");

/** Gives the first person a colour, if no other person has it. */
export function withColour(choices: Choices, colour: number | null): Choices {
  const first = choices.seats.findIndex((one) => one.type === "human");
  if (first < 0 || colour === null || takenBeside(choices.seats, first).includes(colour)) return choices;
  return { ...choices, seats: choices.seats.map((one, index) => (index === first ? { ...one, colour } : one)) };
}
