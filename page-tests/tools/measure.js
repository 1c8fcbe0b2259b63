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

/** Notes when the first Worker of the page says that its module is ready. Runs in the page, before its scripts. */
function noteReady() {
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "ready") {
          globalThis.readyAt ??= performance.now();
        }
      });
    }
  };
}

/** From the page's own request for the module, while the page starts, to the Worker that says that it is ready; and the
 * same from the beginning of the navigation. */
async function moduleReady(stage, hash) {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(noteReady);
  const page = await context.newPage();
  // The Worker makes the request, so the page's own list of resources does not have it.
  let request = null;
  page.on("request", (made) => {
    if (made.url().endsWith(".wasm")) {
      request ??= made;
    }
  });
  await page.goto(`${new URL(stage.addresses.static).origin}/${hash}`);
  await page.waitForFunction(() => globalThis.readyAt !== undefined);
  const [origin, readyAt] = await page.evaluate(() => [performance.timeOrigin, globalThis.readyAt]);
  const taken = { fromRequest: origin + readyAt - request.timing().startTime, fromStart: readyAt };
  await context.close();
  return taken;
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
  for (const [screen, hash] of [["gallery", "#/"], ["workbench", `#/board/${SHOWN}`]]) {
    const taken = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      taken.push(await moduleReady(stage, hash));
    }
    row(`${screen}: module ready, from its request`, median(taken.map(({ fromRequest }) => fromRequest)), 300, "ms");
    row(`${screen}: module ready, from the navigation`, median(taken.map(({ fromStart }) => fromStart)), null, "ms");
  }
  await engines(stage);
} finally {
  await stage.close();
}
print();
