// Downloads of files that this device makes.

import { isOffline } from "./reach.svelte";
import { isOnDevice, request } from "./transport";

/** Offers a file for download. */
export function saveFile(file: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  // The browser needs the address until it has read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Answers download links for which there is no server: those of tables on this device, and all of them without a connection. */
export function answerDownloads(): () => void {
  const click = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.("a[download]") as HTMLAnchorElement | null;
    const path = link?.getAttribute("href") ?? "";
    if (!link || !path.startsWith("/api/") || !(isOffline() || isOnDevice(path.split("/")[3] ?? ""))) return;
    event.preventDefault();
    request(path).then(({ text }) => saveFile(new Blob([text], { type: "text/plain" }), link.download), console.error);
  };
  document.addEventListener("click", click);
  return () => document.removeEventListener("click", click);
}
