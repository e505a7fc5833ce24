// Finds games: keeps the state received on the user's event stream, and sends requests. The stream is open while the page is visible and
// the user is signed in, in the lobby, or seeking a game; other guests have no stream.

import { untrack } from "svelte";
import { accountName } from "../shared/account.svelte";
import * as api from "../shared/api";
import { ownColour } from "../shared/own-colour";
import type { ChallengeInfo, Clock, PersonEvent, SeekInfo, Setup, TableSummary } from "../shared/protocol";
import { go, route } from "../shared/router.svelte";
import { PersonStream } from "./listening";

/** A notification shown on every page. */
export interface Call {
  key: number;
  kind: "start" | "challenge" | "declined" | "canceled" | "taken" | "rematch" | "seek-gone";
  table: string;
  name: string;
}

/** A request for a game. */
export interface Wish {
  setup: Setup;
  clock: Clock | null;
  rated: boolean;
  /** Whether the table has no hints; by default, rated ones have none. */
  plain?: boolean;
  range: [number, number] | null;
}

/** Milliseconds for the stream to open before a request fails. */
const STREAM_TIMEOUT_MS = 10_000;
/** Milliseconds that a page has to open a game automatically before the user is notified. */
const REDIRECT_GRACE_MS = 1500;
/** Maximum number of notifications shown. */
const MAX_CALLS = 3;
/** Milliseconds that a notification without buttons stays. */
const CALL_LIFETIME_MS = 12_000;

const state = $state({
  /** True once the stream is open. */
  online: false,
  visible: document.visibilityState === "visible",
  /** Number of components that follow the lobby. */
  lobby: 0,
  /** True while a request is being sent, which requires an open stream. */
  wishing: false,
});
let seek: SeekInfo | null = $state.raw(null);
let seeks: SeekInfo[] = $state.raw([]);
let challenges: ChallengeInfo[] = $state.raw([]);
let asked: string[] = $state.raw([]);
let calls: Call[] = $state.raw([]);
let tableNews: ((changed: TableSummary[], gone: string[], more: boolean) => void) | null = null;
/** Callbacks for changes of tournaments that the user organises or plays in. */
const followers = new Set<(tournament: string) => void>();
let key = 0;
let waiting: (() => void)[] = [];

export const finding = {
  get online() { return state.online; },
  /** The user's own seek. */
  get seek() { return seek; },
  get seeks() { return seeks; },
  get challenges() { return challenges; },
  /** Tables where it is the user's turn. */
  get asked() { return asked; },
  /** Notifications, except one for the table being shown. */
  get calls() { return calls.filter((one) => one.kind !== "start" || !isAt(one.table)); },
};

/** Follows the lobby for the lifetime of the calling component. */
export function watchLobby(news: NonNullable<typeof tableNews>): void {
  $effect(() => {
    untrack(() => (state.lobby += 1));
    tableNews = news;
    return () => {
      untrack(() => (state.lobby -= 1));
      tableNews = null;
    };
  });
}

/** Calls back when a tournament of the user changes; returns a function that ends this. */
export function follow(changed: (tournament: string) => void): () => void {
  followers.add(changed);
  return () => void followers.delete(changed);
}

/** Opens and closes the stream as needed; called once, in the root component. */
export function listen(): void {
  $effect(() => {
    const seen = () => (state.visible = document.visibilityState === "visible");
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  });
  const seeking = $derived(seek !== null || state.wishing);
  const wanted = $derived(seeking || (state.visible && (accountName() !== null || state.lobby > 0)));
  const path = $derived(`/api/events${state.lobby > 0 ? "?lobby=1" : ""}`);
  // Reopens the stream after signing in or out, which changes its owner.
  const who = $derived(accountName());
  $effect(() => {
    void who;
    if (!wanted) return;
    const stream = new PersonStream(path, hear);
    return () => {
      stream.close();
      state.online = false;
      asked = [];
    };
  });
}

/** Seeks opponents for a game, which may start at once. */
export async function look(wish: Wish, name: string): Promise<void> {
  await within(async () => api.seek({ ...wish, name, colour: await ownColour() }));
}

/** Accepts a seek. */
export async function answer(id: number, name: string): Promise<void> {
  await within(async () => api.acceptSeek(id, name, await ownColour()));
}

/** Fills the user's own seek with computer players. */
export async function fill(level: string): Promise<void> {
  const { table } = await api.fillSeek(level);
  seek = null;
  if (table) go(`/t/${table}`);
}

export async function leave(): Promise<void> {
  await api.leaveSeek();
  seek = null;
}

export function dismiss(call: Call): void {
  calls = calls.filter((one) => one.key !== call.key);
}

export async function accept(table: string): Promise<void> {
  await api.acceptChallenge(table, await ownColour());
  forget(table);
  go(`/t/${table}`);
}

export async function decline(table: string): Promise<void> {
  challenges = await api.declineChallenge(table);
  forget(table);
}

export async function cancel(table: string): Promise<void> {
  challenges = await api.cancelChallenge(table);
}

/** Reloads the challenges after sending one. */
export async function refreshChallenges(): Promise<void> {
  challenges = await api.challenges();
}

function forget(table: string): void {
  challenges = challenges.filter((one) => one.table.table !== table);
  calls = calls.filter((one) => one.table !== table);
}

/** Waits until the stream is open, so that it can announce the start of the game, then sends a request. */
async function within(send: () => Promise<api.Sought>): Promise<void> {
  state.wishing = true;
  try {
    if (!state.online) await opened();
    const sought = await send();
    seek = sought.seek;
    if (sought.table && !isAt(sought.table)) go(`/t/${sought.table}`);
  } finally {
    state.wishing = false;
  }
}

/** Waits for the stream to open, with a timeout. */
function opened(): Promise<void> {
  return new Promise((done, failed) => {
    waiting.push(done);
    setTimeout(() => failed(new api.ApiError("no_stream", "the event stream did not open", 0)), STREAM_TIMEOUT_MS);
  });
}

function call(kind: Call["kind"], table: string, name = ""): void {
  const made = { key: key++, kind, table, name };
  calls = [...calls.filter((one) => one.table !== table || table === ""), made].slice(-MAX_CALLS);
  if (kind !== "challenge" && kind !== "start") setTimeout(() => dismiss(made), CALL_LIFETIME_MS);
}

/** Applies an event of the stream. */
function hear(event: PersonEvent): void {
  switch (event.type) {
    case "hello":
      state.online = true;
      ({ seek, challenges } = event);
      seeks = event.seeks ?? [];
      asked = event.asked.map((one) => one.table);
      waiting.splice(0).forEach((done) => done());
      tableNews?.([], [], true);
      break;
    case "turn":
      asked = [...asked.filter((one) => one !== event.table), ...(event.asked ? [event.table] : [])];
      break;
    case "game_start":
      begun(event.table);
      break;
    case "challenge":
      challenges = [event.challenge, ...challenges.filter((one) => one.table.table !== event.challenge.table.table)];
      call("challenge", event.challenge.table.table, event.challenge.by);
      break;
    case "challenge_taken":
      call("taken", event.table, event.by);
      break;
    case "challenge_declined":
      challenges = challenges.filter((one) => one.table.table !== event.table || one.to !== event.by);
      call("declined", event.gone ? "" : event.table, event.by);
      break;
    case "challenge_canceled":
      forget(event.table);
      call("canceled", "");
      break;
    case "seek_gone":
      if (seek?.seek === event.seek) seek = null;
      call("seek-gone", "");
      break;
    case "tournament":
      followers.forEach((changed) => changed(event.tournament));
      break;
    case "rematch":
      if (!isAt(event.table)) call("rematch", event.table);
      break;
    case "lobby":
      seeks = [...event.seeks, ...seeks.filter((one) => !event.seeks_gone.includes(one.seek)
        && !event.seeks.some((other) => other.seek === one.seek))];
      tableNews?.(event.tables, event.gone, event.more);
      break;
  }
}

const isAt = (table: string): boolean => {
  const here = route();
  return here.page === "table" && here.table === table;
};

/** Handles a game start: opens it if the user was waiting in the lobby, otherwise shows a notification. */
function begun(table: string): void {
  const waited = seek !== null || state.wishing || route().page === "lobby";
  seek = null;
  forget(table);
  if (isAt(table)) return;
  if (waited) go(`/t/${table}`);
  // After a rematch, the page of the old table opens the new one automatically.
  else setTimeout(() => isAt(table) || call("start", table), REDIRECT_GRACE_MS);
}
