// @ts-check
// The bar over the board: history, layer, symmetries, view, steps, coordinates, zoom.

import { fill, h } from "./elements.js";

/**
 * @typedef {import("./types.js").Family} Family
 * @typedef {import("./types.js").LookResult} LookResult
 * @typedef {import("./places.js").Layer} Layer
 * @typedef {object} ToolHandlers
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {(layer: Layer) => void} layer
 * @property {(request: {rotate?: number, reflect?: boolean, canonical?: boolean}) => void} transform
 * @property {(view: string) => void} view
 * @property {(shown: boolean) => void} coordinates
 * @property {(zoom: number) => void} zoom
 */

const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8];

/** The tools of the workbench. */
export class Toolbar {
  /** @param {ToolHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.zoom = 0;
    this.undo = tool("↶", "Undo", handlers.undo);
    this.redo = tool("↷", "Redo", handlers.redo);
    this.puzzle = this.#layerChoice("puzzle", "Puzzle");
    this.solution = this.#layerChoice("solution", "Solution");
    this.coordinates = h("input", { type: "checkbox", onchange: () => handlers.coordinates(this.coordinates.checked) });
    this.view = h("select", { "aria-label": "View", onchange: () => handlers.view(this.view.value) });
    this.smaller = tool("−", "Smaller", () => this.#setZoom(this.zoom - 1));
    this.larger = tool("+", "Larger", () => this.#setZoom(this.zoom + 1));
    this.element = h("div", { class: "toolbar", role: "toolbar", "aria-label": "Board" },
      h("div", { class: "tool-group" }, this.undo, this.redo),
      h("fieldset", { class: "tool-group layers" }, h("legend", { class: "hidden" }, "Layer that is edited"),
        this.puzzle.label, this.solution.label),
      h("div", { class: "tool-group" },
        tool("⟲", "Rotate by a sixth, anticlockwise", () => handlers.transform({ rotate: 5 })),
        tool("⟳", "Rotate by a sixth, clockwise", () => handlers.transform({ rotate: 1 })),
        tool("⇅", "Reflect in the horizontal axis", () => handlers.transform({ reflect: true })),
        h("button", {
          type: "button", class: "tool wide", title: "The first of its images: equal for boards that are images of each other",
          onclick: () => handlers.transform({ canonical: true }),
        }, "Canonical")),
      h("div", { class: "tool-group" }, this.smaller, this.larger,
        h("label", { class: "switch", title: "Show q,r in every cell" }, this.coordinates, "q,r"), this.view));
    this.#setZoom(0);
  }

  /** @param {{canUndo: boolean, canRedo: boolean}} doc */
  setHistory(doc) {
    this.undo.disabled = !doc.canUndo;
    this.redo.disabled = !doc.canRedo;
  }

  /** @param {Family} family */
  setFamily(family) {
    fill(this.view, family.views.map((view) => h("option", { value: view.word, title: view.meaning }, view.word)));
    this.view.hidden = family.views.length < 2;
  }

  /** @param {Layer} layer */
  setLayer(layer) {
    this.puzzle.input.checked = layer === "puzzle";
    this.solution.input.checked = layer === "solution";
  }

  /**
   * @param {Layer} layer
   * @param {string} name
   */
  #layerChoice(layer, name) {
    const input = h("input", {
      type: "radio", name: "layer", value: layer, onchange: () => this.handlers.layer(layer),
    });
    return { input, label: h("label", { class: "choice" }, input, h("span", null, name)) };
  }

  /** @param {number} zoom */
  #setZoom(zoom) {
    this.zoom = Math.max(0, Math.min(ZOOMS.length - 1, zoom));
    this.smaller.disabled = this.zoom === 0;
    this.larger.disabled = this.zoom === ZOOMS.length - 1;
    this.handlers.zoom(ZOOMS[this.zoom] ?? 1);
  }
}

/** A slider through a sequence of moves. */
export class StepBar {
  /** @param {(step: number) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {number|null} */
    this.steps = null;
    this.slider = h("input", {
      type: "range", min: "0", step: "1", class: "steps", "aria-label": "Moves made", oninput: () => this.#go(this.value),
    });
    this.words = h("output", { class: "step-words" });
    this.playButton = h("button", { type: "button", class: "tool", onclick: () => this.#toggle() });
    this.element = h("div", { class: "step-bar", hidden: true },
      tool("⇤", "Before the first move", () => this.#go(0)), tool("←", "A move back", () => this.#go(this.value - 1)),
      this.playButton, tool("→", "A move on", () => this.#go(this.value + 1)), this.slider, this.words);
    /** @type {number|undefined} */
    this.timer = undefined;
    this.#layPlay();
  }

  get value() {
    return Number(this.slider.value);
  }

  /**
   * The length of the sequence, or null; a new length shows the end.
   * @param {number|null} steps
   */
  setSteps(steps) {
    this.element.hidden = steps === null;
    if (steps !== this.steps) {
      this.steps = steps;
      this.slider.max = String(steps ?? 0);
      this.slider.value = String(steps ?? 0);
      this.pause();
    }
    this.#lay();
  }

  /** The step that is shown, or undefined for the end. */
  get step() {
    return this.steps === null || this.value === this.steps ? undefined : this.value;
  }

  /** Shows the end of the sequence. */
  toEnd() {
    this.slider.value = this.slider.max;
    this.#lay();
  }

  pause() {
    window.clearInterval(this.timer);
    this.timer = undefined;
    this.#layPlay();
  }

  #toggle() {
    if (this.timer !== undefined) {
      this.pause();
      return;
    }
    if (this.value === this.steps) {
      this.#go(0);
    }
    this.timer = window.setInterval(() => {
      this.#go(this.value + 1);
      if (this.value === this.steps) {
        this.pause();
      }
    }, 350);
    this.#layPlay();
  }

  #layPlay() {
    const plays = this.timer !== undefined;
    this.playButton.setAttribute("aria-label", plays ? "Pause" : "Play the moves");
    this.playButton.title = plays ? "Pause" : "Play the moves";
    fill(this.playButton, plays ? "❚❚" : "▷");
  }

  /** @param {number} value */
  #go(value) {
    this.slider.value = String(value);
    this.#lay();
    this.changed(this.value);
  }

  #lay() {
    fill(this.words, `move ${this.value} of ${this.steps ?? 0}`);
  }
}

/**
 * @param {string} sign
 * @param {string} name
 * @param {() => void} act
 */
function tool(sign, name, act) {
  return h("button", { type: "button", class: "tool", title: name, "aria-label": name, onclick: () => act() }, sign);
}
