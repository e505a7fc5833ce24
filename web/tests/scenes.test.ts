import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SCENES } from "../src/lib/scenes";

const FILES: Record<string, string> = {
  base: "classic/src/base/tiles.toml",
  hunters: "hunters/src/base/tiles.toml",
  mists: "classic/src/mists/tiles.toml",
  discovery: "discovery/src/base/tiles.toml",
};

/** The kinds of segment along each edge of each tile, from the files of the tile sets. */
function edges(set: string): Map<string, string[]> {
  const text = readFileSync(new URL(`../../crates/${FILES[set]}`, import.meta.url), "utf8");
  const tiles = new Map<string, string[]>();
  for (const block of text.split("[[tile]]").slice(1)) {
    const id = /^id = "(.*)"$/m.exec(block)![1]!;
    const kinds = new Map([...block.matchAll(/^segments\.(\w) = \{ kind = "(\w+)"/gm)].map((found) => [found[1]!, found[2]!]));
    const ports = /^ports = "(.*)"$/m.exec(block)![1]!.split(" ");
    tiles.set(id, ports.map((edge) => [...edge].map((letter) => kinds.get(letter)).join(" ")));
  }
  return tiles;
}

describe.each(Object.entries(SCENES))("the scene of %s", (_, scene) => {
  const known = edges(scene.tiles[0]!.set);
  const edge = (x: number, y: number, side: number) => {
    const tile = scene.tiles.find((one) => one.x === x && one.y === y)!;
    return known.get(tile.kind)![(side - tile.rotation + 4) % 4]!;
  };
  const turned = (text: string) => text.split(" ").reverse().join(" ");

  it("is a full map whose tiles fit", () => {
    expect(scene.tiles.length).toBe(scene.columns * scene.rows);
    expect(scene.tiles.filter((tile) => !known.has(tile.kind))).toEqual([]);
    for (const { x, y } of scene.tiles) {
      if (x + 1 < scene.columns) expect(edge(x, y, 1), `${x},${y} east`).toBe(turned(edge(x + 1, y, 3)));
      if (y + 1 < scene.rows) expect(edge(x, y, 2), `${x},${y} south`).toBe(turned(edge(x, y + 1, 0)));
    }
  });
});
