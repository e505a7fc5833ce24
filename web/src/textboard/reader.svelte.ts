// What text boards have in common: messages, commands that only read, and the choice of an answer by number, by word or by place.

import { untrack } from "svelte";
import { placeText } from "../shared/coordinates";
import { t } from "../shared/i18n.svelte";
import type { View } from "../shared/protocol";
import { kindName } from "../shared/words";
import { COMMANDS, numbersOf, parse, type Command, type Name } from "./commands";
import type { Choices, Item } from "./items";
import { featureText, placedText, tilesByCell, tileText } from "./wording";

/** Messages kept in the page. */
const MAX_MESSAGES = 60;

/** Returns the words of a command in the shown language. */
const wordsOf = (name: Name): string[] => t(`text-words-${name}`).split(",").map((word) => word.trim().toLocaleLowerCase());
export interface Message {
  id: number;
  text: string;
}

/** Commands that only read what is shown, or make a choice. */
type Shared = "hand" | "places" | "turn" | "pass" | "tile" | "features" | "scores" | "bag" | "help";
export type Acts = Record<Exclude<Name, Shared>, () => void>;

/** A position in words, with numbered choices. */
export abstract class TextReader {
  messages: Message[] = $state.raw([]);
  private next = 0;

  abstract readonly view: View | null;
  abstract readonly names: string[];
  /** The choices; null if the reader can choose nothing now. */
  abstract readonly choices: Choices | null;
  /** Descriptions of the tiles in hand. */
  abstract readonly hand: string[];
  /** Whose turn it is, and what to decide. */
  abstract readonly question: string;
  abstract readonly scores: string[];

  /** Makes a choice by its number. */
  abstract choose(number: number): void;
  /** The other commands. */
  protected abstract readonly acts: Acts;
  /** Executes an empty line. */
  protected abstract enter(): void;
  /** Returns what to say if there are no places to choose from. */
  protected abstract noPlaces(): string[];
  /** Returns why a command must wait; null if it need not. */
  protected waits(_: Name): string | null {
    return null;
  }

  readonly features: string[] = $derived.by(() => {
    const { view, names } = this;
    if (!view) return [];
    return [...view.features].sort((a, b) => b.figures.length - a.figures.length || (b.worth ?? 0) - (a.worth ?? 0))
      .map((feature) => featureText(view, feature, names));
  });
  readonly bag: string[] = $derived.by(() => {
    const { view } = this;
    if (!view) return [];
    const kinds = view.bag.tiles.filter(({ count }) => count > 0);
    return [t("tiles-left", { count: view.bag.left }), ...kinds.map((tile) => t("text-bag", {
      count: tile.count, tile: tileText({ ...tile, rotation: 0 }),
    }))];
  });

  /** All tiles in reading order. */
  readonly tiles: { title: string; text: string }[] = $derived.by(() => {
    const { view, names } = this;
    if (!view) return [];
    return view.tiles.map((tile, index) => ({ tile, title: placeText(tile), text: placedText(view, index, names) }))
      .sort((a, b) => a.tile.y - b.tile.y || a.tile.x - b.tile.x);
  });

  /** Appends a message, which screen readers announce. */
  say(...texts: string[]): void {
    const added = texts.filter(Boolean).map((text) => ({ id: (this.next += 1), text }));
    this.messages = [...untrack(() => this.messages), ...added].slice(-MAX_MESSAGES);
  }

  /** Executes a typed command. */
  execute(text: string): void {
    const command = parse(text, wordsOf);
    if (command.name === "nothing") return this.enter();
    if (command.name === "number") return this.choose(command.number);
    if (command.name === "word") return this.chooseWord(command.word);
    this.obey(command);
  }

  private chooseWord(word: string): void {
    const { choices } = this;
    if (!choices) return this.say(t("text-unknown", { word }));
    const found = [...(choices.pass ? [choices.pass] : []), ...choices.all].filter((item) =>
      item.words.some((one) => one.toLocaleLowerCase().startsWith(word)));
    if (found.length === 1) this.choose(found[0]!.number);
    else if (found.length > 1) this.say(...found.map(this.numbered));
    else this.say(t("text-unknown", { word }));
  }

  protected readonly numbered = (item: Item): string => t("text-item", { number: item.number, text: item.text });

  protected choiceTexts(): string[] {
    const { choices } = this;
    if (!choices) return [];
    return [...choices.others, ...(choices.pass ? [choices.pass] : [])].map(this.numbered);
  }

  private placeTexts(): string[] {
    const places = this.choices?.places ?? [];
    return places.flatMap(({ beside, title, items }) => [t("text-at", { place: title, what: beside }), ...items.map(this.numbered)]);
  }

  /** Handles `places`, which lists them, and `places 4` and `places 3 -1 90`, which lay the tile; a fourth number selects the tile. */
  private place(numbers: number[]): void {
    const [x, y, degrees, held] = numbers;
    if (numbers.length === 1) return this.choose(x!);
    const items = this.choices?.places.flatMap((place) => place.items) ?? [];
    if (items.length === 0) return this.say(...this.noPlaces(), this.question);
    if (y === undefined) return this.say(...this.placeTexts());
    const here = items.filter(({ answer }) => answer.x === x && answer.y === y && (held === undefined || (answer.slot ?? 0) + 1 === held));
    const fits = here.filter(({ answer }) => degrees === undefined || (answer.rotation ?? 0) * 90 === degrees);
    if (fits.length === 1) this.choose(fits[0]!.number);
    else if (here.length > 0) this.say(...here.map(this.numbered));
    else this.say(t("text-no-place", { place: placeText({ x: x!, y }) }));
  }

  private tile([x, y]: number[]): void {
    const { view } = this;
    if (!view) return;
    if (x === undefined || y === undefined) return this.say(t("text-tile-how"));
    const index = tilesByCell(view).get(placeText({ x, y }));
    const place = placeText({ x, y });
    this.say(index === undefined ? t("text-no-tile", { place })
      : t("text-at", { place, what: placedText(view, index, this.names) }));
  }

  private listFeatures(kind: string): void {
    const { view, names } = this;
    const wanted = (view?.features ?? []).filter((one) => kind === "" ? one.figures.length > 0
      : [one.kind, kindName(one.kind)].some((word) => word.toLocaleLowerCase().startsWith(kind)));
    this.say(...(view && wanted.length > 0 ? wanted.map((one) => featureText(view, one, names)) : [t("text-no-features")]));
  }

  private obey({ name, rest }: Extract<Command, { rest: string[] }>): void {
    const numbers = numbersOf(rest);
    const shared: Record<Shared, () => void> = {
      hand: () => this.say(...(this.hand.length > 0 ? this.hand : [t("text-no-hand")])),
      places: () => this.place(numbers),
      turn: () => this.say(this.question, ...this.choiceTexts()),
      pass: () => this.choose(0),
      tile: () => this.tile(numbers),
      features: () => this.listFeatures(rest.join(" ")),
      scores: () => this.say(...this.scores),
      bag: () => this.say(...this.bag),
      help: () => this.say(...this.help()),
    };
    const wait = this.waits(name);
    if (wait !== null) this.say(wait);
    else ({ ...shared, ...this.acts })[name]();
  }

  private help(): string[] {
    return COMMANDS.map((name) => t("text-pair", {
      name: [...new Set([name, ...wordsOf(name)])].join(", "), value: t(`text-help-${name}`),
    }));
  }
}
