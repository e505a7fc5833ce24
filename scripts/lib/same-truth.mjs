// Lets the engine's WebAssembly module repeat computations and compares the results: same-truth.mjs MODULE EXPECTED

import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { startEngine } from "../../web/src/device/module.js";

const [file, expected] = process.argv.slice(2);
const engine = await startEngine(new WebAssembly.Module(readFileSync(file)));
const run = (check) => engine({ do: "check", id: 1, check }).replies[0];
let [passed, failed] = [0, 0];
for await (const line of createInterface({ input: createReadStream(expected) })) {
  const { check, expected } = JSON.parse(line);
  const { text, error } = run(check);
  if (text === expected) {
    passed++;
    continue;
  }
  failed++;
  console.log(`${JSON.stringify(check).slice(0, 200)}\n  expected ${expected}\n  found ${text ?? error.message}`);
}
const evaluations = run({ type: "speed", millis: 1000 }).text;
console.log(`in WebAssembly the strongest player evaluates ${evaluations} positions per second`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
