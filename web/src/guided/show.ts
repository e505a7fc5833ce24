// "Show me": makes the recorded choice on the board, and confirms it the next time.

import type { Draft } from "../board/draft.svelte";
import type { TableScreen } from "../table/screen.svelte";
import { follow } from "./steps";

/** Chooses an answer in a draft as a click would; returns whether it was chosen already. */
export function choose(draft: Draft, word: string): boolean {
  if (draft.word === word) return true;
  const answer = draft.decision.answers.find((one) => one.word === word);
  for (const one of draft.held) if (one.slot === answer?.slot) draft.pick(one.slot);
  const place = answer?.verb === "place" ? draft.places.find((one) => one.turns.some((turn) => turn.word === word)) : undefined;
  if (place) {
    draft.lay(place);
    draft.rotation = answer?.rotation ?? draft.rotation;
    return false;
  }
  for (const mode of draft.modes) {
    draft.turnTo(mode);
    const choice = draft.choices.find((one) => one.answers.some((other) => other.word === word));
    if (!choice) continue;
    draft.choose(choice);
    draft.take(choice.answers.find((other) => other.word === word)!);
    return false;
  }
  return true;
}

/** Makes the next recorded choice of the reader's turn. */
export function show(screen: TableScreen, words: string[]): void {
  const { game } = screen;
  const { draft, next } = game;
  if (!draft || game.sending || game.past) return void game.catchUp();
  // A tile laid at a place other than the recorded one is moved first.
  const first = follow(draft.decision.answers, words);
  if (!first) return;
  if (!choose(draft, first.word)) return;
  if (!next) return game.answer(first.word);
  const second = follow(next.decision.answers, words.slice(1));
  if (second && choose(next, second.word)) game.answer(second.word);
}
