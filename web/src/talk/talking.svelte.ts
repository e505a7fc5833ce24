// The chat of a table or the lobby: a table's messages arrive over its socket, and the lobby's are polled.

import * as api from "../shared/api";
import type { Talk, TalkLine } from "../shared/protocol";
import { load, save } from "../shared/store";

/** Ids of the phrases; each reader sees them in their own language. */
export const PHRASES = ["hello", "luck", "nice", "thanks", "oops", "moment", "back", "played", "again", "bye"] as const;
/** Maximum length of a message in characters. */
export const MAX_LENGTH = 200;
/** Maximum number of messages kept on a page. */
const MAX_MESSAGES = 500;
/** Maximum number of tables whose last read message is kept. */
const MAX_KEPT = 50;

/** Ids of the last read messages by table, the table read last at the end. */
const lastRead = (): [string, number][] => load("talk-read", []);

export class Talking {
  lines: TalkLine[] = $state.raw([]);
  /** True if there are older messages. */
  more = $state(false);
  /** True once messages have been received. */
  heard = $state(false);
  /** Number of messages received while the chat was not shown. */
  unread = $state(0);
  /** The newest message of another person that arrived while the chat was not shown. */
  latest: TalkLine | null = $state.raw(null);
  /** Reports whether a message is by this browser's person. */
  isOwn: (line: TalkLine) => boolean = () => false;
  /** True while the chat is shown. */
  private looked = false;

  /** The table; null for the lobby. */
  constructor(readonly table: string | null) {}

  /** Replaces the messages with the latest ones; earlier ones are dropped, since some may be hidden now. */
  take({ lines, more }: Talk): void {
    const known = this.heard ? (this.lines.at(-1)?.id ?? 0) : this.restored(lines);
    if (!this.looked) this.unread += this.fromOthers(lines, known).length;
    [this.lines, this.more, this.heard] = [lines, more, true];
    if (this.looked) this.keepRead();
  }

  /** Returns the messages of other people after one with this id. */
  private fromOthers(lines: TalkLine[], after: number): TalkLine[] {
    return lines.filter((line) => line.id > after && !line.removed && !this.isOwn(line));
  }

  /** Returns the last message read at an earlier visit; at the first visit, counts all as read. */
  private restored(lines: TalkLine[]): number {
    const newest = lines.at(-1)?.id ?? 0;
    if (this.table === null) return newest;
    const kept = lastRead().find(([table]) => table === this.table);
    if (!kept) this.keepRead(newest);
    return kept?.[1] ?? newest;
  }

  /** Remembers in this browser that the messages are read. */
  private keepRead(newest = this.lines.at(-1)?.id ?? 0): void {
    if (this.table === null) return;
    const others = lastRead().filter(([table]) => table !== this.table);
    save("talk-read", [...others, [this.table, newest]].slice(-MAX_KEPT));
  }

  /** Appends new messages. */
  add(lines: TalkLine[]): void {
    const removed = new Map(lines.filter((line) => line.removed).map((line) => [line.id, line]));
    if (this.lines.some((line) => removed.has(line.id))) this.lines = this.lines.map((line) => removed.get(line.id) ?? line);
    const newest = this.lines.at(-1)?.id ?? 0;
    const fresh = lines.filter(({ id }) => id > newest);
    if (fresh.length === 0) return;
    this.lines = [...this.lines, ...fresh].slice(-MAX_MESSAGES);
    if (this.looked) return this.keepRead();
    const others = this.fromOthers(fresh, newest);
    this.unread += others.length;
    this.latest = others.at(-1) ?? this.latest;
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
    this.latest = null;
    if (this.heard) this.keepRead();
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
