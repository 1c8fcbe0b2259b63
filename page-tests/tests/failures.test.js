// What goes wrong on purpose: no network, a trap in the module, a job that fails, a wrong token, a text
// that cannot be read, a page that was opened as a file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { Bench, openBoard } from "../tools/bench.js";
import { TEST_LIMIT } from "../tools/limits.js";
import { families, openStage, ready, SITE, visit } from "../tools/stage.js";
import { serveFolder } from "../tools/static-server.js";
import { expectEventually } from "../tools/wait.js";
import { guard } from "../tools/wasm-guard.js";

const stage = await openStage();
after(() => stage.close());
const limits = { timeout: TEST_LIMIT };
// A family whose small boards are solved for good at once.
const family = (await families(stage)).find((one) => one.objective === null);
const preset = family.presets[1];

/** Requests of so many bytes make the guarded functions of the module trap. */
const LONG_RUN = 20_000;
const LONG_ASK = 60_000;
const comment = (length) => `# ${"x".repeat(length)}\n`;

/** A site whose module traps on long requests. */
function trappingSite() {
  const module = readFileSync(join(SITE, "sixfold.wasm"));
  const guarded = guard(guard(module, "ask", LONG_ASK), "run", LONG_RUN);
  assert.ok(WebAssembly.validate(guarded));
  return serveFolder(SITE, { replaced: { "/sixfold.wasm": guarded } });
}

test("static: after one visit the site works without a network", limits, async () => {
  const site = await serveFolder(SITE);
  await visit(stage, site.address, {}, async (page, context, reports) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await ready(page);
    await expectEventually(() => page.evaluate(() => navigator.serviceWorker.controller !== null), Boolean, "no service worker");
    // The service worker asks whether there is a server by now.
    reports.allow(/api\/about/);
    await site.close();
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    const bench = await openBoard(page, preset);
    await bench.solve();
    for (const [link, heading] of [["Runs", "Runs"], ["Records", "Records"], ["Gallery", "Puzzles on hexagons"]]) {
      await page.getByRole("link", { name: new RegExp(`^${link}`) }).click();
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    }
  });
});

test("static: a trap in the module is shown, and the page goes on", limits, async () => {
  const site = await trappingSite();
  await visit(stage, site.address, {}, async (page) => {
    const bench = await openBoard(page, preset);
    const text = await bench.text.inputValue();
    await bench.type(comment(LONG_ASK) + text);
    await page.getByText(/The program failed/).first().waitFor();
    await bench.button("Undo").click();
    await bench.shows(text);
    await page.getByText(/The program failed/).first().waitFor({ state: "hidden" });
    await bench.solve();
  });
  await site.close();
});

test("static: a trap in a job is shown, and the next job works", limits, async () => {
  const site = await trappingSite();
  await visit(stage, site.address, {}, async (page) => {
    const bench = await openBoard(page, preset);
    const text = await bench.text.inputValue();
    await bench.type(comment(LONG_RUN) + text);
    await bench.button("Solve").click();
    await page.getByText(/The program failed/).first().waitFor();
    await bench.button("Undo").click();
    await bench.shows(text);
    await bench.solve();
  });
  await site.close();
});

test("server: a job that fails is shown as what it is, and the page goes on", limits, async () => {
  await visit(stage, stage.addresses.server, {}, async (page) => {
    const bench = await openBoard(page, preset);
    const lines = [
      { type: "begin", schema: 1, data: { verb: "solve", version: "0" } },
      { type: "error", schema: 1, data: { message: "the engine failed: index out of bounds", line: null, column: null, help: null } },
    ];
    const events = lines.map((line, index) => `id: ${index + 1}\ndata: ${JSON.stringify({ number: index + 1, at: 0.1, line })}\n\n`);
    const pattern = "**/api/jobs/*/events*";
    await page.route(pattern, (route) => route.fulfill({ contentType: "text/event-stream", body: events.join("") }));
    await bench.button("Solve").click();
    await page.getByText(/the engine failed: index out of bounds/).first().waitFor();
    await page.unroute(pattern);
    await bench.solve();
  });
});

test("server: without the token the page says what is missing, and with a wrong one too", limits, async () => {
  const { origin } = new URL(stage.addresses.server);
  for (const hash of ["", "#token=wrong"]) {
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/${hash}`);
    await page.getByText(/Open the address with the token/).waitFor();
    assert.ok(!page.url().includes("token"));
    await context.close();
  }
});

test("server: the token leaves the address bar, and a reload needs it no more", limits, async () => {
  await visit(stage, stage.addresses.server, {}, async (page) => {
    assert.ok(!page.url().includes("token"));
    await page.reload();
    await page.getByRole("heading", { name: "Puzzles on hexagons" }).waitFor();
  });
});

for (const life of ["static", "server"]) {
  test(`${life}: an unreadable text is marked at its token, and the last board stays`, limits, async () => {
    await visit(stage, stage.addresses[life], {}, async (page) => {
      const bench = await openBoard(page, preset);
      const text = await bench.text.inputValue();
      const lines = text.split("\n");
      const rows = lines.findIndex((line) => line !== "" && !line.startsWith("#")) + 1;
      lines[rows] = `${lines[rows]} §`;
      const count = await bench.cells.count();
      await bench.type(lines.join("\n"));
      await page.getByRole("button", { name: new RegExp(`^line ${rows + 1}, column \\d+$`) }).click();
      assert.equal(await bench.text.getAttribute("aria-invalid"), "true");
      assert.equal(await bench.cells.count(), count);
      await bench.button("Undo").click();
      await expectEventually(() => bench.text.getAttribute("aria-invalid"), (value) => value === "false", "still marked");
    });
  });

  test(`${life}: what cannot be opened says so`, limits, async () => {
    await visit(stage, stage.addresses[life], {}, async (page) => {
      for (const hash of ["#/board/no/such", "#/s/damaged", "#/run/no-such", "#/own/no-such"]) {
        await page.goto(`${new URL(page.url()).origin}/${hash}`);
        await page.getByRole("heading", { name: "This cannot be opened" }).waitFor();
        await page.getByRole("link", { name: "To the gallery" }).click();
        await page.getByRole("heading", { name: "Puzzles on hexagons" }).waitFor();
      }
    });
  });

  test(`${life}: a board that only a script could bring is shown as text`, limits, async () => {
    await visit(stage, stage.addresses[life], {}, async (page) => {
      const bench = await openBoard(page, preset);
      await bench.type(`${await bench.text.inputValue()}\n<img src=x onerror="document.title='owned'"> <script>document.title='owned'</script>`);
      await expectEventually(() => bench.text.getAttribute("aria-invalid"), (value) => value === "true", "no error");
      assert.doesNotMatch(await page.title(), /owned/);
      assert.equal(await page.locator("img[src=x]").count(), 0);
    });
  });
}

test("a page that was opened as a file says what to do", limits, async () => {
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(SITE, "index.html")).href);
  await page.getByText("sixfold serve --open").waitFor();
  await context.close();
});
