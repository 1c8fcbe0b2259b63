// @ts-check
// Hints: what is forced on the board, with its cell marked and a button that applies it.

import { announce } from "./announce.js";
import { fill, h } from "./elements.js";
import { JobControl } from "./job-control.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").Family} Family
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./geometry.js").Cell} Cell
 * @typedef {object} HintHost
 * @property {() => string} text
 * @property {(kind: "hint"|"broken", cells: Cell[]) => void} mark
 * @property {(cell: Cell, value: string) => void} apply
 */

/** A button for a hint and what it says. */
export class Hints {
  /**
   * @param {Interface} api
   * @param {HintHost} host
   */
  constructor(api, host) {
    this.host = host;
    this.control = new JobControl(api, () => this.#changed());
    this.told = false;
    this.button = h("button", { type: "button", class: "button", onclick: () => void this.#ask() }, "Hint");
    this.words = h("div", { class: "hint-words" });
    this.element = h("div", { class: "hints" }, this.words);
  }

  /** @param {Family|null} family */
  setFamily(family) {
    this.button.hidden = !(family?.engines.some((engine) => engine.powers.includes("hints")) ?? false);
  }

  /** The board has changed: the hint no longer holds. */
  forget() {
    if (!this.control.running) {
      this.control.clear();
      fill(this.words);
      this.host.mark("hint", []);
    }
  }

  /**
   * Takes up a hint that was asked for before the page was loaded.
   * @param {string} job
   * @param {Request} request
   */
  attach(job, request) {
    this.told = false;
    this.control.attach(job, request);
  }

  close() {
    this.control.clear();
  }

  async #ask() {
    if (this.control.running) {
      await this.control.stop();
      return;
    }
    this.host.mark("hint", []);
    this.told = false;
    await this.control.start({ verb: "hint", text: this.host.text() });
  }

  #changed() {
    const { running, model } = this.control;
    fill(this.button, running ? "Stop the hint" : "Hint");
    if (running) {
      fill(this.words, h("p", null, "Looking for what is forced…"));
      return;
    }
    if (!model) {
      fill(this.words);
      return;
    }
    if (this.told) {
      return;
    }
    this.told = true;
    const result = model.result;
    const words = String(model.error?.["message"] ?? result?.["words"] ?? "the search for a hint was stopped");
    announce(words);
    const cell = /** @type {Cell|null} */ (result?.["cell"] ?? null);
    const value = /** @type {string|null} */ (result?.["value"] ?? null);
    this.host.mark("hint", cell ? [cell] : result?.["broken"]?.cells ?? []);
    fill(this.words, h("p", null, words),
      cell && value !== null && h("button", {
        type: "button", class: "button small", onclick: () => this.#apply(cell, value),
      }, "Apply"));
  }

  /**
   * @param {Cell} cell
   * @param {string} value
   */
  #apply(cell, value) {
    this.host.apply(cell, value);
    this.forget();
  }
}
