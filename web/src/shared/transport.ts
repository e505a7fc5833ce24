// Carries the protocol: to the server over HTTP and a WebSocket, or to the engine in this browser, which has the tables on this device.

import { noteReached } from "./reach.svelte";
import { ApiError, refusal } from "./refusal";
import { HAS_SERVER } from "./site";

/** The body of a successful request, with its status. */
export interface Reply {
  text: string;
  status: number;
}

/** Receives what happens on a connection. */
export interface Listener {
  open(): void;
  message(text: string): void;
  close(): void;
}

/** A connection to a table. */
export interface Connection {
  readonly isOpen: boolean;
  send(text: string): void;
  /** Closes the connection; its listener is not called again. */
  close(): void;
}

export interface Transport {
  /** Sends a request; a body makes it a `POST`. A refusal throws an `ApiError`. */
  request(path: string, body?: unknown, signal?: AbortSignal): Promise<Reply>;
  /** Opens a connection. One that only watches opens no seats, and is refused everything but watching. */
  connect(table: string, listener: Listener, watchOnly?: boolean): Connection;
}

const DEVICE_PREFIX = "device-";

/** Returns whether a table is on this device, by its name. */
export const isOnDevice = (table: string): boolean => table.startsWith(DEVICE_PREFIX);

/** Returns a new name for a table on this device. */
export const deviceName = (): string =>
  DEVICE_PREFIX + Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the token of a seat of a table on this device, for a client that plays only some of the seats. */
export const deviceSeatToken = (seat: number): string => `device-seat-${seat}`;

const tableOf = (path: string): string => decodeURIComponent(/^\/api\/tables\/([^/?]+)/.exec(path)?.[1] ?? "");

/** Requests that the engine answers as the server does, so that they also work without a connection. */
const ANSWERED_ANYWHERE = /^\/api\/(games|rules\/|art\/|sets\/|guided\/|records$)/;

const overNetwork: Transport = {
  async request(path, body, signal) {
    let response: Response;
    try {
      response = await fetch(path, {
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        credentials: "same-origin",
        signal,
      });
    } catch (problem) {
      if (signal?.aborted) throw problem;
      noteReached(false);
      throw new ApiError("offline", "the server cannot be reached", 0);
    }
    noteReached(true);
    const text = await response.text();
    if (!response.ok) throw refusal(text, response.status);
    return { text, status: response.status };
  },

  connect(table, listener, watchOnly = false) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/tables/${encodeURIComponent(table)}/socket${watchOnly ? "?watch=true" : ""}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.onopen = () => listener.open();
    socket.onmessage = (event) => listener.message(String(event.data));
    socket.onclose = () => listener.close();
    return {
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close() {
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
      },
    };
  },
};

/** Loads the engine's transport, which happens when it is first needed. */
let loadDevice = (): Promise<Transport> => Promise.reject(new ApiError("no_engine", "there is no engine", 0));

export function setDevice(load: () => Promise<Transport>): void {
  loadDevice = load;
}

/** Sends requests to the engine in this browser. */
const onDevice: Transport = {
  async request(path, body, signal) {
    return (await loadDevice()).request(path, body, signal);
  },

  connect(table, listener) {
    let connection: Connection | null = null;
    let isClosed = false;
    const open = async (): Promise<void> => {
      const device = await loadDevice();
      if (!isClosed) connection = device.connect(table, listener);
    };
    open().catch(() => isClosed || listener.close());
    return {
      get isOpen() {
        return connection?.isOpen ?? false;
      },
      send: (text) => connection?.send(text),
      close() {
        isClosed = true;
        connection?.close();
      },
    };
  },
};

export async function request(path: string, body?: unknown, signal?: AbortSignal): Promise<Reply> {
  if (!HAS_SERVER || isOnDevice(tableOf(path))) return onDevice.request(path, body, signal);
  try {
    return await overNetwork.request(path, body, signal);
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === "offline" && ANSWERED_ANYWHERE.test(path))) throw problem;
    // If the engine cannot be loaded either, the connection is the reason.
    return onDevice.request(path, body, signal).catch((why) => {
      throw why instanceof ApiError && why.code !== "no_engine" ? why : problem;
    });
  }
}

/** Sends a request to the engine in this browser. */
export const requestOnDevice = onDevice.request;

export const connect = (table: string, listener: Listener, watchOnly = false): Connection =>
  (isOnDevice(table) && !watchOnly ? onDevice : overNetwork).connect(table, listener, watchOnly);
