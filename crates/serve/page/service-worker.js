// @ts-check
/**
 * Keeps the static site for use without a network. `./site` replaces the name of the build below, so a new site is a
 * new cache; the page that is open goes on with its own files until it is closed.
 */

const BUILD = "SIXFOLD_BUILD";
const CACHE = `sixfold-${BUILD}`;
const FILES = [
  "./", "index.html", "style.css", "workbench.css", "early.js", "main.js", "elements.js", "types.js", "interface.js",
  "http.js", "worker-client.js", "engine-worker.js", "storage.js", "share.js", "theme.js", "announce.js", "dialog.js",
  "keys.js", "gallery.js", "records.js", "runs.js", "compare.js", "paint.js", "gif.js", "icon.svg",
  "manifest.webmanifest", "navigate.js", "sixfold.wasm",
];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(fillCache().then(() => worker.skipWaiting()));
});

/** Every file must be there, but the one that says what the site is. */
async function fillCache() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  await cache.add("api/about").catch(() => null);
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(dropOld().then(() => worker.clients.claim()));
});

async function dropOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith("sixfold-") && name !== CACHE) await caches.delete(name);
  }
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin) event.respondWith(answer(event.request));
});

/**
 * The cache first: the files of one build belong together.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  // Not so what the other side says of itself: today a server may be there.
  if (kept && new URL(request.url).pathname.endsWith("/api/about")) return fetch(request).catch(() => kept);
  return kept ?? fetch(request);
}
