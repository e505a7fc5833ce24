// State of an open study: the document, the shown node and its position, undo, and saving.

import { Draft } from "../board/draft.svelte";
import { shownHand } from "../game/hands";
import { announce } from "../shared/announce.svelte";
import { t } from "../shared/i18n.svelte";
import type { Chapter, Notes, Study, StudyNode, StudyPosition, Step } from "../shared/protocol";
import { position } from "./engine";
import * as tree from "./tree";

const MAX_UNDO = 200;
const MAX_CACHED = 400;

/** A place in a study. */
export interface Place {
  chapter: number;
  node: string | null;
}

/** A place that stores a study. */
export interface Shelf {
  /** Milliseconds without changes before the study is saved. */
  readonly delay: number;
  /** Stores a document; fails with the code `study_stale` if another page has changed the study. */
  save(study: Study): Promise<void>;
}

export class StudyState {
  study: Study = $state.raw({ bastide_study: 1, name: "", chapters: [] });
  place: Place = $state.raw({ chapter: 0, node: null });
  shown: StudyPosition | null = $state.raw(null);
  /** The node whose position is shown; it lags behind `place` while a position loads. */
  shownAt: Place | null = $state.raw(null);
  problem: unknown = $state.raw(null);
  saving: "saved" | "saving" | "failed" | "stale" = $state("saved");
  saveProblem: unknown = $state.raw(null);
  /** True while a reader's page follows the author's. */
  follows = $state(true);
  private undone: { study: Study; place: Place }[] = $state.raw([]);
  private done: { study: Study; place: Place }[] = $state.raw([]);
  private readonly cache = new Map<string, Promise<StudyPosition>>();
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing: Promise<void> = Promise.resolve();
  private unsaved = false;
  /** The place whose comment the last change was about. */
  private commenting: string | null = null;

  constructor(
    /** Null if the study may not be changed. */
    readonly shelf: Shelf | null,
  ) {}

  readonly chapter: Chapter | null = $derived(this.study.chapters[this.place.chapter] ?? null);
  readonly node: StudyNode | null = $derived(this.chapter && tree.nodeOf(this.chapter, this.place.node));
  readonly notes: Notes = $derived(this.chapter ? tree.notesOf(this.chapter, this.place.node) : {});
  readonly rows: tree.Row[] = $derived(this.chapter ? tree.rowsOf(this.chapter) : []);
  readonly draft: Draft | null = $derived.by(() => {
    const view = this.shown?.view;
    if (!view || !this.mayEdit || view.decision.seat === null) return null;
    return new Draft(view.decision, view.seq, shownHand(view, view.decision.seat, [view.decision.seat]));
  });
  readonly names: string[] = $derived.by(() => {
    const { players = [], view } = this.shown ?? {};
    return tree.distinct(Array.from({ length: view?.players.length ?? 0 }, (_, seat) =>
      players[seat] || t("seat-number", { number: seat + 1 })));
  });
  readonly steps: Step[] = $derived(this.shown?.step ? [this.shown.step as Step] : []);
  readonly canUndo: boolean = $derived(this.undone.length > 0);
  readonly canRedo: boolean = $derived(this.done.length > 0);

  get mayEdit(): boolean {
    return this.shelf !== null;
  }

  /** Opens a document, at a place or at the start of its first chapter. */
  async open(study: Study, place: Place = { chapter: 0, node: null }): Promise<void> {
    this.study = study;
    [this.undone, this.done] = [[], []];
    await this.go(place, true);
  }

  /** Shows a newer version of the document from elsewhere, at the same place if it still exists. */
  async replace(study: Study): Promise<void> {
    this.study = study;
    [this.undone, this.done] = [[], []];
    await this.go(this.place, true);
  }

  /** True if there are changes that are not saved yet. */
  get isUnsaved(): boolean {
    return this.saving !== "saved";
  }

  /** Shows a place. `led` is true if the author's page leads there, not the reader. */
  async go(wanted: Place, led = false): Promise<void> {
    if (!led) this.follows = false;
    const chapter = Math.max(0, Math.min(wanted.chapter, this.study.chapters.length - 1));
    const opened = this.study.chapters[chapter];
    const node = opened && tree.nodeOf(opened, wanted.node) ? wanted.node : null;
    this.place = { chapter, node };
    const number = ++this.asked;
    if (!opened) return void ([this.shown, this.shownAt] = [null, null]);
    try {
      const found = await this.fetch(opened, tree.answersTo(opened, node));
      if (number !== this.asked) return;
      [this.shown, this.shownAt, this.problem] = [found, { chapter, node }, null];
    } catch (problem) {
      if (number === this.asked) this.problem = problem;
    }
  }

  /** Shows another node of the chapter. */
  select(node: string | null): Promise<void> {
    return this.go({ ...this.place, node });
  }

  back(): Promise<void> {
    return this.node ? this.select(this.node.parent) : Promise.resolve();
  }

  forward(): Promise<void> {
    const next = this.chapter && tree.childrenOf(this.chapter, this.place.node)[0];
    return next ? this.select(next.id) : Promise.resolve();
  }

  first(): Promise<void> {
    return this.select(null);
  }

  last(): Promise<void> {
    return this.chapter ? this.select(tree.endOf(this.chapter, this.place.node)) : Promise.resolve();
  }

  /** Shows the next or the previous answer to the same position. */
  beside(step: 1 | -1): Promise<void> {
    if (!this.chapter || !this.node) return Promise.resolve();
    const siblings = tree.childrenOf(this.chapter, this.node.parent);
    const at = siblings.findIndex(({ id }) => id === this.node?.id);
    return this.select(siblings[(at + step + siblings.length) % siblings.length]!.id);
  }

  /** Plays a legal answer, or a draw: shows its node, which is added if it is new. */
  async answer(word: string): Promise<void> {
    const { chapter, shown, place } = this;
    if (!chapter || !shown || !this.mayEdit || !this.isCurrent) return;
    const [changed, id] = tree.withAnswer(chapter, place.node, word, shown.view.turn, shown.view.decision.seat);
    if (changed !== chapter) this.change(tree.withChapter(this.study, place.chapter, changed));
    await this.select(id);
  }

  /** True if the shown position is that of the selected node. */
  get isCurrent(): boolean {
    return this.shownAt?.chapter === this.place.chapter && this.shownAt.node === this.place.node;
  }

  annotate(notes: Partial<Notes>): void {
    if (!this.chapter || !this.mayEdit) return;
    this.change(tree.withChapter(this.study, this.place.chapter, tree.withNotes(this.chapter, this.place.node, notes)));
  }

  /** Changes the comment while it is typed; one undo takes back all of it. */
  comment(text: string): void {
    if (!this.chapter || !this.mayEdit) return;
    const key = `${this.place.chapter}/${this.place.node ?? ""}`;
    const study = tree.withChapter(
      this.study, this.place.chapter, tree.withNotes(this.chapter, this.place.node, { comment: text === "" ? undefined : text }),
    );
    if (this.commenting !== key) this.change(study);
    else {
      this.study = study;
      this.schedule();
    }
    this.commenting = key;
  }

  async removeBranch(): Promise<void> {
    const { chapter, node } = this;
    if (!chapter || !node) return;
    this.change(tree.withChapter(this.study, this.place.chapter, tree.withoutBranch(chapter, node.id)));
    await this.select(node.parent);
    announce(t("study-branch-deleted"));
  }

  promote(): void {
    const { chapter, node } = this;
    if (chapter && node) this.change(tree.withChapter(this.study, this.place.chapter, tree.promoted(chapter, node.id)));
  }

  /** Changes the document. Undo restores it with the place. */
  change(study: Study): void {
    if (!this.shelf) return;
    this.undone = [...this.undone, { study: this.study, place: this.place }].slice(-MAX_UNDO);
    this.done = [];
    this.study = study;
    this.commenting = null;
    this.schedule();
  }

  async undo(): Promise<void> {
    if (this.draft?.started && this.isCurrent) return this.draft.back();
    await this.restore(this.undone, (left) => (this.undone = left), (now) => (this.done = [...this.done, now]));
  }

  async redo(): Promise<void> {
    await this.restore(this.done, (left) => (this.done = left), (now) => (this.undone = [...this.undone, now]));
  }

  private async restore(
    from: { study: Study; place: Place }[], keep: (left: typeof from) => void, add: (now: { study: Study; place: Place }) => void,
  ): Promise<void> {
    const wanted = from.at(-1);
    if (!wanted) return;
    keep(from.slice(0, -1));
    add({ study: this.study, place: this.place });
    this.commenting = null;
    this.study = wanted.study;
    this.schedule();
    await this.go(wanted.place);
  }

  /** Saves at once; called before the page goes. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.unsaved || !this.shelf) return this.writing;
    this.unsaved = false;
    this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  /** Tries to save again after a failure. */
  retry(): void {
    this.unsaved = true;
    this.saving = "saving";
    void this.flush();
  }

  private schedule(): void {
    this.unsaved = true;
    if (this.saving !== "stale") this.saving = "saving";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), this.shelf?.delay);
  }

  private async write(): Promise<void> {
    if (this.saving === "stale") return;
    try {
      await this.shelf!.save(this.study);
      this.saveProblem = null;
      this.saving = this.unsaved ? "saving" : "saved";
    } catch (problem) {
      this.saveProblem = problem;
      this.saving = (problem as { code?: string }).code === "study_stale" ? "stale" : "failed";
    }
  }

  private fetch(chapter: Chapter, answers: string[]): Promise<StudyPosition> {
    const key = `${chapter.record}\n${answers.join(" ")}`;
    let found = this.cache.get(key);
    if (!found) {
      found = position(chapter.record, answers);
      found.catch(() => this.cache.delete(key));
      this.cache.set(key, found);
      const [oldest] = this.cache.keys();
      if (this.cache.size > MAX_CACHED && oldest !== undefined) this.cache.delete(oldest);
    }
    return found;
  }
}
