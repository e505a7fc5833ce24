// Messages about tables on this device, loaded with the parts of the client that need them.

import { files, loadPart } from "../shared/i18n.svelte";

Object.assign(files, import.meta.glob<string>("../locales/*/device.ts", { import: "default" }));

export const loadMessages = (): Promise<void> => loadPart("device");
