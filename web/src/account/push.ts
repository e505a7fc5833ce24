// This browser as a device that takes pushes: its service worker, and what it subscribes to.

import type { Subscribed } from "../shared/api";

/** Whether this browser can take pushes at all; many do so on pages of https alone. */
export const takesPushes = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Where pushes to this browser go, if it has subscribed. */
export async function endpointHere(): Promise<string | null> {
  if (!takesPushes()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Whether somebody has said that this page shall not show anything. */
export class Denied extends Error {}

/** Has this browser take pushes of the server with this key. It asks its owner first. */
export async function subscribe(key: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== "granted") throw new Denied();
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = await pushManager.subscribe(options).catch(async (problem: unknown) => {
    // It has subscribed by the key of a server that is not there any more.
    const old = await pushManager.getSubscription();
    if (!old) throw problem;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** Has this browser take none any more. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
