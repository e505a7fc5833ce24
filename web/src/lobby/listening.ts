// Event streams, such as the user's own: one line of JSON per event. They reconnect automatically, and then start with the current state.

import type { PersonEvent } from "../shared/protocol";
import { backoff } from "../shared/reconnect";

/** The server sends a heartbeat every 15 seconds; after this many milliseconds of silence the connection is dead. */
const SILENCE_TIMEOUT_MS = 40_000;

/** Splits incoming text into lines and keeps the incomplete last line. */
export class LineBuffer {
  private rest = "";

  /** Returns the complete lines, without empty ones. */
  take(text: string): string[] {
    const parts = (this.rest + text).split("\n");
    this.rest = parts.pop() ?? "";
    return parts.filter((line) => line.trim() !== "");
  }
}

export class PersonStream<Event = PersonEvent> {
  private controller: AbortController | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private path: string,
    private heard: (event: Event) => void,
  ) {
    void this.run();
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.controller?.abort();
  }

  private async run(): Promise<void> {
    const controller = (this.controller = new AbortController());
    try {
      this.listen();
      const answer = await fetch(this.path, { credentials: "same-origin", signal: controller.signal });
      const reader = answer.ok ? answer.body?.getReader() : undefined;
      const decoder = new TextDecoder();
      const lines = new LineBuffer();
      while (reader) {
        const { done, value } = await reader.read();
        if (done) break;
        this.listen();
        for (const line of lines.take(decoder.decode(value, { stream: true }))) {
          this.attempt = 0;
          this.heard(JSON.parse(line) as Event);
        }
      }
    } catch {
      // The stream is retried below, whatever the error.
    }
    clearTimeout(this.silence);
    if (!this.stopped) this.timer = setTimeout(() => void this.run(), backoff(this.attempt++, Math.random()));
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.controller?.abort(), SILENCE_TIMEOUT_MS);
  }
}
