import { describe, expect, it } from "vitest";
import { linkedPart, partLink, pieces, search } from "../src/rules/rules";
import type { Clause } from "../src/shared/protocol";

const all: Clause[] = [
  { id: "BASE-11", part: "base", title: "Завершённая дорога", text: "Она приносит 1 очко за каждый квадрат.", options: [] },
  { id: "BASE-20", part: "base", title: "Final scoring",
    text: "Majorities as in BASE-14. `option farmers = true | false`: see there.", options: [] },
];

describe("the rule reference", () => {
  it("finds all words in any order, whatever their case, and ё as е", () => {
    expect(search(all, "ЗАВЕРШЕННАЯ").map((c) => c.id)).toEqual(["BASE-11"]);
    expect(search(all, "scoring base-20").map((c) => c.id)).toEqual(["BASE-20"]);
    expect(search(all, "dragon")).toEqual([]);
    expect(search(all, " ")).toEqual(all);
  });

  it("splits a text at code and clause references, losing nothing", () => {
    const cut = pieces(all[1]!.text);
    expect(cut.map((piece) => piece.type)).toEqual(["text", "clause", "text", "choice", "text"]);
    expect(cut[1]!.text).toBe("BASE-14");
    expect(pieces("As DISC-10a says.").map((piece) => piece.text)).toEqual(["As ", "DISC-10a", " says."]);
    expect(cut.map((piece) => piece.text).join("")).toBe(all[1]!.text.replaceAll("`", ""));
  });

  it("has links to whole parts, distinct from clauses", () => {
    expect(linkedPart(partLink("tower"))).toBe("tower");
    expect(linkedPart("TOW-04")).toBeNull();
  });

  it("marks search hits", () => {
    expect(
      pieces("A road and a Road", "road")
        .filter((piece) => piece.type === "found")
        .map((piece) => piece.text),
    ).toEqual(["road", "Road"]);
  });

  it("names options and their values, for translation", () => {
    const options = [{ name: "edition", values: ["first", "later"] }];
    const found = pieces("`option edition = first | later`: with `later`, or with `river = 2`, as `tile` says.", "", options);
    expect(found.filter((piece) => piece.type !== "text")).toEqual([
      { type: "choice", text: "option edition = first | later", option: "edition", values: ["first", "later"] },
      { type: "value", text: "later", option: "edition" },
      { type: "choice", text: "river = 2", option: "river", values: ["2"] },
      { type: "code", text: "tile" },
    ]);
  });
});
