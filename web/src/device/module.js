// The engine's WebAssembly module: JSON goes in and comes out (crates/web-engine/src/exports.rs). Workers and the checks of
// scripts/same-truth use it.

/**
 * Starts an engine from a compiled module and returns the function that handles a request. If the engine panics, which is a bug, the
 * function throws an error with the panic's text, and the engine must not be used again.
 * @param {WebAssembly.Module} module
 * @returns {Promise<(request: object) => any>}
 */
export async function startEngine(module) {
  let panic = "";
  const imports = { env: { now_ms: () => performance.now(), panicked: (length) => { panic = response(length); } } };
  const { exports } = await WebAssembly.instantiate(module, imports);
  const bytes = (pointer, length) => new Uint8Array(exports.memory.buffer, pointer, length);
  const response = (length) => new TextDecoder().decode(bytes(exports.response(), length));
  exports.start();
  return (request) => {
    const text = new TextEncoder().encode(JSON.stringify(request));
    bytes(exports.request(text.length), text.length).set(text);
    try {
      return JSON.parse(response(exports.handle()));
    } catch (problem) {
      throw panic ? new Error(panic) : problem;
    }
  };
}
