// Opens the study of an address: one on this device, or one on the server.

import type { ReadStudy } from "../shared/protocol";
import { openOnDevice } from "./shelf";
import type { Shelf } from "./study.svelte";

/** An opened study. */
export interface Opened {
  read: ReadStudy;
  /** Null if the study may not be changed. */
  shelf: Shelf | null;
}

export const openStudy = (id: string): Promise<Opened> => openOnDevice(id);
