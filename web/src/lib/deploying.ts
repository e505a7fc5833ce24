// The answers of a decision, gathered for choosing: by what they do (a mode), and within that by the thing on the board
// that is pointed at (a choice). Answers that point at nothing, `pass` among them, stand apart.

import type { Answer, Decision } from "./protocol";

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

/**
 * What kind of thing an answer does. `figure` is on the newest tile, `portal` on another; `ransom` buys a captive back,
 * `exchange` takes one back for another; `remove` takes a figure of one's own home and scores it, `recall` takes it home;
 * `haunt` puts a ghost by a figure, `clear` takes ghosts off a tile.
 */
export type Mode =
  | "place"
  | "figure"
  | "portal"
  | "tower"
  | "fairy"
  | "princess"
  | "ransom"
  | "exchange"
  | "capture"
  | "dragon"
  | "count"
  | "move"
  | "escape"
  | "remove"
  | "recall"
  | "haunt"
  | "clear";

/** The mode of an answer; null where it points at nothing. `newest` is the tile placed last. */
export function modeOf(answer: Answer, kind: string, newest: number): Mode | null {
  switch (answer.verb) {
    case "place":
      return "place";
    case "deploy":
      if (answer.role === "watchman") return "tower";
      return kind === "deploy" && newest >= 0 && answer.tile !== newest ? "portal" : "figure";
    case "build":
      return "tower";
    case "lead":
      return answer.piece === "fairy" ? "fairy" : answer.piece === "dragon" ? "dragon" : "count";
    case "return":
      if (kind === "escape") return "escape";
      if (kind === "shaman") return "recall";
      return answer.role === "knight" ? "princess" : "remove";
    case "capture":
    case "haunt":
    case "clear":
      return answer.verb;
    case "move":
      return "move";
    case "redeem":
      return kind === "exchange" ? "exchange" : "ransom";
    default:
      return null;
  }
}

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
export function groupChoices({ answers, kind }: Pick<Decision, "answers" | "kind">, newest = -1): Map<Mode, Choice[]> {
  const modes = new Map<Mode, Map<string, Choice>>();
  for (const answer of answers) {
    const mode = modeOf(answer, kind, newest);
    if (mode === null) continue;
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
export const plainAnswers = (answers: Answer[], kind: string): Answer[] =>
  answers.filter((answer) => modeOf(answer, kind, -1) === null);

/** What is asked, as the pages' words name it: of a ghost also whose follower must take it, which the answers tell. */
export const questionOf = ({ kind, seat, answers }: Pick<Decision, "kind" | "seat" | "answers">): string =>
  kind === "haunt" && answers.some((answer) => answer.seat === seat) ? "haunt-own" : kind;
