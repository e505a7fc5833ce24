// Messages for the studies, loaded with their pages.

import { files, loadPart } from "../shared/i18n.svelte";

Object.assign(files, import.meta.glob<string>("../locales/*/study.ts", { import: "default" }));

export const loadMessages = (): Promise<void> => loadPart("study");
