/**
 * Keeps the files of the page for use without a network. The build writes the list of the files
 * and a hash of their contents. A new version takes over after all tabs of the old one are closed,
 * so that the files of a page always belong together.
 */
const [VERSION, FILES] = ["@VERSION@", ["@FILES@"]];

const CACHE = `shomei-${VERSION}`;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const drop = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("shomei-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) {
    return;
  }
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const page = new URL("./", self.registration.scope).href;
    const kept = await cache.match(request.mode === "navigate" ? page : request, { ignoreSearch: true });
    return kept ?? fetch(request);
  };
  event.respondWith(answer());
});
