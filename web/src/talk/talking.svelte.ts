// The chat of a table or the lobby: a table's messages arrive over its socket, and the lobby's are polled.

import * as api from "../shared/api";
import type { Talk, TalkLine } from "../shared/protocol";

/** Ids of the phrases; each reader sees them in their own language. */
export const PHRASES = ["hello", "luck", "nice", "thanks", "oops", "moment", "back", "played", "again", "bye"] as const;
/** Maximum length of a message in characters. */
export const MAX_LENGTH = 200;
/** Maximum number of messages kept on a page. */
const MAX_MESSAGES = 500;

export class Talking {
  lines: TalkLine[] = $state.raw([]);
  /** True if there are older messages. */
  more = $state(false);
  /** True once messages have been received. */
  heard = $state(false);
  /** Number of messages received while the chat was not shown. */
  unread = $state(0);
  /** True while the chat is shown. */
  private looked = false;

  /** The table; null for the lobby. */
  constructor(readonly table: string | null) {}

  /** Replaces the messages with the latest ones; earlier ones are dropped, since some may be hidden now. */
  take({ lines, more }: Talk): void {
    const known = this.lines.at(-1)?.id ?? 0;
    if (this.heard && !this.looked) this.unread += lines.filter(({ id }) => id > known).length;
    [this.lines, this.more, this.heard] = [lines, more, true];
  }

  /** Appends new messages. */
  add(lines: TalkLine[]): void {
    const removed = new Map(lines.filter((line) => line.removed).map((line) => [line.id, line]));
    if (this.lines.some((line) => removed.has(line.id))) this.lines = this.lines.map((line) => removed.get(line.id) ?? line);
    const newest = this.lines.at(-1)?.id ?? 0;
    const fresh = lines.filter(({ id }) => id > newest);
    if (fresh.length === 0) return;
    this.lines = [...this.lines, ...fresh].slice(-MAX_MESSAGES);
    if (!this.looked) this.unread += fresh.length;
  }

  /** Clears the text of messages removed by moderators. */
  withoutWords(ids: number[]): void {
    const removed = new Set(ids);
    if (!this.lines.some((line) => !line.removed && removed.has(line.id))) return;
    this.lines = this.lines.map((line) => {
      if (!removed.has(line.id)) return line;
      const gone = { ...line, removed: true };
      delete gone.phrase;
      delete gone.words;
      return gone;
    });
  }

  /** Marks the chat as shown until the returned function is called. */
  look(): () => void {
    this.looked = true;
    this.unread = 0;
    return () => (this.looked = false);
  }

  /** Loads older messages. */
  async older(): Promise<void> {
    const first = this.lines[0];
    if (!first) return;
    const { lines, more } = await api.olderMessages(this.table, first.id);
    this.lines = [...lines.filter(({ id }) => id < first.id), ...this.lines];
    this.more = more;
  }

  /** Drops the messages of a player. */
  without(name: string): void {
    this.lines = this.lines.filter((line) => !(line.account && line.name === name));
  }
}
