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

const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;

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
  private pulse: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
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
    socket.onopen = () => {
      this.heard = Date.now();
      this.greet();
      this.pulse = setInterval(() => this.beat(), PING_EVERY);
    };
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = () => this.lost();
  }

  private greet(): void {
    this.send({ type: "hello", v: PROTOCOL, tokens: this.tokens(), since: this.progress.seen });
  }

  // A laptop that slept keeps a socket that looks open and is dead; the missing pong shows it.
  private beat(): void {
    this.send({ type: "ping" });
    const asked = Date.now();
    const socket = this.socket;
    setTimeout(() => {
      if (socket && this.socket === socket && this.heard < asked) this.lost();
    }, PONG_WITHIN);
  }

  private lost(): void {
    this.drop();
    if (this.stopped) return;
    const wait = backoff(this.attempt++, Math.random());
    this.listener.link("offline", Date.now() + wait);
    this.timer = setTimeout(() => this.open(), wait);
  }

  private receive(text: string): void {
    this.heard = Date.now();
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
