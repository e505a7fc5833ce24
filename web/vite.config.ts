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

// While developing, everything that is not the client is asked of a running server.
const server = process.env.BASTIDE_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/",
  plugins: [svelte(), packed],
  // The server reads from the manifest what a page will ask for.
  build: { outDir: "dist", target: "es2022", manifest: "parts.json" },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
