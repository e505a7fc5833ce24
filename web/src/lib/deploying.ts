// The answers of a decision that take a segment, gathered by segment, and those that take none.

import type { Answer } from "./protocol";

export interface Choice {
  key: string;
  tile: number;
  segment: number;
  role: string;
  /** One answer for each kind of figure that may stand there. */
  answers: Answer[];
}

export function groupChoices(answers: Answer[]): Choice[] {
  const choices = new Map<string, Choice>();
  for (const answer of answers) {
    const { tile, segment } = answer;
    if (tile === undefined || segment === undefined) continue;
    const key = `${tile}:${segment}`;
    let choice = choices.get(key);
    if (!choice) choices.set(key, (choice = { key, tile, segment, role: answer.role ?? answer.verb, answers: [] }));
    choice.answers.push(answer);
  }
  return [...choices.values()];
}

/** The answers that name neither a place nor a segment, `pass` among them: each gets a button of its own. */
export function plainAnswers(answers: Answer[]): Answer[] {
  return answers.filter((a) => a.segment === undefined && a.x === undefined);
}
