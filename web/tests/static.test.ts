import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { addressOf, insideOf, parse } from "../src/shared/route";
import { toHashLinks } from "../vite/static-links";

const SITE = "https://host.example/games/";
const inStatic = (hash: string) => addressOf(new URL(hash, SITE), false);
const leadsTo = (href: string, page = `${SITE}#/r/abcd#review@3`) =>
  insideOf(new URL(href, page), new URL(page) as unknown as Location, false);

describe("the address of a static site", () => {
  it("is in the hash", () => {
    expect(inStatic("")).toEqual({ path: "/", search: "", hash: "" });
    expect(inStatic("#/")).toEqual({ path: "/", search: "", hash: "" });
    expect(inStatic("#/#carcassonne")).toEqual({ path: "/", search: "", hash: "#carcassonne" });
    expect(inStatic("#/t/abcd")).toEqual({ path: "/t/abcd", search: "", hash: "" });
    expect(inStatic("#/r/abcd#review@12")).toEqual({ path: "/r/abcd", search: "", hash: "#review@12" });
    expect(inStatic("#/rules?x=1#BASE-11")).toEqual({ path: "/rules", search: "?x=1", hash: "#BASE-11" });
    expect(parse(inStatic("#/guided/carcassonne").path)).toEqual({ page: "guided", name: "carcassonne" });
  });

  it("is the home page without a path in the hash", () => {
    expect(inStatic("#carcassonne")).toEqual({ path: "/", search: "", hash: "#carcassonne" });
  });

  it("is the URL itself with a server", () => {
    const url = new URL("https://host.example/r/abcd?x=1#review@12");
    expect(addressOf(url, true)).toEqual({ path: "/r/abcd", search: "?x=1", hash: "#review@12" });
  });
});

describe("a link of a static site", () => {
  it("leads to a page", () => {
    expect(leadsTo("#/t/abcd")).toBe("/t/abcd");
    expect(leadsTo("#/r/abcd#review")).toBe("/r/abcd#review");
    expect(leadsTo("#/")).toBe("/");
  });

  it("stays on its page if it is a mere hash", () => {
    expect(leadsTo("#text", `${SITE}#/t/abcd`)).toBe("/t/abcd#text");
    expect(leadsTo("#text")).toBe("/r/abcd#text");
  });

  it("leads out of the client to other files and hosts", () => {
    expect(["OFL.txt", "https://other.example/#/t/abcd", "../"].map((href) => leadsTo(href))).toEqual([null, null, null]);
  });

  it("is the path with a server, except for the API", () => {
    const page = new URL("https://host.example/") as unknown as Location;
    const to = (href: string) => insideOf(new URL(href, page.href), page, true);
    expect(to("/t/abcd#text")).toBe("/t/abcd#text");
    expect(to("/api/sets/base.toml")).toBeNull();
    expect(to("https://other.example/t/abcd")).toBeNull();
  });
});

describe("the markup of a static site", () => {
  it("has its internal links in the hash", () => {
    expect(toHashLinks('<a class="x" href="/t/{id}#text">')).toBe('<a class="x" href="#/t/{id}#text">');
    expect(toHashLinks('<a href="/">')).toBe('<a href="#/">');
    for (const other of ['<a href="/api/sets/{set}.toml">', '<use href="#{id}" />', '<a href={linkTo(path)}>']) {
      expect(toHashLinks(other)).toBe(other);
    }
  });

  it("has no computed link that is not converted", () => {
    const root = fileURLToPath(new URL("../src/", import.meta.url));
    const links = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte")).flatMap((name) => {
      const markup = readFileSync(root + name, "utf8");
      return [...markup.matchAll(/<a\b[^>]*?\bhref=\{([^}]*)\}?/g)].map(([, value]) => ({ name, value: value! }));
    });
    expect(links.length).toBeGreaterThan(5);
    const others = ["DOWNLOAD", "api.archiveLines(query)", "telegram.chat", "telegram.group"];
    const wrong = links.filter(({ value }) => !value.startsWith("linkTo(") && !others.includes(value));
    expect(wrong).toEqual([]);
  });
});
