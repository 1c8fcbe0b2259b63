// @ts-check
/**
 * Keeps the static site for use without a network. `./site` replaces the name of the build below, so a new site is a
 * new cache; the page that is open goes on with its own files until it is closed.
 */

const BUILD = "SIXFOLD_BUILD";
const CACHE = `sixfold-${BUILD}`;
const FILES = [
  "./", "announce.js", "board-dialog.js", "board-view.js", "bring-board.js", "chart.js", "common.js", "compare.js",
  "dialog.js", "document.js", "early.js", "editor.js", "elements.js", "engine-worker.js", "evidence.js", "export.js",
  "gallery.js", "geometry.js", "gif.js", "hints.js", "http.js", "icon.svg", "index.html", "interface.js",
  "job-control.js", "job-model.js", "job-status.js", "keys.js", "links.js", "looker.js", "main.js",
  "manifest.webmanifest", "navigate.js", "options-form.js", "paint.js", "palette.js", "picture.js", "places.js",
  "record-file.js", "records.js", "registry.js", "rules-panel.js", "runs.js", "share.js", "solutions.js", "solve-panel.js",
  "storage.js", "style.css", "tabs.js", "text-pane.js", "theme.js", "thumbs.js", "toolbar.js", "types.js",
  "wiring.js", "workbench.css", "workbench.js", "worker-client.js", "records.txt", "sixfold.wasm",
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
  const changes = new URL(request.url).pathname.endsWith("/api/about") && navigator.onLine;
  if (kept && changes) return fetch(request).catch(() => kept);
  return kept ?? fetch(request);
}
