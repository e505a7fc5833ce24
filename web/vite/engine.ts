// The engine's WebAssembly modules as files of the client.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { HtmlTagDescriptor, Plugin } from "vite";

const ID = "virtual:engine";
const MODULES = ["tables", "players"] as const;

/** Returns the code of `virtual:engine`: the URLs of the modules in a folder, or null for modules that are not there. */
export function engineCode(folder: string | undefined): string {
  const lines = MODULES.map((name) => {
    const path = folder === undefined ? "" : join(resolve(folder), `${name}.wasm`);
    if (!existsSync(path)) return `export const ${name} = null;`;
    // Vite emits the file with a hash in its name, and its URL follows the configured base.
    return `export { default as ${name} } from ${JSON.stringify(`${path}?url&no-inline`)};`;
  });
  return lines.join("\n");
}

/** Returns the tag that loads the tables' module together with the page's scripts; none if it is not among a bundle's files. */
export function preloadTag(files: string[]): HtmlTagDescriptor[] {
  const file = files.find((name) => /\btables-[^/]*\.wasm$/.test(name));
  const attrs = { rel: "preload", as: "fetch", type: "application/wasm", crossorigin: true, fetchpriority: "low" };
  return file === undefined ? [] : [{ tag: "link", attrs: { ...attrs, href: `./${file}` }, injectTo: "head" }];
}

/** Preloads the tables' module. Only for static sites, whose pages all wait for it. */
export const preloadTables: Plugin = {
  name: "preload-tables",
  apply: "build",
  transformIndexHtml: { order: "post", handler: (_, { bundle }) => preloadTag(Object.keys(bundle ?? {})) },
};

/** Provides `virtual:engine` (src/engine.d.ts) with the modules in a folder; without a folder, its URLs are null. */
export function engine(folder: string | undefined): Plugin {
  return {
    name: "engine",
    // Vite's development server serves only files of the project unless more folders are allowed.
    config: () => (folder === undefined ? {} : { server: { fs: { allow: [".", resolve(folder)] } } }),
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? engineCode(folder) : null),
  };
}
