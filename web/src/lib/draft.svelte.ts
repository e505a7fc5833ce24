// What the acting person has chosen and not yet confirmed. Nothing of it leaves the browser before `word` is sent.

import { groupChoices, plainAnswers, type Choice } from "./deploying";
import { firstTurn, groupPlaces, neighbourPlace, nextTurn, type Direction, type Place } from "./placing";
import type { Answer, Decision, Figure, TileKind } from "./protocol";

export class Draft {
  readonly places: Place[];
  readonly choices: Choice[];
  readonly plain: Answer[];
  readonly pass: Answer | null;
  /** The tile in hand, when the decision is about one. */
  readonly tile: TileKind | null;

  place: Place | null = $state.raw(null);
  rotation = $state(0);
  choice: Choice | null = $state.raw(null);
  answer: Answer | null = $state.raw(null);

  constructor(
    readonly decision: Decision,
    readonly seq: number,
  ) {
    this.places = groupPlaces(decision.answers);
    this.choices = groupChoices(decision.answers);
    this.plain = plainAnswers(decision.answers);
    this.pass = this.plain.find((a) => a.verb === "pass") ?? null;
    this.tile = decision.tile && typeof decision.tile === "object" ? decision.tile : null;
  }

  /** The word to send: null while there is nothing to confirm. */
  get word(): string | null {
    if (this.place) return this.place.turns.find((t) => t.rotation === this.rotation)?.word ?? null;
    return this.answer?.word ?? null;
  }

  /** The figure chosen and not yet confirmed, to stand on the board as a shadow of itself. */
  get ghost(): Figure | null {
    const { answer, choice } = this;
    if (!answer?.figure || !choice) return null;
    const seat = this.decision.seat ?? 0;
    return { id: -1, seat, figure: answer.figure, role: answer.role ?? "", tile: choice.tile, segment: choice.segment };
  }

  get started(): boolean {
    return this.place !== null || this.choice !== null;
  }

  /** The first touch of a place lays the tile there, each further one turns it. */
  touch(place: Place): void {
    if (this.place?.key === place.key) this.rotate(1);
    else this.lay(place);
  }

  lay(place: Place): void {
    this.rotation = firstTurn(place, this.rotation).rotation;
    this.place = place;
  }

  /** Through the legal rotations at the place chosen; freely while the tile is in the hand. */
  rotate(step: 1 | -1): void {
    if (this.places.length === 0) return;
    this.rotation = this.place ? nextTurn(this.place, this.rotation, step).rotation : (this.rotation + step + 4) % 4;
  }

  move(direction: Direction): void {
    if (this.places.length > 0) {
      const place = neighbourPlace(this.places, this.place, direction);
      if (place) this.lay(place);
    } else if (this.choices.length > 0) {
      const here = this.choice ? this.choices.indexOf(this.choice) : -1;
      const step = direction === "right" || direction === "down" ? 1 : -1;
      const count = this.choices.length;
      this.choose(this.choices[here < 0 ? 0 : (here + step + count) % count]!);
    }
  }

  /** Choosing a segment again takes the next kind of figure that may stand there. */
  choose(choice: Choice): void {
    if (this.choice === choice && this.answer) {
      const next = (choice.answers.indexOf(this.answer) + 1) % choice.answers.length;
      this.answer = choice.answers[next]!;
    } else {
      const figure = this.answer?.figure;
      this.choice = choice;
      this.answer = choice.answers.find((a) => a.figure === figure) ?? choice.answers[0]!;
    }
  }

  take(answer: Answer): void {
    this.answer = answer;
  }

  back(): void {
    this.place = null;
    this.choice = null;
    this.answer = null;
  }
}
