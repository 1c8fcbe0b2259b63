// Measures the page and prints a table: what was measured, the result, the target. Wall-clock times of an
// otherwise idle machine; each browser context is fresh, so nothing is cached.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { Bench, openBoard } from "./bench.js";
import { openStage, ready, SITE } from "./stage.js";

const ROUNDS = 11;
const SHOWN = "hexiom/08";
const SOLVED = "hexiom/38";
const COUNTED = "fences/order-10";

const rows = [];
const row = (what, value, target, unit) => rows.push({ what, value, target, unit });
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function repeat(count, act) {
  const values = [];
  for (let round = 0; round < count; round += 1) {
    values.push(await act());
  }
  return median(values);
}

/** Calls `use` with a page in a fresh context; in the server's life it has the session's cookie. */
async function fresh(stage, life, use) {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (life === "server") {
    const page = await context.newPage();
    await page.goto(stage.addresses.server);
    await ready(page);
    await page.close();
  }
  // Notes when the board has its cells, by the clock that the browser paints by.
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector("[role=gridcell]")) {
        globalThis.boardAt = performance.now();
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
  const page = await context.newPage();
  const value = await use(page);
  await context.close();
  return value;
}

const workbench = (stage, life) => `${new URL(stage.addresses[life]).origin}/#/board/${SHOWN}`;

async function paints(stage, life) {
  const firsts = [];
  const boards = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await fresh(stage, life, async (page) => {
      await page.goto(workbench(stage, life));
      await page.waitForFunction(() => globalThis.boardAt !== undefined);
      const first = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
      firsts.push(first);
      boards.push(await page.evaluate(() => globalThis.boardAt));
    });
  }
  row(`${life}: first paint of the workbench`, median(firsts), 300, "ms");
  row(`${life}: the board is drawn`, median(boards), null, "ms");
}

async function weight(stage) {
  await fresh(stage, "static", async (page) => {
    const bodies = [];
    page.on("response", (response) => {
      if (!response.url().endsWith(".wasm")) {
        bodies.push(response.body().catch(() => Buffer.alloc(0)));
      }
    });
    await page.goto(workbench(stage, "static"));
    await page.waitForFunction(() => globalThis.boardAt !== undefined);
    const all = await Promise.all(bodies);
    row("page before the module", all.reduce((sum, body) => sum + body.length, 0) / 1000, 500, "kB");
    row("page before the module, gzip", all.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000, null, "kB");
  });
  const module = readFileSync(join(SITE, "sixfold.wasm"));
  row("module", module.length / 1000, null, "kB");
  row("module, gzip", gzipSync(module, { level: 9 }).length / 1000, 1200, "kB");
}

/** From the request for the module to the Worker that says that it is ready. Runs in the page. */
async function startModule() {
  const begun = performance.now();
  const module = await WebAssembly.compileStreaming(fetch("sixfold.wasm", { cache: "no-store" }));
  const worker = new Worker("engine-worker.js", { type: "module" });
  await new Promise((resolve) => {
    worker.onmessage = resolve;
    worker.postMessage({ kind: "load", module });
  });
  return performance.now() - begun;
}

/** The time from a click to a claim, in seconds. */
async function timed(page, name) {
  const bench = new Bench(page);
  const begun = performance.now();
  await bench.button(name).click();
  await bench.claim.first().waitFor({ timeout: 120_000 });
  return (performance.now() - begun) / 1000;
}

async function engines(stage) {
  const open = (name, act) => repeat(5, () => fresh(stage, "static", async (page) => {
    await page.goto(stage.addresses.static);
    await openBoard(page, name);
    return act(page);
  }));
  row(`${SOLVED} solved in the browser`, await open(SOLVED, (page) => timed(page, "Solve")), 2, "s");
  row(`${COUNTED} counted in the browser`, await open(COUNTED, async (page) => {
    await page.getByRole("heading", { name: "Count and list" }).click();
    return timed(page, "Count");
  }), 3, "s");
}

function print() {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  console.log(line(["what", "measured", "target", ""]));
  console.log("|---|---:|---:|---|");
  for (const { what, value, target, unit } of rows) {
    const number = (one) => `${one < 10 ? one.toFixed(2) : one.toFixed(0)} ${unit}`;
    console.log(line([what, number(value), target === null ? "" : `under ${number(target)}`, target === null || value <= target ? "" : "missed"]));
  }
}

const stage = await openStage();
try {
  await weight(stage);
  for (const life of ["static", "server"]) {
    await paints(stage, life);
  }
  row("module ready, from its request", await repeat(ROUNDS, () => fresh(stage, "static", async (page) => {
    await page.goto(stage.addresses.static);
    await ready(page);
    return page.evaluate(startModule);
  })), 300, "ms");
  await engines(stage);
} finally {
  await stage.close();
}
print();
