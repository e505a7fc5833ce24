import { describe, expect, it } from "vitest";
import { LineBuffer } from "../src/lobby/listening";

describe("the lines of the event stream", () => {
  it("are complete however the text is split, and exclude heartbeats", () => {
    const lines = new LineBuffer();
    expect(lines.take('{"type":"he')).toEqual([]);
    expect(lines.take('llo"}\n\n{"a":1}\n{"b"')).toEqual(['{"type":"hello"}', '{"a":1}']);
    expect(lines.take("\n")).toEqual(['{"b"']);
    expect(lines.take("")).toEqual([]);
  });
});
