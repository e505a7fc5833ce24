// Bundles the service worker into one file, with the list of the client's files.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import type { Entry } from "../src/service-worker/precache";

const SOURCE = fileURLToPath(new URL("../src/service-worker/main.ts", import.meta.url));
const PAGE = "index.html";
/** Files of the build that the client never requests. */
const UNLISTED = /\.(br|map)$|^parts\.json$|^sw\.js$|^\.|^OFL\.txt$|\.md$/;

const hash = (data: Buffer, encoding: "base64" | "hex") => createHash("sha256").update(data).digest(encoding);

/** Lists the files of a built client; the page comes last, so that it is cached only after all that it needs. */
export function listFiles(folder: string): Entry[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"))
    .filter((name) => !UNLISTED.test(name));
  return names.sort((a, b) => Number(a === PAGE) - Number(b === PAGE) || (a < b ? -1 : 1)).map((url) => {
    const data = readFileSync(join(folder, url));
    // Names in this folder contain a hash.
    const revision = url.startsWith("assets/") ? null : hash(data, "hex").slice(0, 16);
    return { url, revision, integrity: `sha256-${hash(data, "base64")}` };
  });
}

/** Returns the code of the service worker that can keep these files. It is a classic script, because not all browsers support modules. */
export async function bundleWorker(files: Entry[]): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { CLIENT_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: SOURCE, output: { format: "iife", entryFileNames: "sw.js" } },
    },
  });
  if (!("output" in result)) throw new Error("the service worker is not one bundle");
  return result.output[0].code;
}

/** Writes the service worker of a built client. */
export const writeWorker = async (folder: string): Promise<void> =>
  writeFileSync(join(folder, "sw.js"), await bundleWorker(listFiles(folder)));

/** Serves the service worker in development, where it keeps no files and only shows notifications. */
export const developmentWorker: Plugin = {
  name: "development-worker",
  configureServer(server) {
    server.middlewares.use("/sw.js", (_, response, next) => {
      bundleWorker([]).then((code) => response.setHeader("content-type", "text/javascript").end(code), next);
    });
  },
};
