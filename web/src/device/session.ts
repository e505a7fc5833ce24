// A table on this device: passes requests and messages to its engine, stores the table, and asks the computer players.

import type { ClientMessage, ServerMessage, TableSummary } from "../shared/protocol";
import { ApiError } from "../shared/refusal";
import type { Listener, Reply } from "../shared/transport";
import { EngineWorker, refusedBy, type EngineReply, type Output } from "./engine";
import * as players from "./players";
import * as storage from "./storage";

interface Waiting {
  done: (reply: Reply | Promise<Reply>) => void;
  fail: (problem: unknown) => void;
  signal?: AbortSignal;
}

/** A client of a table: the page, or the partner in a guided game. */
export interface Client {
  listener: Listener;
  /** The seats that it plays; null for all seats of people. */
  seats: number[] | null;
}

/** A token as of `deviceSeatToken`. */
const SEAT_TOKEN = /^device-seat-(\d)$/;

function seatsOf(tokens: string[] | undefined): number[] | null {
  const seats = (tokens ?? []).flatMap((token) => SEAT_TOKEN.exec(token)?.slice(1).map(Number) ?? []);
  return seats.length > 0 ? seats : null;
}

/** Returns a message for a client, in which only its own seats are its own. */
function forClient(text: string, { seats }: Client): string {
  if (seats === null || !text.startsWith('{"type":"welcome"')) return text;
  const message = JSON.parse(text) as Extract<ServerMessage, { type: "welcome" }>;
  return JSON.stringify({ ...message, you: message.you.filter((seat) => seats.includes(seat)) });
}

/** Returns the engine's request for a request of the protocol that creates a table. */
function creation(path: string, body: string): object {
  if (path === "/api/tables") return { do: "create", seed: newSeed(), table: body };
  if (path === "/api/transfers") return { do: "continue", seed: newSeed(), body };
  if (path === "/api/records") return { do: "import", body };
  return { do: "http", path, body };
}

const now = (): number => Math.round(performance.now());

/** Returns 64 random hexadecimal digits. */
const newSeed = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class DeviceTable {
  private readonly engine = new EngineWorker("tables");
  private readonly waiting = new Map<number, Waiting>();
  private readonly clients = new Set<Client>();
  private nextId = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The reason why the last write failed, which the engine only passes on as text. */
  private unwritten: ApiError | null = null;
  private ended: ApiError | null = null;
  private release = (): void => {};
  /** Ends the thinking of computer players with the table. */
  private readonly closing = new AbortController();

  /** `onend` is called once, when the table must be opened again to be used. */
  private constructor(
    readonly name: string,
    private revision: number,
    private readonly onend: () => void,
  ) {
    this.hold();
  }

  /** Opens a stored table. */
  static async open(name: string, onend: () => void): Promise<DeviceTable> {
    const stored = await storage.read(name);
    if (stored === null) throw new ApiError("no_device_table", "this table is not on this device", 404);
    const table = new DeviceTable(name, stored.revision, onend);
    await table.start({ do: "open", stored: stored.text }).catch((problem) => {
      const isDamaged = problem instanceof ApiError && problem.code === "storage";
      throw isDamaged ? new ApiError("device_damaged", problem.message, 0) : problem;
    });
    return table;
  }

  /** Creates a table with a request of the protocol; returns it with the reply. */
  static create(name: string, path: string, body: unknown, onend: () => void): Promise<[DeviceTable, Reply]> {
    return new DeviceTable(name, 0, onend).begin({ ...creation(path, JSON.stringify(body)), name });
  }

  get isConnected(): boolean {
    return this.clients.size > 0;
  }

  /** Sends a request of the protocol. */
  request(path: string, body?: unknown, signal?: AbortSignal): Promise<Reply> {
    return this.ask({ do: "http", path, body: body === undefined ? null : JSON.stringify(body) }, signal);
  }

  /** Connects a client. The engine knows only one, so that all clients receive the same messages. */
  connect(listener: Listener): Client {
    const client: Client = { listener, seats: null };
    this.clients.add(client);
    return client;
  }

  send(client: Client, text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    if (message.type === "hello") client.seats = seatsOf(message.tokens);
    this.post({ do: "message", text });
  }

  disconnect(client: Client): void {
    if (this.clients.delete(client) && this.clients.size === 0) this.post({ do: "leave" });
  }

  /** Stops the engine. Everything is stored already. */
  end(problem = new ApiError("device_closed", "the table was closed", 0)): void {
    if (this.ended) return;
    this.ended = problem;
    clearTimeout(this.timer);
    this.release();
    this.engine.end();
    this.closing.abort();
    for (const { fail } of this.waiting.values()) fail(problem);
    this.waiting.clear();
    this.onend();
    for (const { listener } of this.clients) listener.close();
    this.clients.clear();
  }

  private async begin(request: object): Promise<[DeviceTable, Reply]> {
    return [this, await this.start(request)];
  }

  private async start(request: object): Promise<Reply> {
    try {
      return await this.ask(request);
    } catch (problem) {
      this.end(storage.storageRefusal(problem));
      throw problem;
    }
  }

  /** Takes the table away from other tabs, so that only one of them plays it. */
  private hold(): void {
    const held = new Promise<void>((done) => (this.release = done));
    navigator.locks?.request(`bastide ${this.name}`, { steal: true }, () => held).catch(() => {
      this.tell("device_elsewhere");
      this.end(new ApiError("device_elsewhere", "another tab has opened this table", 0));
    });
  }

  private ask(request: object, signal?: AbortSignal): Promise<Reply> {
    if (this.ended) return Promise.reject(this.ended);
    const id = this.nextId++;
    const reply = new Promise<Reply>((done, fail) => this.waiting.set(id, { done, fail, signal }));
    this.post({ ...request, id });
    return reply;
  }

  private post(request: object): void {
    if (this.ended) return;
    this.engine.handle({ ...request, now: now() }).then(
      (output) => this.carryOut(output),
      (problem) => {
        if (this.ended) return;
        console.error("the engine failed", problem);
        this.tell("no_engine");
        this.end(problem instanceof ApiError ? problem : new ApiError("no_engine", String(problem), 0));
      },
    );
  }

  private carryOut(output: Output): void {
    if (this.ended) return;
    for (const reply of output.replies ?? []) this.reply(reply);
    for (const text of output.sends ?? []) for (const client of this.clients) client.listener.message(forClient(text, client));
    // The board comes first.
    if (output.sends) players.prepare();
    if (output.write) void this.write(output.write);
    if (output.think) void this.think(output.think);
    clearTimeout(this.timer);
    if (output.wake_in !== undefined) this.timer = setTimeout(() => this.post({ do: "wake" }), output.wake_in);
    for (const problem of output.problems ?? []) console.error(problem);
  }

  private reply(reply: EngineReply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (!waiting) return;
    const { forward, error } = reply;
    if (forward) waiting.done(players.request(forward.path, forward.body, waiting.signal));
    else if (error?.code === "storage" && this.unwritten) waiting.fail(this.unwritten);
    else if (error) waiting.fail(refusedBy(error));
    else waiting.done(players.bodyOf(reply));
  }

  private async write({ table, text, summary }: NonNullable<Output["write"]>): Promise<void> {
    try {
      this.revision = await storage.write(table, text, summary as TableSummary, this.revision);
      this.unwritten = null;
    } catch (problem) {
      this.unwritten = storage.storageRefusal(problem);
    }
    const failed = this.unwritten;
    this.post({ do: "written", error: failed?.message ?? null });
    if (failed) this.tell(failed.code);
    if (failed?.code === "device_elsewhere") this.end(failed);
  }

  private async think({ number, job }: NonNullable<Output["think"]>): Promise<void> {
    const word = await players.choose(job, this.closing.signal);
    this.post({ do: "decided", number, word });
  }

  /** Sends the page an error that the engine does not know. */
  private tell(code: string): void {
    const message: ServerMessage = { type: "error", error: { code, message: "" } } as ServerMessage;
    for (const { listener } of this.clients) listener.message(JSON.stringify(message));
  }
}
