import { describe, expect, it } from "vitest";
import { figureNamed, ordinaryOf, read } from "../src/game/notation";

describe("words", () => {
  it("of tiles", () => {
    expect(read("crfr@3,-1r90")).toEqual({ verb: "place", set: undefined, kind: "crfr", at: { x: 3, y: -1 }, rotation: 1 });
    expect(read("base/ffff-monastery@0,-12r270")).toEqual({
      verb: "place",
      set: "base",
      kind: "ffff-monastery",
      at: { x: 0, y: -12 },
      rotation: 3,
    });
    expect(read("draw:own-base/cfdf")).toEqual({ verb: "draw", set: "own-base", kind: "cfdf" });
    expect(read("draw:crfr")).toEqual({ verb: "draw", set: undefined, kind: "crfr" });
  });

  it("of figures, on the newest tile and on others", () => {
    expect(read("knight:n")).toEqual({ verb: "deploy", name: "knight", spot: "n", at: null });
    expect(read("large-farmer:se")).toEqual({ verb: "deploy", name: "large-farmer", spot: "se", at: null });
    expect(read("courtier:castle")).toEqual({ verb: "deploy", name: "courtier", spot: "castle", at: null });
    expect(read("watchman:c@3,-1")).toEqual({ verb: "deploy", name: "watchman", spot: "c", at: { x: 3, y: -1 } });
    expect(read("hut:c2")).toEqual({ verb: "deploy", name: "hut", spot: "c2", at: null });
  });

  it("about figures on the map", () => {
    const knight = { seat: 1, name: "large-knight", spot: "n", at: { x: 3, y: -2 } };
    expect(read("return:1:large-knight:n@3,-2")).toEqual({ verb: "return", of: knight });
    expect(read("haunt:1:large-knight:n@3,-2+2")).toEqual({ verb: "haunt", of: knight });
    expect(read("capture:1:large-knight:n@3,-2+1")).toEqual({ verb: "capture", of: knight });
    expect(read("redeem:1:follower")).toEqual({ verb: "redeem", seat: 1, name: "follower" });
    expect(read("move:0:wagon:w@1,0>s@2,0")).toEqual({
      verb: "move", of: { seat: 0, name: "wagon", spot: "w", at: { x: 1, y: 0 } }, spot: "s", at: { x: 2, y: 0 },
    });
    expect(read("move:0:courtier:castle>n@3,2")).toEqual({
      verb: "move", of: { seat: 0, name: "courtier", spot: "castle", at: null }, spot: "n", at: { x: 3, y: 2 },
    });
  });

  it("of pieces and towers", () => {
    expect(read("dragon:e")).toEqual({ verb: "lead", piece: "dragon", to: "e", at: null });
    expect(read("count:castle")).toEqual({ verb: "lead", piece: "count", to: "castle", at: null });
    expect(read("fairy:@3,-2")).toEqual({ verb: "lead", piece: "fairy", to: "", at: { x: 3, y: -2 } });
    expect(read("fairy:0:knight:n@3,-2")).toMatchObject({
      verb: "lead",
      piece: "fairy",
      of: { seat: 0, name: "knight" },
      at: { x: 3, y: -2 },
    });
    expect(read("mage:n@3,-2")).toEqual({ verb: "lead", piece: "mage", to: "n", at: { x: 3, y: -2 } });
    expect(read("witch:off")).toEqual({ verb: "lead", piece: "witch", to: "off", at: null });
    expect(read("build:@3,-1")).toEqual({ verb: "build", at: { x: 3, y: -1 } });
    expect(read("clear:@1,0")).toEqual({ verb: "clear", at: { x: 1, y: 0 } });
    expect(read("pass")).toEqual({ verb: "pass" });
  });

  it("that are unknown do no harm", () => {
    for (const word of ["", "first", "return:x:y", "build:n", "move:0:wagon", "sing:a:b c", "@1,2", "draw"]) {
      expect(() => read(word)).not.toThrow();
    }
    expect(read("return:x:y")).toEqual({ verb: "other" });
    expect(read("build:n")).toEqual({ verb: "other" });
    expect(read("outcome:3")).toEqual({ verb: "other" });
  });
});

describe("names of figures", () => {
  it("say the kind and the role", () => {
    expect(figureNamed("knight", "follower")).toEqual({ figure: "follower", role: "knight" });
    expect(figureNamed("large-knight", "follower")).toEqual({ figure: "large", role: "knight" });
    expect(figureNamed("second-highwayman", "guard")).toEqual({ figure: "second-guard", role: "highwayman" });
    expect(figureNamed("wagon", "follower")).toEqual({ figure: "wagon", role: "wagon" });
    expect([ordinaryOf("hunters"), ordinaryOf("coop"), ordinaryOf("carcassonne")]).toEqual(["member", "guard", "follower"]);
  });
});
