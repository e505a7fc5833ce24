// Makes a study of a reviewed game.

import { decimal, percent, type Judged } from "../analysis/analysis";
import * as api from "../shared/api";
import { language, t } from "../shared/i18n.svelte";
import { position, readStudy } from "./engine";
import { loadMessages } from "./messages";
import { reviewed } from "./review";
import { createOnDevice } from "./shelf";
import { MAX_NAME } from "./tree";

/** Stores a study of a table's game on this device, and returns its id. */
export async function studyOfReview(table: string, names: string[], judged: Judged[]): Promise<string> {
  await loadMessages();
  const start = await position(await api.record(table), [], 0);
  const lost = ({ lost, lostChance }: Judged): string =>
    t("study-review-lost", { points: decimal(lost, language()), chance: percent(lostChance, language()) });
  const nodes = reviewed(start.rest, judged, { lost, best: t("study-review-best") });
  const name = names.length > 0 ? names.join(" – ").slice(0, MAX_NAME) : t("study-review-name");
  const chapter = { name: t("study-review-chapter"), record: start.record, nodes };
  const { study } = await readStudy(JSON.stringify({ bastide_study: 1, name, chapters: [chapter] }));
  return createOnDevice(study);
}
