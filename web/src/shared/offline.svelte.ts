// Keeps the client for use without a connection, and replaces it with a new version. Loaded once the first page is interactive.

import { language } from "./i18n.svelte";
import { isMetered, type Connection, type FromWorker, type OfflineState, type ToWorker, type UpdateAnswer } from "./offline";
import { fileUrl } from "./site";

/** Milliseconds without news from the service worker after which a running download is requested again; it continues where it was. */
const SILENCE_MS = 30_000;
/** Requests without any answer after which a download has failed. */
const MAX_SILENCES = 3;
/** Minimum milliseconds between two checks for a new version. */
const UPDATE_INTERVAL_MS = 3_600_000;

let state: OfflineState = $state.raw({ type: "unsupported" });
let offered = $state(false);
let registration: ServiceWorkerRegistration | null = null;

export const offline = {
  /** Whether the client works without a connection. */
  get state() { return state; },
  /** True if a new version is ready and nothing in use would break; `update` starts it. */
  get update() { return offered; },
};

const send = (message: ToWorker) => registration?.active?.postMessage(message);

let silences = 0;
let silence = 0;

/** Applies a state, and watches a download, since browsers may stop a service worker at any time. */
function hear(next: OfflineState): void {
  state = next;
  silences = 0;
  watch();
}

function watch(): void {
  clearTimeout(silence);
  if (state.type !== "saving") return;
  silence = window.setTimeout(() => {
    silences += 1;
    if (silences >= MAX_SILENCES) return hear({ type: "failed", problem: "connection" });
    send({ type: "keep" });
    watch();
  }, SILENCE_MS);
}

async function download(): Promise<void> {
  if (state.type === "unsupported" || state.type === "saving" || state.type === "ready") return;
  hear({ type: "saving", done: 0, total: 0 });
  await navigator.serviceWorker.ready;
  send({ type: "keep" });
}

/** Keeps the whole client, so that it opens without a connection; also asks the browser never to delete it. */
export async function keepOffline(): Promise<void> {
  void navigator.storage?.persist?.().catch(() => false);
  await download();
}

/** Asks the waiting service worker whether it can take over. */
function ask(waiting: ServiceWorker): Promise<UpdateAnswer> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data as UpdateAnswer);
    const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? location.href;
    waiting.postMessage({ type: "ask-update", script } satisfies ToWorker, [port2]);
  });
}

/** Offers a new version that is ready. A page that is of that version already lets it take over at once. */
export async function checkUpdate(): Promise<void> {
  const waiting = registration?.waiting;
  offered = false;
  if (!waiting || !navigator.serviceWorker.controller) return;
  const { busy, current } = await ask(waiting);
  if (busy) return;
  if (current) waiting.postMessage({ type: "update" } satisfies ToWorker);
  else offered = true;
}

/** Starts the new version and reloads the page. */
export function update(): void {
  offered = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration?.waiting?.postMessage({ type: "update" } satisfies ToWorker);
}

function watchUpdates(): void {
  let checked = Date.now();
  registration!.addEventListener("updatefound", () => {
    const { installing } = registration!;
    installing?.addEventListener("statechange", () => installing.state === "installed" && void checkUpdate());
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    void checkUpdate();
    if (Date.now() - checked < UPDATE_INTERVAL_MS) return;
    checked = Date.now();
    registration!.update().catch(() => {});
  });
  void checkUpdate();
}

/** Returns whether the client runs as an installed app. */
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

/** Keeps the link to the manifest in the page's language, in which the browser then offers to install the client. */
function followLanguage(): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
  $effect.root(() => {
    $effect(() => {
      const name = language() === "en" ? "manifest" : `manifest.${language()}`;
      if (link) link.href = fileUrl(`${name}.webmanifest`);
    });
  });
}

/** Registers the service worker, and keeps the client in the background if the connection is not metered or the client is installed. */
export async function startOffline(): Promise<void> {
  followLanguage();
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  const { serviceWorker } = navigator;
  const metered = isMetered((navigator as { connection?: Connection }).connection);
  let first = true;
  serviceWorker.addEventListener("message", ({ data }) => {
    const message = data as FromWorker;
    if (message?.type !== "state") return;
    hear(message.state);
    if (first && message.state.type === "off" && (!metered || isInstalled())) void download();
    first = false;
  });
  serviceWorker.startMessages();
  addEventListener("appinstalled", () => void keepOffline());
  try {
    registration = await serviceWorker.register(fileUrl("sw.js"));
    await serviceWorker.ready;
  } catch {
    // The browser forbids service workers here, for example in a private window.
    return;
  }
  state = { type: "off" };
  send({ type: "ask" });
  watchUpdates();
}
