import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CONNECT_TIMEOUT_MS, TableSocket, type Link } from "../src/table/socket";

/** A socket controlled by the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: { type: string; tokens?: string[] }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  tells(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  count(type: string): number {
    return this.sent.filter((message) => message.type === type).length;
  }
}

const WELCOME = { type: "welcome", v: 2, table: { undone: 0 }, you: [], seq: 0, view: { seq: 0 }, missed: [] };
const newest = () => FakeSocket.made.at(-1)!;

let links: Link[] = [];
let socket: TableSocket;

/** Returns a client at a table, with these tokens. */
const client = (tokens: string[] = []) =>
  new TableSocket("abc", () => tokens, { message: () => {}, advance: () => {}, clocks: () => {}, link: (state) => links.push(state) });

beforeEach(() => {
  vi.useFakeTimers();
  [FakeSocket.made, links] = [[], []];
  const page = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", { ...page, visibilityState: "visible" });
  vi.stubGlobal("location", { protocol: "http:", host: "127.0.0.1" });
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the socket of a table", () => {
  it("times out a connection that does not open, shows it and retries", () => {
    socket = client();
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS - 1);
    expect(links).toEqual(["connecting"]);
    vi.advanceTimersByTime(1);
    expect(links.at(-1)).toBe("offline");
    expect(newest().readyState).toBe(3);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.made.length).toBe(2);
    newest().opens();
    newest().tells(WELCOME);
    expect(links.at(-1)).toBe("online");
    // The first connection no longer matters.
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS);
    expect(FakeSocket.made.length).toBe(2);
  });

  it("notices a silent server within 10 seconds, and reconnects", () => {
    socket = client();
    newest().opens();
    newest().tells(WELCOME);
    vi.advanceTimersByTime(7000);
    expect(newest().count("ping")).toBe(1);
    expect(links.at(-1)).toBe("online");
    vi.advanceTimersByTime(3000);
    expect(links.slice(0, 3)).toEqual(["connecting", "online", "offline"]);
    vi.advanceTimersByTime(1000);
    newest().opens();
    expect(newest().count("hello")).toBe(1);
  });

  it("notices a server that is silent from the start", () => {
    socket = client();
    newest().opens();
    vi.advanceTimersByTime(10_000);
    expect(links.slice(0, 2)).toEqual(["connecting", "offline"]);
  });

  it("stays connected if pings are answered, and pings only on silence", () => {
    socket = client();
    newest().opens();
    newest().tells(WELCOME);
    let answered = 0;
    for (let i = 0; i < 60; i++) {
      vi.advanceTimersByTime(1000);
      for (; answered < newest().count("ping"); answered++) newest().tells({ type: "pong" });
    }
    expect(FakeSocket.made.length).toBe(1);
    const pings = newest().count("ping");
    expect(pings).toBeGreaterThan(5);
    for (let i = 0; i < 60; i++) {
      vi.advanceTimersByTime(1000);
      newest().tells({ type: "thinking", seat: 0, millis: 100 });
    }
    expect(newest().count("ping")).toBe(pings);
    expect(links).toEqual(["connecting", "online"]);
  });

  it("does not blame the server for a page that slept", () => {
    socket = client();
    newest().opens();
    newest().tells(WELCOME);
    // Timers of a background page run once a minute.
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(500);
    expect(newest().count("ping")).toBe(1);
    newest().tells({ type: "pong" });
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(500);
    expect(newest().count("ping")).toBe(2);
    expect(links.at(-1)).toBe("online");
  });

  it("says hello with at most 16 tokens, the newest", () => {
    const tokens = Array.from({ length: 40 }, (_, number) => `t${number}`);
    socket = client(tokens);
    newest().opens();
    expect(newest().sent[0]!.tokens).toEqual(tokens.slice(-16));
  });
});
