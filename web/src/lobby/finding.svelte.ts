// Finding a game: what the event stream tells whoever is here, and what they wish. The stream is open while the page is looked at and
// somebody is signed in, looks at the lobby, or seeks; a guest who does none of that has none.

import { untrack } from "svelte";
import { accountName } from "../shared/account.svelte";
import * as api from "../shared/api";
import type { ChallengeInfo, Clock, PersonEvent, SeekInfo, Setup, TableSummary } from "../shared/protocol";
import { go, route } from "../shared/router.svelte";
import { PersonStream } from "./listening";

/** What somebody is told wherever they are on the site. */
export interface Call {
  key: number;
  kind: "start" | "challenge" | "declined" | "canceled" | "taken" | "rematch" | "seek-gone";
  table: string;
  name: string;
}

/** A wish to play. */
export interface Wish {
  setup: Setup;
  clock: Clock | null;
  rated: boolean;
  range: [number, number] | null;
}

/** How long the stream may take to open before a wish is given up, in milliseconds. */
const OPENS = 10_000;
/** How long a page may take to go to a game by itself before somebody is told of it. */
const LED = 1500;
/** Calls that are shown at once. */
const CALLS = 3;
/** How long a call stays that asks for nothing, in milliseconds. */
const STAYS = 12_000;

const state = $state({
  /** Whether the stream has begun. */
  online: false,
  visible: document.visibilityState === "visible",
  /** How many parts of the page want to hear of the lobby. */
  lobby: 0,
  /** Whether a wish is being sent, for which the stream must be open. */
  wishing: false,
});
let seek: SeekInfo | null = $state.raw(null);
let seeks: SeekInfo[] = $state.raw([]);
let challenges: ChallengeInfo[] = $state.raw([]);
let asked: string[] = $state.raw([]);
let calls: Call[] = $state.raw([]);
let tableNews: ((changed: TableSummary[], gone: string[], more: boolean) => void) | null = null;
let key = 0;
let waiting: (() => void)[] = [];

export const finding = {
  get online() { return state.online; },
  /** What is sought here. */
  get seek() { return seek; },
  get seeks() { return seeks; },
  get challenges() { return challenges; },
  /** The tables at which whoever is here must act. */
  get asked() { return asked; },
  /** A call to a table that one is at is none. */
  get calls() { return calls.filter((one) => one.kind !== "start" || !isAt(one.table)); },
};

/** Hears of the lobby as long as the component that calls this is there. */
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

/** Keeps the stream in step with what is wanted; called once, inside the root component. */
export function listen(): void {
  $effect(() => {
    const seen = () => (state.visible = document.visibilityState === "visible");
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  });
  const seeking = $derived(seek !== null || state.wishing);
  const wanted = $derived(seeking || (state.visible && (accountName() !== null || state.lobby > 0)));
  const path = $derived(`/api/events${state.lobby > 0 ? "?lobby=1" : ""}`);
  // Whoever signs in or out is somebody else to the server.
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

/** Looks for others who want the same; the game may begin at once. */
export async function look(wish: Wish, name: string): Promise<void> {
  await within(() => api.seek({ ...wish, name }));
}

/** Plays with somebody who seeks. */
export async function answer(id: number, name: string): Promise<void> {
  await within(() => api.acceptSeek(id, name));
}

/** Plays with computer players in place of those who were not found. */
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
  await api.acceptChallenge(table);
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

/** A challenge of one's own was made. */
export async function refreshChallenges(): Promise<void> {
  challenges = await api.challenges();
}

function forget(table: string): void {
  challenges = challenges.filter((one) => one.table.table !== table);
  calls = calls.filter((one) => one.table !== table);
}

/** Sends a wish once the stream is open by which the game's beginning is heard. */
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

/** Waits for the stream, but not for ever. */
function opened(): Promise<void> {
  return new Promise((done, failed) => {
    waiting.push(done);
    setTimeout(() => failed(new api.ApiError("no_stream", "the event stream did not open", 0)), OPENS);
  });
}

function call(kind: Call["kind"], table: string, name = ""): void {
  const made = { key: key++, kind, table, name };
  calls = [...calls.filter((one) => one.table !== table || table === ""), made].slice(-CALLS);
  if (kind !== "challenge" && kind !== "start") setTimeout(() => dismiss(made), STAYS);
}

/** What becomes of lists when an event comes. */
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

/** A game begins: whoever waits for it in the lobby is led there, anybody else is told. */
function begun(table: string): void {
  const waited = seek !== null || state.wishing || route().page === "lobby";
  seek = null;
  forget(table);
  if (isAt(table)) return;
  if (waited) go(`/t/${table}`);
  // At the old table of a rematch the page goes there by itself.
  else setTimeout(() => isAt(table) || call("start", table), LED);
}
