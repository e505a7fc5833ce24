// What people say at one place, as this browser hears it: a table's talk comes over its socket, that of the lobby is asked for.

import * as api from "../shared/api";
import type { Talk, TalkLine } from "../shared/protocol";

/** The phrases that there are; each reader sees them in their own language. */
export const PHRASES = ["hello", "luck", "nice", "thanks", "oops", "moment", "back", "played", "again", "bye"] as const;
/** Signs that a line has at most. */
export const LENGTH = 200;
/** Lines that are kept on a page. */
const KEPT = 500;

export class Talking {
  lines: TalkLine[] = $state.raw([]);
  /** Whether there are older lines. */
  more = $state(false);
  /** Whether anything was heard yet. */
  heard = $state(false);
  /** Lines that came while nobody looked. */
  unread = $state(0);
  /** Somebody looks at them. */
  private looked = false;

  /** Of which table; null is the lobby. */
  constructor(readonly table: string | null) {}

  /** Takes what was said last; what was heard before goes, for some of it may not be told any more. */
  take({ lines, more }: Talk): void {
    const known = this.lines.at(-1)?.id ?? 0;
    if (this.heard && !this.looked) this.unread += lines.filter(({ id }) => id > known).length;
    [this.lines, this.more, this.heard] = [lines, more, true];
  }

  /** Takes lines that were said just now. */
  add(lines: TalkLine[]): void {
    const removed = new Map(lines.filter((line) => line.removed).map((line) => [line.id, line]));
    if (this.lines.some((line) => removed.has(line.id))) this.lines = this.lines.map((line) => removed.get(line.id) ?? line);
    const newest = this.lines.at(-1)?.id ?? 0;
    const fresh = lines.filter(({ id }) => id > newest);
    if (fresh.length === 0) return;
    this.lines = [...this.lines, ...fresh].slice(-KEPT);
    if (!this.looked) this.unread += fresh.length;
  }

  /** Takes the words out of lines that moderators removed. */
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

  /** Somebody looks from now on, until they do not any more. */
  look(): () => void {
    this.looked = true;
    this.unread = 0;
    return () => (this.looked = false);
  }

  /** Hears what was said before. */
  async older(): Promise<void> {
    const first = this.lines[0];
    if (!first) return;
    const { lines, more } = await api.olderTalk(this.table, first.id);
    this.lines = [...lines.filter(({ id }) => id < first.id), ...this.lines];
    this.more = more;
  }

  /** Hears no more of what somebody said. */
  without(name: string): void {
    this.lines = this.lines.filter((line) => !(line.account && line.name === name));
  }
}
