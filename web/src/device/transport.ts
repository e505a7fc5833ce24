// The transport to the engine in this browser: finds the table that a request is about, and opens it.

import { ApiError } from "../shared/refusal";
import { deviceName, type Connection, type Listener, type Reply } from "../shared/transport";
import { EngineWorker } from "./engine";
import { loadMessages } from "./messages";
import * as players from "./players";
import { DeviceTable, type Client } from "./session";
import * as storage from "./storage";

/** The texts of the errors; without them, a page shows the error's message. */
const words = loadMessages().catch(() => {});

/** Open tables by name. */
const open = new Map<string, Promise<DeviceTable>>();

/** Returns a table's session. Tables without a page are closed first. */
function session(name: string): Promise<DeviceTable> {
  let table = open.get(name);
  if (!table) {
    closeOthers();
    table = DeviceTable.open(name, () => open.delete(name));
    table.catch(() => open.delete(name));
    open.set(name, table);
  }
  return table;
}

function closeOthers(): void {
  for (const table of open.values()) void table.then((one) => one.isConnected || one.end(), () => {});
}

/** Asks the browser to keep what is stored here even if space runs low. */
const persist = (): void => void navigator.storage?.persist?.().catch(() => false);

/** Requests that create a table. */
const CREATES = /^\/api\/(tables|transfers|records|guided\/[^/]+)$/;

async function create(path: string, body: unknown): Promise<Reply> {
  const name = deviceName();
  closeOthers();
  const [table, reply] = await DeviceTable.create(name, path, body, () => open.delete(name));
  open.set(name, Promise.resolve(table));
  persist();
  return reply;
}

/** An engine without a table, for pictures, rules and the like. */
let tableless: EngineWorker | null = null;

async function ask(path: string, body: unknown): Promise<Reply> {
  const worker = (tableless ??= new EngineWorker("tables"));
  try {
    const text = body === undefined ? null : JSON.stringify(body);
    const reply = players.replyOf(await worker.handle({ do: "http", id: 0, now: 0, path, body: text }));
    return reply.forward ? await players.request(reply.forward.path, reply.forward.body) : players.bodyOf(reply);
  } catch (problem) {
    // A refusal says nothing about the engine; any other failure does.
    if (tableless === worker && !(problem instanceof ApiError && problem.code !== "no_engine")) tableless = null;
    throw problem;
  }
}

export async function request(path: string, body?: unknown, signal?: AbortSignal): Promise<Reply> {
  await words;
  const place = path.split("?")[0]!;
  if (body !== undefined && CREATES.test(place)) return create(place, body);
  if (place === "/api/tables") return { text: JSON.stringify((await storage.list()).map(({ summary }) => summary)), status: 200 };
  if (place === "/api/analyse" || place === "/api/review") return players.request(path, JSON.stringify(body), signal);
  const table = /^\/api\/tables\/([^/]+)/.exec(place)?.[1];
  if (table !== undefined) return (await session(decodeURIComponent(table))).request(path, body, signal);
  return ask(path, body);
}

export function connect(name: string, listener: Listener): Connection {
  let client: Client | null = null;
  let table: DeviceTable | null = null;
  let isClosed = false;
  const fail = (problem: unknown): void => {
    if (isClosed) return;
    const { code, message } = storage.storageRefusal(problem);
    listener.message(JSON.stringify({ type: "error", error: { code, message } }));
    listener.close();
  };
  words.then(() => session(name)).then((opened) => {
    if (isClosed) return;
    table = opened;
    client = table.connect(listener);
    listener.open();
  }, fail);
  return {
    get isOpen() {
      return client !== null;
    },
    send: (text) => client && table?.send(client, text),
    close() {
      if (client) table?.disconnect(client);
      [client, isClosed] = [null, true];
    },
  };
}
