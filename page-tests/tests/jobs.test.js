// Jobs: stop, reload, two tabs, a restart of the server, a server that is gone.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Bench, openBoard } from "../tools/bench.js";
import { TEST_LIMIT } from "../tools/limits.js";
import { client, startProgram, stateFolder } from "../tools/program.js";
import { ENDLESS, stopListed } from "../tools/screens.js";
import { LIVES, openStage, ready, SERVER, visit } from "../tools/stage.js";
import { expectEventually } from "../tools/wait.js";

const SOLUTION = /^solution$/m;

const stage = await openStage();
after(() => stage.close());
const server = await client(stage.addresses.server);
const limits = { timeout: TEST_LIMIT };

/** Starts solving and waits for the first incumbent on the board. */
async function startLong(page) {
  const bench = await openBoard(page, ENDLESS);
  await bench.button("Solve").click();
  await bench.button("Stop").waitFor();
  await expectEventually(() => bench.text.inputValue(), (text) => SOLUTION.test(text), "no incumbent");
  return bench;
}

/** Stops the job of the workbench and waits for its end. */
async function stop(bench) {
  await bench.button("Stop").click();
  await bench.claim.first().waitFor();
  await bench.button("Stop").waitFor({ state: "hidden" });
}

async function isCorrect(text) {
  const [verdict] = (await server.ask({ verb: "check", text })).filter((line) => line.type === "result");
  return verdict.data.ok && verdict.data.complete;
}

for (const life of LIVES) {
  test(`${life}: a stopped job keeps its last incumbent`, limits, async () => {
    await visit(stage, stage.addresses[life], {}, async (page) => {
      const bench = await startLong(page);
      await stop(bench);
      assert.equal(await bench.claim.first().innerText().then((words) => words.replace(/^\W+/, "")), "found");
      assert.ok(await isCorrect(await bench.text.inputValue()));
      await page.getByRole("link", { name: /^Runs/ }).click();
      await page.getByRole("heading", { name: "Stopped" }).waitFor();
    });
  });

  test(`${life}: a job that is edited under keeps the edit and offers its solution`, limits, async () => {
    await visit(stage, stage.addresses[life], {}, async (page) => {
      const bench = await startLong(page);
      const edited = `# mine\n${await bench.text.inputValue()}`;
      await bench.type(edited);
      await stop(bench);
      await bench.button("Show the solution").click();
      await expectEventually(() => bench.text.inputValue(), (text) => !text.startsWith("# mine"), "the solution is not shown");
      assert.ok(await isCorrect(await bench.text.inputValue()));
    });
  });

  test(`${life}: several jobs run at once, each with its own board`, limits, async () => {
    await visit(stage, stage.addresses[life], {}, async (page) => {
      await startLong(page);
      const first = page.url();
      await startLong(page);
      assert.notEqual(page.url(), first);
      await page.getByRole("link", { name: /^Runs/ }).click();
      const stops = page.getByRole("button", { name: /^Stop / });
      await expectEventually(() => stops.count(), (count) => count >= 2, "two jobs are not listed");
      await stopListed(page);
      await page.getByRole("checkbox", { name: /^Compare / }).nth(0).check();
      await page.getByRole("checkbox", { name: /^Compare / }).nth(1).check();
      await page.getByRole("link", { name: "Compare the two" }).click();
      await page.getByRole("heading", { name: "Compare two solutions" }).waitFor();
      await page.getByRole("combobox", { name: "Right solution" }).waitFor();
    });
  });
}

test("static: a reload cuts the job off, and its last incumbent is kept", limits, async () => {
  await visit(stage, stage.addresses.static, {}, async (page) => {
    await startLong(page);
    await page.reload();
    await ready(page);
    await page.getByRole("link", { name: /^Runs/ }).click();
    await page.getByRole("heading", { name: "Stopped" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: /^solve / }).click();
    const bench = new Bench(page);
    await expectEventually(() => bench.text.inputValue(), (text) => SOLUTION.test(text), "the incumbent is lost");
    assert.ok(await isCorrect(await bench.text.inputValue()));
  });
});

test("server: a reload during a job takes it up again", limits, async () => {
  await visit(stage, stage.addresses.server, {}, async (page) => {
    await startLong(page);
    await page.reload();
    await ready(page);
    const bench = new Bench(page);
    await bench.ready();
    await bench.button("Stop").waitFor();
    await expectEventually(() => bench.text.inputValue(), (text) => SOLUTION.test(text), "no incumbent after the reload");
    await stop(bench);
    assert.ok(await isCorrect(await bench.text.inputValue()));
  });
});

test("server: two tabs see the same job, and each can stop it", limits, async () => {
  await visit(stage, stage.addresses.server, {}, async (page, context) => {
    const first = await startLong(page);
    const tab = await context.newPage();
    await tab.goto(page.url());
    const second = new Bench(tab);
    await second.ready();
    await second.button("Stop").waitFor();
    await expectEventually(() => second.text.inputValue(), (text) => SOLUTION.test(text), "no incumbent in the second tab");
    await stop(second);
    await first.claim.first().waitFor();
    await first.shows(await second.text.inputValue());
  });
});

test("server: stopped and finished runs outlive a restart, and a stopped one goes on", limits, async () => {
  const folder = stateFolder();
  let program = await startProgram(SERVER, folder.path);
  try {
    await visit(stage, program.address, {}, async (page) => {
      const bench = await startLong(page);
      await stop(bench);
    });
    await program.close();
    program = await startProgram(SERVER, folder.path);
    await visit(stage, program.address, { hash: "#/runs" }, async (page) => {
      await page.getByRole("heading", { name: "Stopped" }).waitFor();
      await page.getByRole("button", { name: /^Resume / }).click();
      const bench = new Bench(page);
      await bench.ready();
      await bench.button("Stop").waitFor();
      await expectEventually(() => bench.text.inputValue(), (text) => SOLUTION.test(text), "no incumbent after the restart");
      await stop(bench);
      assert.ok(await isCorrect(await bench.text.inputValue()));
    });
  } finally {
    await program.close();
    folder.remove();
  }
});

test("server: a server that is gone is said to be gone, and what is on the page stays", limits, async () => {
  const folder = stateFolder();
  const program = await startProgram(SERVER, folder.path);
  try {
    await visit(stage, program.address, {}, async (page, context, reports) => {
      const bench = await openBoard(page, ENDLESS);
      const text = await bench.text.inputValue();
      reports.allow(/net::ERR_/);
      await program.close();
      await bench.type(`# later\n${text}`);
      await page.getByText(/server cannot be reached/).first().waitFor();
      await bench.shows(`# later\n${text}`);
    });
  } finally {
    await program.close();
    folder.remove();
  }
});
