// The engine's WebAssembly modules, provided by vite/engine.ts.

declare module "virtual:engine" {
  /** URL of the module with rules, tables and tile art; null if the client was built without it. */
  export const tables: string | null;
  /** URL of the module with the computer players; null if the client was built without it. */
  export const players: string | null;
}
