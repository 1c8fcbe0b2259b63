// What can be seen in the files of the page without running them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const PAGE = new URL("../../crates/serve/page/", import.meta.url).pathname;
const FAMILIES = readdirSync(new URL("../../crates/puzzle/puzzles/", import.meta.url));
const FILES = readdirSync(PAGE).filter((name) => /\.(js|css|html|svg|json|webmanifest)$/.test(name));
const read = (name) => readFileSync(join(PAGE, name), "utf8");

/** Fails with each line of the page's files that matches. */
function nowhere(pattern, files = FILES) {
  const found = files.flatMap((name) =>
    read(name)
      .split("\n")
      .map((line, index) => `${name}:${index + 1}: ${line.trim()}`)
      .filter((line) => pattern.test(line.slice(line.indexOf(": ")))),
  );
  assert.deepEqual(found, []);
}

test("no file of the page names a family", () => {
  const words = FAMILIES.filter((family) => family !== "neighbors");
  nowhere(new RegExp(`\\b(${words.join("|")})\\b|["'\`/]neighbors\\b`, "i"));
});

test("no markup is made from text, and no code either", () => {
  nowhere(/\.(innerHTML|outerHTML)\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/);
});

test("the markup has no inline script, style or handler", () => {
  const html = FILES.filter((name) => name.endsWith(".html"));
  nowhere(/\son[a-z]+=|\sstyle=|<style|<script(?![^>]*\bsrc=)/i, html);
});

test("nothing is loaded from another host", () => {
  nowhere(/(?<!xmlns(:\w+)?=")(?<!NS\("|\bNS = ")\b(https?:)?\/\/(?!www\.w3\.org\/)[a-z0-9-]+\.[a-z]{2,}/i);
});

test("no file is longer than 500 lines", () => {
  const long = FILES.map((name) => [name, read(name).split("\n").length]).filter(([, lines]) => lines > 500);
  assert.deepEqual(long, []);
});

test("the service worker keeps every file of the page", () => {
  const worker = read("service-worker.js");
  const missing = FILES.filter((name) => name !== "service-worker.js" && !worker.includes(name));
  const listsThemItself = /cache\.put|caches\.open/.test(worker) && missing.length === 0;
  assert.ok(listsThemItself, `not kept offline: ${missing.join(", ")}`);
});
