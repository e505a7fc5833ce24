// A connection to a table: sends hello and pings, reconnects and resumes.

import { PROTOCOL, type ClientMessage, type ClocksInfo, type ServerMessage, type Step, type View } from "../shared/protocol";
import { backoff, Progress } from "../shared/reconnect";
import { connect, type Connection } from "../shared/transport";
import { apply, hashOf } from "./changes";

export type Link = "connecting" | "online" | "offline" | "closed";

export interface Listener {
  /** Handles a message that does not change the position. */
  message(message: ServerMessage, steps: Step[]): void;
  /** Handles the new position after moves. */
  advance(view: View, steps: Step[]): void;
  /** Handles a new clock state. */
  clocks(clocks: ClocksInfo): void;
  link(state: Link, retryAt: number | null): void;
}

/** Connection timeout in milliseconds. */
export const CONNECT_TIMEOUT_MS = 8_000;
/** Milliseconds of silence after which a ping is sent. */
const PING_AFTER_MS = 5_000;
/** Timeout for the pong in milliseconds. Including the wait before the ping, a silent server is noticed within 10 seconds. */
const PONG_TIMEOUT_MS = 4_000;
/** Milliseconds between checks whether a ping is due or overdue. */
const CHECK_INTERVAL_MS = 500;
/** Maximum number of tokens in a hello. */
const MAX_TOKENS = 16;

/** Error codes after which reconnecting is pointless. */
const FINAL_CODES = new Set([
  "no_table", "version", "closed", "guest_banned", "not_invited", "no_spectators", "device_damaged", "device_elsewhere", "no_device_table",
]);

export class TableSocket {
  private connection: Connection | null = null;
  private progress = new Progress();
  /** The newest view, updated by changes. */
  private view: View | null = null;
  private attempt = 0;
  private stopped = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  /** Time of the last message. */
  private heard = 0;
  /** Time of the unanswered ping, if any. */
  private asked: number | null = null;
  private wake = () => this.retryNow();

  constructor(
    private table: string,
    private tokens: () => string[],
    private listener: Listener,
    private watchOnly = false,
  ) {
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  send(message: ClientMessage): boolean {
    if (!this.connection?.isOpen) return false;
    this.connection.send(JSON.stringify(message));
    return true;
  }

  /** Reconnects and sends hello again, for example after taking a seat. */
  renew(): void {
    this.attempt = 0;
    this.drop();
    this.open();
  }

  retryNow(): void {
    if (this.stopped || document.visibilityState === "hidden" || this.connection) return;
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
    this.connection?.close();
    this.connection = null;
  }

  private open(): void {
    clearTimeout(this.timer);
    this.listener.link("connecting", null);
    this.opening = setTimeout(() => this.lost(), CONNECT_TIMEOUT_MS);
    this.connection = connect(this.table, {
      open: () => {
        clearTimeout(this.opening);
        this.noteHeard();
        this.greet();
        this.pulse = setInterval(() => this.beat(), CHECK_INTERVAL_MS);
      },
      message: (text) => this.receive(text),
      close: () => this.lost(),
    }, this.watchOnly);
  }

  private greet(): void {
    // The newest tokens are last in the list.
    this.send({ type: "hello", v: PROTOCOL, tokens: this.tokens().slice(-MAX_TOKENS), since: this.progress.seen });
  }

  // A laptop that slept, or a server that hung, leaves a socket that looks open but is dead; the missing pong reveals this. Only a ping
  // that was actually sent counts: timers of a background page run rarely, which is not the server's fault.
  private beat(): void {
    const now = Date.now();
    if (this.asked !== null) {
      if (now - this.asked >= PONG_TIMEOUT_MS) this.lost();
    } else if (now - this.heard >= PING_AFTER_MS && this.send({ type: "ping" })) {
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
  /** Applies changes. If they do not fit the view, or the result's hash differs from the server's, requests the whole view. */
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
