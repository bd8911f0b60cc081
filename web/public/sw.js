// Lets the page be installed and start without a network. The page itself is always asked of the
// server first, so that it never speaks an older protocol than the server; the API is never kept.
const SHELL = "alhambra-shell";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function fresh(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      for (const key of await cache.keys()) if (key.mode === "navigate") await cache.delete(key);
      await cache.put(request, answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

async function kept(request) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fresh(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const found = self.clients.matchAll({ type: "window" });
  event.waitUntil(found.then((pages) => (pages[0] ? pages[0].focus() : self.clients.openWindow("/"))));
});
