import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { players, tables } from "virtual:engine";
import { engineCode, preloadTag } from "../vite/engine";

describe("the engine's modules", () => {
  it("are null without a folder, or if they are not in it", () => {
    const none = "export const tables = null;\nexport const players = null;";
    expect([engineCode(undefined), engineCode("/nonexistent")]).toEqual([none, none]);
    if (!process.env.BASTIDE_ENGINE) expect([tables, players]).toEqual([null, null]);
  });

  it("are files of the client if they are in the folder", () => {
    const folder = mkdtempSync(join(tmpdir(), "bastide-"));
    try {
      writeFileSync(join(folder, "tables.wasm"), "");
      const path = JSON.stringify(`${join(folder, "tables.wasm")}?url&no-inline`);
      expect(engineCode(folder)).toBe(`export { default as tables } from ${path};\nexport const players = null;`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("are preloaded by a static site as far as tables need them", () => {
    const tags = preloadTag(["assets/index-a.js", "assets/players-b.wasm", "assets/tables-c.wasm"]);
    expect(tags.map(({ attrs }) => attrs?.href)).toEqual(["./assets/tables-c.wasm"]);
    expect(preloadTag(["assets/index-a.js"])).toEqual([]);
  });
});
