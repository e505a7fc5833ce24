// Operations on a study's document. Documents are never changed in place, so that undo only keeps the earlier ones.

import type { Chapter, Glyph, Notes, Study, StudyNode } from "../shared/protocol";

export const GLYPHS: Glyph[] = ["!!", "!", "!?", "?!", "?", "??"];
export const COLOURS = ["green", "red", "blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

/** Limits of the format (docs/studies.md). */
export const MAX_NAME = 80;
export const MAX_COMMENT = 4000;
export const MAX_CHAPTERS = 64;
export const MAX_DRAWN = 32;

/** A node of the rendered tree: its variations come after it and before the nodes that follow. */
export interface Row {
  node: StudyNode;
  /** Other answers to the same position, each with what follows it. */
  variations: Row[][];
}

export const nodeOf = (chapter: Chapter, id: string | null): StudyNode | null =>
  id === null ? null : (chapter.nodes.find((node) => node.id === id) ?? null);

export const childrenOf = (chapter: Chapter, id: string | null): StudyNode[] => chapter.nodes.filter(({ parent }) => parent === id);

/** Returns the nodes from the first position to a node, in order. */
export function pathTo(chapter: Chapter, id: string | null): StudyNode[] {
  const nodes = new Map(chapter.nodes.map((node) => [node.id, node]));
  const path: StudyNode[] = [];
  for (let node = id === null ? undefined : nodes.get(id); node; node = node.parent === null ? undefined : nodes.get(node.parent)) {
    path.push(node);
  }
  return path.reverse();
}

/** Returns the answers that lead from the first position to a node. */
export const answersTo = (chapter: Chapter, id: string | null): string[] => pathTo(chapter, id).flatMap(({ answers }) => answers);

/** Returns the id of the last node of the main line after a node. */
export function endOf(chapter: Chapter, id: string | null): string | null {
  const first = firstChildren(chapter);
  let last = id;
  for (let next = first.get(last); next; next = first.get(last)) last = next.id;
  return last;
}

function firstChildren(chapter: Chapter): Map<string | null, StudyNode> {
  const first = new Map<string | null, StudyNode>();
  for (const node of chapter.nodes) if (!first.has(node.parent)) first.set(node.parent, node);
  return first;
}

/** Arranges a chapter's nodes for display: the main line, with the variations after the node that they replace. */
export function rowsOf(chapter: Chapter): Row[] {
  const children = new Map<string | null, StudyNode[]>();
  for (const node of chapter.nodes) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  const line = (node: StudyNode, variations: StudyNode[]): Row[] => {
    const rows: Row[] = [];
    let [next, others]: [StudyNode | undefined, StudyNode[]] = [node, variations];
    while (next) {
      rows.push({ node: next, variations: others.map((one) => line(one, [])) });
      [next, ...others] = children.get(next.id) ?? [];
    }
    return rows;
  };
  const [first, ...others] = children.get(null) ?? [];
  return first ? line(first, others) : [];
}

/** Returns the seat that begins according to an answer of chance; null for other answers. */
export const firstSeat = (word: string): number | null => (/^first:\d$/.test(word) ? Number(word.slice(6)) : null);

/** Numbers names that several players have, such as those of computer players. */
export const distinct = (names: string[]): string[] =>
  names.map((name, index) => (names.filter((other) => other === name).length > 1
    ? `${name} ${names.slice(0, index + 1).filter((other) => other === name).length}` : name));

/** A node whose turn and seat the engine fills in. */
export type NewNode = Omit<StudyNode, "turn" | "seat">;

/** Returns nodes for answers that follow each other, one answer each. */
export const lineOf = (answers: string[], parent: string | null = null, prefix = ""): NewNode[] =>
  answers.map((answer, index) => ({
    id: `${prefix}${(index + 1).toString(36)}`, parent: index === 0 ? parent : `${prefix}${index.toString(36)}`, answers: [answer],
  }));

/** Returns an id that no node of the chapter has. */
export function freshId(chapter: Chapter): string {
  const used = new Set(chapter.nodes.map(({ id }) => id));
  for (let number = chapter.nodes.length + 1; ; number++) {
    const id = number.toString(36);
    if (!used.has(id)) return id;
  }
}

/** Returns the chapter with an answer after a node, and the id of the answer's node, which may exist already. */
export function withAnswer(chapter: Chapter, parent: string | null, answer: string, turn: number, seat: number | null): [Chapter, string] {
  const known = childrenOf(chapter, parent).find(({ answers }) => answers.length === 1 && answers[0] === answer);
  if (known) return [chapter, known.id];
  const id = freshId(chapter);
  return [{ ...chapter, nodes: [...chapter.nodes, { id, parent, answers: [answer], turn, seat }] }, id];
}

/** Returns the ids of a node and of all that follow it. */
export function branchOf(chapter: Chapter, id: string): Set<string> {
  const branch = new Set([id]);
  // Parents are listed before their children.
  for (const node of chapter.nodes) if (node.parent !== null && branch.has(node.parent)) branch.add(node.id);
  return branch;
}

export function withoutBranch(chapter: Chapter, id: string): Chapter {
  const branch = branchOf(chapter, id);
  return { ...chapter, nodes: chapter.nodes.filter((node) => !branch.has(node.id)) };
}

/** Returns the chapter with a variation moved up by one, in the position where it leaves the line above it. */
export function promoted(chapter: Chapter, id: string): Chapter {
  const first = firstChildren(chapter);
  const turning = pathTo(chapter, id).reverse().find((node) => first.get(node.parent)?.id !== node.id);
  if (!turning) return chapter;
  const siblings = childrenOf(chapter, turning.parent);
  const before = siblings[siblings.findIndex((node) => node.id === turning.id) - 1]!;
  // Exchanging the two nodes alone keeps every parent before its children, because both have the same parent.
  const nodes = chapter.nodes.filter((node) => node.id !== turning.id);
  const at = nodes.findIndex((node) => node.id === before.id);
  return { ...chapter, nodes: [...nodes.slice(0, at), turning, ...nodes.slice(at)] };
}

/** Returns whether a node is not on the main line. */
export function isVariation(chapter: Chapter, id: string | null): boolean {
  const first = firstChildren(chapter);
  return pathTo(chapter, id).some((node) => first.get(node.parent)?.id !== node.id);
}

/** Returns the annotations of a node, or of the first position. */
export const notesOf = (chapter: Chapter, id: string | null): Notes => nodeOf(chapter, id) ?? chapter;

/** Returns the chapter with other annotations of a node, or of the first position. */
export function withNotes(chapter: Chapter, id: string | null, notes: Partial<Notes>): Chapter {
  if (id === null) return { ...chapter, ...notes };
  return { ...chapter, nodes: chapter.nodes.map((node) => (node.id === id ? { ...node, ...notes } : node)) };
}

export const withChapter = (study: Study, index: number, chapter: Chapter): Study => ({
  ...study, chapters: study.chapters.map((one, at) => (at === index ? chapter : one)),
});

export const withoutChapter = (study: Study, index: number): Study => ({
  ...study, chapters: study.chapters.filter((_, at) => at !== index),
});

/** Returns the study with a chapter moved by one. */
export function movedChapter(study: Study, index: number, step: 1 | -1): Study {
  const chapters = [...study.chapters];
  const [chapter] = chapters.splice(index, 1);
  if (!chapter || index + step < 0 || index + step > chapters.length) return study;
  chapters.splice(index + step, 0, chapter);
  return { ...study, chapters };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Adds an arrow, or removes it if it is there in the same colour; another colour replaces it. */
export function withArrow(notes: Notes, from: [number, number], to: [number, number], colour: Colour): Partial<Notes> {
  const arrows = notes.arrows ?? [];
  const others = arrows.filter(([a, b]) => !isSame([a, b], [from, to]));
  const had = arrows.some((arrow) => isSame(arrow, [from, to, colour]));
  return { arrows: had ? others : [...others, [from, to, colour] as (typeof arrows)[number]].slice(-MAX_DRAWN) };
}

/** Adds a mark on a cell or on a segment, or removes it if it is there in the same colour. */
export function withMark(notes: Notes, at: [number, number], segment: number | null, colour: Colour): Partial<Notes> {
  const mark = { at, ...(segment === null ? {} : { segment }), colour };
  const marks = notes.marks ?? [];
  const others = marks.filter((one) => !(isSame(one.at, at) && (one.segment ?? null) === segment));
  const had = marks.some((one) => isSame(one.at, at) && (one.segment ?? null) === segment && one.colour === colour);
  return { marks: had ? others : [...others, mark].slice(-MAX_DRAWN) };
}
