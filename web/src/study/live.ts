// The event stream of a study on the server: readers get every change and may follow the author, whose page says what it shows.

import { PersonStream } from "../lobby/listening";
import type { ShownPlace, StudyEvent } from "../shared/protocol";
import { ApiError } from "../shared/refusal";
import type { Remote } from "./remote.svelte";
import * as server from "./server";
import type { Place, StudyState } from "./study.svelte";
import { nodeOf } from "./tree";

/** Milliseconds before the author's page says what it shows, so that stepping through a line sends few requests. */
const SHOW_DELAY_MS = 150;

export class LiveStudy {
  private readonly stream: PersonStream<StudyEvent>;
  /** The position that the author shows. */
  private shown: ShownPlace | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fetching: Promise<void> = Promise.resolve();
  private told = "";

  constructor(
    private readonly id: string,
    private readonly study: StudyState,
    private readonly remote: Remote,
  ) {
    this.stream = new PersonStream<StudyEvent>(server.eventsOf(id), (event) => this.hear(event));
  }

  close(): void {
    clearTimeout(this.timer);
    this.stream.close();
  }

  /** Follows the author, or stops following. */
  follow(wanted: boolean): void {
    this.study.follows = wanted;
    this.lead();
  }

  /** Sends the position that the author's page shows. */
  show(place: Place): void {
    if (!this.remote.yours || this.remote.visibility === "private") return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const text = JSON.stringify(place);
      if (text === this.told) return;
      this.told = text;
      // Readers only miss a step if this fails.
      server.show(this.id, place).catch(() => (this.told = ""));
    }, SHOW_DELAY_MS);
  }

  private hear(event: StudyEvent): void {
    if (event.type === "gone") {
      this.study.problem = new ApiError("no_study", "the study was deleted", 0);
      return this.close();
    }
    if (event.type === "shown") this.shown = { chapter: event.chapter, node: event.node };
    else if (event.type === "open") this.shown = event.shown ?? this.shown;
    if (event.type !== "shown") this.fetching = this.fetching.then(() => this.update(event.version)).catch(() => {});
    else this.lead();
  }

  /** Fetches a newer version. An author's page waits for its own changes first, which are events too. */
  private async update(version: number): Promise<void> {
    if (this.study.mayEdit) await this.study.flush();
    if (version <= this.remote.version) return this.lead();
    // Unsaved changes are refused as stale by the server, and the page then offers to keep both.
    if (this.study.mayEdit && this.study.isUnsaved) return;
    try {
      const info = await server.read(this.id);
      [this.remote.version, this.remote.visibility] = [info.version, info.visibility];
      await this.study.replace(info.study);
      this.lead();
    } catch (problem) {
      this.study.problem = problem;
    }
  }

  /** Shows what the author shows, once this page has it. */
  private lead(): void {
    const { shown, study } = this;
    const chapter = shown && study.study.chapters[shown.chapter];
    if (!shown || !chapter || this.remote.yours || !study.follows) return;
    if (shown.node !== null && !nodeOf(chapter, shown.node)) return;
    void study.go({ chapter: shown.chapter, node: shown.node }, true);
  }
}
