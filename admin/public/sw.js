// Shows notifications while the console is closed. It caches nothing, so the console is never older than the server.

/** Longest text shown, in characters. */
const maxChars = 200;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

async function show(data) {
  const message = read(data);
  // Browsers end a subscription whose pushes show nothing, so a message that cannot be read is shown as well.
  await self.registration.showNotification(text(message.title) || "Parley", {
    body: text(message.body),
    tag: text(message.tag) || "parley",
    icon: "/console/icon-192.png",
    badge: "/console/badge-96.png",
    data: { path: message.path },
  });
}

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

function text(value) {
  return typeof value === "string" ? value.slice(0, maxChars) : "";
}

/** Shows the page in an open console, or opens one. */
async function open(path) {
  const target = typeof path === "string" && path.startsWith("/console/") ? path : "/console/inbox";
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (!page) return self.clients.openWindow(target);
  await page.focus();
  // The console opens the page itself, so that text in an open form is not lost.
  page.postMessage({ type: "open", path: target });
}
