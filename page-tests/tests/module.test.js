// @ts-check
// The WebAssembly module itself, without a browser: what it says where it can do less than the program.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** The lines of a run. @param {object} request */
async function run(request) {
  /** @type {string[]} */
  const lines = [];
  /** @type {any} */
  let module = null;
  const read = (/** @type {number} */ at, /** @type {number} */ length) =>
    new TextDecoder().decode(new Uint8Array(module.memory.buffer, at >>> 0, length));
  const page = {
    now: () => performance.now(),
    event: (/** @type {number} */ at, /** @type {number} */ length) => lines.push(read(at, length)),
    panic: (/** @type {number} */ at, /** @type {number} */ length) => assert.fail(read(at, length)),
  };
  const bytes = readFileSync(join(process.env["SIXFOLD_SITE"] ?? "", "sixfold.wasm"));
  module = (await WebAssembly.instantiate(bytes, { page })).instance.exports;
  const text = new TextEncoder().encode(JSON.stringify(request));
  const place = module.reserve(text.length) >>> 0;
  new Uint8Array(module.memory.buffer, place, text.length).set(text);
  module.run(place, text.length);
  return lines.map((line) => JSON.parse(line));
}

const BOARD = "hexiom 2\n . .\n1 . 1\n . .\n";

// Once, the default solver was taken for an option that has no effect on a proof.
test("a solution is found where a proof was asked for, since it needs none", async () => {
  const lines = await run({ verb: "solve", text: BOARD, prove: true });
  assert.deepEqual(lines.at(-1)?.data, { exit: 0 });
  assert.equal(lines.at(-2)?.data.verdict, "solved");
});

test("CaDiCaL is known by name, and not there", async () => {
  const settings = [{ name: "backend", value: "cadical" }];
  const last = (await run({ verb: "solve", text: BOARD, engine: "sat", settings })).at(-1);
  assert.equal(last.type, "error");
  assert.match(last.data.message, /there is no CaDiCaL here/);
});
