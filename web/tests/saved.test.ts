import { afterEach, describe, expect, it, vi } from "vitest";
import { bringsFile, fileOf, isTooLong, MAX_BYTES, open, openLink, refusalOf } from "../src/setup/saved";
import { ApiError } from "../src/shared/api";

const answers = (status: number, body: unknown) =>
  vi.fn((_path: string, _request: RequestInit) => Promise.resolve(new Response(JSON.stringify(body), { status })));

const refused = (file: Blob) => open(file).then(() => null, (problem: unknown) => problem as ApiError);

afterEach(() => vi.unstubAllGlobals());

describe("a dragged file", () => {
  const file = new File(["x"], "game.jcz");
  it("is distinguished from a link or text", () => {
    expect(bringsFile({ types: ["Files"], files: [] })).toBe(true);
    expect(bringsFile({ types: ["text/plain", "text/uri-list"], files: [] })).toBe(false);
    expect(bringsFile(null)).toBe(false);
  });
  it("is the first of several", () => {
    expect(fileOf({ types: ["Files"], files: [file, new File(["y"], "other")] })).toBe(file);
    expect(fileOf({ types: ["Files"], files: [] })).toBeNull();
    expect(fileOf(null)).toBeNull();
  });
});

describe("opening a saved game", () => {
  it("sends it unparsed and returns its table", async () => {
    const fetch = answers(201, { table: "abc", imported: true });
    vi.stubGlobal("fetch", fetch);
    // The text has a number that is too large for JavaScript, and the file starts with a byte order mark, as files from some programs do.
    const text = '{"initialRandom": 12345678901234567890}\n';
    expect((await open(new Blob(["\ufeff", text]))).table).toBe("abc");
    expect(fetch).toHaveBeenCalledOnce();
    expect(fetch.mock.calls[0]![0]).toBe("/api/records");
    expect(JSON.parse(String(fetch.mock.calls[0]![1].body))).toEqual({ record: text });
  });

  it("does not send what the server would not read", async () => {
    const fetch = answers(201, {});
    vi.stubGlobal("fetch", fetch);
    for (const text of ["x".repeat(MAX_BYTES + 1), "\n".repeat(MAX_BYTES / 2), "ж".repeat(MAX_BYTES / 2)]) {
      expect((await refused(new Blob([text])))?.code).toBe("too_big");
    }
    expect(fetch).not.toHaveBeenCalled();
  });

  it("sends a pasted link without spaces around it", async () => {
    const fetch = answers(201, { table: "abc", imported: true });
    vi.stubGlobal("fetch", fetch);
    expect((await openLink(" https://lab.example/#/0/0/KW/1230?players=a,b\n")).table).toBe("abc");
    expect(JSON.parse(String(fetch.mock.calls[0]![1].body))).toEqual({ record: "https://lab.example/#/0/0/KW/1230?players=a,b" });
    const problem = await openLink("x".repeat(MAX_BYTES)).then(() => null, (why: unknown) => why as ApiError);
    expect(problem?.code).toBe("too_big");
  });

  it("explains why a link is refused and offers to turn a tile", async () => {
    const link = { reason: "does_not_fit", move: 3, fits: 0 };
    vi.stubGlobal("fetch", answers(422, { error: { code: "bad_link", message: "move 3: no", link } }));
    const problem = await openLink("#/0/0/x/y?players=a,b").then(() => null, (why: unknown) => why as ApiError);
    expect(refusalOf(problem)).toMatchObject({ error: { link }, reason: "link-does_not_fit", detail: null, isFixable: true });
    const damaged = new ApiError("bad_link", "cut off", 422, undefined, undefined, { reason: "damaged" });
    expect(refusalOf(damaged)).toMatchObject({ reason: "link-damaged", detail: "cut off", isFixable: false });
    const fetch = answers(201, { table: "abc", imported: true });
    vi.stubGlobal("fetch", fetch);
    await openLink("#/0/0/x/y?players=a,b", true);
    expect(JSON.parse(String(fetch.mock.calls[0]![1].body))).toEqual({ record: "#/0/0/x/y?players=a,b", fix_rotation: true });
  });

  it("allows the server's maximum length", () => {
    const room = MAX_BYTES - JSON.stringify({ record: "" }).length;
    expect(isTooLong("x".repeat(room))).toBe(false);
    expect(isTooLong("x".repeat(room + 1))).toBe(true);
  });

  it("shows the server's reason for a refusal if it helps", async () => {
    vi.stubGlobal("fetch", answers(422, { error: { code: "bad_record", message: "turn 3: no" } }));
    const problem = await refused(new Blob(["x"]));
    expect(refusalOf(problem)).toMatchObject({ error: { code: "bad_record" }, text: null, detail: "turn 3: no" });
    expect(refusalOf(new ApiError("too_fast", "wait", 429))).toMatchObject({ text: null, detail: null });
    expect(refusalOf(new ApiError("too_big", "long", 413))).toMatchObject({ text: "open-saved-too-big", detail: null });
    expect(refusalOf(new Error("?"))).toMatchObject({ error: { code: "unknown" }, text: null, detail: null });
  });
});
