import { beforeEach, expect, it, vi } from "vitest";
import { EditorState } from "../src/editor/editor.svelte";
import type { EditedBoard, Setup } from "../src/shared/protocol";
import { StudyState } from "../src/study/study.svelte";

/** Requests that the server has not answered yet, oldest first. */
const { pending, asked } = vi.hoisted(() => {
  const pending: ((reply: unknown) => void)[] = [];
  return { pending, asked: () => new Promise((answer) => pending.push(answer)) };
});
vi.mock("../src/shared/api", () => ({ edit: asked }));
vi.mock("../src/study/engine", () => ({ position: asked }));
vi.mock("../src/shared/store", () => ({ load: () => null, save: () => {} }));
vi.mock("../src/shared/i18n.svelte", () => ({ t: (id: string) => id }));
vi.mock("../src/shared/announce.svelte", () => ({ announce: () => {} }));

const place = { word: "0,1,0", verb: "place", mode: "place", x: 0, y: 1, rotation: 0 };
const reply = {
  board: "tile a@0,0r0\n", places: [place], spots: [], tiles: [{ word: "b", name: {} }], view: { figures: [], tiles: [{}] },
} as unknown as EditedBoard;

/** Lets what waits for the answer continue. */
const settled = () => new Promise((done) => setTimeout(done));
async function answer(text: unknown = reply): Promise<void> {
  pending.shift()!({ ...(text as object) });
  await settled();
}

/** Keeps a state's draft until the given value changes, as on a page; tests compute derived values at every access. */
function keepDraft<S extends EditorState | StudyState>(state: S, of: keyof S): S {
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(state), "draft")!;
  let [known, draft]: unknown[] = [undefined, undefined];
  const kept = () => {
    if (draft === undefined || known !== state[of]) [known, draft] = [state[of], get!.call(state)];
    return draft;
  };
  Object.defineProperty(state, "draft", { get: kept });
  return state;
}

beforeEach(() => void pending.splice(0));

async function opened(): Promise<EditorState> {
  const editor = keepDraft(new EditorState(), "reply");
  void editor.open({ game: "carcassonne", expansions: [], options: {}, seats: 2 } as Setup);
  await answer();
  void editor.pick("b");
  await answer();
  editor.draft.place = { x: 0, y: 1, turns: [{ rotation: 0, word: place.word }] } as never;
  return editor;
}

const words = (editor: EditorState) => editor.layout!.tiles.map(({ word }) => word);

it("makes a change once, however often it is confirmed before the server has answered", async () => {
  const editor = await opened();
  void editor.settle();
  void editor.settle();
  expect(words(editor)).toEqual(["a", "b"]);
  await answer();
  expect(pending).toEqual([]);
  expect(editor.draft.started).toBe(false);
});

it("undoes a change that the server has not answered yet", async () => {
  const editor = await opened();
  void editor.settle();
  void editor.undo();
  expect(words(editor)).toEqual(["a"]);
  await answer();
  await answer();
  expect(words(editor)).toEqual(["a"]);
  expect(editor.canRedo).toBe(true);
});

it("takes back a choice before it is confirmed", async () => {
  const editor = await opened();
  expect(editor.draft.started).toBe(true);
  void editor.undo();
  expect(editor.draft.started).toBe(false);
  expect([words(editor), editor.canUndo]).toEqual([["a"], false]);
});

it("undoes a turn of a study whose position has not loaded yet", async () => {
  const position = { players: [], view: { turn: 1, seq: 1, players: [], decision: { seat: 0, kind: "place", answers: [place] } } };
  const study = keepDraft(new StudyState({ delay: 1e6, save: () => Promise.resolve() }), "shown");
  void study.open({ bastide_study: 1, name: "", chapters: [{ id: "1", name: "", record: "", nodes: [], notes: {} }] } as never);
  await answer(position);
  study.draft!.place = { x: 0, y: 1, turns: [{ rotation: 0, word: place.word }] } as never;
  void study.answer(place.word);
  expect(study.rows.length).toBe(1);
  void study.undo();
  expect(study.rows.length).toBe(0);
  expect(study.canRedo).toBe(true);
});
