import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// While developing, everything that is not the client is asked of a running server.
const server = process.env.BASTIDE_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: { outDir: "dist", target: "es2022", chunkSizeWarningLimit: 700 },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
