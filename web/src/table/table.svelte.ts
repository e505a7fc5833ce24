// A table in this browser: state from the socket, and the player's actions.

import { Draft } from "../board/draft.svelte";
import { showTurned, turnGuide, turnView } from "../board/turned.svelte";
import { ended, playedBy } from "../game/ending";
import { finalScores, mergeSteps, scoresBefore, type Pop } from "../game/scores";
import { accountName } from "../shared/account.svelte";
import * as api from "../shared/api";
import * as art from "../shared/art/art.svelte";
import { hear } from "../shared/audio";
import type { ToldClocks } from "../shared/clock";
import type { ClientMessage, GameEvent, Guide, ServerError, ServerMessage, Step, Table, TalkLine, View } from "../shared/protocol";
import * as seats from "../shared/seats";
import { moves, settings } from "../shared/settings.svelte";
import { soundsOf } from "../shared/sounds";
import { isOnDevice } from "../shared/transport";
import { Talking } from "../talk/talking.svelte";
import { lastTurns, Pacer, RESTS } from "./pacing";
import { TableSocket, type Link } from "./socket";

type Answering = Extract<ClientMessage, { type: "answer" }>;

/** A preview: unsent answers, and the position after them if the seat is asked again. */
export interface Preview {
  seq: number;
  words: string[];
  view: View | null;
}

/** Milliseconds that points stay where they were scored before they move to the score; longer without animations, for reading. */
const POP_MS = 1300;
const STILL_POP_MS = 2200;
/** Positions kept for replaying the last turns, and the maximum number of steps back. */
const MAX_POSITIONS = 40;
const MAX_STEPS_BACK = 30;
/** Errors that concern only the chat. */
const CHAT_ERRORS = new Set(["muted", "line_length", "talk_signed_out"]);
const NO_STEP: Step = { seq: 0, seat: null, answer: "", events: [] };

export class TableState {
  table: Table | null = $state.raw(null);
  private newest: View | null = $state.raw(null);
  steps: Step[] = $state.raw([]);
  you: number[] = $state.raw([]);
  link: Link = $state("connecting");
  retryAt: number | null = $state(null);
  error: ServerError | null = $state.raw(null);
  thinking: { seat: number; millis: number; since: number } | null = $state.raw(null);
  /** The last clock state from the server. */
  clocks: ToldClocks | null = $state.raw(null);
  /** Time of the last table message, according to the page's clock. */
  tableAt = $state(0);
  sending = $state(false);
  pops: Pop[] = $state([]);
  /** The events of the final scoring while they are shown one by one. */
  finale: GameEvent[] | null = $state.raw(null);
  shown = $state(0);
  /** Number of final-scoring events whose points are already on the score track. */
  paid = $state(0);
  /** An earlier position while the last turns are replayed. */
  past: View | null = $state.raw(null);

  /** Quarter turns clockwise by which the board is shown. */
  private quarters = $state(0);
  /** Hints for the newest position, once requested. */
  private heardGuide: Guide | null = $state.raw(null);
  readonly guide: Guide | null = $derived(this.heardGuide && turnGuide(this.heardGuide, this.quarters));

  /** The table's chat. */
  readonly talking: Talking;
  /** The error that prevented a message from being sent, if any. */
  chatError: ServerError | null = $state.raw(null);
  /** True while a message is being sent. */
  private sendingChat = false;

  private socket: TableSocket;
  private pacer: Pacer;
  /** The answer that was neither accepted nor refused yet. A lost connection may have lost it too, so it is sent again then. */
  private unanswered: Answering | null = null;
  private kept = new Map<number, View>();
  private hurrying = false;
  private looking: ReturnType<typeof setTimeout> | undefined;
  private popKey = 0;

  /** True for a table on this device. */
  readonly onDevice: boolean;

  /** `watchOnly` is for pages that show games without playing them: they open no seats, and have neither sounds nor chat. */
  constructor(readonly id: string, private readonly watchOnly = false) {
    this.onDevice = isOnDevice(id) && !watchOnly;
    this.talking = new Talking(id);
    this.talking.isOwn = (line) => this.isOwn(line);
    this.pacer = new Pacer({
      show: ({ steps, view }) => this.advance(view, steps),
      pace: () => (document.hidden || settings.text ? "now" : settings.pace),
      you: () => this.you,
    });
    this.socket = new TableSocket(id, () => (watchOnly ? [] : seats.tokens(id)), {
      message: (message, steps) => this.receive(message, steps),
      advance: (view, steps) => steps.length > 0 && this.pacer.add({ view, steps }),
      clocks: (clocks) => (this.clocks = { ...clocks, at: performance.now() }),
      link: (state, retryAt) => {
        this.link = state;
        this.retryAt = retryAt;
        if (state === "closed") this.sending = false;
      },
    }, watchOnly);
  }

  /** The seats as a string, which stays the same when other parts of the table change, so that the current choice is kept. */
  private readonly playing: string = $derived(playedBy(this.you, this.table).join(" "));
  /** The newest position, marked as over if the table is. */
  readonly view: View | null = $derived(this.newest && turnView(ended(this.newest, this.table), this.quarters));
  /** Seats on this screen not taken over by a computer player. */
  readonly plays: number[] = $derived.by(() => this.playing.split(" ").filter(Boolean).map(Number));

  /** True while the game is paused: no one can move. */
  readonly paused: boolean = $derived(this.table?.phase === "playing" && this.table.paused);

  /** The unconfirmed choice, if it is this screen's turn. */
  readonly draft: Draft | null = $derived.by(() => {
    const view = this.view;
    const seat = view?.decision.seat;
    if (this.paused || !view || view.over || seat === null || seat === undefined || !this.plays.includes(seat)) return null;
    const hand = view.players.find((player) => player.seat === seat)?.hand;
    return new Draft(view.decision, view.seq, hand);
  });

  /** The preview after the unconfirmed choice. */
  preview: Preview | null = $state.raw(null);
  private previewedWord: string | null = null;

  /** The position to show: the replayed one, the preview, or the newest. */
  readonly shownView: View | null = $derived.by(() => (
    this.past ? turnView(this.past, this.quarters) : (this.preview?.view ?? this.view)
  ));

  /** The follow-up choice in the preview. */
  readonly next: Draft | null = $derived.by(() => {
    const { preview } = this;
    const seat = preview?.view?.decision.seat;
    if (!preview?.view || seat === null || seat === undefined) return null;
    return new Draft(preview.view.decision, preview.seq, preview.view.players.find((player) => player.seat === seat)?.hand);
  });

  /** The scores to show: those in the view, without the points that the final scoring has not reached yet. */
  readonly scores: number[] = $derived.by(() => {
    const view = this.past ?? this.view;
    return view ? scoresBefore(view.players, this.finale?.slice(this.paid) ?? [], this.finale ? this.steps : []) : [];
  });

  /** The final-scoring event being shown. */
  readonly counted: GameEvent | null = $derived(this.finale?.[this.shown - 1] ?? null);

  get over(): boolean {
    return this.view?.over ?? false;
  }

  /** Sends an answer, together with the unsent ones before it. */
  answer(word: string): void {
    const draft = this.draft;
    if (!draft || this.sending) return;
    const before = this.next ? (this.preview?.words ?? []) : [];
    const given = before.length > 0 ? { words: [...before, word] } : { word };
    const message: Answering = { type: "answer", seat: draft.decision.seat!, seq: draft.seq, ...given };
    if (this.socket.send(message)) {
      this.sending = true;
      this.unanswered = message;
      this.error = null;
    } else {
      this.error = { code: "offline", message: "" };
    }
  }

  /** The last word whose preview was requested. */
  get pendingWord(): string | null {
    return this.previewedWord;
  }

  /** Requests the preview after a word; null drops it. */
  requestPreview(word: string | null): void {
    const { draft } = this;
    if (word === this.previewedWord) return;
    this.previewedWord = word;
    if (word === null || !draft) this.preview = null;
    else this.socket.send({ type: "preview", seat: draft.decision.seat!, seq: draft.seq, words: [word] });
  }

  /** Sends a chat message. */
  say(said: api.Saying): boolean {
    const sent = this.socket.send({ type: "say", ...said });
    this.sendingChat = sent;
    this.chatError = sent ? null : { code: "offline", message: "" };
    return sent;
  }

  /** Returns whether a message was written here. */
  isOwn(line: TalkLine): boolean {
    if (line.account) return line.name === accountName();
    return line.seat !== null && this.you.includes(line.seat);
  }

  /** True if the table has a chat and it is shown. */
  get talks(): boolean {
    return settings.talk && !this.onDevice && !this.watchOnly;
  }

  /** Subscribes to the chat, including its latest messages. */
  listen(): void {
    if (this.talks) this.socket.send({ type: "talk" });
  }

  /** Sends an action other than a move: resigning, asking for an undo, and the like. */
  act(message: ClientMessage): void {
    this.error = this.socket.send(message) ? null : { code: "offline", message: "" };
  }

  /** Turns the board by a quarter turn. An unconfirmed choice is dropped. */
  turnBoard(quarters = (this.quarters + 1) % 4): void {
    if (quarters === this.quarters) return;
    this.requestPreview(null);
    this.quarters = quarters;
    showTurned(quarters);
  }

  /** Requests the hints for the newest position. */
  askGuide(): void {
    const { view } = this;
    if (view && this.heardGuide?.seq !== view.seq) this.socket.send({ type: "guide", seq: view.seq });
  }

  /** Takes an open seat and reconnects with its token. */
  async join(seat: number, name: string, colour: number | null): Promise<void> {
    const taken = await api.join(this.id, seat, name, colour);
    seats.hold(this.id, [taken]);
    this.socket.renew();
  }

  async start(): Promise<void> {
    await api.start(this.id, seats.hostToken(this.id, this.table?.host ?? null));
  }

  retry(): void {
    this.socket.retryNow();
  }

  startFinale(): void {
    const events = finalScores(this.steps);
    this.finale = events.length > 0 ? events : null;
    this.shown = this.paid = 0;
  }

  /** Moves the points of the shown event to the score track. */
  payFinal(): void {
    if (!this.finale || this.paid === this.shown) return;
    this.paid = this.shown;
    hear(["points"]);
  }

  nextFinal(): void {
    if (!this.finale) return;
    this.payFinal();
    if (this.shown >= this.finale.length) return this.endFinale();
    this.shown += 1;
  }

  endFinale(): void {
    this.finale = null;
  }

  /** True if positions are still queued, or an earlier position is shown. */
  get behind(): boolean {
    return this.past !== null || this.pacer.behind > 0;
  }

  /** Skips to the newest position; returns whether that position was not shown yet. */
  catchUp(): boolean {
    const looked = this.past !== null;
    clearTimeout(this.looking);
    this.past = null;
    this.hurrying = true;
    const hurried = this.pacer.flush();
    this.hurrying = false;
    return hurried || looked;
  }

  /** Replays the other players' last turns step by step. */
  async lookBack(): Promise<void> {
    const { view, steps } = this;
    if (!view || this.finale || this.past) return;
    this.pacer.flush();
    const from = Math.max(lastTurns(steps, this.you, view.decision.seat, view.players.length), view.seq - MAX_STEPS_BACK, 0);
    const seqs = Array.from({ length: view.seq - from + 1 }, (_, index) => from + index);
    if (seqs.length < 2) return;
    try {
      const views = await Promise.all(seqs.map((seq) => this.kept.get(seq) ?? api.view(this.id, seq)));
      if (this.view !== view || this.past) return;
      this.pacer.hold();
      this.again(views);
    } catch {
      // Without the earlier positions, the turns cannot be replayed; the game continues.
    }
  }

  close(): void {
    clearTimeout(this.looking);
    this.pacer.close();
    showTurned(0);
    this.socket.close();
  }

  /** Shows these positions one after another, with a pause after each. */
  private again([view, ...later]: View[]): void {
    const before = this.past;
    const step = this.steps.find(({ seq }) => seq === view?.seq);
    if (!view) return void this.catchUp();
    this.past = view;
    if (before && step) {
      this.pop(step.events.filter((one) => one.type === "scored" && !one.final));
      hear(soundsOf(before, view, step, this.you).filter((one) => one !== "mine" && one !== "over"));
    }
    // The first position stays for a moment before anything happens; a draw is shown for less time than a move.
    const rests = RESTS[settings.pace === "now" ? "brisk" : settings.pace];
    this.looking = setTimeout(() => this.again(later), step?.seat === null && before ? rests.drawn + 150 : rests.done + 250);
  }

  private receive(message: ServerMessage, steps: Step[]): void {
    switch (message.type) {
      case "welcome": {
        this.catchUp();
        // The same position and seats after a reconnect: the current choice is kept.
        const undone = this.table !== null && this.table.undone !== message.table.undone;
        const same = !undone && this.view?.seq === message.seq && String(this.you) === String(message.you);
        if (undone) this.dropUndone();
        this.applyTable(message.table);
        if (!same) this.you = message.you;
        this.error = null;
        this.advance(same ? null : message.view, steps);
        if (same) this.answerAgain();
        void this.fetchEarlierSteps(message.seq);
        this.listen();
        break;
      }
      case "preview":
        this.look(message);
        break;
      case "guide":
        if (message.seq === this.view?.seq) this.heardGuide = message;
        break;
      case "table":
        this.applyTable(message.table);
        break;
      case "talk":
        this.talking.take(message);
        break;
      case "said":
        if (this.isOwn(message.line)) this.sendingChat = false;
        if (settings.talk) this.talking.add([message.line]);
        break;
      case "thinking":
        this.thinking = { seat: message.seat, millis: message.millis, since: Date.now() };
        break;
      case "error":
        if (this.sendingChat || CHAT_ERRORS.has(message.error.code)) {
          this.sendingChat = false;
          this.chatError = message.error;
          break;
        }
        this.sending = false;
        this.unanswered = null;
        this.error = message.error;
        break;
    }
  }

  /** Sends the unanswered answer again after a reconnect. If the server has it already, the position is another one. */
  private answerAgain(): void {
    const { unanswered, draft } = this;
    if (unanswered !== null && draft?.seq === unanswered.seq) this.sending = this.socket.send(unanswered);
    else this.unanswered = null;
  }

  /** Applies the server's table state. */
  private applyTable(table: Table): void {
    const ended = table.phase === "finished" && this.table !== null && this.table.phase !== "finished";
    this.table = table;
    this.tableAt = performance.now();
    // Subscribes again, since players see the spectators' messages after the game.
    if (ended) this.listen();
    if (table.phase === "finished") this.sending = false;
    // The unconfirmed choice is dropped with its preview.
    if (table.paused) this.preview = this.previewedWord = this.thinking = null;
    if (this.thinking && table.seats[this.thinking.seat]?.type !== "bot") this.thinking = null;
  }

  /** Drops steps and positions after an undo. */
  private dropUndone(): void {
    this.steps = [];
    this.kept.clear();
    this.thinking = this.heardGuide = null;
    this.pops = [];
    this.newest = null;
  }

  /** Applies a preview. If only passing is possible, the view is dropped, since there is nothing to choose. */
  private look({ seq, words, view }: Preview): void {
    if (seq !== this.view?.seq || words[0] !== this.previewedWord) return;
    const asks = view !== null && view.decision.answers.some((answer) => answer.verb !== "pass");
    this.preview = { seq, words, view: asks && view ? turnView(view, this.quarters) : null };
  }

  private advance(view: View | null, steps: Step[]): void {
    this.sending = false;
    if (!view) return;
    this.unanswered = null;
    this.preview = this.previewedWord = null;
    const before = this.view;
    art.useCustomTiles(this.id, view.setup.own_tiles);
    this.newest = view;
    this.keep(view);
    // `thinking` is about the newest position; an earlier one may have a different seat to move.
    if (this.thinking && this.pacer.behind === 0 && view.decision.seat !== this.thinking.seat) this.thinking = null;
    // While skipping ahead, only the last position plays its sounds.
    if (before && !this.watchOnly && (!this.hurrying || this.pacer.behind === 0)) {
      hear(soundsOf(before, view, { ...NO_STEP, events: steps.flatMap((step) => step.events) }, this.you));
    }
    if (steps.length === 0) return;
    this.steps = mergeSteps(this.steps, steps);
    this.error = null;
    if (!before) return;
    this.pop(steps.flatMap((s) => s.events).filter((e) => e.type === "scored" && !e.final));
    if (view.over && !before.over && !this.watchOnly) this.startFinale();
  }

  private keep(view: View): void {
    this.kept.set(view.seq, view);
    if (this.kept.size > MAX_POSITIONS) this.kept.delete(this.kept.keys().next().value!);
  }

  private pop(events: GameEvent[]): void {
    for (const { seat, points, tile, segment } of events) {
      if (seat === undefined || !points || typeof tile !== "number") continue;
      const key = this.popKey++;
      this.pops.push({ key, seat, points, tile, segment: segment ?? 0 });
      setTimeout(() => (this.pops = this.pops.filter((p) => p.key !== key)), moves() ? POP_MS : STILL_POP_MS);
    }
  }

  /** Fetches the steps from before this page was opened. */
  private async fetchEarlierSteps(seq: number): Promise<void> {
    if (this.steps.length >= seq || seq === 0 || this.watchOnly) return;
    try {
      this.steps = mergeSteps(this.steps, await api.steps(this.id, 0, seq));
    } catch {
      // The score log stays short; the game itself does not need it.
    }
  }
}
