// Lets the page be installed and start without a network. The build puts VERSION and FILES, the built
// files of this version, in front of this script. The page itself is always asked of the server first,
// so that it never speaks an older protocol than the server; the API is never kept.
const PREFIX = "alhambra-";
const CACHE = PREFIX + VERSION;

async function keepAll() {
  const cache = await caches.open(CACHE);
  // Built files have their hash in their name; the page itself must not come from the browser's cache.
  await cache.addAll(
    FILES.map(
      (file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" }),
    ),
  );
  await self.skipWaiting();
}

async function deleteOlder() {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(PREFIX) && name !== CACHE)
      .map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOlder()));

/** From the server; the kept file if the server cannot be reached or is ill. */
async function fresh(request, file) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    return answer.status < 500 ? answer : ((await cache.match(file)) ?? answer);
  } catch (error) {
    const kept = await cache.match(file);
    if (kept) return kept;
    throw error;
  }
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (
    request.method !== "GET" ||
    url.origin !== location.origin ||
    url.pathname.startsWith("/api/")
  )
    return;
  if (request.mode === "navigate") event.respondWith(fresh(request, "/"));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (FILES.includes(url.pathname)) event.respondWith(fresh(request, url.pathname));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const found = self.clients.matchAll({ type: "window" });
  event.waitUntil(
    found.then((pages) => (pages[0] ? pages[0].focus() : self.clients.openWindow("/"))),
  );
});
