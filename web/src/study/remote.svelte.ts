// A study on the server, with the version that this page has.

import type { Study, StudyInfo, Visibility } from "../shared/protocol";
import * as server from "./server";
import type { Shelf } from "./study.svelte";

export class Remote implements Shelf {
  readonly delay = 500;
  readonly id: string;
  readonly owner: string;
  readonly yours: boolean;
  /** A moderator's reason for hiding the study; null if it is not hidden. */
  readonly closed: string | null;
  visibility: Visibility = $state("private");
  version: number;

  constructor({ id, owner, yours, closed, visibility, version }: StudyInfo) {
    [this.id, this.owner, this.yours, this.closed, this.visibility, this.version] = [id, owner, yours, closed, visibility, version];
  }

  async save(study: Study): Promise<void> {
    ({ version: this.version } = await server.change(this.id, this.version, { study }));
  }

  /** Changes who may read the study. */
  async share(visibility: Visibility): Promise<void> {
    ({ version: this.version } = await server.change(this.id, this.version, { visibility }));
    this.visibility = visibility;
  }
}
