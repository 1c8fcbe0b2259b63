// @ts-check
/**
 * Two solutions side by side; the cells in which they differ are outlined in both pictures and listed below.
 */

import { announce, sentence } from "./announce.js";
import { BoardView } from "./board-view.js";
import { puzzlePart, solutionPart, withSolution } from "./document.js";
import { fill, h } from "./elements.js";
import { cellAt, isOnBoard } from "./geometry.js";
import { askOne } from "./interface.js";
import { hasSolutions, moment } from "./runs.js";
import { ownBoards } from "./storage.js";
import { currentTheme, onTheme } from "./theme.js";
import { trimmed } from "./thumbs.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").JobEntry} JobEntry */
/** @typedef {import("./types.js").JobEvent} JobEvent */
/** @typedef {import("./types.js").LookResult} LookResult */
/** @typedef {import("./types.js").Screen} Screen */
/** @typedef {{key: string, title: string, text: () => Promise<string>}} Source */

/** So many solutions of a list are offered. */
const MOST_LISTED = 50;
/** So many cells are listed as different. */
const MOST_ROWS = 400;

/**
 * All past events of a run; those still to come are not waited for.
 * @param {Interface} interface_
 * @param {JobEntry} job
 * @returns {Promise<JobEvent[]>}
 */
function pastEvents(interface_, job) {
  return new Promise((resolve) => {
    /** @type {JobEvent[]} */
    const events = [];
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve(events);
    };
    const timer = setTimeout(done, 4000);
    const stop = interface_.watch(job.job, 1, (event) => {
      events.push(event);
      const last = event.line.type === "end" || event.line.type === "error" || event.number >= job.events;
      if (last) queueMicrotask(done);
    });
  });
}

/**
 * The solutions of a run: the last one found, or those of a list.
 * @param {JobEvent[]} events
 * @returns {string[]}
 */
function solutionsOf(events) {
  /** @type {string[]} */
  const listed = [];
  let best = "";
  for (const { line } of events) {
    if (line.type === "improved" && line.data.solution) best = line.data.solution;
    if (line.type !== "result" || typeof line.data["solution"] !== "string") continue;
    if (line.data["number"]) listed.push(line.data["solution"]);
    else best = line.data["solution"];
  }
  return best === "" ? listed : [best];
}

/**
 * Everything that can be compared.
 * @param {Interface} interface_
 * @returns {Promise<Source[]>}
 */
async function allSources(interface_) {
  /** @type {Source[]} */
  const sources = [];
  for (const job of (await interface_.jobs()).filter(hasSolutions)) {
    const title = `${job.title}, ${moment(job.begun)}`;
    const text = (/** @type {number} */ at) => async () => {
      const solution = solutionsOf(await pastEvents(interface_, job))[at];
      if (!solution) throw new Error("This run has no solution yet");
      return withSolution(String(job.request["text"]), solution);
    };
    sources.push({ key: `run:${job.job}`, title, text: text(0) });
    if (job.request.verb !== "enumerate") continue;
    for (let number = 2; number <= Math.min(MOST_LISTED, job.events - 2); number += 1) {
      sources.push({ key: `run:${job.job}:${number}`, title: `${title}, solution ${number}`, text: text(number - 1) });
    }
  }
  for (const board of await ownBoards()) {
    if (solutionPart(board.text) === null) continue;
    sources.push({ key: `own:${board.id}`, title: `Your board “${board.name}”`, text: async () => board.text });
  }
  return sources;
}

/**
 * The cells in which two boards differ, with their words.
 * @param {LookResult} left
 * @param {LookResult} right
 * @returns {{cell: Cell, left: string, right: string}[]}
 */
function differences(left, right) {
  /** @param {LookResult} look */
  const words = (look) => {
    const solved = look.cells.some((one) => one.layer === "solution");
    const layer = solved ? "solution" : "puzzle";
    return new Map(look.cells.filter((one) => one.layer === layer).map((one) => [String(one.cell), one]));
  };
  const [ours, theirs] = [words(left), words(right)];
  return [...ours.values()].filter((one) => theirs.get(String(one.cell))?.word !== one.word)
    .map((one) => ({ cell: one.cell, left: one.word, right: theirs.get(String(one.cell))?.word ?? "no such cell" }));
}

/**
 * The parts of a picture by what they look like, each with the points that it touches. A line through several cells
 * counts as its single steps.
 * @param {string} svg
 * @returns {Map<string, [number, number][]>}
 */
function drawnParts(svg) {
  /** @type {Map<string, [number, number][]>} */
  const parts = new Map();
  for (const element of trimmed(svg).root.querySelectorAll("use, text, path, line, circle")) {
    if (element.closest("defs")) continue;
    const value = (/** @type {string} */ name) => Number(element.getAttribute(name) ?? 0);
    const looks = ["fill", "stroke", "href", "stroke-dasharray"].map((name) => element.getAttribute(name) ?? "").join(" ");
    const kind = `${element.localName} ${looks} ${element.textContent}`;
    if (element.localName === "path") {
      for (const step of pathSteps(element.getAttribute("d") ?? "")) parts.set(`${kind} ${step.join(" ")}`, step);
    } else if (element.localName === "line") {
      const ends = /** @type {[number, number][]} */ ([[value("x1"), value("y1")], [value("x2"), value("y2")]]);
      parts.set(`${kind} ${ends.join(" ")}`, ends);
    } else {
      const at = /** @type {[number, number]} */ ([value("x") + value("cx"), value("y") + value("cy")]);
      // The baseline of a text is below the centre of its cell.
      parts.set(`${kind} ${at}`, [element.localName === "text" ? [at[0], at[1] - 5] : at]);
    }
  }
  return parts;
}

/**
 * The single steps of a path of straight lines, each with the smaller end first.
 * @param {string} path
 * @returns {[number, number][][]}
 */
function pathSteps(path) {
  const points = [...path.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)]
    .map(([, x, y]) => /** @type {[number, number]} */ ([Number(x), Number(y)]));
  if (/z\s*$/i.test(path) && points[0]) points.push(points[0]);
  return points.slice(1).map((point, index) => [points[index] ?? point, point].sort(([ax, ay], [bx, by]) => ax - bx || ay - by));
}

/**
 * The cells in which two pictures differ, for solutions that are no rows of cells.
 * @param {LookResult} left
 * @param {LookResult} right
 * @returns {Cell[]}
 */
function drawnDifferences(left, right) {
  const [ours, theirs] = [drawnParts(left.svg), drawnParts(right.svg)];
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (const [one, other] of [[ours, theirs], [theirs, ours]]) {
    for (const [part, points] of one ?? []) {
      if (other?.has(part)) continue;
      for (const cell of points.map(([x, y]) => cellAt(x, y))) if (isOnBoard(cell, left.order)) cells.set(String(cell), cell);
    }
  }
  return [...cells.values()];
}

/** One side of the comparison. */
class Side {
  view = new BoardView();
  /** @type {LookResult | null} */
  look = null;
  text = "";
  words = h("p", { class: "words" });

  /**
   * @param {string} name
   * @param {Source[]} sources
   * @param {string} chosen
   * @param {() => void} changed
   */
  constructor(name, sources, chosen, changed) {
    this.sources = sources;
    this.select = h("select", { onchange: changed, "aria-label": `${name} solution` },
      sources.map((source) => h("option", { value: source.key }, source.title)));
    if (sources.some((source) => source.key === chosen)) this.select.value = chosen;
    this.element = h("section", { class: "card", "aria-label": name }, this.select, h("div", { class: "board" }, this.view.element), this.words);
  }

  /** @param {Interface} interface_ */
  async load(interface_) {
    this.look = null;
    try {
      const source = this.sources.find((one) => one.key === this.select.value);
      if (!source) throw new Error("Nothing is chosen");
      this.text = await source.text();
      this.look = /** @type {LookResult} */ (await askOne(interface_, { verb: "look", text: this.text, theme: currentTheme() }));
      this.view.show(trimmed(this.look.svg).text, this.look.order);
      this.words.textContent = sentence(this.look.words.replace(/^ok: /, ""));
    } catch (error) {
      this.words.textContent = sentence(error instanceof Error ? error.message : String(error));
    }
  }
}

/**
 * What is said and shown of the difference.
 * @param {Side} left
 * @param {Side} right
 */
function verdict(left, right) {
  left.view.mark("changed", []);
  right.view.mark("changed", []);
  if (!left.look || !right.look) return { words: "", rows: [] };
  if (left.look.family !== right.look.family || left.look.order !== right.look.order) {
    return { words: "These are different boards, so their cells cannot be compared.", rows: [] };
  }
  const mark = (/** @type {Cell[]} */ cells) => [left, right].forEach((side) => side.view.mark("changed", cells));
  const same = puzzlePart(left.text) === puzzlePart(right.text) ? "" : " The puzzles are not the same.";
  if (!left.look.cells.some((one) => one.layer === "solution")) {
    const cells = drawnDifferences(left.look, right.look);
    mark(cells);
    const listed = cells.length === 0 ? "" : ` ${told(cells.length)}`;
    return { words: `${differentLines(left, right)}${listed}${same}`.replace("The solutions differ. ", ""), rows: [] };
  }
  const rows = differences(left.look, right.look);
  mark(rows.map((row) => row.cell));
  return { words: (rows.length === 0 ? "The two are the same." : told(rows.length)) + same, rows };
}

/** @param {number} count of cells */
function told(count) {
  return `${count === 1 ? "One cell differs" : `${count} cells differ`}, outlined in both pictures.`;
}

/**
 * For solutions that are no rows of cells, such as moves.
 * @param {Side} left
 * @param {Side} right
 */
function differentLines(left, right) {
  const [ours = [], theirs = []] = [left, right].map(({ text }) => (solutionPart(text) ?? "").split(/\s+/).filter((word) => word !== ""));
  if (ours.join(" ") === theirs.join(" ")) return "The two are the same.";
  if (left.look?.steps == null || right.look?.steps == null) return "The solutions differ.";
  const at = ours.findIndex((word, index) => word !== theirs[index]);
  const same = at < 0 ? ours.length : at;
  const agree = same > 0 ? `the first ${same} words of their texts agree` : "they differ from the first word on";
  return `The solutions have ${left.look.steps} and ${right.look.steps} moves; ${agree}.`;
}

/**
 * @param {HTMLElement} container
 * @param {Interface} interface_
 * @param {string} pair the keys of the two, with `~` between them
 * @returns {Promise<Screen>}
 */
export async function openCompare(container, interface_, pair) {
  document.title = "Compare · sixfold";
  const head = h("div", { class: "screen-head" }, h("h1", null, "Compare two solutions"));
  const sources = await allSources(interface_);
  if (sources.length < 2) {
    fill(container, head, h("p", { class: "nothing" }, "There are no two solutions yet. Solve two boards first."));
    return { close() {} };
  }
  const [one = "", other = ""] = pair.split("~");
  const lead = h("p", { class: "lead" });
  const list = h("div", { class: "differences" });
  const update = async () => {
    await Promise.all([left.load(interface_), right.load(interface_)]);
    const { words, rows } = verdict(left, right);
    lead.textContent = words;
    fill(list, differenceTable(rows));
    announce(words);
  };
  const left = new Side("Left", sources, one, () => void update());
  const right = new Side("Right", sources, other || (sources[1]?.key ?? ""), () => void update());
  fill(container, head, lead, h("div", { class: "compare" }, left.element, right.element), list);
  const off = onTheme(() => void update());
  await update();
  return { close: () => off() };
}

/** @param {{cell: Cell, left: string, right: string}[]} rows */
function differenceTable(rows) {
  if (rows.length === 0) return null;
  return h("details", null, h("summary", null, "The cells that differ"),
    h("table", { class: "plain" },
      h("thead", null, h("tr", null, ["Cell", "Left", "Right"].map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", null, rows.slice(0, MOST_ROWS).map((row) =>
        h("tr", null, h("th", { scope: "row" }, row.cell.join(",")), h("td", null, row.left), h("td", null, row.right))))),
    rows.length > MOST_ROWS && h("p", { class: "words" }, `… and ${rows.length - MOST_ROWS} more.`));
}
