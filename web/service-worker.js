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

/** The page from the server; the kept one if the server cannot be reached or is ill. */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    return answer.status < 500 ? answer : ((await cache.match("/")) ?? answer);
  } catch (error) {
    const page = await cache.match("/");
    if (page) return page;
    throw error;
  }
}

/** Everything else is of this version, and does not change: a request would only fail when the page is left. */
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
  if (request.mode === "navigate") event.respondWith(fresh(request));
  else if (FILES.includes(url.pathname)) event.respondWith(kept(request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const found = self.clients.matchAll({ type: "window" });
  event.waitUntil(
    found.then((pages) => (pages[0] ? pages[0].focus() : self.clients.openWindow("/"))),
  );
});
