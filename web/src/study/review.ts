// The nodes of a reviewed game: the game is the main line, and better lines are variations.

import { FROM, type Grade, type Judged } from "../analysis/analysis";
import type { Glyph } from "../shared/protocol";
import { lineOf, type NewNode } from "./tree";

const GLYPH_OF: Partial<Record<Grade, Glyph>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Returns the nodes of a game with the judgements of its answers. */
export function reviewed(answers: string[], judged: Judged[], texts: { lost: (points: number) => string; best: string }): NewNode[] {
  const nodes = lineOf(answers);
  const variations = judged.flatMap(({ at, lost, grade, best, given }): NewNode[] => {
    const node = nodes[at];
    if (!node || node.answers[0] !== given || lost < FROM.inaccuracy) return [];
    const glyph = GLYPH_OF[grade];
    Object.assign(node, { comment: texts.lost(lost), ...(glyph === undefined ? {} : { glyph }) });
    const line = lineOf(best.answers, node.parent, `${at.toString(36)}-`);
    return line.map((one, index) => (index === line.length - 1 ? { ...one, comment: texts.best } : one));
  });
  return [...nodes, ...variations];
}
