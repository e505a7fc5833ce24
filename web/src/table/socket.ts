// One table's socket: says hello, keeps the connection alive, comes back by itself and resumes where it was.

import { PROTOCOL, type ClientMessage, type ClocksInfo, type ServerMessage, type Step, type View } from "../shared/protocol";
import { backoff, Progress } from "../shared/reconnect";
import { apply, hashOf } from "./changes";

export type Link = "connecting" | "online" | "offline" | "closed";

export interface Listener {
  /** A message that the position does not follow from. */
  message(message: ServerMessage, steps: Step[]): void;
  /** Answers were given, and this is the position now. */
  advance(view: View, steps: Step[]): void;
  /** What the clocks say now. */
  clocks(clocks: ClocksInfo): void;
  link(state: Link, retryAt: number | null): void;
}

/** How long a connection may take to open, in milliseconds. */
export const CONNECT_WITHIN = 8_000;
/** After so many milliseconds without a message the server is asked whether it is still there. */
const PING_AFTER = 5_000;
/** How long its answer may take, in milliseconds. Together with the ping, a silent server is noticed within 10 seconds. */
const PONG_WITHIN = 4_000;
/** How often that is looked at, in milliseconds. */
const CHECK_EVERY = 500;
/** Tokens that a hello may carry. */
const MAX_TOKENS = 16;

/** Codes after which coming back would only be refused again. */
const FINAL_CODES = new Set(["no_table", "version", "closed", "guest_banned", "not_invited", "no_spectators"]);

export class TableSocket {
  private socket: WebSocket | null = null;
  private progress = new Progress();
  /** The newest view, which is kept by what changes of it. */
  private view: View | null = null;
  private attempt = 0;
  private stopped = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  /** When the last message came. */
  private heard = 0;
  /** When the server was asked whether it is there, if it has not answered since. */
  private asked: number | null = null;
  private wake = () => this.retryNow();

  constructor(
    private table: string,
    private tokens: () => string[],
    private listener: Listener,
  ) {
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Says hello again on a fresh connection, say after a seat was taken. */
  renew(): void {
    this.attempt = 0;
    this.drop();
    this.open();
  }

  retryNow(): void {
    if (this.stopped || document.visibilityState === "hidden" || this.socket) return;
    clearTimeout(this.timer);
    this.open();
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
    this.listener.link("closed", null);
  }

  private drop(): void {
    clearInterval(this.pulse);
    clearTimeout(this.opening);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.socket = socket;
    this.listener.link("connecting", null);
    this.opening = setTimeout(() => this.lost(), CONNECT_WITHIN);
    socket.onopen = () => {
      clearTimeout(this.opening);
      this.noteHeard();
      this.greet();
      this.pulse = setInterval(() => this.beat(), CHECK_EVERY);
    };
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = () => this.lost();
  }

  private greet(): void {
    // Those of this table are all that open anything here; the newest come last.
    this.send({ type: "hello", v: PROTOCOL, tokens: this.tokens().slice(-MAX_TOKENS), since: this.progress.seen });
  }

  // A laptop that slept, or a server that stopped answering, leaves a socket that looks open and is dead; the missing pong shows it.
  // Only a ping that was sent counts: a page in the background is woken rarely, and its server is not to blame for that.
  private beat(): void {
    const now = Date.now();
    if (this.asked !== null) {
      if (now - this.asked >= PONG_WITHIN) this.lost();
    } else if (now - this.heard >= PING_AFTER && this.send({ type: "ping" })) {
      this.asked = now;
    }
  }

  private noteHeard(): void {
    this.heard = Date.now();
    this.asked = null;
  }

  private lost(): void {
    this.drop();
    if (this.stopped) return;
    const wait = backoff(this.attempt++, Math.random());
    this.listener.link("offline", Date.now() + wait);
    this.timer = setTimeout(() => this.open(), wait);
  }

  private receive(text: string): void {
    this.noteHeard();
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if ("clocks" in message && message.clocks) this.listener.clocks(message.clocks);
    if (message.type === "changes") return this.follow(message);
    const { steps } = this.progress.take(message);
    if (message.type === "welcome") {
      this.view = message.view as View;
      this.attempt = 0;
      this.listener.link("online", null);
    }
    if (message.type === "error" && FINAL_CODES.has(message.error.code)) this.close();
    this.listener.message(message, steps);
  }
  /** Takes what changed. Where it does not follow on the view, or leads to another than the server's, the whole view is asked for. */
  private follow(message: Extract<ServerMessage, { type: "changes" }>): void {
    const { view } = this;
    if (!view || message.seq <= view.seq) return;
    const next = message.from === view.seq ? apply(view, message.delta) : null;
    if (!next || hashOf(next) !== message.hash) {
      console.warn(`the view after answer ${message.seq} is asked for`);
      return this.greet();
    }
    const { steps } = this.progress.take(message);
    this.view = next;
    this.listener.advance(next, steps);
  }
}
