import { describe, expect, it } from "vitest";
import type { Judged } from "../src/analysis/analysis";
import type { Chapter, Line, Study } from "../src/shared/protocol";
import { reviewed } from "../src/study/review";
import * as tree from "../src/study/tree";

const node = (id: string, parent: string | null, answer = id) => ({ id, parent, answers: [answer], turn: 1, seat: 0 });

/** a – b – c, with d beside b, e after d, and f beside c. */
const chapter: Chapter = {
  name: "One", record: "", nodes: [
    node("a", null), node("b", "a"), node("c", "b"), node("d", "a"), node("e", "d"), node("f", "b"),
  ],
};

const ids = ({ nodes }: Chapter) => nodes.map(({ id }) => id);
/** Writes rows as text: variations in brackets after the node that they replace. */
const shown = (rows: tree.Row[]): string =>
  rows.map(({ node, variations }) => node.id + variations.map((one) => `(${shown(one)})`).join("")).join(" ");

/** Fails unless every parent is listed before its children. */
function expectOrder({ nodes }: Chapter): void {
  nodes.forEach(({ parent }, at) => expect(parent === null || nodes.slice(0, at).some(({ id }) => id === parent)).toBe(true));
}

describe("the tree of a chapter", () => {
  it("shows variations after the node that they replace", () => {
    expect(shown(tree.rowsOf(chapter))).toBe("a b(d e) c(f)");
    expect(tree.rowsOf({ ...chapter, nodes: [] })).toEqual([]);
  });

  it("knows paths, ends and variations", () => {
    expect(tree.answersTo(chapter, "e")).toEqual(["a", "d", "e"]);
    expect(tree.answersTo(chapter, null)).toEqual([]);
    expect(tree.endOf(chapter, null)).toBe("c");
    expect(tree.endOf(chapter, "d")).toBe("e");
    expect(["a", "c", "e", "f", null].map((id) => tree.isVariation(chapter, id))).toEqual([false, false, true, true, false]);
  });

  it("adds an answer once", () => {
    const [same, known] = tree.withAnswer(chapter, "a", "d", 1, 0);
    expect([same, known]).toEqual([chapter, "d"]);
    const [changed, id] = tree.withAnswer(chapter, "c", "new", 2, null);
    expect(changed.nodes.at(-1)).toEqual({ id, parent: "c", answers: ["new"], turn: 2, seat: null });
    expect(ids(chapter)).not.toContain(id);
  });

  it("finds ids that are free", () => {
    const taken = { ...chapter, nodes: [...chapter.nodes, node("8", "c"), node("9", "8")] };
    expect(ids(taken)).not.toContain(tree.freshId(taken));
  });

  it("deletes a branch with all that follows", () => {
    expect(ids(tree.withoutBranch(chapter, "b"))).toEqual(["a", "d", "e"]);
    expect(ids(tree.withoutBranch(chapter, "a"))).toEqual([]);
  });

  it("promotes a variation from any of its nodes", () => {
    const changed = tree.promoted(chapter, "e");
    expect(shown(tree.rowsOf(changed))).toBe("a d(b c(f)) e");
    expectOrder(changed);
    expect(tree.promoted(chapter, "c")).toBe(chapter);
    expect(shown(tree.rowsOf(tree.promoted(chapter, "f")))).toBe("a b(d e) f(c)");
  });

  it("annotates nodes and the start", () => {
    expect(tree.notesOf(tree.withNotes(chapter, "b", { glyph: "!" }), "b").glyph).toBe("!");
    expect(tree.notesOf(tree.withNotes(chapter, null, { comment: "Hello" }), null).comment).toBe("Hello");
  });

  it("toggles arrows and marks, and replaces their colour", () => {
    const one = tree.withArrow({}, [0, 0], [1, 0], "green");
    expect(one.arrows).toEqual([[[0, 0], [1, 0], "green"]]);
    expect(tree.withArrow(one, [0, 0], [1, 0], "red").arrows).toEqual([[[0, 0], [1, 0], "red"]]);
    expect(tree.withArrow(one, [0, 0], [1, 0], "green").arrows).toEqual([]);
    const mark = tree.withMark({}, [2, 1], 3, "blue");
    expect(mark.marks).toEqual([{ at: [2, 1], segment: 3, colour: "blue" }]);
    expect(tree.withMark(mark, [2, 1], null, "blue").marks).toHaveLength(2);
    expect(tree.withMark(mark, [2, 1], 3, "blue").marks).toEqual([]);
  });
});

describe("the players of a study", () => {
  it("have distinct names", () => {
    expect(tree.distinct(["Anna", "computer", "computer"])).toEqual(["Anna", "computer 1", "computer 2"]);
  });
});

describe("the chapters of a study", () => {
  const study: Study = { bastide_study: 1, name: "S", chapters: ["x", "y", "z"].map((name) => ({ ...chapter, name })) };
  const names = ({ chapters }: Study) => chapters.map(({ name }) => name).join("");

  it("can be moved and deleted", () => {
    expect(names(tree.movedChapter(study, 0, 1))).toBe("yxz");
    expect(names(tree.movedChapter(study, 2, -1))).toBe("xzy");
    expect(tree.movedChapter(study, 0, -1)).toBe(study);
    expect(tree.movedChapter(study, 2, 1)).toBe(study);
    expect(names(tree.withoutChapter(study, 1))).toBe("xz");
  });
});

describe("a study of a review", () => {
  const line = (answers: string[]): Line => ({ answers, margin: 1, error: 0, samples: 5, totals: [], wins: [], main: [] });
  const judged = (at: number, given: string, lost: number, grade: Judged["grade"]): Judged =>
    ({ at, seat: 0, given, lost, lostChance: 0, grade, best: line(["x", "y"]), played: line([given]) });

  it("has the game as its main line, and better lines as variations", () => {
    const all = [judged(1, "b", 7.04, "blunder"), judged(2, "c", 0.2, "good"), judged(0, "other", 9, "blunder")];
    const nodes = reviewed(["a", "b", "c"], all, { lost: ({ lost }) => `lost ${lost.toFixed(1)}`, best: "best" });
    expect(nodes.slice(0, 3).map(({ answers, glyph, comment }) => [answers[0], glyph, comment])).toEqual([
      ["a", undefined, undefined], ["b", "??", "lost 7.0"], ["c", undefined, undefined],
    ]);
    const made: Chapter = { name: "", record: "", nodes: nodes.map((one) => ({ ...one, turn: 1, seat: 0 })) };
    const shown = tree.rowsOf(made).map(({ node, variations }) => [node.answers[0], variations.flat().map((row) => row.node.answers[0])]);
    expect(shown).toEqual([
      ["a", []], ["b", ["x", "y"]], ["c", []],
    ]);
    expect(new Set(ids(made)).size).toBe(5);
  });
});
