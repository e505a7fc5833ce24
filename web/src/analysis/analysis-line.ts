// The expected continuation of a line: grouped by turn, and laid out on the board.

import { hintOf, type Hint, type Look } from "../board/hint";
import { read } from "../game/notation";
import type { Line, View } from "../shared/protocol";

/** The part of an analysis shown on the board: a line, or a turn of its main line. */
export interface Shown {
  line: number;
  turn: number | null;
}

/** Consecutive answers of one seat, or of chance. */
export interface LineTurn {
  seat: number | null;
  answers: string[];
}

/** Groups the main line by turn. A tile that is drawn and placed at once is listed only when placed; final passes are omitted. */
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
 * Returns the hint that shows a line's own answers, or turn `turn` of its main line together with the earlier tiles. Figures that would
 * have been returned by then are not removed.
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
