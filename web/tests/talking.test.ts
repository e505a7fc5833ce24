import { expect, test, vi } from "vitest";
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

test("unread messages of other people survive a reload", () => {
  const table = "bbbbbbbbbbbb";
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text),
  });
  const visit = () => {
    const talking = new Talking(table);
    talking.isOwn = ({ name }) => name === "Olha";
    return talking;
  };
  const first = visit();
  first.take({ lines: [line(1, "before")], more: false });
  expect(first.unread).toBe(0);
  first.add([line(2, "two"), { ...line(3, "mine"), name: "Olha" }]);
  expect([first.unread, first.latest?.id]).toEqual([1, 2]);
  const again = visit();
  again.take({ lines: [line(1, "before"), line(2, "two"), { ...line(3, "mine"), name: "Olha" }, line(4, "four")], more: false });
  expect(again.unread).toBe(2);
  again.look()();
  expect([again.unread, again.latest]).toEqual([0, null]);
  const later = visit();
  later.take({ lines: again.lines, more: false });
  expect(later.unread).toBe(0);
  vi.unstubAllGlobals();
});
