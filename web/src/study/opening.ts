// Opens the study of an address: one on this device, or one on the server.

import type { ReadStudy } from "../shared/protocol";
import { Remote } from "./remote.svelte";
import * as server from "./server";
import { openOnDevice } from "./shelf";
import { isOnDevice } from "./storage";
import type { Shelf } from "./study.svelte";

/** An opened study. */
export interface Opened {
  read: ReadStudy;
  /** Null if the study may not be changed. */
  shelf: Shelf | null;
  /** The study on the server; null if it is on this device. */
  remote: Remote | null;
}

export async function openStudy(id: string): Promise<Opened> {
  if (isOnDevice(id)) return { ...(await openOnDevice(id)), remote: null };
  const info = await server.read(id);
  const remote = new Remote(info);
  return { read: { study: info.study, problems: [] }, shelf: remote.yours ? remote : null, remote };
}
