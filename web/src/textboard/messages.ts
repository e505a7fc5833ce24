// Messages for the text board, loaded with it.

import { files, loadPart } from "../shared/i18n.svelte";

Object.assign(files, import.meta.glob<string>("../locales/*/text.ts", { import: "default" }));

export const loadMessages = (): Promise<void> => loadPart("text");
