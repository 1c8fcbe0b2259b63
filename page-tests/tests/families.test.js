// Each family in both lives: load, edit, see a violation, undo, solve, see the verified claim, export,
// share. The families come from `list`, the boards that break a rule from the folder of puzzles, so a
// new family is tested without a line here.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { solutionPart } from "../../crates/serve/page/document.js";
import { Bench, isSvg, openBoard } from "../tools/bench.js";
import { TEST_LIMIT } from "../tools/limits.js";
import { client } from "../tools/program.js";
import { families, LIVES, openStage, ready, visit } from "../tools/stage.js";
import { expectEventually } from "../tools/wait.js";

const PUZZLES = new URL("../../crates/puzzle/puzzles/", import.meta.url).pathname;

/** How long an optimising engine may search. */
const SEARCH_SECONDS = 10;

const stage = await openStage();
after(() => stage.close());
const { ask } = await client(stage.addresses.server);
const one = async (request) => (await ask(request)).find((line) => line.type === "result")?.data;
const all = await families(stage);

/** The preset with the fewest cells that still is a board: of order 3 or more; of several the first. */
async function smallestPreset(family) {
  const boards = [];
  for (const name of family.presets) {
    const { text } = await one({ verb: "text", name });
    boards.push({ name, text, order: orderOf(text) });
  }
  const size = ({ order }) => (order < 3 ? Infinity : order);
  return boards.reduce((best, board) => (size(board) < size(best) ? board : best));
}

/** The order in the header of a text: `FAMILY ORDER …`. */
function orderOf(text) {
  const header = text.split("\n").find((line) => line.trim() !== "" && !line.startsWith("#"));
  return Number(header.split(/\s+/)[1]);
}

/** The boards of a family that break a rule. */
function badBoards(family) {
  const folder = join(PUZZLES, family, "bad");
  assert.ok(existsSync(folder), `no boards that break a rule: ${folder}`);
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
}

/** The cells of a stroke that changes the text, found by trying pairs of neighbours and then lines of three. */
async function someStroke(text, order) {
  const steps = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
  for (let r = 1 - order; r < order; r += 1) {
    for (let q = Math.max(1 - order, 1 - order - r); q < Math.min(order, order - r); q += 1) {
      for (const length of [1, 2, 3]) {
        for (const [dq, dr] of length === 1 ? [[0, 0]] : steps) {
          const cells = Array.from({ length }, (_, index) => [q + index * dq, r + index * dr]);
          const inside = cells.every(([a, b]) => Math.max(Math.abs(a), Math.abs(b), Math.abs(a + b)) < order);
          const result = inside && (await one({ verb: "stroke", text, cells }));
          if (result && result.text !== text) {
            return { cells, text: result.text };
          }
        }
      }
    }
  }
  return assert.fail("no stroke changes this board");
}

/** Drags over cells with the mouse. */
async function drag(page, bench, cells) {
  for (const [index, [q, r]] of cells.entries()) {
    const box = await bench.cell(q, r).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
    if (index === 0) {
      await page.mouse.down();
    }
  }
  await page.mouse.up();
}

/** A part of a test; the parts after one that failed are left out. */
async function stepOf(t, name, act) {
  let problem = null;
  await t.test(name, async () => {
    try {
      await act();
    } catch (error) {
      problem = error;
      throw error;
    }
  });
  if (problem) {
    throw new Error(`${name}: the rest was left out`);
  }
}

for (const life of LIVES) {
  for (const family of all) {
    test(`${family.family}, ${life}`, { timeout: TEST_LIMIT }, async (t) => {
      const preset = await smallestPreset(family);
      await visit(stage, stage.addresses[life], {}, async (page, context, reports) => {
        const bench = new Bench(page);
        const step = (name, act) => stepOf(t, name, act);

        await step("loads from the gallery", async () => {
          const section = page.getByRole("region", { name: family.description.split(": ")[0] });
          await section.waitFor();
          const more = section.getByRole("button", { name: /^Show all/ });
          if (await more.isVisible()) {
            await more.click();
          }
          await section.getByRole("link", { name: new RegExp(`(^|\\s)${preset.name}$`) }).click();
          await bench.ready();
          await bench.shows(preset.text);
        });

        await step("a cell is edited, and undone", async () => {
          await openBoard(page, preset.name);
          await bench.layer("Puzzle");
          const { before, after: edited } = await bench.edit();
          await bench.button("Undo").click();
          await bench.shows(before);
          await bench.button("Redo").click();
          await bench.shows(edited);
          await bench.button("Undo").click();
          await bench.shows(preset.text);
        });

        await step("the solution is edited, and undone", async () => {
          await bench.layer("Solution");
          if (family.answer === "strokes") {
            const { cells, text } = await someStroke(preset.text, preset.order);
            await drag(page, bench, cells);
            // The page keeps the comments and the rows as they are written.
            await expectEventually(async () => solutionPart(await bench.text.inputValue()), (part) => part === solutionPart(text), "another solution");
          } else {
            const { after: edited } = await bench.edit();
            assert.match(edited, /^\s*solution\b/m);
          }
          await bench.button("Undo").click();
          await bench.shows(preset.text);
        });

        for (const [index, text] of badBoards(family.family).entries()) {
          await step(`broken board ${index + 1} shows the rule, and undo removes it`, async () => {
            const { violations } = await one({ verb: "check", text });
            await bench.type(text);
            const words = await bench.violation();
            assert.ok(violations.some(({ code, message }) => words.includes(code) && words.includes(message)), words);
            await bench.button("Undo").click();
            await bench.shows(preset.text);
            await bench.broken.waitFor({ state: "hidden" });
          });
        }

        await step("solves, and the claim is verified", async () => {
          // Where there is an objective, an engine may look for better solutions for hours.
          const claim = await bench.solve(family.objective === null ? null : SEARCH_SECONDS);
          const text = await bench.text.inputValue();
          const verdict = await one({ verb: "check", text });
          assert.deepEqual([verdict.ok, verdict.complete], [true, true], text);
          await bench.claim.first().click();
          const evidence = page.getByRole("dialog", { name: `Evidence: ${claim}` });
          await evidence.getByText(/^sixfold solve /).first().waitFor();
          await page.keyboard.press("Escape");
          await evidence.waitFor({ state: "detached" });
        });

        await step("exports a picture", async () => {
          const { bytes, name } = await bench.download("SVG");
          assert.match(name, /\.svg$/);
          assert.ok(await isSvg(page, bytes.toString("utf8")));
          const png = await bench.download("PNG");
          assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
        });

        await step("exports the text", async () => {
          const { bytes } = await bench.download("Text");
          assert.equal(bytes.toString("utf8"), await bench.text.inputValue());
        });

        await step("a share link opens the same board elsewhere", async () => {
          const text = await bench.text.inputValue();
          const link = await bench.shareLink();
          await visit(stage, stage.addresses[life], {}, async (other) => {
            await other.goto(link);
            await ready(other);
            const there = new Bench(other);
            await there.ready();
            await there.shows(text);
          });
        });
        assert.deepEqual(reports.problems, []);
      });
    });
  }
}
