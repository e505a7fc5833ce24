// Requests about studies. The engine in this browser answers them; a browser that cannot run it asks the server.

import { ApiError } from "../shared/refusal";
import type { Analysis, ReadStudy, StudyPosition } from "../shared/protocol";
import { HAS_SERVER } from "../shared/site";
import { request, requestOnDevice } from "../shared/transport";

async function ask<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  let text: string;
  try {
    ({ text } = await requestOnDevice(path, body, signal));
  } catch (problem) {
    if (!HAS_SERVER || !(problem instanceof ApiError && problem.code === "no_engine")) throw problem;
    ({ text } = await request(path, body, signal));
  }
  return JSON.parse(text) as T;
}

/** Fetches the position after a record's first `at` answers, or after all of them, and further answers. */
export const position = (record: unknown, answers: string[] = [], at?: number) =>
  ask<StudyPosition>("/api/games/position", { record, answers, ...(at === undefined ? {} : { at }) });

/** Reads a study; damaged parts are skipped and listed. */
export async function readStudy(text: string): Promise<ReadStudy> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new ApiError("bad_study", "the file is not JSON", 0);
  }
  return ask<ReadStudy>("/api/games/study", document);
}

/** Analyses the last position of a record. */
export const analyse = (record: string, at: number, millis: number, signal: AbortSignal) =>
  ask<Analysis>("/api/analyse", { record, at, millis, given: false }, signal);
