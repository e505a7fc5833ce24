import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { engine, preloadTables } from "./vite/engine.ts";
import { developmentWorker, writeWorker } from "./vite/service-worker.ts";
import { staticLinks } from "./vite/static-links.ts";

/** Compresses the bundle at build time, as far as possible, so that the server only has to send it. */
function compress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (/\.(js|css|html|svg|wasm|webmanifest|jsonl?)$/.test(name)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
}

/** Adds the files that are made from the finished bundle. Static hosts cannot use files that are compressed already. */
const finish = (isStatic: boolean): Plugin => ({
  name: "finish",
  apply: "build",
  async writeBundle({ dir }) {
    await writeWorker(dir!);
    if (!isStatic) compress(dir!);
  },
});

/** Modules that the first board does not need. */
const NOT_FIRST = "analysis|board/hint|device|editor|game/notation|guided|insights|lessons|lobby/TableList|pages/(?!Lost)|locales|people|"
  + "puzzles|replay|rules/(?!ClauseLink)|site/PageTabs|setup/(?!SetupSummary)|shared/(own-colour|offline|embedding|ui/CopyLink)|study|"
  + "talk/(Report|Remove)Dialog|textboard|tournament";

/** Returns a group of the modules that at least `minShareCount` chunks share, without those that the first board does not need. */
const part = (name: string, minShareCount: number) => ({
  name,
  test: new RegExp(`/(src/(?!${NOT_FIRST})\\w+|node_modules/(?!idb))`),
  minShareCount,
});

/** Group of the modules that the pages of accounts and moderators share. */
const PEOPLE = { name: "people", test: /\/src\/(people|site\/PageTabs)/, minShareCount: 2 };

/** Group of the modules that the rule reference and the dialogs of its clauses share. */
const RULES = { name: "rules", test: /\/src\/rules\/(?!ClauseLink)/, minShareCount: 2 };

/** Group of the modules that replays and puzzles share. */
const ANALYSIS = { name: "analysis", test: /\/src\/(analysis\/|board\/hint\.|game\/notation\.)/, minShareCount: 2 };

/** Group of the modules that games on this device, their list and analyses share. */
const DEVICE = { name: "device", test: /\/(src\/device|node_modules\/idb)\//, minShareCount: 2 };

/** Group of the modules that the set-up form, the lobby and the waiting room share. */
const SETUP = { name: "choices", test: /\/src\/(setup\/(?!SetupSummary)|shared\/own-colour)/, minShareCount: 2 };

// In development, everything but the client itself is proxied to a running server.
const server = process.env.BASTIDE_URL ?? "http://127.0.0.1:8080";
/** Folder of the engine's WebAssembly modules (`../scripts/wasm`). */
const modules = process.env.BASTIDE_ENGINE || undefined;

// `--mode static` builds a site for a host that only serves files, from any folder.
export default defineConfig(({ mode }) => {
  const isStatic = mode === "static";
  return {
    base: isStatic ? "./" : "/",
    plugins: [...(isStatic ? [staticLinks, preloadTables] : []), svelte(), engine(modules), finish(isStatic), developmentWorker],
    build: {
      outDir: "dist",
      target: "es2022",
      // The server reads the chunks of each page from the manifest.
      manifest: isStatic ? false : "parts.json",
      // Shared modules form three chunks instead of forty, since each chunk costs a request.
      rolldownOptions: {
        output: { codeSplitting: { groups: [part("shared", 4), part("board", 2), PEOPLE, SETUP, DEVICE, RULES, ANALYSIS] } },
      },
    },
    worker: { format: "es", plugins: () => [engine(modules)] },
    server: { proxy: { "/api": { target: server, ws: true } } },
    // The timeout is long, so that tests do not fail on a busy machine.
    test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
  };
});
