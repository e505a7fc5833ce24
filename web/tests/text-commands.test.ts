import { describe, expect, it } from "vitest";
import { numbersOf, parse } from "../src/textboard/commands";

describe("commands of the text board", () => {
  it("are words or short forms, in any case", () => {
    expect(parse("Hand")).toEqual({ name: "hand", rest: [] });
    expect(parse(" h ")).toEqual({ name: "hand", rest: [] });
    expect(parse("ok")).toEqual({ name: "confirm", rest: [] });
    expect(parse("?")).toEqual({ name: "help", rest: [] });
    expect(parse("Pause")).toEqual({ name: "pause", rest: [] });
  });

  it("take places as they are written", () => {
    for (const text of ["p 3 -1 90", "place 3 : -1, 90°", "p 3:−1 90"]) {
      const command = parse(text);
      expect(command).toMatchObject({ name: "places" });
      expect("rest" in command && numbersOf(command.rest)).toEqual([3, -1, 90]);
    }
  });

  it("include numbers, words and nothing at all", () => {
    expect(parse("12")).toEqual({ name: "number", number: 12 });
    expect(parse("Road")).toEqual({ name: "word", word: "road" });
    expect(parse("  ")).toEqual({ name: "nothing" });
  });
});
