// Groups the answers of a decision: by mode (which the server sends), and within a mode by the target on the board (a choice). Answers
// without a target, such as `pass`, are separate.

import type { Answer, Decision } from "../shared/protocol";

/** Kind of target: a segment, a corner of a tile, a figure, a whole tile; or a captive, which is shown beside the board. */
export type Target = "segment" | "corner" | "figure" | "tile" | "captive";

export interface Choice {
  key: string;
  target: Target;
  /** Index of the target's tile; -1 for a captive. */
  tile: number;
  segment: number;
  corner?: number;
  /** Id of the figure or captive. */
  id?: number;
  /** One answer for each possible action on the target. */
  answers: Answer[];
}

/** Kind of action, as in `docs/protocol.md`. */
export type Mode = string;

/** Returns the target of an answer; null for placing a tile and for answers without a target. */
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
    case "withdraw":
      return { key: `${tile}:${segment}`, target: "segment", tile, segment };
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

/** Groups the choices by mode, in the order of the answers. Placements of the tile in hand are grouped separately. */
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

/** Returns the answers without a target, such as `pass`: each gets its own button. */
export const plainAnswers = (answers: Answer[]): Answer[] => answers.filter((answer) => !answer.mode);

/** Returns the kind of question for message ids, including whether it is about the player's own figures. */
export const questionOf = ({ kind, own }: Pick<Decision, "kind" | "own">): string => (own ? `${kind}-own` : kind);
