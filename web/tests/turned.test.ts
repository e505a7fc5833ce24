import { describe, expect, it } from "vitest";
import { boardPlaceText, ownCell, showTurned, turnCell, turnView } from "../src/board/turned.svelte";
import type { View } from "../src/shared/protocol";

const view = {
  tiles: [{ set: "base", kind: "crfr", x: 0, y: 0, rotation: 0 }, { set: "base", kind: "ffff", x: 2, y: -1, rotation: 3 }],
  figures: [{ id: 0, seat: 0, figure: "barn", role: "barn", tile: 0, segment: 0, corner: 3 }],
  decision: {
    seat: 0, kind: "place",
    answers: [{ word: "crfr@1,0r90", mode: "place", verb: "place", x: 1, y: 0, rotation: 1 }, { word: "pass", verb: "pass" }],
  },
} as unknown as View;

describe("turning the board", () => {
  it("turns tiles, places and corners clockwise and keeps the answers' words", () => {
    const turned = turnView(view, 1);
    expect(turned.tiles.map(({ x, y, rotation }) => [x, y, rotation])).toEqual([[0, 0, 1], [1, 2, 0]]);
    expect(turned.figures[0]!.corner).toBe(0);
    expect(turned.decision.answers[0]).toEqual({ ...view.decision.answers[0], x: 0, y: 1, rotation: 2 });
    expect(turned.decision.answers[1]).toEqual(view.decision.answers[1]);
  });

  it("returns to the same view after four turns", () => {
    const around = [1, 1, 1, 1].reduce((one, quarters) => turnView(one, quarters), view);
    expect(around.tiles).toEqual(view.tiles);
    expect(around.figures).toEqual(view.figures);
    expect(around.decision).toEqual(view.decision);
    expect(turnView(view, 0)).toBe(view);
  });

  it("keeps the objects of unchanged tiles, so that they are not drawn again", () => {
    const [one, other] = [turnView(view, 2), turnView({ ...view, tiles: [...view.tiles] }, 2)];
    expect(other.tiles.every((tile, index) => tile === one.tiles[index])).toBe(true);
  });

  it("writes coordinates as the game counts them", () => {
    for (const quarters of [0, 1, 2, 3]) {
      showTurned(quarters);
      const cell = turnCell({ x: 3, y: -1 }, quarters);
      expect(ownCell(cell)).toEqual({ x: 3, y: -1 });
      expect(boardPlaceText(cell)).toBe("3\u00a0:\u00a0-1");
    }
    showTurned(0);
  });
});
