import { describe, expect, it } from "vitest";
import { linked, parse } from "../src/shared/route";

describe("a pasted link", () => {
  it("is an address, a path or a table's name, with the seat that it may carry", () => {
    const path = (text: string) => linked(text)?.path;
    expect(path(" https://games.example/t/k3v9abcdefgh ")).toBe("/t/k3v9abcdefgh");
    expect(path("http://127.0.0.1:8080/t/k3v9abcdefgh#seat=1&token=x2")).toBe("/t/k3v9abcdefgh#seat=1&token=x2");
    expect(path("/r/k3v9abcdefgh/")).toBe("/r/k3v9abcdefgh");
    expect(path("k3v9abcdefgh")).toBe("/t/k3v9abcdefgh");
    expect(parse(path("t/k3v9abcdefgh")!)).toEqual({ page: "table", table: "k3v9abcdefgh" });
  });

  it("is one of the pages", () => {
    expect(parse("/@/Anna%20K")).toEqual({ page: "person", name: "Anna K" });
    expect([parse("/archive"), parse("/leaderboard"), parse("/people"), parse("/@"), parse("/archive/x")].map((one) => one.page)).toEqual([
      "archive", "leaderboard", "people", "lost", "lost",
    ]);
  });

  it("is the list of studies, or one of them", () => {
    expect(parse("/study")).toEqual({ page: "study", study: "" });
    expect(parse("/study/k3v9abcdefgh")).toEqual({ page: "study", study: "k3v9abcdefgh" });
    expect(parse("/study/a/b")).toEqual({ page: "lost" });
  });

  it("is the tournaments, or one of them", () => {
    expect(parse("/tournaments")).toEqual({ page: "tournaments" });
    expect(parse("/tournaments/k3v9abcdefgh")).toEqual({ page: "tournament", name: "k3v9abcdefgh" });
    expect(parse("/tournaments/a/b")).toEqual({ page: "lost" });
  });

  it("is the puzzles, or one of them", () => {
    expect(parse("/puzzles")).toEqual({ page: "puzzles" });
    expect(parse("/puzzle/6d315f946b39adb8")).toEqual({ page: "puzzles", puzzle: "6d315f946b39adb8" });
    expect(["/puzzle", "/puzzles/6d315f946b39adb8"].map((path) => parse(path).page)).toEqual(["lost", "lost"]);
  });

  it("is a page for watching", () => {
    expect(["/following", "/tv", "/watch", "/tv/x", "/embed", "/overlay/"].map((path) => parse(path).page)).toEqual([
      "following", "tv", "watch", "lost", "lost", "lost",
    ]);
    expect(parse("/embed/k3v9abcdefgh")).toEqual({ page: "embed", table: "k3v9abcdefgh" });
    expect(parse("/overlay/k3v9abcdefgh")).toEqual({ page: "overlay", table: "k3v9abcdefgh" });
  });

  it("is a page linked from an email", () => {
    expect(["/confirm", "/recover", "/unsubscribe", "/confirm/x"].map((path) => parse(path).page)).toEqual([
      "confirm", "recover", "unsubscribe", "lost",
    ]);
  });

  it("is not anything else", () => {
    for (const text of ["hello world", "", "abc", "https://games.example/", "see /t/k3v9abcdefgh", "https://games.example/x/k3v9abcd"]) {
      expect(linked(text), text).toBeNull();
    }
  });
});
