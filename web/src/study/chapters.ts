// New chapters: from a set-up, from a position, or from a record in any format that the engine reads.

import { recordOf } from "../editor/record";
import { setupOfLink } from "../editor/sharing";
import * as api from "../shared/api";
import type { Chapter, Setup } from "../shared/protocol";
import { ApiError } from "../shared/refusal";
import { linked } from "../shared/route";
import { position, readStudy } from "./engine";
import { lineOf } from "./tree";

const EMPTY = { bastide_study: 1, name: "" };

/** Has the engine check a chapter and fill in the turns and seats of its nodes. */
export async function checked(chapter: { name: string; record: unknown; nodes: unknown[] }): Promise<Chapter> {
  const { study, problems } = await readStudy(JSON.stringify({ ...EMPTY, chapters: [chapter] }));
  const [read] = study.chapters;
  if (!read) throw new ApiError("bad_record", problems[0]?.detail ?? "the record cannot be read", 0);
  return read;
}

export const chapterOfSetup = async (name: string, setup: Setup): Promise<Chapter> => {
  const { rules_version } = await api.games();
  // Without names in the record, each reader sees names in the language of the page.
  return checked({ name, record: recordOf(setup, [], rules_version), nodes: [] });
};

/** Creates a chapter whose main line is the game of a record, or of a saved game of another program. */
export async function chapterOfRecord(name: string, record: string): Promise<Chapter> {
  const start = await position(record, [], 0);
  return checked({ name, record: start.record, nodes: lineOf(start.rest) });
}

/** Creates a chapter from what a person pasted: a record, a link to the editor, to a table or to CarcassonneLab. */
export async function chapterOfText(name: string, text: string): Promise<Chapter> {
  const pasted = text.trim();
  const setup = await setupOfLink(pasted);
  if (setup !== null) return chapterOfSetup(name, setup);
  const table = pasted.includes("\n") ? null : linked(pasted);
  return chapterOfRecord(name, table ? await api.record(table.table) : pasted);
}
