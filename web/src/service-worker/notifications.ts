// Shows the notifications that the server pushes, already translated, and opens their pages.

interface Push {
  title: string;
  body: string;
  path: string;
  tag: string;
  language: string;
}

/** Parses a push. Browsers require a notification for every push, even for an unreadable one. */
export function read(data: { json(): unknown } | null): Push {
  try {
    const { title, body, path, tag, language } = data!.json() as Record<string, unknown>;
    // Only our own pages are opened, whatever the push says.
    const own = typeof path === "string" && /^\/(?!\/)/.test(path) ? path : "/";
    return { title: String(title), body: String(body), path: own, tag: String(tag), language: String(language) };
  } catch {
    return { title: "Bastide", body: "", path: "/", tag: "bastide", language: "" };
  }
}

/** Focuses the page if it is already open, otherwise opens a window. */
async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const url = new URL(path, worker.location.origin).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.split("#")[0] === url);
  await (there ? there.focus() : worker.clients.openWindow(url));
}

/** Sends the server a new subscription after the push service has changed it. */
async function moved(worker: ServiceWorkerGlobalScope, options: PushSubscriptionOptionsInit): Promise<void> {
  const { endpoint, keys } = (await worker.registration.pushManager.subscribe(options)).toJSON();
  await fetch("/api/account/notices/devices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
  });
}

interface SubscriptionChange extends ExtendableEvent {
  oldSubscription: PushSubscription | null;
}

export function showNotifications(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    const { title, body, path, tag, language } = read(event.data);
    // A notification about the same table replaces the previous one, and still alerts. The type of the options lacks `renotify`.
    const shown = { body, tag, renotify: true, lang: language, icon: "/icons/icon-192.png", data: { path } };
    event.waitUntil(worker.registration.showNotification(title, shown));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(worker, event.notification.data?.path ?? "/"));
  });
  worker.addEventListener("pushsubscriptionchange", (event) => {
    const { oldSubscription: old } = event as SubscriptionChange;
    if (old) (event as SubscriptionChange).waitUntil(moved(worker, old.options as PushSubscriptionOptionsInit));
  });
}
