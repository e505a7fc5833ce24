// Pictures of tiles that belong to a chapter's set-up. A table on this device, which is in no list, has the chapter's game and draws them.

import { closeTable, openTable } from "../puzzles/table";
import * as art from "../shared/art/art.svelte";
import { t } from "../shared/i18n.svelte";
import type { View } from "../shared/protocol";

export class OwnTiles {
  /** The table that draws the tiles; null if the chapter has no tile file, or while it is being opened. */
  table: string | null = $state(null);
  /** True if the tiles can be shown as well as possible. */
  settled = $state(true);
  /** Hash of the tile file. */
  private file: string | undefined;

  /** Prepares the tiles of a chapter's game, given with its record. */
  async show(view: View, record: string): Promise<void> {
    const { own_tiles: file, seats } = view.setup;
    if (file === this.file) return;
    [this.file, this.table, this.settled] = [file, null, file === undefined];
    if (file === undefined) return;
    // Without a table, the board shows no pictures of these tiles, and the text board only their names.
    const table = await openTable({ record, seats }, (seat) => t("seat-number", { number: seat + 1 })).catch(() => null);
    if (this.file !== file) return;
    if (table !== null) art.useCustomTiles(table, file);
    [this.table, this.settled] = [table, true];
  }

  close(): void {
    if (this.file !== undefined) void closeTable();
    this.file = undefined;
  }
}
