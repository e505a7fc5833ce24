import { describe, expect, it } from "vitest";
import { gameOf, nextAnswers, setupKey, wordsIn } from "../src/study/openings";
import type { Setup } from "../src/shared/protocol";

const setup: Setup = { game: "carcassonne", seats: 2, expansions: ["river", "count"], options: {}, first_seat: 0 };
const key = setupKey(setup);

const line = (words: string, scores: number[], more: object = {}, how = "over") =>
  JSON.stringify({
    result: {},
    record: {
      setup: { ...setup, ...more }, outcome: { how, scores }, turns: words.split(" / ").map((turn) => ({ answers: turn.split(" ") })),
    },
  });

describe("openings", () => {
  it("compare games with the same set-up and any first player", () => {
    expect(setupKey({ ...setup, expansions: ["count", "river"], first_seat: 1 })).toBe(key);
    expect(setupKey({ ...setup, seats: 3 })).not.toBe(key);
    expect(gameOf(line("first:1 / draw:a a@1,0r0 pass", [10, 30]), key)).toEqual({ words: ["draw:a", "a@1,0r0", "pass"], lead: 20 });
    expect(gameOf(line("draw:a", [10, 30], { first_seat: 0 }), key)?.lead).toBe(-20);
    expect(gameOf(line("draw:a", [10, 30], { expansions: [] }), key)).toBe(null);
    expect(gameOf(line("draw:a", [10, 30], {}, "resigned"), key)).toBe(null);
  });

  it("count the answers that followed the same words", () => {
    const games = [
      line("first:0 / draw:a a@1,0r0 pass / draw:b", [50, 40]), line("first:1 / draw:a a@1,0r0 pass / draw:c", [50, 40]),
      line("first:0 / draw:a a@0,1r0 pass", [70, 40]), line("first:0 / draw:b b@1,0r0", [0, 9]),
    ].map((one) => gameOf(one, key)!);
    expect(nextAnswers(games, [])).toEqual([{ word: "draw:a", games: 3, lead: 10 }, { word: "draw:b", games: 1, lead: -9 }]);
    expect(nextAnswers(games, ["draw:a"])).toEqual([{ word: "a@1,0r0", games: 2, lead: 0 }, { word: "a@0,1r0", games: 1, lead: 30 }]);
    expect(nextAnswers(games, ["draw:a", "a@0,1r0", "pass"])).toEqual([]);
    expect(nextAnswers(games, ["draw:z"])).toEqual([]);
  });

  it("read the answers of a record's text", () => {
    const record = "bastide record 1\nsetup: carcassonne seats=2\n\n0. first:1\n1. draw:a a@1,0r0 pass\n";
    expect(wordsIn(record)).toEqual(["draw:a", "a@1,0r0", "pass"]);
  });
});
