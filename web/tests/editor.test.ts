import { describe, expect, it } from "vitest";
import { figureLine, layoutOf, textOf, withoutTile } from "../src/editor/layout";
import { hashOf, setupIn } from "../src/editor/sharing";

const BOARD = [
  "tile crfr@0,0r0", "tile frfr@1,0r90", "tile cfff@0,-1r180", "figure 0:knight:s@0,-1", "figure 1:large-highwayman:e@1,0",
  "piece dragon @1,0", "seat 1", "score 1 12", "hand crfr", "bag frfr 3",
].join("\n") + "\n";

describe("the editor's layout", () => {
  it("keeps every line of a board", () => {
    expect(textOf(layoutOf(BOARD))).toBe(BOARD);
  });

  it("loses a removed tile with its figures, and keeps the rest connected", () => {
    const ring = ["a@0,0", "b@1,0", "c@2,0", "d@0,1", "e@1,1", "f@2,1"].map((tile) => `tile ${tile}r0\n`).join("");
    const rest = withoutTile(layoutOf(`${ring}figure 0:knight:n@1,0\n`), 1);
    expect(rest.figures).toEqual([]);
    expect(rest.tiles.map(({ word }) => word)).toEqual(["a", "d", "e", "f", "c"]);
  });

  it("finds the line of a figure on the board", () => {
    const layout = layoutOf(BOARD);
    expect(figureLine(layout, 1, layout.tiles[1], "highwayman", undefined)).toBe(1);
    expect(figureLine(layout, 0, layout.tiles[1], "knight", undefined)).toBe(-1);
  });
});

describe("links to positions", () => {
  const setup = { game: "carcassonne", expansions: ["inns-cathedrals"], seats: 3, options: {}, board: BOARD };

  it("contain the set-up with its board", async () => {
    const hash = await hashOf(setup);
    expect(hash).toMatch(/^#board=[\w-]+$/);
    expect(await setupIn(hash)).toEqual(setup);
  });

  it("are refused if damaged, truncated or endless", async () => {
    const hash = await hashOf(setup);
    const endless = await hashOf({ ...setup, board: "x".repeat(200_000) });
    for (const bad of ["#board=", "#board=!", hash.slice(0, 40), `${hash.slice(0, 30)}AAAA`, "#other", endless]) {
      expect(await setupIn(bad), bad).toBeNull();
    }
  });
});
