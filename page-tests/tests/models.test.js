// Geometry and jobs, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { areNeighbours, boardCells, cellAt, cellCount, centreOf, isOnBoard, keyOf, lineBetween, neighbour, STEPS } from "../../crates/serve/page/geometry.js";
import { duration, JobModel, plain } from "../../crates/serve/page/job-model.js";
import { seeded } from "../tools/random.js";

test("a point belongs to the cell with the nearest centre", () => {
  const random = seeded(3);
  const cells = boardCells(5);
  assert.equal(cells.length, cellCount(5));
  for (let round = 0; round < 2000; round += 1) {
    const x = random(300) - 150;
    const y = random(240) - 120;
    const distance = (cell) => Math.hypot(centreOf(cell).x - x, centreOf(cell).y - y);
    const found = cellAt(x, y);
    const least = Math.min(...boardCells(9).map(distance));
    assert.ok(distance(found) <= least + 1e-6, `${x},${y}: ${keyOf(found)}`);
  }
});

test("each direction and its opposite meet, and stop at the boundary", () => {
  const opposite = { east: "west", northeast: "southwest", northwest: "southeast", west: "east", southwest: "northeast", southeast: "northwest" };
  for (const cell of boardCells(4)) {
    for (const direction of Object.keys(STEPS)) {
      const next = neighbour(cell, direction, 4);
      assert.equal(next === null, !isOnBoard([cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]], 4));
      if (next) {
        assert.ok(areNeighbours(cell, next));
        assert.deepEqual(neighbour(next, opposite[direction], 4), cell);
      }
    }
  }
});

test("a drag between two cells visits neighbours only", () => {
  const cells = boardCells(4);
  for (const from of cells) {
    for (const to of cells) {
      const line = [from, ...lineBetween(from, to)];
      assert.deepEqual(line.at(-1), to);
      assert.ok(line.slice(1).every((cell, index) => areNeighbours(cell, line[index])), `${from} ${to}`);
    }
  }
});

test("events that come twice change a job once", () => {
  const line = (type, data) => ({ type, schema: 1, data });
  const events = [
    line("begin", { verb: "solve", version: "1" }),
    line("improved", { objective: 5, solution: "a" }),
    line("bound", { bound: 3 }),
    line("improved", { objective: 4, solution: "b" }),
    line("result", { objective: 4, solution: "b" }),
    line("end", { exit: 0 }),
  ].map((one, index) => ({ number: index + 1, at: index, line: one }));
  const model = new JobModel();
  for (const event of [...events.slice(0, 4), ...events.slice(1, 4), ...events, ...events]) {
    model.take(event);
  }
  assert.equal(model.incumbents.length, 2);
  assert.equal(model.bounds.length, 1);
  assert.equal(model.results.length, 1);
  assert.equal(model.solution, "b");
  assert.equal(model.running, false);
});

test("a job that fails keeps what it had", () => {
  const model = new JobModel();
  model.take({ number: 1, at: 0, line: { type: "improved", schema: 1, data: { objective: null, solution: "a" } } });
  model.take({ number: 2, at: 1, line: { type: "error", schema: 1, data: { message: "no", line: null, column: null, help: null } } });
  assert.deepEqual([model.running, model.solution, model.error.message], [false, "a", "no"]);
});

test("numbers and times are short", () => {
  assert.deepEqual([0, 12, 1234, 0.123, 1_234_567, 5e9].map(plain), ["0", "12", "1,234", "0.12", "1.2 million", "5.0 billion"]);
  assert.deepEqual([0.0123, 1.26, 61, 3_700].map(duration), ["12 ms", "1.3 s", "1 min 1 s", "1 h 1 min"]);
});
