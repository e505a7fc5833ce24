import { expect, test } from "vitest";
import type { TalkLine } from "../src/shared/protocol";
import { Talking } from "../src/talk/talking.svelte";

const line = (id: number, words: string): TalkLine => ({ id, seat: null, name: "Anna", account: true, apart: false, words, time: id });
const removed = (id: number): TalkLine => ({ id, seat: null, name: "Anna", account: true, apart: false, removed: true, time: id });

test("a removed message replaces the original", () => {
  const talking = new Talking("aaaaaaaaaaaa");
  talking.take({ lines: [line(1, "one"), line(2, "two")], more: false });
  talking.add([removed(1)]);
  expect(talking.lines).toEqual([removed(1), line(2, "two")]);
  talking.add([removed(9)]);
  expect(talking.lines.map(({ id }) => id)).toEqual([1, 2, 9]);
});

test("removed messages of the lobby lose their text by id", () => {
  const talking = new Talking(null);
  talking.take({ lines: [line(1, "one"), line(2, "two")], more: false });
  const before = talking.lines;
  talking.withoutWords([7]);
  expect(talking.lines).toBe(before);
  talking.withoutWords([2, 7]);
  expect(talking.lines).toEqual([line(1, "one"), removed(2)]);
});
