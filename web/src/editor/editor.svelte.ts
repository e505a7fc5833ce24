// State of the position editor. Every change is sent to the engine, which says what is wrong, what fits where and what is left.

import { Draft } from "../board/draft.svelte";
import * as api from "../shared/api";
import type { Answer, Decision, EditedBoard, Setup } from "../shared/protocol";
import { save } from "../shared/store";
import { figureLine, layoutOf, textOf, withoutTile, type Layout } from "./layout";

/** Effect of a tap on the board. */
export type Tool = "tiles" | "figures" | "remove";

/** The key under which the browser keeps the last set-up with its board. */
export const KEPT = "editor";
const MAX_UNDO = 200;

const NO_DECISION: Decision = { seat: null, kind: "place", answers: [] };

export class EditorState {
  setup: Setup = $state.raw({ game: "carcassonne", expansions: [], options: {}, seats: 2 });
  layout: Layout | null = $state.raw(null);
  reply: EditedBoard | null = $state.raw(null);
  problem: unknown = $state.raw(null);
  tool: Tool = $state("tiles");
  /** The selected tile of the palette. */
  tile: string | null = $state(null);
  /** The seat that gets the next figure, and its kind of figure; null for the first that can stand somewhere. */
  seat = $state(0);
  figure: string | null = $state(null);
  private undone: string[] = $state.raw([]);
  private done: string[] = $state.raw([]);
  /** Numbers of the last request and of the last one that was answered; replies to earlier ones are dropped. */
  private asked = $state(0);
  private answered = $state(0);
  /** Whether the choice on the board belongs to an earlier position: it has been made, or is about another tile. */
  private readonly outdated: boolean = $derived(this.asked !== this.answered);

  /** Kinds of figure that can stand somewhere on the board. */
  readonly figures: string[] = $derived([
    ...new Set((this.reply?.spots ?? []).flatMap((spot) => spot.figures.map(({ figure }) => figure))),
  ]);
  readonly placed: string | null = $derived(this.figures.find((one) => one === this.figure) ?? this.figures[0] ?? null);
  private readonly decision: Decision = $derived(this.reply === null ? NO_DECISION : this.decide(this.reply));
  /** The change that is chosen on the board but not yet made. */
  readonly draft: Draft = $derived(new Draft(this.decision, 0));

  readonly canUndo: boolean = $derived(this.undone.length > 0);
  readonly canRedo: boolean = $derived(this.done.length > 0);
  /** The set-up with its board. */
  readonly whole: Setup = $derived(this.layout === null ? this.setup : { ...this.setup, board: textOf(this.layout) });

  /** Opens a set-up, with its board or with that of a new game. */
  async open(setup: Setup): Promise<void> {
    const { board, ...rest } = setup;
    this.setup = rest;
    [this.layout, this.undone, this.done] = [board === undefined ? null : layoutOf(board), [], []];
    await this.ask();
  }

  /** Changes the set-up and keeps the board. */
  async changeSetup(setup: Setup): Promise<void> {
    this.setup = setup;
    this.seat = Math.min(this.seat, setup.seats - 1);
    await this.ask();
  }

  /** Selects a tile of the palette; a tile that lies on the board unconfirmed is placed first. */
  async pick(word: string): Promise<void> {
    const changed = this.settled();
    this.tool = "tiles";
    this.tile = word;
    if (changed) await this.change(changed);
    else await this.ask();
  }

  /** Selects what a tap on the board does. */
  async use(tool: Tool): Promise<void> {
    const changed = this.settled();
    this.tool = tool;
    if (changed) await this.change(changed);
  }

  /** Makes the change that is chosen on the board. */
  async settle(): Promise<void> {
    const changed = this.settled();
    if (changed) await this.change(changed);
  }

  async change(layout: Layout): Promise<void> {
    if (this.layout) this.undone = [...this.undone, textOf(this.layout)].slice(-MAX_UNDO);
    this.done = [];
    this.layout = layout;
    await this.ask();
  }

  async undo(): Promise<void> {
    if (this.draft.started && !this.outdated) return this.draft.back();
    await this.restore(this.undone.at(-1), () => {
      this.done = [...this.done, textOf(this.layout!)];
      this.undone = this.undone.slice(0, -1);
    });
  }

  async redo(): Promise<void> {
    await this.restore(this.done.at(-1), () => {
      this.undone = [...this.undone, textOf(this.layout!)];
      this.done = this.done.slice(0, -1);
    });
  }

  private async restore(text: string | undefined, move: () => void): Promise<void> {
    if (text === undefined || !this.layout) return;
    move();
    this.layout = layoutOf(text);
    await this.ask();
  }

  private async ask(): Promise<void> {
    const number = ++this.asked;
    save(KEPT, this.whole);
    try {
      const reply = await api.edit(this.whole, this.tile);
      if (number !== this.asked) return;
      this.problem = null;
      this.answered = number;
      this.reply = reply;
      this.layout ??= layoutOf(reply.board);
    } catch (problem) {
      if (number === this.asked) this.problem = problem;
    }
  }

  /** Returns the layout with the chosen change; null if none is chosen. */
  private settled(): Layout | null {
    const { draft, layout, tile, tool } = this;
    if (!layout || this.outdated) return null;
    if (draft.place && tile !== null) {
      const { x, y } = draft.place;
      return { ...layout, tiles: [...layout.tiles, { word: tile, x, y, rotation: draft.rotation }] };
    }
    const { answer } = draft;
    if (!answer) return null;
    if (answer.verb === "clear") return withoutTile(layout, answer.tile ?? -1);
    if (answer.verb === "return") {
      const index = this.lineOf(answer.id ?? -1);
      return { ...layout, figures: layout.figures.filter((_, at) => at !== index) };
    }
    if (tool !== "figures") return null;
    const [seat, word, at] = answer.word.split(" ", 3);
    return { ...layout, figures: [...layout.figures, { seat: Number(seat), word: word!, at: at! }] };
  }

  /** Returns the index of the line of a figure of the view. */
  private lineOf(id: number): number {
    const figure = this.reply?.view.figures.find((one) => one.id === id);
    if (!figure || !this.layout) return -1;
    const spot = this.reply?.spots.find(
      (one) => one.tile === figure.tile && one.segment === figure.segment && one.corner === figure.corner,
    );
    return figureLine(this.layout, figure.seat, this.layout.tiles[figure.tile], figure.role, spot?.at);
  }

  /** Returns the changes that a tap on the board can make, in the form of a decision. */
  private decide(reply: EditedBoard): Decision {
    const base = { kind: "place", seat: this.seat };
    if (this.tool === "tiles") {
      const tile = reply.tiles.find(({ word }) => word === this.tile)?.name;
      const answers = reply.places.map(({ x, y, rotation }): Answer => ({
        word: `${x},${y},${rotation}`, verb: "place", mode: "place", x, y, rotation,
      }));
      return { ...base, tile, answers };
    }
    const removals = reply.view.figures.map((one): Answer => ({
      word: `return ${one.id}`, verb: "return", mode: "remove", id: one.id, tile: one.tile, segment: one.segment,
      figure: one.figure, seat: one.seat,
    }));
    if (this.tool === "remove") {
      const tiles = reply.view.tiles.map((_, tile): Answer => ({ word: `clear ${tile}`, verb: "clear", mode: "figure", tile }));
      return { ...base, answers: [...tiles, ...removals] };
    }
    return { ...base, answers: [...this.standing(reply), ...removals] };
  }

  private standing(reply: EditedBoard): Answer[] {
    return reply.spots.flatMap(({ tile, segment, corner, at, figures }) =>
      figures.filter(({ figure }) => figure === this.placed).map(({ figure, role, word }): Answer => ({
        word: `${this.seat} ${word} ${at}`, verb: "deploy", mode: "figure", figure, role, tile, segment, seat: this.seat,
        ...(corner === undefined ? {} : { corner }),
      })),
    );
  }
}
