import { FluentBundle, FluentResource } from "@fluent/bundle";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const LOCALES = ["en", "ru", "uk"];
const root = new URL("../src/", import.meta.url);

const files = (locale: string) => readdirSync(new URL(`locales/${locale}/`, root)).filter((name) => name.endsWith(".ftl"));
const source = (locale: string, name: string) => readFileSync(new URL(`locales/${locale}/${name}`, root), "utf8");
const idsIn = (text: string) => [...text.matchAll(/^([a-zA-Z][\w-]*) =/gm)].map((match) => match[1]!);
const all = (locale: string) => files(locale).map((name) => source(locale, name)).join("\n");

function bundle(locale: string): FluentBundle {
  const made = new FluentBundle(locale, { useIsolating: false });
  for (const name of files(locale)) expect(made.addResource(new FluentResource(source(locale, name)))).toEqual([]);
  return made;
}

/** Returns the variables of each message. */
function variables(locale: string): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const message of all(locale).split(/^(?=[a-zA-Z][\w-]* =)/m)) {
    const id = idsIn(message)[0];
    if (id) map.set(id, [...new Set([...message.matchAll(/\$(\w+)/g)].map((match) => match[1]!))].sort());
  }
  return map;
}

function codeFiles(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = new URL(entry.name + (entry.isDirectory() ? "/" : ""), folder);
    if (entry.isDirectory()) return codeFiles(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

const SAMPLE = {
  count: 2, tiles: 5, laps: 1, points: 3, seconds: 1, most: 5, name: "A", names: "A", level: "L", number: 1, id: "X",
  turn: 1, turns: 2, chance: 40, role: "R", kind: "K", figure: "F", what: "W", each: 2, score: 1, more: 1,
  supply: "S", parts: "P", at: 1, end: 2, seq: 3, seed: "s", less: 1, elements: "E", goal: 50, tile: "T", least: 2,
  preset: "P", options: "O", option: "O", value: "V", other: "O", piece: "P", token: "T", tokens: "T", prisoners: "P",
  part: "P", evaluations: 5, margin: "+1.0", error: "0.5", place: "P", degrees: 90, where: "W", all: 9, done: 4,
  strength: 2, inaccuracy: 1, mistake: 3, blunder: 6, minutes: 5, days: 3, hours: 4, time: "0:09",
  date: "D", browser: "B", system: "S", since: "T", used: "T", device: "D",
  share: "50 %", matched: 5, decisions: 9, games: 2,
  before: "1500", after: "1662", change: "+162", deviation: 90, class: "C", from: 1500, to: 1662, game: "G", seat: 1, seats: 2,
  reason: "R", until: "U", table: "T", act: "A", former: "F", site: "S", address: "a@b.example", zone: "Z",
  sides: "S", places: "P", word: "W", text: "T", rating: "1634?", colour: "C",
};

describe.each(LOCALES)("the messages in %s", (locale) => {
  it("have the same ids as in English, each once", () => {
    const ids = idsIn(all(locale));
    expect(ids.length).toBe(new Set(ids).size);
    expect([...ids].sort()).toEqual(idsIn(all("en")).sort());
  });

  it("use the same variables as in English", () => {
    const english = variables("en");
    for (const [id, used] of variables(locale)) expect([id, used]).toEqual([id, english.get(id)]);
  });

  it("can all be formatted for every number", () => {
    const made = bundle(locale);
    for (const id of idsIn(all(locale))) {
      const message = made.getMessage(id);
      expect(message?.value, id).toBeTruthy();
      for (const n of [0, 1, 2, 5, 11, 21, 22, 25]) {
        const errors: Error[] = [];
        const text = made.formatPattern(message!.value!, { ...SAMPLE, count: n, tiles: n, laps: n, points: n, most: n }, errors);
        expect(errors, `${id} ${n}`).toEqual([]);
        expect(text.trim(), id).not.toBe("");
      }
    }
  });
});

describe("Slavic plurals", () => {
  const say = (locale: string, count: number) =>
    bundle(locale).formatPattern(bundle(locale).getMessage("tiles-left")!.value!, { count }, []);

  it("agree with their numbers", () => {
    expect([1, 3, 12, 21].map((n) => say("ru", n))).toEqual([
      "Остался 1 квадрат", "Осталось 3 квадрата", "Осталось 12 квадратов", "Остался 21 квадрат",
    ]);
    expect([1, 3, 12, 21].map((n) => say("uk", n))).toEqual([
      "Лишилася 1 плитка", "Лишилося 3 плитки", "Лишилося 12 плиток", "Лишилася 21 плитка",
    ]);
  });
});

describe("the code", () => {
  const code = codeFiles(root).join("\n");
  const known = new Set(idsIn(all("en")));

  it("asks only for messages that exist", () => {
    const plain = [...code.matchAll(/\bt\(\s*"([\w-]+)"/g)].map((match) => match[1]!);
    const either = [...code.matchAll(/\bt\([^"`)]*\?\s*"([\w-]+)"\s*:\s*"([\w-]+)"/g)].flatMap((match) => [match[1]!, match[2]!]);
    expect(plain.length).toBeGreaterThan(100);
    expect([...plain, ...either].filter((id) => !known.has(id))).toEqual([]);
  });

  it("uses every message of the pages", () => {
    const made = [...code.matchAll(/`([\w-]+-)\$\{/g)].map((match) => match[1]!);
    const unused = idsIn(source("en", "ui.ftl") + source("en", "ui.site.ftl")).filter(
      (id) => !code.includes(`"${id}"`) && !made.some((start) => id.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});

/** Returns the source files that these files import, directly or indirectly, including lazily loaded ones. */
function reached(names: string[]): Map<string, string> {
  const found = new Map<string, string>();
  const open = names.map((name) => new URL(name, root).href);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue;
    const text = readFileSync(new URL(at), "utf8");
    found.set(at, text);
    // `pages.ts` imports every page, so its imports do not belong to a single page.
    if (at.endsWith("/src/pages.ts")) continue;
    for (const [, path] of text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)"(\.[^"]+)"/g)) {
      const named = [path!, `${path}.ts`].map((name) => new URL(name, at));
      const is = named.find((url) => /\.(svelte|ts)$/.test(url.pathname) && existsSync(url));
      if (is) open.push(is.href);
    }
  }
  return found;
}

/** Returns the literal ids in calls of `t` and similar functions. */
function given(text: string): string[] {
  return [...text.matchAll(/\b(?:t|tOr|has)\(/g)].flatMap(({ index, 0: call }) => {
    let [at, depth] = [index + call.length, 1];
    for (; depth > 0 && at < text.length; at += 1) depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
    return [...text.slice(index, at).matchAll(/"([\w-]+)"/g)].map((match) => match[1]!);
  });
}

// Ids with these prefixes are built from the server's words for tokens and errors, so no source names them in full.
const FROM_THE_SERVER = ["token-", "error-"];

describe.each([
  ["a table", ["main.ts", "pages/Table.svelte"], /\.(site|replay)\.ftl$/],
  ["the rules", ["main.ts", "pages/Rules.svelte", "pages/Lost.svelte"], /\.(site|replay|room)\.ftl$/],
  ["a guided game", ["main.ts", "pages/Guided.svelte"], /\.(site|replay)\.ftl$/],
  ["the puzzles", ["main.ts", "pages/Puzzles.svelte"], /\.site\.ftl$/],
  ["the lessons", ["main.ts", "pages/Lessons.svelte", "pages/Lesson.svelte"], /\.(site|replay)\.ftl$/],
  ["a replay", ["main.ts", "pages/Replay.svelte"], /\.(site|room)\.ftl$/],
  ["a study", ["main.ts", "pages/Study.svelte"], /\.(site|room)\.ftl$/],
  ["the pages around the tables", readdirSync(new URL("pages/", root))
    .filter((name) => !/^(Table|Guided|Puzzles|Lessons?|Replay|Rules|Lost|Study)\.svelte$/.test(name))
    .map((name) => `pages/${name}`), /\.(replay|room)\.ftl$/],
])("%s", (_, pages, elsewhere) => {
  it("uses no message of other pages", () => {
    const away = new Set(files("en").filter((name) => elsewhere.test(name)).flatMap((name) => idsIn(source("en", name))));
    expect(away.size).toBeGreaterThan(50);
    const wrong = [...reached(pages)].flatMap(([at, text]) => {
      const plain = [...text.matchAll(/"(\w+-[\w-]+)"/g)].map((match) => match[1]!);
      const begun = [...text.matchAll(/`([\w-]+-)\$\{[^}]*\}([\w-]*)`/g)].filter(([, start]) => !FROM_THE_SERVER.includes(start!));
      const built = [...away].filter((id) => begun.some(([, start, end]) => id.startsWith(start!) && id.endsWith(end!)));
      return [...plain, ...given(text)].filter((id) => away.has(id)).concat(built).map((id) => `${at.slice(root.href.length)}: ${id}`);
    });
    expect([...new Set(wrong)]).toEqual([]);
  });
});
