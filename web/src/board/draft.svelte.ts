// The unconfirmed choice of the acting player. It stays in the browser until `word` is sent.

import { heldTiles, type Held } from "../game/hands";
import { firstTurn, groupPlaces, neighbourPlace, nextTurn, type Direction, type Place } from "../game/placing";
import type { Answer, Building, Decision, Figure, Piece, TileKind } from "../shared/protocol";
import { groupChoices, plainAnswers, type Choice, type Mode } from "./deploying";

const NO_CHOICES: Choice[] = [];
const NO_PLACES: Place[] = [];

/** Modes whose choices are shown on the board together. */
const TOGETHER: Record<Mode, Mode | undefined> = { figure: "remove", remove: "figure" };

export class Draft {
  /** Available kinds of action; one is selected. */
  readonly modes: Mode[];
  readonly plain: Answer[];
  readonly pass: Answer | null;
  /** The tiles in hand, if the decision is a choice among them. */
  readonly held: Held[];
  private readonly byMode: Map<Mode, Choice[]>;
  private readonly allPlaces: Place[];

  mode: Mode | null = $state(null);
  /** Slot of the selected tile in hand. */
  slot = $state(0);
  place: Place | null = $state.raw(null);
  rotation = $state(0);
  choice: Choice | null = $state.raw(null);
  answer: Answer | null = $state.raw(null);
  /** First digit of a place number being typed. */
  typed: number | null = $state(null);

  constructor(
    readonly decision: Decision,
    readonly seq: number,
    /** The seat's tiles in hand. */
    hand: (TileKind | null)[] = [],
  ) {
    this.allPlaces = groupPlaces(decision.answers);
    this.byMode = groupChoices(decision.answers);
    this.modes = [...this.byMode.keys()];
    this.mode = this.modes[0] ?? null;
    this.plain = plainAnswers(decision.answers);
    this.pass = this.plain.find((a) => a.verb === "pass") ?? null;
    this.held = heldTiles(hand, decision.answers);
    this.slot = this.held.find((one) => one.places.length > 0)?.slot ?? 0;
  }

  /** The selected tile in hand, if the decision is about one. */
  get tile(): TileKind | null {
    return this.inHand?.tile ?? this.decision.tile ?? null;
  }

  private get inHand(): Held | undefined {
    return this.held.find((one) => one.slot === this.slot);
  }

  /** The places for the tile in hand, while placing is selected. */
  get places(): Place[] {
    if (this.mode !== "place") return NO_PLACES;
    return this.held.length > 0 ? (this.inHand?.places ?? NO_PLACES) : this.allPlaces;
  }

  /** The choices of the selected mode. */
  get choices(): Choice[] {
    return this.mode === null ? NO_CHOICES : (this.byMode.get(this.mode) ?? NO_CHOICES);
  }

  /** Choices of another mode that are also shown; choosing one switches the mode. */
  get beside(): Choice[] {
    const other = this.mode === null ? undefined : TOGETHER[this.mode];
    return other === undefined ? NO_CHOICES : (this.byMode.get(other) ?? NO_CHOICES);
  }

  /** The word to send; null while there is nothing to confirm. */
  get word(): string | null {
    if (this.place) return this.place.turns.find((t) => t.rotation === this.rotation)?.word ?? null;
    return this.answer?.word ?? null;
  }

  /** The chosen, unconfirmed figure, shown as a shadow on the board. */
  get ghost(): Figure | null {
    const { answer } = this;
    if (!answer?.figure || (answer.verb !== "deploy" && answer.verb !== "move")) return null;
    const seat = answer.seat ?? this.decision.seat ?? 0;
    const { figure, role = "", tile = 0, segment = 0, corner } = answer;
    const at = answer.verb === "move" ? { tile: answer.to_tile ?? 0, segment: answer.to_segment ?? 0 } : { tile, segment };
    return { id: -1, seat, figure, role, ...at, ...(corner === undefined ? {} : { corner }) };
  }

  /** The unconfirmed move of a piece. */
  get ghostPiece(): Piece | null {
    const { answer } = this;
    if (answer?.verb !== "lead" || !answer.piece) return null;
    return { piece: answer.piece, tile: answer.tile ?? 0, segment: answer.segment, id: answer.id };
  }

  /** The figure that would get a ghost. */
  get haunted(): number | null {
    return this.answer?.verb === "haunt" ? (this.answer.id ?? null) : null;
  }

  /** The tile whose ghosts would be removed. */
  get cleared(): number | null {
    return this.answer?.verb === "clear" ? (this.answer.tile ?? null) : null;
  }

  /** The unconfirmed storey of a tower. */
  get ghostBuilding(): Building | null {
    const { answer } = this;
    if (answer?.verb !== "build") return null;
    return { tile: answer.tile ?? 0, segment: answer.segment ?? 0, height: answer.height ?? 1 };
  }

  get started(): boolean {
    return this.place !== null || this.choice !== null;
  }

  /** Selects another kind of action and clears the choice. */
  turnTo(mode: Mode): void {
    if (mode === this.mode) return;
    this.back();
    this.mode = mode;
  }

  /** Selects another tile in hand and clears the choice. */
  pick(slot: number): void {
    if (slot === this.slot || !this.held.some((one) => one.slot === slot && one.places.length > 0)) return;
    this.back();
    this.rotation = 0;
    this.slot = slot;
  }

  nextHeld(): void {
    const able = this.held.filter((one) => one.places.length > 0);
    const next = able[(able.findIndex((one) => one.slot === this.slot) + 1) % able.length];
    if (next) this.pick(next.slot);
  }

  nextMode(step: 1 | -1): void {
    if (this.modes.length < 2 || this.mode === null) return;
    const count = this.modes.length;
    this.turnTo(this.modes[(this.modes.indexOf(this.mode) + step + count) % count]!);
  }

  /** Lays the tile at a place on the first touch, and rotates it on each further touch. */
  touch(place: Place): void {
    if (this.place?.key === place.key) this.rotate(1);
    else this.lay(place);
  }

  /** Returns the number that is typed to choose a place, from 1; all have the same number of digits. */
  numberOf(index: number): string {
    return String(index + 1).padStart(this.places.length > 9 ? 2 : 1, "0");
  }

  /** Types a digit of a place number; the last digit lays the tile at that place. */
  type(figure: number): void {
    if (this.places.length > 9 && this.typed === null) return void (this.typed = figure);
    const place = this.places[(this.typed ?? 0) * 10 + figure - 1];
    this.typed = null;
    if (place) this.lay(place);
  }

  lay(place: Place): void {
    this.typed = null;
    this.rotation = firstTurn(place, this.rotation).rotation;
    this.place = place;
  }

  /**
   * Rotates the tile through the rotations that are legal at the chosen place or at `at`; a tile still in hand goes through those that fit
   * somewhere on the map.
   */
  rotate(step: 1 | -1, at: Place | null = this.place): void {
    if (this.places.length === 0) return;
    if (at) {
      this.rotation = nextTurn(at, firstTurn(at, this.rotation).rotation, step).rotation;
      return;
    }
    const fits = (rotation: number) => this.places.some((place) => place.turns.some((turn) => turn.rotation === rotation));
    for (let turns = 1; turns <= 4; turns++) {
      const rotation = (this.rotation + step * turns + 8) % 4;
      if (fits(rotation)) return void (this.rotation = rotation);
    }
  }

  move(direction: Direction): void {
    if (this.places.length > 0) {
      const place = neighbourPlace(this.places, this.place, direction);
      if (place) this.lay(place);
    } else this.step(direction === "right" || direction === "down" ? 1 : -1);
  }

  /** Selects the next or previous choice. */
  step(step: 1 | -1): void {
    const count = this.choices.length;
    if (count === 0) return;
    const here = this.choice ? this.choices.indexOf(this.choice) : -1;
    const next = this.choices[here < 0 ? (step > 0 ? 0 : count - 1) : (here + step + count) % count]!;
    if (next !== this.choice) this.choose(next);
  }

  /** Chooses a target; choosing it again selects its next action. */
  choose(choice: Choice): void {
    if (this.beside.includes(choice)) this.turnTo(TOGETHER[this.mode!]!);
    if (this.choice === choice && this.answer) {
      const next = (choice.answers.indexOf(this.answer) + 1) % choice.answers.length;
      this.answer = choice.answers[next]!;
    } else {
      const { figure, verb } = this.answer ?? {};
      this.choice = choice;
      this.answer = choice.answers.find((a) => a.verb === verb && a.figure === figure) ?? choice.answers[0]!;
    }
  }

  take(answer: Answer): void {
    this.answer = answer;
  }

  back(): void {
    this.typed = null;
    this.place = null;
    this.choice = null;
    this.answer = null;
  }
}
