// @ts-check
// Makes the parts of the workbench, lays them out, and tells each whom to call.

import { BoardView } from "./board-view.js";
import { sameWords, withSolution } from "./document.js";
import { h } from "./elements.js";
import { ExportPanel } from "./export.js";
import { proofChecker } from "./evidence.js";
import { Hints } from "./hints.js";
import { Palette } from "./palette.js";
import { RulesPanel } from "./rules-panel.js";
import { Solutions } from "./solutions.js";
import { SolvePanel } from "./solve-panel.js";
import { TextPane } from "./text-pane.js";
import { Toolbar } from "./toolbar.js";

/**
 * @typedef {import("./workbench.js").Workbench} Workbench
 * @typedef {import("./types.js").Interface} Interface
 */

/** @param {Workbench} bench */
export function makeBoard(bench) {
  return new BoardView({
    label: "Board",
    press: (cell) => bench.editor.press(cell),
    drag: (cell) => bench.editor.drag(cell),
    release: (cancelled) => bench.editor.release(cancelled),
    hover: (cell) => bench.links.pointAt(cell),
    focus: (cell) => bench.links.focusOn(cell),
    key: (event, cell) => bench.editor.key(event, cell),
    describe: (cell) => bench.links.describe(cell),
  });
}

/** @param {Workbench} bench */
export function makePalette(bench) {
  return new Palette({
    put: (word) => bench.editor.put(bench.board.current, word),
    paint: () => bench.setDragging(),
  });
}

/** @param {Workbench} bench */
export function makeTextPane(bench) {
  return new TextPane({
    edit: (text, typed) => void bench.doc.set(text, "typing", typed ? `typing ${Math.floor(Date.now() / 2000)}` : null),
    point: (line, column) => bench.links.pointInText(line, column),
    leave: () => bench.links.pointAt(null),
    undo: () => bench.doc.undo(),
    redo: () => bench.doc.redo(),
  });
}

/** @param {Workbench} bench */
export function makeToolbar(bench) {
  return new Toolbar({
    undo: () => bench.doc.undo(),
    redo: () => bench.doc.redo(),
    layer: (layer) => bench.setLayer(layer),
    transform: (image) => void bench.transform(image),
    view: (view) => bench.setView(view),
    coordinates: (shown) => bench.board.setCoordinates(shown),
    zoom: (zoom) => bench.board.element.style.setProperty("--zoom", String(zoom)),
  });
}

/**
 * @param {Interface} api
 * @param {Workbench} bench
 */
export function makePanels(api, bench) {
  const text = () => bench.doc.text;
  const preset = (/** @type {string} */ puzzle) => bench.presetOf(puzzle);
  const remember = (/** @type {string|null} */ job) => rememberJob(job);
  return {
    rules: new RulesPanel({
      link: (cells) => bench.links.linkCells(cells),
      select: (cell) => bench.board.select(cell),
    }),
    solve: new SolvePanel(api, {
      text,
      preset,
      family: () => bench.family,
      begin: () => bench.doc.seal(),
      follow: (puzzle, incumbents) => bench.follow(puzzle, incumbents),
      shows: (puzzle, solution) => sameWords(bench.doc.text, withSolution(puzzle, solution)),
      show: (puzzle, solution) => bench.show(puzzle, solution),
      attached: remember,
    }),
    solutions: new Solutions(api, {
      text,
      preset,
      order: () => bench.look?.order ?? 0,
      show: (puzzle, solution) => bench.show(puzzle, solution),
      markCommon: (cells) => bench.board.mark("common", cells),
      attached: remember,
    }),
    hints: new Hints(api, {
      text,
      mark: (kind, cells) => bench.board.mark(kind, cells),
      apply: (cell, value) => bench.applyHint(cell, value),
    }),
    exports: new ExportPanel(api, {
      text,
      name: () => bench.name,
      look: () => bench.look,
      view: () => ({
        ...(bench.view ? { view: bench.view } : {}),
        ...(bench.steps.step === undefined ? {} : { step: bench.steps.step }),
      }),
      renamed: (name) => bench.rename(name),
    }),
  };
}

/** A reload finds the job in the address. @param {string|null} job */
function rememberJob(job) {
  if (job !== null) {
    history.replaceState(history.state, "", `#/run/${job}`);
  }
}

/** A reload finds the board. */
export function leaveJob() {
  if (location.hash.startsWith("#/run/")) {
    history.replaceState(history.state, "", "#/board");
  }
}

/**
 * A panel beside the board.
 * @param {string} name
 * @param {boolean} open
 * @param {...import("./elements.js").Child} children
 */
function panel(name, open, ...children) {
  return h("details", { class: "panel", open }, h("summary", null, h("h2", null, name)), ...children);
}

/** @param {Workbench} bench */
export function layWorkbench(bench) {
  const { rules, solve, solutions, hints, exports } = bench.panels;
  const title = h("h1", { class: "board-name" }, bench.name);
  const note = h("p", { class: "board-note" });
  const current = h("p", { class: "board-current", "aria-hidden": "true" });
  const strokeHelp = h("p", { class: "stroke-help", hidden: true },
    "Drag over cells, or tap one, to change the solution. With the keyboard: Space begins a stroke, moving extends it, ",
    "Space ends it.");
  const solutionsPanel = panel("Count and list", false, solutions.element);
  const proofs = h("details", { class: "inner" }, h("summary", null, "Check a proof"),
    proofChecker(bench.api, () => bench.doc.text));
  solve.element.append(proofs);
  rules.verdict.after(hints.element);
  rules.verdict.before(h("div", { class: "button-row" }, hints.button));
  const root = h("div", { class: "workbench" },
    h("div", { class: "workbench-board" },
      h("div", { class: "board-head" }, title, current,
        h("button", { type: "button", class: "tool wide", onclick: () => bench.create() }, "New…")),
      bench.toolbar.element,
      h("div", { class: "board-frame" }, bench.board.element), bench.steps.element,
      strokeHelp, bench.palette.element, note),
    h("div", { class: "workbench-side" },
      panel("Rules", true, rules.element),
      panel("Solve", true, solve.element),
      solutionsPanel,
      panel("Text", true, bench.text.element),
      panel("Export", true, exports.element)));
  return { root, title, note, current, strokeHelp, solutionsPanel };
}
