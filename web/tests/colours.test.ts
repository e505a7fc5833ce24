import { describe, expect, it } from "vitest";
import { coloursOf, takenBeside, withColour } from "../src/setup/colours";
import { defaults, seat } from "../src/setup/setup";

const person = (colour?: number) => ({ type: "human" as const, colour });
const bot = { type: "bot" as const };

describe("colours of the seats in the set-up form", () => {
  it("are those of the seats' numbers unless chosen", () => {
    expect(coloursOf([person(), person(), bot])).toEqual([0, 1, 2]);
    expect(coloursOf([person(3), person(), bot])).toEqual([3, 1, 2]);
  });

  it("give way to chosen ones, computer players first", () => {
    expect(coloursOf([person(1), person(), person()])).toEqual([1, 0, 2]);
    expect(coloursOf([bot, person(0), person()])).toEqual([1, 0, 2]);
    expect(coloursOf([person(1), person(1)])).toEqual([1, 0]);
    const all = coloursOf([person(5), person(4), person(3), person(), bot, bot]);
    expect([...all].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("are taken by other people only", () => {
    expect(takenBeside([person(3), person(), bot], 1)).toEqual([3]);
    expect(takenBeside([person(3), person(), bot], 2)).toEqual([3, 1]);
  });

  it("start with the last one of the first person, if it is free", () => {
    const choices = { ...defaults(), seats: [seat("bot"), seat("human"), { ...seat("human"), colour: 4 }] };
    expect(withColour(choices, 2).seats[1]!.colour).toBe(2);
    expect(withColour(choices, 4)).toBe(choices);
    expect(withColour(choices, null)).toBe(choices);
    expect(withColour({ ...choices, seats: [seat("bot")] }, 2).seats[0]!.colour).toBeUndefined();
  });
});
