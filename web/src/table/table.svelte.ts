// A table as this browser sees it: what the socket brings, and what the person at the screen does about it.

import { Draft } from "../board/draft.svelte";
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
import { Talking } from "../talk/talking.svelte";
import { lastTurns, Pacer, RESTS } from "./pacing";
import { TableSocket, type Link } from "./socket";

/** What was chosen and is not given yet: its words, and the position that they would lead to, as far as the seat is asked there. */
export interface Ahead {
  seq: number;
  words: string[];
  view: View | null;
}

/** How long points are shown where they were made: then they go to the score, or, where nothing moves, they are read until then. */
const POP_STAYS = 1300;
const POP_STILL = 2200;
/** Positions that are kept to be looked at again, and the most steps that one looks back. */
const KEPT = 40;
const MOST_BACK = 30;
/** What is refused of talk alone. */
const OF_TALK = new Set(["muted", "line_length", "talk_signed_out"]);
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
  /** What the server last said of the clocks. */
  clocks: ToldClocks | null = $state.raw(null);
  /** When it last told of the table, by the page's own clock. */
  toldAt = $state(0);
  sending = $state(false);
  pops: Pop[] = $state([]);
  /** The events of the final scoring while they are shown one by one. */
  finale: GameEvent[] | null = $state.raw(null);
  shown = $state(0);
  /** How many of them have come to the score track. */
  paid = $state(0);
  /** An earlier position, while what others did last is looked at again. */
  past: View | null = $state.raw(null);

  /** What the newest position tells of its places, once somebody asked. */
  guide: Guide | null = $state.raw(null);

  /** What people say here. */
  readonly talking: Talking;
  /** Why something was not said. */
  unsaid: ServerError | null = $state.raw(null);
  /** Something is on its way to be said. */
  private saying = false;

  private socket: TableSocket;
  private pacer: Pacer;
  private kept = new Map<number, View>();
  private hurrying = false;
  private looking: ReturnType<typeof setTimeout> | undefined;
  private popKey = 0;

  constructor(readonly id: string) {
    this.talking = new Talking(id);
    this.pacer = new Pacer({
      show: ({ steps, view }) => this.advance(view, steps),
      pace: () => (document.hidden ? "now" : settings.pace),
      you: () => this.you,
    });
    this.socket = new TableSocket(id, () => seats.tokens(id), {
      message: (message, steps) => this.receive(message, steps),
      advance: (view, steps) => steps.length > 0 && this.pacer.add({ view, steps }),
      clocks: (clocks) => (this.clocks = { ...clocks, at: performance.now() }),
      link: (state, retryAt) => {
        this.link = state;
        this.retryAt = retryAt;
        if (state !== "online") this.sending = false;
      },
    });
  }

  /** As text, which stays the same when the table changes in something else: what is being chosen then stays as well. */
  private readonly playing: string = $derived(playedBy(this.you, this.table).join(" "));
  /** The newest position; it is over where the table says that the game is. */
  readonly view: View | null = $derived(this.newest && ended(this.newest, this.table));
  /** The seats of this screen for which nobody else plays. */
  readonly plays: number[] = $derived.by(() => this.playing.split(" ").filter(Boolean).map(Number));

  /** The choice in the making, when the next answer is to come from this screen. */
  readonly draft: Draft | null = $derived.by(() => {
    const view = this.view;
    const seat = view?.decision.seat;
    if (!view || view.over || seat === null || seat === undefined || !this.plays.includes(seat)) return null;
    const hand = view.players.find((player) => player.seat === seat)?.hand;
    return new Draft(view.decision, view.seq, hand);
  });

  /** What would be asked after what was chosen, as long as that can be taken back. */
  ahead: Ahead | null = $state.raw(null);
  private foreseen: string | null = null;

  /** The position to show: the newest, or the one that the choice in the making leads to. */
  readonly shownView: View | null = $derived(this.past ?? this.ahead?.view ?? this.view);

  /** The choice that would follow the one in the making. */
  readonly next: Draft | null = $derived.by(() => {
    const { ahead } = this;
    const seat = ahead?.view?.decision.seat;
    if (!ahead?.view || seat === null || seat === undefined) return null;
    return new Draft(ahead.view.decision, ahead.seq, ahead.view.players.find((player) => player.seat === seat)?.hand);
  });

  /** The scores to show: those of the view, less what the final scoring has not come to yet. */
  readonly scores: number[] = $derived.by(() => {
    const view = this.past ?? this.view;
    return view ? scoresBefore(view.players, this.finale?.slice(this.paid) ?? [], this.finale ? this.steps : []) : [];
  });

  /** The event of the final scoring that is being shown. */
  readonly counted: GameEvent | null = $derived(this.finale?.[this.shown - 1] ?? null);

  get over(): boolean {
    return this.view?.over ?? false;
  }

  /** Gives an answer, together with what was chosen before it and is not given yet. */
  answer(word: string): void {
    const draft = this.draft;
    if (!draft || this.sending) return;
    const before = this.next ? (this.ahead?.words ?? []) : [];
    const given = before.length > 0 ? { words: [...before, word] } : { word };
    const sent = this.socket.send({ type: "answer", seat: draft.decision.seat!, seq: draft.seq, ...given });
    if (sent) {
      this.sending = true;
      this.error = null;
    } else {
      this.error = { code: "offline", message: "" };
    }
  }

  /** The word of what was chosen last and may be foreseen by now. */
  get wanted(): string | null {
    return this.foreseen;
  }

  /** Asks what would be asked after a word; with none, what was chosen is taken back. */
  foresee(word: string | null): void {
    const { draft } = this;
    if (word === this.foreseen) return;
    this.foreseen = word;
    if (word === null || !draft) this.ahead = null;
    else this.socket.send({ type: "preview", seat: draft.decision.seat!, seq: draft.seq, words: [word] });
  }

  /** Says something to those at the table. */
  say(said: api.Saying): boolean {
    const sent = this.socket.send({ type: "say", ...said });
    this.saying = sent;
    this.unsaid = sent ? null : { code: "offline", message: "" };
    return sent;
  }

  /** Whether a line was said here. */
  isOwn(line: TalkLine): boolean {
    if (line.account) return line.name === accountName();
    return line.seat !== null && this.you.includes(line.seat);
  }

  /** Hears what people say, from now on and what they said last. */
  listen(): void {
    if (settings.talk) this.socket.send({ type: "talk" });
  }

  /** Does something that is no answer: gives up, asks to take back, and the like. */
  act(message: ClientMessage): void {
    this.error = this.socket.send(message) ? null : { code: "offline", message: "" };
  }

  /** Asks what the newest position tells of its places. */
  askGuide(): void {
    const { view } = this;
    if (view && this.guide?.seq !== view.seq) this.socket.send({ type: "guide", seq: view.seq });
  }

  /** Takes an open seat and says hello again, now with its token. */
  async join(seat: number, name: string): Promise<void> {
    const taken = await api.join(this.id, seat, name);
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

  /** The points of the event that is shown go to the score track. */
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

  /** Whether something happened that is not shown yet, or something earlier is looked at. */
  get behind(): boolean {
    return this.past !== null || this.pacer.behind > 0;
  }

  /** Goes straight to the newest position; says whether it was not the one that was seen. */
  catchUp(): boolean {
    const looked = this.past !== null;
    clearTimeout(this.looking);
    this.past = null;
    this.hurrying = true;
    const hurried = this.pacer.flush();
    this.hurrying = false;
    return hurried || looked;
  }

  /** Shows again, step by step, what the others did last. */
  async lookBack(): Promise<void> {
    const { view, steps } = this;
    if (!view || this.finale || this.past) return;
    this.pacer.flush();
    const from = Math.max(lastTurns(steps, this.you, view.decision.seat, view.players.length), view.seq - MOST_BACK, 0);
    const seqs = Array.from({ length: view.seq - from + 1 }, (_, index) => from + index);
    if (seqs.length < 2) return;
    try {
      const views = await Promise.all(seqs.map((seq) => this.kept.get(seq) ?? api.view(this.id, seq)));
      if (this.view !== view || this.past) return;
      this.pacer.hold();
      this.again(views);
    } catch {
      // Without its positions the past is not shown; the game goes on.
    }
  }

  close(): void {
    clearTimeout(this.looking);
    this.pacer.close();
    this.socket.close();
  }

  /** Shows the first of these positions, and after a rest the others. */
  private again([view, ...later]: View[]): void {
    const before = this.past;
    const step = this.steps.find(({ seq }) => seq === view?.seq);
    if (!view) return void this.catchUp();
    this.past = view;
    if (before && step) {
      this.pop(step.events.filter((one) => one.type === "scored" && !one.final));
      hear(soundsOf(before, view, step, this.you).filter((one) => one !== "mine" && one !== "over"));
    }
    // The first position is looked at for a moment, before anything happens; a draw is seen more quickly than a move.
    const rests = RESTS[settings.pace === "now" ? "brisk" : settings.pace];
    this.looking = setTimeout(() => this.again(later), step?.seat === null && before ? rests.drawn + 150 : rests.done + 250);
  }

  private receive(message: ServerMessage, steps: Step[]): void {
    switch (message.type) {
      case "welcome": {
        this.catchUp();
        // Back on the same position with the same seats: what was being chosen stays.
        const undone = this.table !== null && this.table.undone !== message.table.undone;
        const same = !undone && this.view?.seq === message.seq && String(this.you) === String(message.you);
        if (undone) this.forget();
        this.know(message.table);
        if (!same) this.you = message.you;
        this.error = null;
        this.advance(same ? null : message.view, steps);
        void this.fill(message.seq);
        this.listen();
        break;
      }
      case "preview":
        this.look(message);
        break;
      case "guide":
        if (message.seq === this.view?.seq) this.guide = message;
        break;
      case "table":
        this.know(message.table);
        break;
      case "talk":
        this.talking.take(message);
        break;
      case "said":
        if (this.isOwn(message.line)) this.saying = false;
        if (settings.talk) this.talking.add([message.line]);
        break;
      case "thinking":
        this.thinking = { seat: message.seat, millis: message.millis, since: Date.now() };
        break;
      case "error":
        if (this.saying || OF_TALK.has(message.error.code)) {
          this.saying = false;
          this.unsaid = message.error;
          break;
        }
        this.sending = false;
        this.error = message.error;
        break;
    }
  }

  /** What the server says of the table. */
  private know(table: Table): void {
    const ended = table.phase === "finished" && this.table !== null && this.table.phase !== "finished";
    this.table = table;
    this.toldAt = performance.now();
    // From now on players hear too what those say who watch.
    if (ended) this.listen();
    if (table.phase === "finished") this.sending = false;
    if (this.thinking && table.seats[this.thinking.seat]?.type !== "bot") this.thinking = null;
  }

  /** Answers were taken back: what was kept of them does not hold any more. */
  private forget(): void {
    this.steps = [];
    this.kept.clear();
    this.thinking = this.guide = null;
    this.pops = [];
    this.newest = null;
  }

  /** What would follow the choice in the making. Where only passing is left, nothing needs to be asked. */
  private look({ seq, words, view }: Ahead): void {
    if (seq !== this.view?.seq || words[0] !== this.foreseen) return;
    const asks = view !== null && view.decision.answers.some((answer) => answer.verb !== "pass");
    this.ahead = { seq, words, view: asks ? view : null };
  }

  private advance(view: View | null, steps: Step[]): void {
    this.sending = false;
    if (!view) return;
    this.ahead = this.foreseen = null;
    const before = this.view;
    art.showOwn(this.id, view.setup.own_tiles);
    this.newest = view;
    this.keep(view);
    // Who thinks is told as it is; until the newest position is shown, somebody else may seem to be asked.
    if (this.thinking && this.pacer.behind === 0 && view.decision.seat !== this.thinking.seat) this.thinking = null;
    // Of what is passed over in a hurry only the last is heard.
    if (before && (!this.hurrying || this.pacer.behind === 0)) {
      hear(soundsOf(before, view, { ...NO_STEP, events: steps.flatMap((step) => step.events) }, this.you));
    }
    if (steps.length === 0) return;
    this.steps = mergeSteps(this.steps, steps);
    this.error = null;
    if (!before) return;
    this.pop(steps.flatMap((s) => s.events).filter((e) => e.type === "scored" && !e.final));
    if (view.over && !before.over) this.startFinale();
  }

  private keep(view: View): void {
    this.kept.set(view.seq, view);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
  }

  private pop(events: GameEvent[]): void {
    for (const { seat, points, tile, segment } of events) {
      if (seat === undefined || !points || typeof tile !== "number") continue;
      const key = this.popKey++;
      this.pops.push({ key, seat, points, tile, segment: segment ?? 0 });
      setTimeout(() => (this.pops = this.pops.filter((p) => p.key !== key)), moves() ? POP_STAYS : POP_STILL);
    }
  }

  /** Fetches the steps that were given before this page was opened. */
  private async fill(seq: number): Promise<void> {
    if (this.steps.length >= seq || seq === 0) return;
    try {
      this.steps = mergeSteps(this.steps, await api.steps(this.id, 0, seq));
    } catch {
      // The list of past scores stays short; the game itself does not need it.
    }
  }
}
