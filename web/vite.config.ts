import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** What is built is compressed as far as it goes, once: the server only hands it out. */
const packed: Plugin = {
  name: "packed",
  apply: "build",
  writeBundle({ dir }) {
    for (const name of readdirSync(dir!, { recursive: true, encoding: "utf8" })) {
      const path = join(dir!, name);
      if (/\.(js|css|html|svg)$/.test(name)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
    }
  },
};

/** A chunk of the modules that at least `minShareCount` other chunks import. */
const part = (name: string, minShareCount: number) => ({
  name,
  test: /\/(src\/(?!pages|locales)\w+|node_modules)\//,
  minShareCount,
});

// While developing, everything that is not the client is asked of a running server.
const server = process.env.BASTIDE_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/",
  plugins: [svelte(), packed],
  // The server reads from the manifest what a page will ask for.
  build: {
    outDir: "dist",
    target: "es2022",
    manifest: "parts.json",
    // What several pages share is two parts, not forty: each would cost a question of its own.
    rolldownOptions: { output: { codeSplitting: { groups: [part("shared", 4), part("board", 2)] } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  // Long for a test, so that a busy machine fails none.
  test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
});
