// Where studies are stored: opening one, and writing it back.

import type { ReadStudy, Study } from "../shared/protocol";
import { ApiError } from "../shared/refusal";
import { readStudy } from "./engine";
import * as storage from "./storage";
import type { Shelf } from "./study.svelte";

const summaryOf = ({ name, chapters }: Study) => ({ name, chapters: chapters.length });

/** Opens a study on this device; its damaged parts are left out. */
export async function openOnDevice(id: string): Promise<{ read: ReadStudy; shelf: Shelf }> {
  const stored = await storage.read(id);
  if (stored === null) throw new ApiError("no_study", "there is no such study on this device", 0);
  const read = await readStudy(stored.text);
  let { revision } = stored;
  return {
    read,
    shelf: {
      delay: 250,
      async save(study) {
        revision = await storage.write(id, JSON.stringify(study), summaryOf(study), revision);
      },
    },
  };
}

/** Stores a new study on this device, and returns its id. */
export async function createOnDevice(study: Study): Promise<string> {
  const id = storage.newId();
  await storage.write(id, JSON.stringify(study), summaryOf(study), 0);
  void navigator.storage?.persist?.().catch(() => false);
  return id;
}

/** Reads the file of a study, and stores what is intact on this device. Returns the study's id with the parts that were skipped. */
export async function importFile(text: string): Promise<{ id: string; read: ReadStudy }> {
  const read = await readStudy(text);
  if (read.study.chapters.length === 0 && read.problems.length > 0) {
    throw new ApiError("bad_study", "no chapter of the study could be read", 0);
  }
  return { id: await createOnDevice(read.study), read };
}
