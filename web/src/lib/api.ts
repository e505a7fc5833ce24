// HTTP calls of the protocol. A refusal becomes an ApiError that carries the server's stable code.

import type {
  Analysis, Clause, Games, Guide, Language, Made, SeatRequest, SetArt, Setup, Step, Table, TableSummary, View,
} from "./protocol";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function fetched(path: string, body?: unknown, signal?: AbortSignal): Promise<{ text: string; status: number }> {
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
    throw new ApiError("offline", "the server cannot be reached", 0);
  }
  const text = await response.text();
  if (!response.ok) throw refusal(text, response.status);
  return { text, status: response.status };
}

async function call<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const { text, status } = await fetched(path, body, signal);
  try {
    return JSON.parse(text || "null") as T;
  } catch {
    throw new ApiError("not_json", "the server's answer was not understood", status);
  }
}

/** Reads the body of a refused request; a proxy's own error page has no code, only a status. */
export function refusal(text: string, status: number): ApiError {
  try {
    const error = JSON.parse(text)?.error;
    if (error && typeof error.code === "string") return new ApiError(error.code, String(error.message ?? ""), status);
  } catch {
    // Not JSON: fall through to the status.
  }
  return new ApiError(status >= 502 && status <= 504 ? "offline" : "unknown", `HTTP ${status}`, status);
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const games = () => call<Games>("/api/games");
/** Where the pictures of a set lie, and those of a table's own tiles. */
export const artOf = (set: string) => `/api/art/${encodeURIComponent(set)}`;
export const ownArtOf = (id: string) => `${at(id)}/art/own`;
/** A set as it is seen from afar, and where its segments lie. */
export const farArt = (place: string) => call<SetArt>(`${place}/far.json`);
export const figures = () => call<Record<string, string>>("/api/art/figures.json");
export const rules = (language: Language) => call<Clause[]>(`/api/rules/${language}`);
/** The file of a table's own tiles. */
export const ownTiles = async (id: string) => (await fetched(`${at(id)}/tiles.toml`)).text;
export const tables = () => call<TableSummary[]>("/api/tables");
export const table = (id: string) => call<Table>(at(id));
export const join = (id: string, seat: number, name: string) =>
  call<{ seat: number; token: string }>(`${at(id)}/join`, { seat, name });
export const start = (id: string, token: string | null) => call<unknown>(`${at(id)}/start`, { token });
/** Tells the server to remember in this browser's cookie a seat that came by a link. */
export const claim = (id: string, token: string) => call<unknown>(`${at(id)}/claim`, { token });
/** A link that opens a seat of one's own on another device. */
export const seatLink = (id: string, seat: number, token: string | null) =>
  call<{ link: string }>(`${at(id)}/token`, { seat, token });
export const view = (id: string, seq?: number) => call<View>(`${at(id)}/view${seq === undefined ? "" : `?at=${seq}`}`);
export const steps = (id: string, from: number, to: number) => call<Step[]>(`${at(id)}/events?from=${from}&to=${to}`);
export const make = (setup: Setup, seats: SeatRequest[], plain: boolean) =>
  call<Made>("/api/tables", { setup, seats, public: false, plain });
/** What a position tells of its places. */
export const guide = (id: string, position: number) => call<Guide>(`${at(id)}/guide?at=${position}`);
/** Makes a table of the game in a record, which is finished business. */
export const openRecord = (record: string) => call<Table>("/api/records", { record });
/** What the strongest computer player thinks of a position of a finished game, and of the answer that was given there. */
export const analysis = (id: string, position: number, millis: number, signal?: AbortSignal) =>
  call<Analysis>(`${at(id)}/analysis?at=${position}&millis=${millis}&given=true`, undefined, signal);
