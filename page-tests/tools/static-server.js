// A static file server for the tests: the files of one folder on a free port of the loopback device,
// with nothing that a plain web host does not do. `replaced` gives other bytes for a path.

import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves `folder` under `/`. `options.replaced` maps paths such as `/sixfold.wasm` to bytes;
 * `options.gzip` compresses what a web host would compress.
 */
export async function serveFolder(folder, options = {}) {
  const server = createServer((request, response) => answer(folder, options, request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address, close };
}

function answer(folder, options, request, response) {
  const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  const name = normalize(path.endsWith("/") ? `${path}index.html` : path);
  const file = join(folder, name);
  const replacement = options.replaced?.[name];
  const known = replacement !== undefined || isFile(file);
  if (!known || !["GET", "HEAD"].includes(request.method)) {
    response.writeHead(known ? 405 : 404, { "content-type": "text/plain" });
    response.end(known ? "method not allowed\n" : "not found\n");
    return;
  }
  const headers = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" };
  if (replacement !== undefined || options.gzip) {
    const bytes = replacement ?? readFileSync(file);
    response.writeHead(200, options.gzip ? { ...headers, "content-encoding": "gzip" } : headers);
    response.end(options.gzip ? gzipSync(bytes) : bytes);
    return;
  }
  response.writeHead(200, headers);
  createReadStream(file).pipe(response);
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
