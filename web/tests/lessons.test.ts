import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { accepts, hintAbout, matches, readMark, setupOf, shownAnswer, type Group, type Lesson, type Step } from "../src/lessons/lessons";
import { readProgress } from "../src/lessons/progress.svelte";

const folder = new URL("../public/lesson-data/", import.meta.url);
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as T;
const { groups } = read<{ groups: Group[] }>("index.json");
const entries = groups.flatMap(({ lessons }) => lessons);
const lessons = entries.map(({ id }) => ({ id, ...read<Lesson>(`${id}.json`) }));

describe("the lessons of the client", () => {
  it("are all listed, with their numbers of steps", () => {
    const files = readdirSync(folder).filter((name) => name !== "index.json").map((name) => name.replace(".json", ""));
    expect(entries.map(({ id }) => id).sort()).toEqual(files.sort());
    for (const { id, steps } of entries) expect(read<Lesson>(`${id}.json`).steps.length, id).toBe(steps);
    expect(lessons.flatMap(({ steps }) => steps).length).toBeGreaterThan(20);
  });

  it.each(["en", "ru", "uk"])("have exactly their texts in %s", (locale) => {
    const text = readFileSync(new URL(`../src/locales/${locale}/lessons.lessons.ftl`, import.meta.url), "utf8");
    const ids = [...text.matchAll(/^([\w-]+) =/gm)].map(([, id]) => id!);
    const own = ids.filter((id) => lessons.some((lesson) => id === `lesson-${lesson.id}` || id.startsWith(`lesson-${lesson.id}-`)));
    const wanted = lessons.flatMap(({ id, steps }) => [
      `lesson-${id}`,
      ...steps.flatMap((step, index) => {
        const key = `lesson-${id}-${index + 1}`;
        return [key, `${key}-right`, ...(step.wrong ?? []).map((hint) => `${key}-${hint.id}`)];
      }),
    ]);
    expect(own.sort()).toEqual(wanted.sort());
    expect(groups.map(({ id }) => `lesson-group-${id}`).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(["en", "ru", "uk"])("name the points of their turns in %s", (locale) => {
    const text = readFileSync(new URL(`../src/locales/${locale}/lessons.lessons.ftl`, import.meta.url), "utf8");
    for (const { id, steps } of lessons) {
      for (const [index, { points = 0 }] of steps.entries()) {
        const right = new RegExp(`^lesson-${id}-${index + 1}-right = (.*)$`, "m").exec(text)?.[1] ?? "";
        if (points > 0) expect(right, `${id} ${index + 1}`).toMatch(new RegExp(`\\b${points}\\b`));
      }
    }
  });
});

const STEP: Step = {
  hand: "frfr", clauses: [], accept: [["frfr@1,0r0", "highwayman:*"], ["frfr@-1,0r*", "*"]],
  wrong: [{ id: "farmer", when: [["*", "farmer:*"]] }, { id: "place", when: [["*"]] }],
};

describe("a turn", () => {
  it("matches patterns as a whole", () => {
    expect(accepts(STEP, ["frfr@1,0r0", "highwayman:e"])).toBe(true);
    expect(accepts(STEP, ["frfr@1,0r0", "pass"])).toBe(false);
    expect(accepts(STEP, ["frfr@1,0r0"])).toBe(false);
    expect(accepts(STEP, ["frfr@-1,0r90"])).toBe(true);
    expect(matches(["a.c"], ["abc"])).toBe(false);
  });

  it("gets the first hint that matches", () => {
    expect(hintAbout(STEP, ["frfr@1,0r0", "farmer:n"])).toBe("farmer");
    expect(hintAbout(STEP, ["frfr@1,0r0", "pass"])).toBe("place");
    expect(hintAbout({ ...STEP, wrong: undefined }, ["pass"])).toBeNull();
  });

  it("is shown answer by answer", () => {
    const places = ["frfr@0,1r0", "frfr@-1,0r90", "frfr@1,0r0"];
    expect(shownAnswer(STEP, [], places)).toBe("frfr@1,0r0");
    expect(shownAnswer(STEP, [], places.slice(0, 2))).toBe("frfr@-1,0r90");
    expect(shownAnswer(STEP, ["frfr@1,0r0"], ["pass", "farmer:n", "highwayman:e"])).toBe("highwayman:e");
    expect(shownAnswer(STEP, ["frfr@0,1r0"], ["pass"])).toBeNull();
  });
});

it("steps without a board keep that of the step before", () => {
  const setup = { game: "carcassonne", expansions: [], seats: 2, options: {} };
  const lesson: Lesson = { rules: 3, setup, steps: [{ ...STEP, board: ["tile crfr@0,0r0"] }, { ...STEP, hand: "crfr" }] };
  expect(setupOf(lesson, 1)).toEqual({ ...setup, board: "tile crfr@0,0r0\nhand crfr\n" });
  expect(readMark("n@3,-1")).toEqual({ port: "n", x: 3, y: -1 });
  expect(readMark("@0,2")).toEqual({ port: "", x: 0, y: 2 });
});

it("damaged progress is dropped", () => {
  expect(readProgress({ roads: [0, 1, 1, 7, -1, "2", 1.5], "__proto__x": [0], fields: "all", join: [9] })).toEqual({ roads: [0, 1] });
  for (const damaged of [null, 3, "text", [0], undefined]) expect(readProgress(damaged)).toEqual({});
});
