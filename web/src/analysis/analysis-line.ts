// How play would go on after a line: told by turns, and shown on the board as it would lie there.

import { hintOf, type Hint, type Look } from "../board/hint";
import { read } from "../game/notation";
import type { Line, View } from "../shared/protocol";

/** What of an analysis lies on the board: a line, or a turn of its main line. */
export interface Shown {
  line: number;
  turn: number | null;
}

/** What one seat, or chance, answers at a time. */
export interface LineTurn {
  seat: number | null;
  answers: string[];
}

/** The main line by turns. A tile that is drawn and placed at once is told by its placing; that nothing more is done is not told. */
export function turnsOf(line: Line): LineTurn[] {
  const turns: LineTurn[] = [];
  line.main.forEach(({ seat, answer }, index) => {
    const [word, after] = [read(answer), read(line.main[index + 1]?.answer ?? "")];
    if (word.verb === "draw" && after.verb === "place" && after.kind === word.kind) return;
    const last = turns.at(-1);
    const goesOn = last !== undefined && last.seat === seat && word.verb !== "place" && word.verb !== "draw";
    if (!goesOn) turns.push({ seat, answers: [answer] });
    else if (word.verb !== "pass") last.answers.push(answer);
  });
  return turns;
}

/**
 * The board as a line would have it: its own answers, or with `turn` those of a turn of its main line, over what was laid before.
 * Figures that would have come home by then are not taken away.
 */
export function lineHint(view: View, line: Line, turn: number | null, look: Look): Hint {
  const turns = [{ seat: view.decision.seat, answers: line.answers }, ...turnsOf(line)].slice(0, (turn ?? -1) + 2);
  let [before, hint] = [view, hintOf(view, line.answers, look)];
  for (const { seat, answers } of turns.slice(1)) {
    const figure = hint.figure && { ...hint.figure, id: view.figures.length - before.figures.length - 2 };
    before = {
      ...before,
      tiles: hint.tile ? [...before.tiles, hint.tile] : before.tiles,
      figures: figure ? [...before.figures, figure] : before.figures,
      decision: { seat, kind: "", answers: [] },
    };
    hint = hintOf(before, answers, look);
  }
  return { ...hint, laid: before.tiles.slice(view.tiles.length), placed: before.figures.slice(view.figures.length) };
}
