// The service worker: keeps the client for use without a connection, and shows notifications.

import { showsGame, type FromWorker, type OfflineState, type ToWorker, type UpdateAnswer } from "../shared/offline";
import { showNotifications } from "./notifications";
import { Precache, type Entry } from "./precache";
import { answerRequests } from "./routes";

/** Files of the client, inserted by the build (vite/service-worker.ts). */
declare const CLIENT_FILES: Entry[];
declare const self: ServiceWorkerGlobalScope;

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function report(state: OfflineState): Promise<void> {
  const message: FromWorker = { type: "state", state };
  for (const page of await windows()) page.postMessage(message);
}

/** True while an update downloads its files. Pages are not notified, because the old version still works. */
let updating = false;
const precache = new Precache(CLIENT_FILES, (state) => updating || void report(state));
answerRequests(precache);
showNotifications(self);

// An update waits until no page uses the old version, whose files stay cached until then.
self.addEventListener("install", (event) => {
  const fill = async () => {
    updating = await precache.isWanted();
    if (updating) await precache.fill(event).finally(() => (updating = false));
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([precache.clean(event), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

/** Returns whether a page other than the sender shows a game, which may still need the old version's files. */
async function isBusy(event: ExtendableMessageEvent): Promise<boolean> {
  const sender = (event.source as Client | null)?.id;
  return (await windows()).some((page) => page.id !== sender && showsGame(page.url));
}

async function answer(event: ExtendableMessageEvent, message: ToWorker): Promise<void> {
  switch (message.type) {
    case "ask":
      return report(await precache.state(event));
    case "keep":
      return precache.keep(event);
    case "ask-update": {
      const current = precache.keyOf(new URL(message.script)) !== undefined;
      const answer: UpdateAnswer = { busy: await isBusy(event), current };
      return event.ports[0]?.postMessage(answer);
    }
    case "update":
      if (!(await isBusy(event))) await self.skipWaiting();
  }
}

self.addEventListener("message", (event) => {
  // Failed downloads are reported to the pages as a state.
  event.waitUntil(answer(event, event.data as ToWorker).catch(() => {}));
});
