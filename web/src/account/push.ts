// Push subscription of this browser and its service worker.

import type { Subscribed } from "../shared/api";

/** Returns whether this browser supports push notifications; many browsers support them only on https pages. */
export const supportsPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Returns the push endpoint of this browser if it is subscribed. */
export async function endpointHere(): Promise<string | null> {
  if (!supportsPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Thrown when notifications from this site are blocked in the browser. */
export class Denied extends Error {}

/** Subscribes this browser with the server's key; the browser asks for permission first. */
export async function subscribe(key: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== "granted") throw new Denied();
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = await pushManager.subscribe(options).catch(async (problem: unknown) => {
    // The browser may still be subscribed with the key of a previous server.
    const old = await pushManager.getSubscription();
    if (!old) throw problem;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** Unsubscribes this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
