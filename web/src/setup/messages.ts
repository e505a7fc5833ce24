// Messages for numbers and colours in a set-up, loaded with the forms that need them.

import { files, loadPart } from "../shared/i18n.svelte";

Object.assign(files, import.meta.glob<string>("../locales/*/setup.ts", { import: "default" }));

export const loadMessages = (): Promise<void> => loadPart("setup");
