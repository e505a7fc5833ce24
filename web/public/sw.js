// The service worker: shows what the server pushes, in the words that the server chose, and opens what it is about.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** What was pushed. A browser wants something to be shown of every push, also of one that cannot be read. */
function read(data) {
  try {
    const { title, body, path, tag, language } = data.json();
    // Only pages of our own are opened, whoever sent this.
    const own = typeof path === "string" && /^\/(?!\/)/.test(path) ? path : "/";
    return { title: String(title), body: String(body), path: own, tag: String(tag), language: String(language) };
  } catch {
    return { title: "Bastide", body: "", path: "/", tag: "bastide", language: "" };
  }
}

self.addEventListener("push", (event) => {
  const { title, body, path, tag, language } = read(event.data);
  // One of the same table takes the place of the one before, and is heard all the same.
  const shown = { body, tag, renotify: true, lang: language, icon: "/favicon.svg", data: { path } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** Shows the page: where it is open already there, else in another window. */
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

/** A push service that moves a browser tells it: the server has to know. */
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
