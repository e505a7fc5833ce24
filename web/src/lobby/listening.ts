// The event stream of whoever is here: a line of JSON an event. It comes back by itself, and then begins with how things stand.

import type { PersonEvent } from "../shared/protocol";
import { backoff } from "../shared/reconnect";

/** The server gives a sign of life every 15 seconds; after so many milliseconds without one the connection is dead. */
const SILENCE = 40_000;

/** Splits what comes into whole lines; the rest waits for more. */
export class LineBuffer {
  private rest = "";

  /** The lines that are whole now, without empty ones. */
  take(text: string): string[] {
    const parts = (this.rest + text).split("\n");
    this.rest = parts.pop() ?? "";
    return parts.filter((line) => line.trim() !== "");
  }
}

export class PersonStream {
  private controller: AbortController | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private path: string,
    private heard: (event: PersonEvent) => void,
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
          this.heard(JSON.parse(line) as PersonEvent);
        }
      }
    } catch {
      // It is tried again below, whatever it was.
    }
    clearTimeout(this.silence);
    if (!this.stopped) this.timer = setTimeout(() => void this.run(), backoff(this.attempt++, Math.random()));
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.controller?.abort(), SILENCE);
  }
}
