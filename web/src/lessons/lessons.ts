// The lessons that come with the client: a list, and one file for each lesson (docs/lessons.md).

import { ApiError } from "../shared/refusal";
import type { Setup } from "../shared/protocol";
import { fileUrl } from "../shared/site";

/** The entry of a lesson in the list. */
export interface Entry {
  id: string;
  /** Number of steps. */
  steps: number;
}

export interface Group {
  id: string;
  lessons: Entry[];
}

/** One entry for each answer of a turn, with `*` for any characters. A single `*` at the end stands for any further answers. */
export type Pattern = string[];

/** A hint about turns that do not solve the step: the last part of its message's id, and the patterns of these turns. */
export interface Hint {
  id: string;
  when: Pattern[];
}

/** A position in which the reader has to find a turn. */
export interface Step {
  /** Lines of the starting board; without them, the board of the step before. */
  board?: string[];
  hand: string;
  show?: string[];
  accept: Pattern[];
  wrong?: Hint[];
  points?: number;
  clauses: string[];
}

export interface Lesson {
  rules: number;
  setup: Setup;
  steps: Step[];
}

async function fetchJson<T>(name: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(fileUrl(`lesson-data/${name}.json`));
  } catch {
    throw new ApiError("offline", "the lessons cannot be loaded", 0);
  }
  if (!response.ok) throw new ApiError("offline", `HTTP ${response.status}`, response.status);
  return (await response.json()) as T;
}

export const fetchGroups = async (): Promise<Group[]> => (await fetchJson<{ groups: Group[] }>("index")).groups;

export const fetchLesson = (id: string): Promise<Lesson> => fetchJson<Lesson>(id);

/** Returns the set-up of a step with its board. */
export function setupOf({ setup, steps }: Lesson, index: number): Setup {
  const board = steps.slice(0, index + 1).findLast((step) => step.board)?.board ?? [];
  return { ...setup, board: [...board, `hand ${steps[index]!.hand}`, ""].join("\n") };
}

const glob = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.split("*").map((part) => part.replace(/[.+?^$()[\]{}|\\]/g, "\\$&")).join(".*")}$`).test(text);

/** Returns whether a turn matches a pattern. */
export function matches(pattern: Pattern, turn: string[]): boolean {
  const isOpen = pattern.at(-1) === "*";
  const entries = isOpen ? pattern.slice(0, -1) : pattern;
  const fits = isOpen ? turn.length >= entries.length : turn.length === entries.length;
  return fits && entries.every((entry, index) => glob(entry, turn[index]!));
}

export const accepts = (step: Step, turn: string[]): boolean => step.accept.some((pattern) => matches(pattern, turn));

/** Returns the id of the hint about a turn. */
export const hintAbout = (step: Step, turn: string[]): string | null =>
  step.wrong?.find(({ when }) => when.some((pattern) => matches(pattern, turn)))?.id ?? null;

/** Returns the answer at `index` of the first accepted turn that the earlier answers allow. */
export function shownAnswer(step: Step, before: string[], answers: string[]): string | null {
  const index = before.length;
  for (const pattern of step.accept) {
    const fits = before.every((word, at) => glob(pattern[at] ?? "*", word));
    const found = fits && answers.find((word) => glob(pattern[index] ?? "*", word));
    if (found) return found;
  }
  return null;
}

/** A mark on the board: a segment by its port and place, or a place. */
export interface Mark {
  port: string;
  x: number;
  y: number;
}

export function readMark(text: string): Mark {
  const [port = "", place = ""] = text.split("@");
  const [x = 0, y = 0] = place.split(",").map(Number);
  return { port, x, y };
}
