// The nodes of a reviewed game: the game is the main line, and better lines are variations.

import { isCostly, type Grade, type Judged } from "../analysis/analysis";
import type { Glyph } from "../shared/protocol";
import { lineOf, type NewNode } from "./tree";

const GLYPH_OF: Partial<Record<Grade, Glyph>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Returns the nodes of a game with the judgements of its answers. */
export function reviewed(answers: string[], judged: Judged[], texts: { lost: (one: Judged) => string; best: string }): NewNode[] {
  const nodes = lineOf(answers);
  const variations = judged.flatMap((one): NewNode[] => {
    const { at, grade, best, given } = one;
    const node = nodes[at];
    if (!node || node.answers[0] !== given || !isCostly(one)) return [];
    const glyph = GLYPH_OF[grade];
    Object.assign(node, { comment: texts.lost(one), ...(glyph === undefined ? {} : { glyph }) });
    const line = lineOf(best.answers, node.parent, `${at.toString(36)}-`);
    return line.map((node, index) => (index === line.length - 1 ? { ...node, comment: texts.best } : node));
  });
  return [...nodes, ...variations];
}
