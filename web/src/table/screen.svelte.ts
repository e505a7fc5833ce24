// State of a table's screen: what is selected, the text about the turn, and automatic actions.

import { untrack, type Snippet } from "svelte";
import { Carrying } from "../board/carrying.svelte";
import { questionOf } from "../board/deploying";
import { usesKeys } from "../board/input.svelte";
import { hidesHands, isBonus, shownHand } from "../game/hands";
import { featureUnder, litBy, scoreless } from "../game/lighting";
import { featureOf } from "../game/scores";
import { announce } from "../shared/announce.svelte";
import { hear } from "../shared/audio";
import { has, language, t } from "../shared/i18n.svelte";
import type { View } from "../shared/protocol";
import { go } from "../shared/router.svelte";
import { names as seatNames } from "../shared/seating";
import { settings } from "../shared/settings.svelte";
import { scoredWhat } from "../shared/words";
import { TableState } from "./table.svelte";
import { Ticking } from "./ticking.svelte";

/** Milliseconds that a tile must stay in one place during keyboard play before its follow-up is requested. */
const SETTLE_MS = 250;

export type PanelName = "log" | "tiles" | "features" | "projected" | "talk";

/** State of one table's screen. Must be created during component initialisation; its effects end with that component. */
export class TableScreen {
  readonly game: TableState;
  readonly carrying = new Carrying();
  readonly ticking: Ticking;

  /** False in guided games, which know the board as it was recorded. */
  turnable = $state(true);
  /** Marks that a lesson draws on the board. */
  marks: Snippet<[View, number]> | null = $state.raw(null);
  fields = $state(false);
  pinned: number | null = $state(null);
  hovered: number | null = $state(null);
  lit: number | null = $state(null);
  help = $state(false);
  sharing = $state(false);
  sheet = $state(false);
  /** The selected panel. */
  panel: PanelName = $state("log");
  ended = $state(false);
  /** True while the dialog of other actions is open. */
  acts = $state(false);
  /** True between the last score and the results. */
  celebrating = $state(false);

  /** Sequence number at which a hidden hand was uncovered. On a shared screen a hand stays covered until its owner has the device. */
  private uncovered = $state(-1);
  /** The settled placement during keyboard play: the arrows then move the follow-up. */
  private settledWord: string | null = $state(null);
  /** An answer given in advance: the number of a choice, or 0 to pass. */
  private answerInAdvance: number | null = null;
  /** The seat to pass the device to, announced once per turn. */
  private passTo: number | null = $state(null);

  constructor(id: string) {
    this.game = new TableState(id);
    this.ticking = new Ticking(this.game);
    $effect(() => () => this.game.close());
    this.trackDevice();
    this.announceChanges();
    this.sound();
    this.actAutomatically();
    this.requestHints();
    this.follow();
  }

  /** The position to show. */
  readonly view = $derived.by(() => this.game.shownView);
  readonly covered = $derived.by(() => {
    const { view, game } = this;
    const chooses = view !== null && game.next === null && game.draft !== null && game.draft.held.length > 0;
    return chooses && game.you.length > 1 && hidesHands(view) && this.uncovered !== game.view?.seq;
  });
  /** True if the hand must not be shown: while it is covered, and on a shared screen while earlier turns are replayed. */
  readonly handHidden = $derived.by(() => {
    const { view, game } = this;
    return this.covered || (game.past !== null && view !== null && game.you.length > 1 && hidesHands(view));
  });
  /** The current choice: the follow-up once the tile is laid but not final. */
  readonly draft = $derived.by(() => (this.covered || this.game.past ? null : (this.game.next ?? this.game.draft)));
  /** The tile being placed, which can be rotated, moved and undone until the turn ends. */
  readonly placing = $derived.by(() => (this.covered || this.game.sending || this.game.past ? null : this.game.draft));
  /** The current choice, or null while an answer is being sent. */
  readonly choosable = $derived.by(() => (this.game.sending ? null : this.draft));
  /** Target of the arrow keys. */
  readonly arrows = $derived.by(() => {
    const { choosable, placing } = this;
    return placing?.place && placing !== choosable && placing.word !== this.settledWord ? placing : choosable;
  });
  readonly names = $derived.by(() => seatNames(this.game.table?.seats ?? []));
  readonly short = $derived.by(() => seatNames(this.game.table?.seats ?? [], true));
  readonly acting = $derived.by(() => (this.view && !this.view.over ? this.view.decision.seat : null));
  readonly thinks = $derived.by(() => {
    const { thinking } = this.game;
    return thinking && thinking.seat === this.acting ? thinking : null;
  });

  private readonly features = $derived.by(() => (this.view ? featureOf(this.view) : new Map<string, number>()));
  /** The feature of the figure to be taken back; its score is shown before confirming. */
  private readonly removal = $derived.by(() => {
    const { view, draft } = this;
    return view && draft?.mode === "remove" && draft.choice ? featureUnder(view, draft.choice.id) : null;
  });
  /** The lit feature: the one pointed at in a panel, or else the decision's. */
  readonly shade = $derived.by(() => {
    const rewarded = this.view?.features.findIndex((one) => one.id === this.view?.decision.reward?.feature) ?? -1;
    const { tile, segment } = this.draft?.mode === "figure" && this.draft.choice ? this.draft.choice : { tile: -1, segment: 0 };
    const claimed = this.features.get(`${tile}:${segment}`);
    const asked = this.removal ?? (rewarded < 0 ? (claimed ?? null) : rewarded);
    return this.pinned ?? this.lit ?? (this.hovered === null ? asked : null);
  });
  /** The features that the card describes. */
  readonly told = $derived.by(() => {
    const card = this.pinned ?? this.hovered ?? this.removal;
    return this.view && card !== null ? (litBy(this.view, card)?.told ?? []) : [];
  });

  /** True if hints are allowed: while the game is played, except at a tournament table. */
  readonly guided = $derived.by(() => this.game.table?.phase === "playing" && !this.game.table.plain);
  /** The hints for the position, if switched on. */
  readonly guide = $derived.by(() => {
    const { guide, view } = this.game;
    return settings.guide && this.guided && guide && guide.seq === view?.seq ? guide : null;
  });

  readonly hand = $derived.by(() => this.view?.decision.tile ?? null);
  /** True if the tile in hand is already on the board. */
  readonly laid = $derived.by(() => {
    const kind = this.view?.decision.kind ?? "place";
    return !!this.draft?.place || (this.hand !== null && !["place", "abbey"].includes(kind));
  });
  readonly apart = $derived.by(() => {
    const { view } = this;
    return view && (view.bag.apart > 0 || view.tiles.some(isBonus)) ? view.bag.apart : null;
  });
  /**
   * The hand to show: the acting player's if they play on this screen, otherwise that of this screen's only seat, otherwise the acting
   * player's.
   */
  readonly held = $derived.by(() => {
    const { view, acting } = this;
    const { you } = this.game;
    if (!view || view.over) return [];
    const [own] = you.length === 1 ? you : [];
    const seat = acting !== null && you.includes(acting) ? acting : (own ?? acting);
    const tiles = seat === null ? [] : shownHand(view, seat, you);
    return this.handHidden ? tiles.map(() => null) : tiles;
  });
  /** The tile shown large: that of the current choice, or else that of the first choice; usually it is the tile just laid. */
  readonly choosing = $derived.by(() => {
    const { choosable: draft, view, names } = this;
    const index = (draft?.choice ?? draft?.choices[0])?.tile;
    const tile = index === undefined ? undefined : view?.tiles[index];
    return draft && view && tile && index !== undefined ? { draft, view, names, tile, index, onsettle: () => this.settle() } : null;
  });

  private readonly local = $derived.by(() => this.game.you.length > 1);
  readonly turnText = $derived.by(() => {
    const { view, acting } = this;
    if (!view) return "";
    const end = this.game.table?.end;
    if (end?.how === "aborted") return t("ended-aborted");
    if (view.over) return t(view.team?.outcome ? `team-${view.team.outcome}` : "game-over");
    if (this.game.paused) return t("paused-turn");
    if (acting === null) return t("chance");
    const name = this.names[acting] ?? "";
    const bonus = view.decision.kind === "place" && isBonus(this.hand);
    const question = bonus ? "bonus" : questionOf(view.decision);
    const kind = has(`turn-yours-${question}`) ? question : "other";
    if (!this.game.plays.includes(acting)) return t(`turn-theirs-${kind}`, { name });
    return this.local ? t(`turn-local-${kind}`, { name }) : t(`turn-yours-${kind}`);
  });

  /** Additional texts about the turn: its owner if another player decides, the half of a double turn, the steps or ghosts left. */
  readonly turnDetails = $derived.by(() => {
    const { view, acting } = this;
    if (!view || view.over || this.game.paused) return [];
    const more: string[] = [];
    const { walk } = view.decision;
    if (view.decision.kind === "haunt") more.push(t("ghosts-left", { count: view.stock.ghost ?? 0 }));
    if (walk) more.push(t("steps-left", { count: walk.left }));
    if (acting !== null && view.active !== null && acting !== view.active) more.push(t("turn-of", { name: this.names[view.active] ?? "" }));
    if (view.half === 2) more.push(t("turn-second"));
    else if (view.doubled) more.push(t("turn-doubled"));
    return more;
  });

  /** The seat to pass the device to. */
  readonly passing = $derived.by(() => {
    const { draft, passTo } = this;
    if (this.covered) return this.acting;
    const untouched = draft && !draft.started && (draft.places.length > 0 || passTo !== this.view?.active);
    return passTo !== null && untouched ? passTo : null;
  });

  /** Undoes the last choice. */
  back(): void {
    if (this.draft?.started) this.draft.back();
    else this.placing?.back();
  }

  /** Confirms the choice; a tile laid with keys is first previewed with its follow-up. */
  give(word: string): void {
    const { placing, game } = this;
    const first = settings.confirm !== "always" && !game.preview && placing?.place && placing.word === word;
    if (first && usesKeys()) {
      this.settledWord = word;
      game.requestPreview(word);
    } else game.answer(word);
  }

  /** Handles Enter while no follow-up is chosen: settles the tile's place. */
  settlePlace(): void {
    this.settledWord = this.placing?.word ?? null;
  }

  /** Answers the follow-up in advance: the answer is given as soon as the follow-up is known. */
  answerAhead(number: number): void {
    const word = settings.confirm === "always" ? null : this.placing?.word;
    if (!word) return;
    this.answerInAdvance = number;
    this.game.requestPreview(word);
  }

  /** Confirms on a second click, or on the first one if confirmation is off. */
  settle(): void {
    const { draft, placing, game } = this;
    // Another click must not end the turn before the follow-up is known.
    const waits = settings.confirm !== "always" && placing?.place && !game.preview;
    if (draft?.word && !waits) game.answer(draft.word);
  }

  uncover(): void {
    this.uncovered = this.game.view?.seq ?? -1;
  }

  point(at: { tile: number; segment: number } | null): void {
    this.lit = at ? (this.features.get(`${at.tile}:${at.segment}`) ?? null) : null;
  }

  pin(feature: number | null): void {
    this.pinned = feature === this.pinned ? null : feature;
  }

  /** Pins the next or previous scoring feature. */
  inspect(step: 1 | -1): void {
    const able = this.view?.features.flatMap((feature, index) => (scoreless(feature) ? [] : [index])) ?? [];
    const here = this.pinned === null ? -1 : able.indexOf(this.pinned);
    this.pinned = able[here < 0 ? (step > 0 ? 0 : able.length - 1) : (here + step + able.length) % able.length] ?? null;
  }

  endCelebration(): void {
    this.celebrating = false;
    this.ended = true;
  }

  recount(): void {
    this.ended = false;
    this.game.startFinale();
    if (!this.game.finale) this.ended = true;
  }

  /** Opens the next table once all players have accepted a rematch. */
  private follow(): void {
    let before: string | null | undefined;
    $effect(() => {
      const { table } = this.game;
      if (!table) return;
      const next = table.rematch?.table ?? null;
      // Visitors who come later see this game, with a link to the next one.
      if (before === null && next !== null) go(`/t/${next}`);
      before = next;
    });
  }

  /** Announces whom to pass the device to. */
  private trackDevice(): void {
    let before: number | null = null;
    $effect(() => {
      const seat = this.acting;
      untrack(() => {
        if (this.game.past || seat === null || !this.game.you.includes(seat)) return;
        this.passTo = this.local && before !== null && before !== seat ? seat : null;
        before = seat;
      });
    });
  }

  /** Updates the window's title and announces changes to screen readers: scores first, then the turn. */
  private announceChanges(): void {
    $effect(() => {
      const title = this.draft ? `• ${t("your-turn")}` : "";
      document.title = [title, "Bastide"].filter(Boolean).join(" – ");
    });
    let heard = -1;
    let spoken = "";
    $effect(() => {
      const text = [this.turnText, ...this.turnDetails].join(". ");
      const { view, game } = this;
      // Announced once per position, and again after a change of language. The text board announces more.
      if (!view || game.past || settings.text || (view.seq === heard && language() === spoken)) return;
      spoken = language();
      const scored = untrack(() => {
        const news = game.steps.filter((step) => step.seq > heard && heard >= 0).flatMap((step) => step.events);
        const scores = news.filter((event) => event.type === "scored" && !event.final);
        return scores.map((event) => {
          const name = this.names[event.seat ?? 0] ?? "";
          return t("announce-scored", { name, what: scoredWhat(event), points: event.points ?? 0 });
        });
      });
      heard = view.seq;
      announce([...scored, text].join(" "));
    });
  }

  /** Plays the sounds of laying and rotating the tile. */
  private sound(): void {
    let before: { draft: unknown; key: string | null; rotation: number } | null = null;
    $effect(() => {
      const draft = this.placing;
      const now = { draft, key: draft?.place?.key ?? null, rotation: draft?.rotation ?? 0 };
      const [was, same] = [before, before?.draft === draft];
      before = now;
      if (!draft) return;
      if (now.key !== null && !(same && was?.key === now.key)) untrack(() => hear(["laid"]));
      else if (same && was?.rotation !== now.rotation) untrack(() => hear(["turned"]));
    });
  }

  /** Requests the hints for the newest position once, and again after a reconnect. */
  private requestHints(): void {
    $effect(() => {
      const { game } = this;
      void game.view?.seq;
      if (settings.guide && this.guided && game.link === "online") untrack(() => game.askGuide());
    });
  }

  private actAutomatically(): void {
    // A laid tile is not final until the turn ends; its follow-up is requested immediately.
    $effect(() => {
      const { placing, game } = this;
      const word = settings.confirm !== "always" && placing?.place ? placing.word : null;
      if (!placing) return;
      // Keyboard play passes through many places before settling.
      const rests = word !== null && usesKeys();
      if (rests && untrack(() => game.pendingWord) !== word) untrack(() => game.requestPreview(null));
      const timer = setTimeout(() => game.requestPreview(word), rests ? SETTLE_MS : 0);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const { preview, next } = this.game;
      if (!preview) return;
      untrack(() => {
        const { answerInAdvance } = this;
        this.answerInAdvance = null;
        if (answerInAdvance === 0 && (next?.pass || !next)) next?.pass ? this.game.answer(next.pass.word) : this.settle();
        else if (answerInAdvance !== null && next?.choices[answerInAdvance - 1]) next.choose(next.choices[answerInAdvance - 1]!);
      });
    });
    $effect(() => {
      const { placing, game } = this;
      const nothingMore = game.preview !== null && game.preview.view === null && placing?.place?.turns.length === 1;
      if (settings.confirm === "never" && nothingMore) untrack(() => this.settle());
    });
    // Passes automatically if nothing else is possible.
    $effect(() => {
      const { game } = this;
      const draft = this.covered ? null : game.draft;
      const only = draft?.decision.answers.length === 1 ? draft.pass : null;
      if (only && game.link === "online" && !game.sending && !game.error) untrack(() => game.answer(only.word));
    });
    // In a new position the old selection may mean something else.
    $effect(() => {
      void this.game.view?.seq;
      untrack(() => {
        this.pinned = this.hovered = this.lit = null;
        this.carrying.drop();
        this.settledWord = this.answerInAdvance = null;
      });
    });
    let wasOver: boolean | null = null;
    $effect(() => {
      const over = this.game.over && this.game.finale === null;
      if (!this.view) return;
      // Visitors who arrive after the end see the results; players who were present see the celebration first.
      const festive = this.view.winners.length > 0 && this.view.team?.outcome !== "lost";
      if (over && wasOver === false && festive) this.celebrating = true;
      else if (over && wasOver !== true) this.ended = true;
      wasOver = over;
    });
    // An imported game opens as a replay.
    $effect(() => {
      if (this.game.table?.imported) go(`/r/${this.game.id}`, true);
    });
  }
}
