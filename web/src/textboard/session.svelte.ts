// State of a table's text board: the unconfirmed placement and the announcements. Executes the commands that change something.

import { untrack } from "svelte";
import { placeText } from "../shared/coordinates";
import { t } from "../shared/i18n.svelte";
import { replaceHash } from "../shared/router.svelte";
import { settings } from "../shared/settings.svelte";
import { errorText } from "../shared/words";
import type { TableScreen } from "../table/screen.svelte";
import type { Name } from "./commands";
import { stepTexts } from "./events";
import { choicesOf, tileOf, type Choices, type Item } from "./items";
import { TextReader, type Acts } from "./reader.svelte";
import { wantSides } from "./sides.svelte";
import { scoreTexts, sentence, tileText } from "./wording";

/** State of one text board. Must be created during component initialisation; its effects end with that component. */
export class TextSession extends TextReader {
  /** The placement that is shown to the player but not sent. */
  private laid: Item | null = $state.raw(null);
  private laidAt = -1;
  private heard = -1;
  private asked = "";
  private undone = 0;

  constructor(readonly screen: TableScreen) {
    super();
    this.loadTiles();
    this.requestHints();
    this.announceSteps();
    this.announceAnswers();
    this.announceResumption();
  }

  /** The tile sets whose sides have been fetched, separated by spaces. */
  private loaded = $state("");
  readonly view = $derived.by(() => this.screen.view);
  private readonly sets = $derived.by(() => {
    const { view, screen } = this;
    if (!view) return "";
    const { bag, decision, tiles } = view;
    const shown = [...tiles, ...bag.tiles, ...(decision.tile ? [decision.tile] : []), ...screen.held.filter((one) => one !== null)];
    return [...new Set(shown.map((tile) => tile.set))].sort().join(" ");
  });
  /** True once the requests for the sides of all visible tile sets have finished, so that tiles can be described. */
  readonly ready = $derived.by(() => this.view !== null && this.sets === this.loaded);
  readonly names = $derived.by(() => this.screen.names);
  readonly choices: Choices | null = $derived.by(() => {
    const { screen, view } = this;
    // The choices after laying a tile are known only once the server has sent them.
    if (!view || !this.ready || !screen.draft || (this.laid && !screen.game.next)) return null;
    const guide = screen.guided && screen.game.guide?.seq === view.seq ? screen.game.guide : null;
    return choicesOf(view, this.names, guide);
  });
  /** True while a tile is laid but not confirmed. */
  readonly laying = $derived.by(() => this.laid !== null);
  /** Descriptions of the tile in hand or, if there are several, of all of them; hidden tiles are described by their back. */
  readonly hand: string[] = $derived.by(() => {
    const { view, screen } = this;
    if (!view || view.over || screen.covered) return [];
    if (screen.held.length > 0) {
      return screen.held.map((tile, index) => t("text-hand-tile", {
        number: index + 1, tile: tile ? tileText({ ...tile, rotation: 0 }) : t("hand-back"),
      }));
    }
    const { tile } = view.decision;
    return tile && !this.laid && !screen.laid ? [sentence([tileText({ ...tile, rotation: 0 })])] : [];
  });
  readonly question = $derived.by(() => [this.screen.turnText, ...this.screen.turnDetails].join(". "));
  readonly scores: string[] = $derived.by(() => (this.view ? scoreTexts(this.view, this.names, this.screen.game.scores) : []));

  choose(number: number): void {
    const { choices, screen } = this;
    if (screen.game.sending) return this.say(t("text-wait"));
    const item = number === 0 ? choices?.pass : choices?.all[number - 1];
    if (!choices) this.say(...(this.laid ? [t(screen.game.preview ? "text-confirm" : "text-wait")] : [t("text-not-yours"), this.question]));
    else if (!item) this.say(t("text-no-number", { number, most: choices.all.length }));
    else if (item.answer.verb === "place" && !this.laid) this.lay(item);
    else screen.game.answer(item.answer.word);
  }

  /** Ends the turn with the tile where it is, without a figure. */
  confirm(): void {
    const { laid, choices } = this;
    const { game } = this.screen;
    if (!laid) return this.say(t("text-nothing-laid"), this.question);
    if (!game.preview) return this.say(t("text-wait"));
    if (!game.next) game.answer(laid.answer.word);
    else if (choices?.pass) game.answer(choices.pass.answer.word);
    else this.say(this.question, ...this.choiceTexts());
  }

  /** Takes the laid tile back into the hand. */
  back(): void {
    if (!this.laid) return this.say(t("text-nothing-laid"));
    this.drop();
    this.say(t("text-taken-back"));
  }

  leave(): void {
    settings.text = false;
    replaceHash("");
  }

  private lay(item: Item): void {
    this.laid = item;
    this.laidAt = this.screen.game.view?.seq ?? -1;
    this.screen.game.requestPreview(null);
    this.screen.game.requestPreview(item.answer.word);
  }

  private drop(): void {
    this.laid = null;
    this.screen.game.requestPreview(null);
  }

  protected readonly acts: Acts = {
    confirm: () => this.confirm(),
    back: () => this.back(),
    rotate: () => this.rotate(),
    last: () => this.say(...this.lastTurn()),
    undo: () => this.view && this.undo(),
    pause: () => this.agree("pause"),
    resume: () => this.agree("resume"),
    board: () => this.leave(),
  };

  protected override waits(name: Name): string | null {
    return this.screen.game.sending && ["places", "confirm", "rotate"].includes(name) ? t("text-wait") : null;
  }

  protected enter(): void {
    if (this.laid) this.confirm();
    else this.say(this.question);
  }

  protected noPlaces(): string[] {
    return [this.laid ? t("text-laid-already") : t("text-not-yours")];
  }

  /** Lays the tile at the same place in its next legal rotation. */
  private rotate(): void {
    const { laid, screen } = this;
    const view = screen.game.view;
    if (!laid || !view) return this.say(t("text-nothing-laid"));
    const guide = screen.guided && screen.game.guide?.seq === view.seq ? screen.game.guide : null;
    const place = choicesOf(view, this.names, guide).places.find(({ items }) => items.some((item) => item.number === laid.number));
    const turns = place?.items ?? [];
    const next = turns[(turns.findIndex((item) => item.number === laid.number) + 1) % turns.length];
    if (!next || next.number === laid.number) return this.say(t("text-one-rotation"));
    this.lay(next);
  }

  /** Returns the announcements of what has happened since this screen's last answer. */
  private lastTurn(): string[] {
    const { game } = this.screen;
    const view = game.view;
    if (!view) return [];
    const own = game.steps.findLastIndex((step) => step.seat !== null && game.you.includes(step.seat));
    const since = game.steps.slice(game.you.length === 0 ? -4 : Math.max(0, own));
    const texts = since.flatMap((step) => stepTexts(step, view, this.names));
    return texts.length > 0 ? texts : [t("text-nothing-yet")];
  }

  private undo(): void {
    const { game, acting } = this.screen;
    const seat = acting !== null && game.plays.includes(acting) ? acting : game.plays[0];
    if (seat === undefined) return this.say(t("text-not-yours"));
    if (this.laid) this.drop();
    game.act({ type: "undo", seat });
  }

  /** Offers a pause, or resumes a paused game. */
  private agree(type: "pause" | "resume"): void {
    const { game } = this.screen;
    const seat = game.plays[0] ?? game.you[0];
    if (seat === undefined) return this.say(t("text-not-yours"));
    game.act({ type, seat });
  }

  private loadTiles(): void {
    $effect(() => {
      const { sets, view } = this;
      if (!view || sets === this.loaded) return;
      const own = view.setup.own_tiles === undefined ? null : this.screen.game.id;
      untrack(() => void wantSides(sets.split(" "), own).then(() => (this.loaded = sets)));
    });
  }

  private requestHints(): void {
    $effect(() => {
      const { screen } = this;
      void screen.game.view?.seq;
      if (screen.guided && screen.draft && screen.game.link === "online") untrack(() => screen.game.askGuide());
    });
  }

  /** Announces every step in full, then whose turn it is and the hand. */
  private announceSteps(): void {
    $effect(() => {
      const { game } = this.screen;
      const { view, steps, table, finale } = game;
      if (!view || !this.ready) return;
      untrack(() => {
        // The final scoring is read as text, not shown one by one.
        if (finale) game.endFinale();
        if (this.screen.celebrating) this.screen.endCelebration();
        const taken = (table?.undone ?? 0) !== this.undone && this.heard >= 0;
        this.undone = table?.undone ?? 0;
        if (view.seq === this.heard) return;
        if (taken) this.say(t("text-undone"));
        else if (this.heard >= 0) {
          const fresh = steps.filter((step) => step.seq > this.heard && step.seq <= view.seq);
          this.say(...fresh.flatMap((step) => stepTexts(step, view, this.names)));
        }
        this.heard = view.seq;
        if (this.laidAt !== view.seq) this.laid = null;
        this.announceTurn();
      });
    });
  }

  private announceTurn(): void {
    const { screen } = this;
    const { view } = screen.game;
    const key = `${view?.turn} ${this.question}`;
    const mine = screen.draft !== null;
    if (!view || (key === this.asked && !mine)) return;
    this.asked = key;
    const placing = view.decision.kind === "place" && mine;
    this.say(this.question, ...(placing ? this.hand : []), ...(mine && !placing ? this.choiceTexts() : []));
  }

  /** Announces the choices after laying a tile, and refusals. */
  private announceAnswers(): void {
    $effect(() => {
      const { preview, error } = this.screen.game;
      untrack(() => {
        const { laid, view } = this;
        if (error) {
          this.laid = null;
          this.say(errorText(error));
        } else if (preview && laid && view) {
          const tile = tileOf(laid.answer, this.screen.game.view?.decision ?? view.decision);
          this.say(t("text-laid", { place: placeText({ x: laid.answer.x ?? 0, y: laid.answer.y ?? 0 }),
            degrees: (laid.answer.rotation ?? 0) * 90, tile: tile ? tileText({ ...tile, rotation: laid.answer.rotation ?? 0 }) : "" }));
          this.say(...(this.screen.game.next ? [this.question, ...this.choiceTexts()] : [t("text-confirm")]));
        }
      });
    });
  }

  /** Announces that a paused game continues. The notice about the pause announces itself. */
  private announceResumption(): void {
    let before = false;
    $effect(() => {
      const { paused, over } = this.screen.game;
      untrack(() => {
        if (paused) this.laid = null;
        else if (before && !over) {
          this.say(t("text-resumed"));
          this.asked = "";
          this.announceTurn();
        }
        before = paused;
      });
    });
  }
}
