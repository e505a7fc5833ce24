// The text board of a study: its position in words. Answers and draws are chosen by typed commands, as at a table.

import { untrack } from "svelte";
import { questionOf } from "../board/deploying";
import { t, tOr } from "../shared/i18n.svelte";
import type { View } from "../shared/protocol";
import { settings } from "../shared/settings.svelte";
import { tileName } from "../shared/words";
import { stepTexts } from "../textboard/events";
import { choicesOf, type Choices, type Item } from "../textboard/items";
import { loadMessages } from "../textboard/messages";
import { TextReader, type Acts } from "../textboard/reader.svelte";
import { wantSides } from "../textboard/sides.svelte";
import { scoreTexts, sentence, tileText } from "../textboard/wording";
import type { OwnTiles } from "./own-tiles.svelte";
import type { StudyState } from "./study.svelte";
import { firstSeat } from "./tree";

/** State of a study's text board. Must be created during component initialisation; its effects end with that component. */
export class StudyReader extends TextReader {
  /** The tile sets whose sides have been fetched, separated by spaces. */
  private loaded = $state("");
  private heard: unknown = null;

  constructor(readonly study: StudyState, own: OwnTiles) {
    super();
    $effect(() => {
      const { sets } = this;
      if (sets === "" || !own.settled) return;
      void Promise.all([loadMessages(), wantSides(sets.split(" "), own.table)]).then(() => (this.loaded = sets), () => {});
    });
    $effect(() => this.announcePosition());
  }

  readonly view: View | null = $derived.by(() => this.study.shown?.view ?? null);
  readonly names: string[] = $derived.by(() => this.study.names);
  private readonly sets: string = $derived.by(() => {
    const { view, study } = this;
    const drawn = (study.shown?.draws ?? []).flatMap(({ tile }) => (tile ? [tile] : []));
    return [...new Set([...(view?.tiles ?? []), ...(view?.bag.tiles ?? []), ...drawn].map(({ set }) => set))].sort().join(" ");
  });
  readonly ready: boolean = $derived.by(() => this.view !== null && this.loaded === this.sets);
  /** True if the next answer is one of chance. */
  readonly draws: boolean = $derived.by(() => this.study.mayEdit && (this.study.shown?.draws.length ?? 0) > 0);
  readonly choices: Choices | null = $derived.by(() => {
    const { view, study } = this;
    if (!view || !this.ready || !study.mayEdit) return null;
    if (this.draws) return this.drawChoices();
    return study.draft ? choicesOf(view, study.names, null) : null;
  });
  readonly hand: string[] = $derived.by(() => {
    const { kind, tile } = this.view?.decision ?? {};
    return kind === "place" && tile ? [sentence([tileText({ ...tile, rotation: 0 })])] : [];
  });
  readonly question: string = $derived.by(() => {
    const { view } = this;
    if (!view) return "";
    const { seat, kind } = view.decision;
    if (seat === null) return t(view.over ? "game-over" : "study-draw");
    const name = this.names[seat] ?? "";
    return tOr(`turn-theirs-${kind === "haunt" ? questionOf(view.decision) : kind}`, t("turn-theirs-other", { name }), { name });
  });
  readonly scores: string[] = $derived.by(() => {
    const { view } = this;
    return view ? scoreTexts(view, this.names, view.players.map(({ score }) => score)) : [];
  });
  private readonly happened: string[] = $derived.by(() => {
    const { study, view } = this;
    return view && this.ready && study.shown?.step ? stepTexts(study.steps[0]!, view, study.names) : [];
  });

  protected readonly acts: Acts = {
    confirm: () => this.say(t("text-nothing-laid"), this.question),
    rotate: () => this.say(t("text-nothing-laid"), this.question),
    back: () => void this.study.back(),
    undo: () => void this.study.undo(),
    last: () => this.say(...(this.happened.length > 0 ? this.happened : [t("text-nothing-yet")])),
    pause: () => this.say(t("text-unknown", { word: "pause" })),
    resume: () => this.say(t("text-unknown", { word: "resume" })),
    board: () => this.leave(),
  };

  choose(number: number): void {
    const { choices, study } = this;
    const item = number === 0 ? choices?.pass : choices?.all[number - 1];
    if (!study.isCurrent) this.say(t("text-wait"));
    else if (!choices) this.say(t("text-not-yours"), this.question);
    else if (!item) this.say(t("text-no-number", { number, most: choices.all.length }));
    else void study.answer(item.answer.word);
  }

  leave(): void {
    settings.text = false;
  }

  protected enter(): void {
    this.say(this.question, ...this.choiceTexts());
  }

  protected noPlaces(): string[] {
    return [t("text-not-yours")];
  }

  private drawChoices(): Choices {
    const items = (this.study.shown?.draws ?? []).map(({ word, tile, left }, index): Item => ({
      number: index + 1, answer: { word, verb: "draw", mode: "draw" }, words: tile ? [tileName(tile)] : [],
      text: tile ? t("study-draw-tile", { tile: tileName(tile), count: left })
        : t("study-begins", { name: this.names[firstSeat(word) ?? -1] ?? word }),
    }));
    return { places: [], others: items, pass: null, all: items };
  }

  /** Announces a position with what led to it. The choices are read if there are few: not those of draws and places. */
  private announcePosition(): void {
    const { ready, study: { shown } } = this;
    if (!ready || this.heard === shown) return;
    this.heard = shown;
    untrack(() => this.say(...this.happened, this.question, ...this.hand, ...(this.draws ? [] : this.choiceTexts())));
  }
}
