// The worker that runs an engine: the first message is its compiled module, all others are requests.

import type { WorkerAnswer } from "./engine";
import { startEngine } from "./module.js";

let engine: ReturnType<typeof startEngine> | null = null;

async function answer(data: WebAssembly.Module | object): Promise<WorkerAnswer | null> {
  try {
    if (engine) return { output: (await engine)(data) };
    engine = startEngine(data as WebAssembly.Module);
    await engine;
    return null;
  } catch (problem) {
    return { failed: String(problem) };
  }
}

// One after another, so that answers keep the order of the requests.
let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }) => {
  last = last.then(async () => {
    const made = await answer(data);
    if (made) self.postMessage(made);
  });
};
