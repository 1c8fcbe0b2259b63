// A proof that the server made, checked in the static site, and a forged one.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { openBoard } from "../tools/bench.js";
import { TEST_LIMIT } from "../tools/limits.js";
import { client } from "../tools/program.js";
import { families, openStage, visit } from "../tools/stage.js";

/** A board that is proved within a second. */
const PROVED = "neighbors/3";

const stage = await openStage();
after(() => stage.close());

/** Solves with a proof in the server's life and downloads it. */
async function makeProof() {
  let proof;
  await visit(stage, stage.addresses.server, {}, async (page) => {
    const bench = await openBoard(page, PROVED);
    await page.getByText("Engine and options", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Write a proof and check it" }).check();
    assert.equal(await bench.solve(), "certified");
    await bench.claim.first().click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^Download/ }).click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) {
      chunks.push(chunk);
    }
    proof = Buffer.concat(chunks);
  });
  return proof;
}

test("a proof made by the server is checked in the static site, and a forged one is refused", { timeout: TEST_LIMIT }, async () => {
  const proof = await makeProof();
  const lines = proof.toString("utf8").trimEnd().split("\n");
  const forged = lines.filter((_, index) => index !== Math.floor(lines.length / 2)).join("\n");
  await visit(stage, stage.addresses.static, {}, async (page) => {
    await openBoard(page, PROVED);
    await page.getByText("Check a proof", { exact: true }).click();
    const input = page.getByLabel("Proof file");
    const verdict = page.getByRole("status").filter({ hasText: /proof|step|clause|line/i });
    await input.setInputFiles({ name: "proof.lrat", mimeType: "text/plain", buffer: proof });
    await verdict.filter({ hasText: "The proof holds" }).waitFor();
    await input.setInputFiles({ name: "forged.lrat", mimeType: "text/plain", buffer: Buffer.from(forged) });
    await page.getByText("The proof holds").waitFor({ state: "hidden" });
    await verdict.filter({ hasNotText: "Checking…" }).first().waitFor();
    assert.equal(await page.getByText("The proof holds").count(), 0);
  });
});

test("the static site says that it makes no proofs, and does not offer one", { timeout: TEST_LIMIT }, async () => {
  await visit(stage, stage.addresses.static, {}, async (page) => {
    await page.getByText(/no new proofs/).waitFor();
    await openBoard(page, PROVED);
    await page.getByText("Engine and options", { exact: true }).click();
    await page.getByRole("combobox", { name: "Engine" }).waitFor();
    assert.equal(await page.getByRole("checkbox", { name: "Write a proof and check it" }).count(), 0);
  });
});

test("options that name a file or a program are neither offered nor accepted", { timeout: TEST_LIMIT }, async () => {
  const server = await client(stage.addresses.server);
  const all = await families(stage);
  assert.ok(all.some((family) => family.engines.some((engine) => engine.options.some((option) => option.outside))));
  await visit(stage, stage.addresses.server, {}, async (page) => {
    for (const family of all) {
      const bench = await openBoard(page, family.presets[0]);
      await page.getByText("Engine and options", { exact: true }).click();
      const also = page.getByRole("checkbox", { name: "Also engines for comparison" }).first();
      if (await also.isVisible()) {
        await also.check();
      }
      const text = await bench.text.inputValue();
      for (const engine of family.engines.filter((one) => one.powers.includes("finds"))) {
        await page.getByRole("combobox", { name: "Engine" }).first().selectOption(engine.name);
        for (const option of engine.options) {
          const fields = page.locator(`[data-option="${option.name}"]`).filter({ visible: true });
          assert.equal((await fields.count()) > 0, option.outside === null, `${family.family} ${engine.name} ${option.name}`);
        }
      }
      for (const engine of family.engines) {
        for (const option of engine.options.filter((one) => one.outside !== null)) {
          const settings = [{ name: option.name, value: "/etc/hostname" }];
          const reply = await server.send("/api/jobs", { verb: "solve", text, engine: engine.name, settings });
          assert.ok(reply.status >= 400 && reply.status < 500, `${engine.name} ${option.name}: ${reply.status}`);
          const { message } = await reply.json();
          assert.ok(message.includes(option.name), message);
        }
      }
    }
  });
});
