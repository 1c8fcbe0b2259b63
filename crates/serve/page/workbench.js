// @ts-check
// The workbench: a board, its text, its rules, and what engines find out about it.
//
// Data flows one way. Whatever edits, edits the document; the document is looked at; what was
// seen goes to the board, the palette and the panels. `wiring.js` makes the parts and tells
// each which method of the workbench to call.

import { announce, notifyError } from "./announce.js";
import { puzzlePart, sameWords, solutionPart, TextDocument, withSolution } from "./document.js";
import { BOARD_KEYS, Editor } from "./editor.js";
import { fill } from "./elements.js";
import { askOne } from "./interface.js";
import { isTyping, offerKeys } from "./keys.js";
import { Links } from "./links.js";
import { Looker } from "./looker.js";
import { openNewBoard } from "./board-dialog.js";
import { Places } from "./places.js";
import { families } from "./registry.js";
import { readDraft, saveDraft, setDraft } from "./storage.js";
import { currentTheme, onTheme } from "./theme.js";
import { StepBar } from "./toolbar.js";
import { layWorkbench, leaveJob, makeBoard, makePalette, makePanels, makeTextPane, makeToolbar } from "./wiring.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").Family} Family
 * @typedef {import("./types.js").Failure} Failure
 * @typedef {import("./types.js").LookResult} LookResult
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./geometry.js").Cell} Cell
 * @typedef {import("./places.js").Layer} Layer
 * @typedef {{text: string, name: string, request?: Request, job?: string}} Opening
 */

/** A text being typed is looked at after this pause, in milliseconds. */
const TYPING_PAUSE = 120;

/**
 * Opens the workbench in a container.
 * @param {HTMLElement} container
 * @param {Interface} api
 * @param {Opening} opening
 * @returns {{close(): void}}
 */
export function openWorkbench(container, api, opening) {
  const bench = new Workbench(api, opening);
  container.replaceChildren(bench.parts.root);
  void bench.open(opening);
  return { close: () => bench.close() };
}

/** The state of the workbench and what changes it. */
export class Workbench {
  /**
   * @param {Interface} api
   * @param {Opening} opening
   */
  constructor(api, opening) {
    this.api = api;
    this.name = opening.name;
    this.doc = new TextDocument(opening.text);
    /** @type {Family[]} */
    this.families = [];
    /** @type {Family|null} */
    this.family = null;
    /** @type {LookResult|null} */
    this.look = null;
    /** @type {Places|null} */
    this.places = null;
    /** @type {Layer} */
    this.layer = "puzzle";
    /** @type {string|null} */
    this.view = null;
    this.broken = false;
    this.board = makeBoard(this);
    this.palette = makePalette(this);
    this.text = makeTextPane(this);
    this.steps = new StepBar(() => this.lookAgain(0));
    this.editor = new Editor(this);
    this.links = new Links(this);
    this.panels = makePanels(api, this);
    this.looker = new Looker(api, {
      seen: (look, request) => this.#seen(look, request),
      failed: (failure) => this.#failed(failure),
    });
    this.toolbar = makeToolbar(this);
    this.parts = layWorkbench(this);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#historyKey(event);
    this.ends = [
      this.doc.onChange((text, cause) => this.#changed(text, cause)),
      onTheme(() => this.lookAgain(0)),
      offerKeys("Board", BOARD_KEYS),
    ];
    document.addEventListener("keydown", this.keys);
    this.text.setText(this.doc.text);
    this.toolbar.setHistory(this.doc);
    this.toolbar.setLayer(this.layer);
  }

  /**
   * Looks at the board for the first time, and takes up its job.
   * @param {Opening} opening
   */
  async open(opening) {
    this.lookAgain(0);
    try {
      this.families = await families(this.api);
      this.#setFamily();
      if (opening.job) {
        await this.#attach(opening.job);
      }
    } catch (problem) {
      notifyError(problem);
    }
  }

  close() {
    document.removeEventListener("keydown", this.keys);
    this.ends.forEach((end) => end());
    this.looker.close();
    this.steps.pause();
    this.panels.solve.close();
    this.panels.solutions.close();
    this.panels.hints.close();
  }

  /** Whether the solution of this family is drawn by strokes. */
  get strokes() {
    return this.look?.answer === "strokes";
  }

  /**
   * Asks for a new look at the text as it is.
   * @param {number} delay
   */
  lookAgain(delay) {
    const step = this.steps.step;
    this.looker.look({
      verb: "look", text: this.doc.text, theme: currentTheme(),
      ...(this.view ? { view: this.view } : {}), ...(step === undefined ? {} : { step }),
    }, delay);
  }

  /**
   * @param {string} text
   * @param {string} cause
   */
  #changed(text, cause) {
    this.text.setText(text);
    this.text.markLinks([]);
    this.toolbar.setHistory(this.doc);
    saveDraft(text);
    this.panels.hints.forget();
    this.panels.solve.boardChanged();
    this.steps.toEnd();
    fill(this.parts.note);
    this.board.mark("common", []);
    if (cause !== "job" && cause !== "show" && !this.panels.solve.control.running
      && !this.panels.solutions.control.running) {
      // The board is no longer that of a run that is over: a reload brings the board.
      leaveJob();
    }
    if (cause !== "board") {
      this.editor.waiting = null;
    }
    this.lookAgain(cause === "typing" ? TYPING_PAUSE : 0);
  }

  /**
   * @param {LookResult} look
   * @param {Request} request
   */
  #seen(look, request) {
    const hadSolution = this.look?.solution ?? look.solution;
    this.look = look;
    this.places = new Places(request["text"], look.cells);
    this.broken = false;
    this.#setFamily();
    const broken = this.links.take(look);
    this.board.show(look.svg, look.order);
    this.board.setStale(false);
    this.board.mark("broken", broken);
    this.text.showError(null);
    this.panels.rules.setLook(look);
    this.panels.exports.setLook(look);
    this.steps.setSteps(look.steps);
    if (look.solution && !hadSolution) {
      this.setLayer("solution");
    }
    this.#showLayer();
    this.editor.looked();
    this.links.showCurrent();
  }

  /** @param {Failure} failure */
  #failed(failure) {
    this.broken = true;
    this.board.setStale(this.look !== null);
    this.text.showError(failure);
    this.editor.waiting = null;
    if (this.look === null) {
      this.say(failure.message);
    }
  }

  #setFamily() {
    const family = this.families.find((one) => one.family === this.look?.family) ?? null;
    if (!family || family === this.family) {
      return;
    }
    this.family = family;
    this.view = null;
    this.toolbar.setFamily(family);
    this.panels.rules.setFamily(family);
    this.panels.solve.setFamily(family);
    this.panels.solutions.setFamily(family);
    this.panels.hints.setFamily(family);
    this.parts.solutionsPanel.hidden = !this.panels.solutions.possible;
    this.#showLayer();
  }

  /** @param {Layer} layer */
  setLayer(layer) {
    this.layer = layer;
    this.toolbar.setLayer(layer);
    this.#showLayer();
    this.board.describeCells();
    this.links.showCurrent();
  }

  #showLayer() {
    const draws = this.editor.draws;
    this.palette.set(this.look?.palette[this.layer] ?? [], this.family?.tokens ?? []);
    this.palette.element.hidden = draws;
    this.parts.strokeHelp.hidden = !draws;
    this.setDragging();
  }

  /** A finger draws where it paints or strokes, and scrolls the page elsewhere. */
  setDragging() {
    this.board.setDragging(this.editor.draws || this.palette.paints);
  }

  /** @param {string} view */
  setView(view) {
    this.view = view;
    this.lookAgain(0);
  }

  /** Says a sentence below the board and in the live region. @param {string} words */
  say(words) {
    fill(this.parts.note, words);
    announce(words);
  }

  /** Changes the solution by a stroke. @param {Cell[]} cells */
  async stroke(cells) {
    const text = this.doc.text;
    try {
      const result = await askOne(this.api, { verb: "stroke", text, cells });
      if (this.doc.text === text) {
        fill(this.parts.note);
        const solution = solutionPart(result["text"]);
        this.doc.set(solution === null ? puzzlePart(text) : withSolution(text, solution), "stroke");
      }
    } catch (problem) {
      this.say(problem instanceof Error ? problem.message : String(problem));
    }
  }

  /** @param {{rotate?: number, reflect?: boolean, canonical?: boolean}} image */
  async transform(image) {
    const text = this.doc.text;
    try {
      const result = await askOne(this.api, { verb: "transform", text, ...image });
      if (this.doc.text === text && !this.doc.set(result["text"], "transform")) {
        this.say("that changes nothing");
      }
    } catch (problem) {
      notifyError(problem);
    }
  }

  /** Opens the dialog for a new board. */
  create() {
    openNewBoard(this.api, {
      families: this.families, family: this.look?.family ?? null, order: this.look?.order ?? 3,
      open: (text, name) => {
        setDraft({ text, name });
        this.rename(name);
        this.setLayer("puzzle");
        this.doc.set(text, "new");
      },
    });
  }

  /**
   * The full name of the preset that a text is, or null.
   * @param {string} text
   */
  presetOf(text) {
    const draft = readDraft();
    const known = draft?.from !== undefined && (this.family?.presets.includes(draft.name) ?? false);
    return known && puzzlePart(draft.from ?? "") === puzzlePart(text) ? draft.name : null;
  }

  /** @param {string} name */
  rename(name) {
    this.name = name;
    fill(this.parts.title, name);
  }

  /**
   * Shows the next incumbent of a job, unless the board was changed meanwhile: it then holds a solution that neither
   * the request nor the job had.
   * @param {string} puzzle
   * @param {string[]} incumbents the last one is shown
   */
  follow(puzzle, incumbents) {
    const solution = incumbents.at(-1);
    const current = solutionPart(this.doc.text);
    const known = current === null
      || [...incumbents, solutionPart(puzzle) ?? ""].reverse().some((one) => sameWords(one, current));
    if (solution === undefined || !known || puzzlePart(this.doc.text) !== puzzlePart(puzzle)) {
      return;
    }
    this.#setSolution(this.doc.text, solution, "job");
  }

  /**
   * Shows a solution of a puzzle in any case; an empty one leaves the puzzle alone.
   * @param {string} puzzle
   * @param {string} solution
   */
  show(puzzle, solution) {
    if (solution === "") {
      this.doc.set(puzzle, "show");
    } else {
      this.#setSolution(puzzle, solution, "show");
    }
  }

  /**
   * @param {string} puzzle
   * @param {string} solution
   * @param {string} cause
   */
  #setSolution(puzzle, solution, cause) {
    this.doc.set(withSolution(puzzle, solution), cause, "solutions of a job");
  }

  /**
   * Puts a value of the solution into a cell. A solution that has to be begun leaves all other cells open.
   * @param {Cell} cell
   * @param {string} value
   */
  applyHint(cell, value) {
    this.setLayer("solution");
    this.editor.put(cell, value);
    this.board.select(cell);
  }

  /** @param {string} job */
  async #attach(job) {
    const entry = (await this.api.jobs()).find((one) => one.job === job);
    if (!entry) {
      this.say("this run is no longer kept");
      return;
    }
    const { verb } = entry.request;
    if (verb === "solve") {
      this.panels.solve.attach(job, entry.request);
    } else if (verb === "count" || verb === "enumerate") {
      this.parts.solutionsPanel.open = true;
      this.panels.solutions.attach(job, entry.request);
    } else if (verb === "hint") {
      this.panels.hints.attach(job, entry.request);
    }
  }

  /** Undo and redo, wherever the focus is but in fields. @param {KeyboardEvent} event */
  #historyKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || isTyping(event)) {
      return;
    }
    const key = event.key.toLowerCase();
    if ((key === "z" || key === "y") && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      if (key === "y" || event.shiftKey) {
        this.doc.redo();
      } else {
        this.doc.undo();
      }
    }
  }
}
