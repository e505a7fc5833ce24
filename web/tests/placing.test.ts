import { describe, expect, it } from "vitest";
import { firstTurn, groupPlaces, neighbourPlace, nextTurn, placeNear } from "../src/game/placing";
import type { Answer } from "../src/shared/protocol";

const place = (x: number, y: number, rotation: number): Answer => ({
  word: `t@${x},${y}r${rotation}`, verb: "place", mode: "place", x, y, rotation,
});

describe("places", () => {
  const answers: Answer[] = [place(1, 0, 3), place(0, -1, 2), place(1, 0, 1), place(-1, 0, 0), { word: "pass", verb: "pass" }];
  const places = groupPlaces(answers);

  it("gathers the rotations of each place, in reading order", () => {
    expect(places.map((p) => p.key)).toEqual(["0,-1", "-1,0", "1,0"]);
    expect(places[2]!.turns).toEqual([
      { rotation: 1, word: "t@1,0r1" },
      { rotation: 3, word: "t@1,0r3" },
    ]);
  });

  it("keeps the rotation of the hand if legal, else takes the next clockwise", () => {
    expect(firstTurn(places[2]!, 3).rotation).toBe(3);
    expect(firstTurn(places[2]!, 0).rotation).toBe(1);
    expect(firstTurn(places[2]!, 2).rotation).toBe(3);
    expect(firstTurn(places[0]!, 3).rotation).toBe(2);
  });

  it("turns through the legal rotations only, both ways", () => {
    expect(nextTurn(places[2]!, 1, 1).rotation).toBe(3);
    expect(nextTurn(places[2]!, 3, 1).rotation).toBe(1);
    expect(nextTurn(places[2]!, 1, -1).rotation).toBe(3);
    expect(nextTurn(places[0]!, 2, 1).rotation).toBe(2);
  });

  it("lets the arrows reach every place", () => {
    const ring = groupPlaces([-2, -1, 0, 1, 2].flatMap((i) => [place(i, -3, 0), place(i, 3, 0), place(-3, i, 0), place(3, i, 0)]));
    for (const group of [places, ring]) {
      const reached = new Set([group[0]!]);
      for (const here of reached) {
        for (const way of ["left", "right", "up", "down"] as const) reached.add(neighbourPlace(group, here, way)!);
      }
      expect(reached.size).toBe(group.length);
    }
    expect(neighbourPlace(places, places[1]!, "right")!.key).toBe("1,0");
    expect(neighbourPlace(places, places[1]!, "up")!.key).toBe("0,-1");
    expect(neighbourPlace([], null, "up")).toBeNull();
  });

  it("takes a tap beside a place for that place, but not one far away", () => {
    expect(placeNear(places, 1.5, 0.5, 0.2)!.key).toBe("1,0");
    expect(placeNear(places, 2.1, 0.5, 0.2)!.key).toBe("1,0");
    expect(placeNear(places, 2.5, 0.5, 0.2)).toBeNull();
  });
});
