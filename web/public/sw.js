// The service worker: shows the notifications that the server pushes, already translated, and opens their pages.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** Parses a push. Browsers require a notification for every push, even for an unreadable one. */
function read(data) {
  try {
    const { title, body, path, tag, language } = data.json();
    // Only our own pages are opened, whatever the push says.
    const own = typeof path === "string" && /^\/(?!\/)/.test(path) ? path : "/";
    return { title: String(title), body: String(body), path: own, tag: String(tag), language: String(language) };
  } catch {
    return { title: "Bastide", body: "", path: "/", tag: "bastide", language: "" };
  }
}

self.addEventListener("push", (event) => {
  const { title, body, path, tag, language } = read(event.data);
  // A notification about the same table replaces the previous one, and still alerts.
  const shown = { body, tag, renotify: true, lang: language, icon: "/favicon.svg", data: { path } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** Focuses the page if it is already open, otherwise opens a window. */
async function open(path) {
  const url = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.split("#")[0] === url);
  await (there ? there.focus() : self.clients.openWindow(url));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

/** Sends the server a new subscription after the push service has changed it. */
async function moved(options) {
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  await fetch("/api/account/notices/devices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}

self.addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) event.waitUntil(moved(event.oldSubscription.options));
});
