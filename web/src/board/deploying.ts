// The answers of a decision, gathered for choosing: by what they do (a mode, which the server tells), and within that by the thing on
// the board that is pointed at (a choice). Answers that point at nothing, `pass` among them, stand apart.

import type { Answer, Decision } from "../shared/protocol";

/** What is pointed at: a segment, a corner of a tile, a figure, a whole tile; or a captive, which stands beside the board. */
export type Target = "segment" | "corner" | "figure" | "tile" | "captive";

export interface Choice {
  key: string;
  target: Target;
  /** The tile on which it lies; -1 for a captive. */
  tile: number;
  segment: number;
  corner?: number;
  /** The figure's or captive's number. */
  id?: number;
  /** One answer for each thing that may be done there. */
  answers: Answer[];
}

/** What kind of thing an answer does, in the protocol's word: `docs/protocol.md` lists them. */
export type Mode = string;

/** What an answer points at; null for a tile that is placed and for an answer that points at nothing. */
export function targetOf(answer: Answer): Omit<Choice, "answers"> | null {
  const { tile = -1, segment = 0, corner, id } = answer;
  switch (answer.verb) {
    case "deploy":
      if (corner !== undefined) return { key: `c${tile}:${corner}`, target: "corner", tile, segment, corner };
      return { key: `${tile}:${segment}`, target: "segment", tile, segment };
    case "build":
      return { key: `${tile}:${segment}`, target: "segment", tile, segment };
    case "lead":
      if (id !== undefined) return { key: `f${id}`, target: "figure", tile, segment, id };
      if (answer.segment !== undefined) return { key: `${tile}:${segment}`, target: "segment", tile, segment };
      return { key: `t${tile}`, target: "tile", tile, segment: 0 };
    case "clear":
      return { key: `t${tile}`, target: "tile", tile, segment: 0 };
    case "return":
    case "capture":
    case "haunt":
      return { key: `f${id}`, target: "figure", tile, segment, id };
    case "move": {
      const [there, within] = [answer.to_tile ?? -1, answer.to_segment ?? 0];
      return { key: `${there}:${within}`, target: "segment", tile: there, segment: within };
    }
    case "redeem":
      return { key: `r${id}`, target: "captive", tile: -1, segment: 0, id };
    default:
      return null;
  }
}

/** The choices of each mode, modes and choices in the order of the answers; placing the tile in hand has its own list. */
export function groupChoices(answers: Answer[]): Map<Mode, Choice[]> {
  const modes = new Map<Mode, Map<string, Choice>>();
  for (const answer of answers) {
    const { mode } = answer;
    if (!mode) continue;
    let choices = modes.get(mode);
    if (!choices) modes.set(mode, (choices = new Map()));
    const target = targetOf(answer);
    if (!target) continue;
    const choice = choices.get(target.key);
    if (choice) choice.answers.push(answer);
    else choices.set(target.key, { ...target, answers: [answer] });
  }
  return new Map([...modes].map(([mode, choices]) => [mode, [...choices.values()]]));
}

/** The answers that point at nothing, `pass` among them: each gets a button of its own. */
export const plainAnswers = (answers: Answer[]): Answer[] => answers.filter((answer) => !answer.mode);

/** What is asked, as the pages' words name it: also whether it is about one's own figures. */
export const questionOf = ({ kind, own }: Pick<Decision, "kind" | "own">): string => (own ? `${kind}-own` : kind);
