// The computer players and analyses, each in a worker, so that no table waits for them.

import type { Reply } from "../shared/transport";
import { backoff } from "../shared/reconnect";
import { ApiError } from "../shared/refusal";
import { EngineWorker, refusedBy, type EngineReply, type Output } from "./engine";

/** Number of analyses at the same time. One core is left to the page. */
export const ANALYSES = Math.min(8, Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

const idle: EngineWorker[] = [];
let isPrepared = false;

/** Sends a request to a worker that has nothing else to do. An abort ends the worker. */
async function ask(request: object, signal?: AbortSignal): Promise<EngineReply> {
  signal?.throwIfAborted();
  const worker = idle.pop() ?? new EngineWorker("players");
  const end = () => worker.end();
  signal?.addEventListener("abort", end, { once: true });
  try {
    const reply = replyOf(await worker.handle({ id: 0, ...request }));
    if (idle.length < ANALYSES) idle.push(worker);
    else worker.end();
    return reply;
  } catch (problem) {
    worker.end();
    throw problem;
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** Returns the reply to the only request of a worker. */
export function replyOf({ replies, problems }: Output): EngineReply {
  const reply = replies?.[0];
  if (!reply) throw new Error(problems?.join("; ") ?? "the engine did not reply");
  return reply;
}

/** Returns the body of a reply. */
export function bodyOf({ text, error }: EngineReply): Reply {
  if (error) throw refusedBy(error);
  return { text: text ?? "", status: 200 };
}

/**
 * Chooses a computer player's answer; null if the engine fails, so that the table continues with another answer. While the engine cannot be
 * loaded, tries again.
 */
export async function choose(job: string, signal: AbortSignal): Promise<string | null> {
  for (let tries = 0; ; tries++) {
    try {
      return bodyOf(await ask({ do: "choose", job }, signal)).text;
    } catch (problem) {
      if (signal.aborted) return null;
      if (!(problem instanceof ApiError && problem.code === "no_engine")) {
        console.error("a computer player failed", problem);
        return null;
      }
    }
    await new Promise((done) => setTimeout(done, backoff(tries, Math.random())));
  }
}

/** Sends a request of the protocol that needs no table. */
export const request = async (path: string, body: string, signal?: AbortSignal): Promise<Reply> =>
  bodyOf(await ask({ do: "http", now: 0, path, body }, signal));

/** Starts a worker once, so that the first answer does not wait for it. */
export function prepare(): void {
  if (!isPrepared) idle.push(new EngineWorker("players"));
  isPrepared = true;
}
