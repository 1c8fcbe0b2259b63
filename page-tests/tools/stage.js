// What the tests of the page stand on: one Chromium, the static site behind a static file server, and
// the program's own server. Each page runs in a context of its own, and what must not happen in any
// test (see `watch.js`) fails the test that made it happen.
//
// Environment: SIXFOLD_SITE, the folder of the static site; SIXFOLD_SERVER, the words of the command that
// starts the server, one per line; SIXFOLD_CHROMIUM, another browser than Debian's.

import assert from "node:assert/strict";

import { chromium } from "playwright-core";

import { LIMIT } from "./limits.js";
import { client, startProgram, stateFolder } from "./program.js";
import { serveFolder } from "./static-server.js";
import { Reports } from "./watch.js";

/** The names of the two lives of the page. */
export const LIVES = (process.env.SIXFOLD_LIVES ?? "static server").split(" ");

/** The folder of the static site. */
export const SITE = process.env.SIXFOLD_SITE;

/** The command that starts the server. */
export const SERVER = (process.env.SIXFOLD_SERVER ?? "").split("\n").filter((word) => word !== "");

/** Starts Chromium. */
export function launch(options = {}) {
  const executablePath = process.env.SIXFOLD_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], ...options });
}

/** Everything that a file of tests needs; `close` ends it. */
export async function openStage() {
  assert.ok(SITE && SERVER.length > 0, "SIXFOLD_SITE and SIXFOLD_SERVER are not set: use the script `run`");
  const browser = await launch();
  const folder = stateFolder();
  const site = await serveFolder(SITE);
  const program = await startProgram(SERVER, folder.path);
  const close = async () => {
    await browser.close();
    await program.close();
    await site.close();
    folder.remove();
  };
  return { browser, folder, program, addresses: { static: site.address, server: program.address }, close };
}

/** The families as the server lists them. */
export async function families(stage) {
  const { ask } = await client(stage.addresses.server);
  return (await ask({ verb: "list" })).filter((line) => line.type === "result").map((line) => line.data);
}

/**
 * Opens a context at an address and calls `use(page, context, reports)` with a page in it that shows
 * `hash`. Fails if anything happened that must not happen.
 */
export async function visit(stage, address, options, use) {
  const { hash = "", ...contextOptions } = options;
  const reports = new Reports(new URL(address).origin);
  const context = await stage.browser.newContext({ acceptDownloads: true, viewport: { width: 1280, height: 800 }, ...contextOptions });
  context.setDefaultTimeout(LIMIT);
  reports.listen(context);
  try {
    const page = await context.newPage();
    await page.goto(address);
    await ready(page);
    if (hash) {
      await page.goto(`${new URL(address).origin}/${hash}`);
      await ready(page);
    }
    await use(page, context, reports);
  } finally {
    await context.close();
  }
  assert.deepEqual(reports.problems, []);
}

/** Waits until the page has found out which life it leads and shows a screen. */
export async function ready(page) {
  await page.getByRole("main").getByRole("heading").first().waitFor();
}
