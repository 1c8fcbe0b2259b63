// @ts-check
// Counting and listing: how many solutions there are, a browser of them, and what all have in
// common.

import { announce } from "./announce.js";
import { inCommon } from "./common.js";
import { puzzlePart } from "./document.js";
import { fill, h } from "./elements.js";
import { claimBadge } from "./evidence.js";
import { JobControl } from "./job-control.js";
import { JobStatus } from "./job-status.js";
import { field, RunForm } from "./options-form.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").Family} Family
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./geometry.js").Cell} Cell
 * @typedef {object} SolutionsHost
 * @property {() => string} text
 * @property {(text: string) => string|null} preset the full name of the preset that a text is
 * @property {() => number} order
 * @property {(puzzle: string, solution: string) => void} show
 * @property {(cells: Cell[]) => void} markCommon
 * @property {(job: string|null) => void} attached
 */

/** The panel that counts and lists. */
export class Solutions {
  /**
   * @param {Interface} api
   * @param {SolutionsHost} host
   */
  constructor(api, host) {
    this.api = api;
    this.host = host;
    this.control = new JobControl(api, () => this.#changed());
    this.countForm = new RunForm(api.about(), "counts", { title: "Engine and options for counting" });
    this.listForm = new RunForm(api.about(), "lists", { title: "Engine and options for listing" });
    this.index = 0;
    this.told = false;
    this.symmetry = h("input", { type: "checkbox" });
    this.limit = h("input", { type: "number", min: "1", step: "1", value: "1000", size: "6" });
    this.time = h("input", { type: "number", min: "1", step: "1", placeholder: "no limit", size: "6" });
    this.countButton = h("button", { type: "button", class: "button", onclick: () => void this.#start("count") }, "Count");
    this.listButton = h("button", { type: "button", class: "button", onclick: () => void this.#start("enumerate") }, "List");
    this.halt = h("button", { type: "button", class: "button", onclick: () => void this.control.stop() }, "Stop");
    this.status = new JobStatus(this.control);
    this.outcome = h("div", { class: "job-outcome" });
    this.browser = h("div", { class: "browser" });
    this.common = h("input", { type: "checkbox", onchange: () => this.#layBrowser() });
    this.element = h("div", { class: "panel-body solutions-panel" },
      h("div", { class: "job-start" }, this.countButton, this.listButton, this.halt,
        h("label", { class: "switch" }, this.symmetry, "Up to symmetry"),
        field("List at most", this.limit), field("Time limit in seconds", this.time)),
      this.countForm.element, this.listForm.element,
      this.status.element, this.outcome, this.browser);
    this.#changed();
  }

  /** @param {Family|null} family */
  setFamily(family) {
    this.countForm.setFamily(family);
    this.listForm.setFamily(family);
    this.countForm.element.hidden = !this.countForm.possible;
    this.listForm.element.hidden = !this.listForm.possible;
    this.#buttons();
  }

  /** Whether the family can count or list at all. */
  get possible() {
    return this.countForm.possible || this.listForm.possible;
  }

  close() {
    this.status.close();
    this.control.clear();
  }

  /**
   * Takes up a job that was started before this page was loaded.
   * @param {string} job
   * @param {Request} request
   */
  attach(job, request) {
    this.#reset();
    this.control.attach(job, request);
  }

  /** @param {"count"|"enumerate"} verb */
  async #start(verb) {
    this.#reset();
    const form = verb === "count" ? this.countForm : this.listForm;
    const limit = Number.parseInt(this.limit.value, 10);
    const seconds = Number.parseFloat(this.time.value);
    const started = await this.control.start({
      verb, text: puzzlePart(this.host.text()), ...form.read(), up_to_symmetry: this.symmetry.checked,
      ...(verb === "enumerate" && limit > 0 ? { limit } : {}), ...(seconds > 0 ? { time: seconds } : {}),
    });
    if (started) {
      this.host.attached(this.control.job);
    }
  }

  #reset() {
    this.index = 0;
    this.told = false;
    fill(this.outcome);
    fill(this.browser);
    this.host.markCommon([]);
  }

  #buttons() {
    const { running, stopping } = this.control;
    this.countButton.disabled = running || !this.countForm.possible;
    this.listButton.disabled = running || !this.listForm.possible;
    this.halt.hidden = !running;
    this.halt.disabled = stopping;
  }

  #changed() {
    this.#buttons();
    const { model, job, request } = this.control;
    this.status.update();
    this.status.setStanding([]);
    if (!model || !job || !request) {
      return;
    }
    this.#layBrowser();
    const result = model.result;
    if (model.running) {
      return;
    }
    const summary = result && "claim" in result ? result : null;
    const words = String(model.error?.["message"] ?? summary?.["words"] ?? "stopped");
    if (!this.told) {
      this.told = true;
      announce(words);
    }
    fill(this.outcome, h("p", { class: model.error ? "job-failed" : "job-result" },
      summary && claimBadge(this.api, { job, request, result: summary, preset: this.host.preset(request["text"]) }), h("span", null, words)), estimate(summary));
  }

  /** The solutions that were listed so far. @returns {string[]} */
  get listed() {
    return (this.control.model?.results ?? []).flatMap((one) => (
      typeof one["number"] === "number" && typeof one["solution"] === "string" ? [one["solution"]] : []
    ));
  }

  #layBrowser() {
    const listed = this.listed;
    if (listed.length === 0) {
      fill(this.browser);
      return;
    }
    const common = this.common.checked ? inCommon(listed, this.host.order()) : null;
    this.host.markCommon(common?.cells.map(({ cell }) => cell) ?? []);
    const focused = document.activeElement instanceof HTMLElement && this.browser.contains(document.activeElement)
      ? document.activeElement.dataset["step"] : undefined;
    fill(this.browser,
      h("div", { class: "button-row" },
        this.#stepButton("Previous", -1), h("output", null, `${this.index + 1} of ${listed.length.toLocaleString("en")}`),
        this.#stepButton("Next", 1),
        h("button", { type: "button", class: "button small", onclick: () => this.#show(this.index) }, "Show")),
      h("label", { class: "switch" }, this.common, "Mark what all have in common"),
      common && h("p", { class: "field-meaning" }, commonWords(common, listed.length)),
      common && common.lines.length > 0 && h("pre", null, common.lines.join("\n")));
    if (focused) {
      /** @type {HTMLElement|null} */ (this.browser.querySelector(`[data-step="${focused}"]`))?.focus();
    }
  }

  /**
   * @param {string} name
   * @param {number} step
   */
  #stepButton(name, step) {
    return h("button", {
      type: "button", class: "button small", data: { step: String(step) }, onclick: () => this.#show(this.index + step),
    }, name);
  }

  /** @param {number} index */
  #show(index) {
    const listed = this.listed;
    this.index = (index + listed.length) % listed.length;
    const solution = listed[this.index];
    const request = this.control.request;
    if (solution !== undefined && request) {
      this.host.show(request["text"], solution);
      announce(`solution ${this.index + 1} of ${listed.length}`);
    }
    this.#layBrowser();
  }
}

/** @param {Record<string, any>|null} summary */
function estimate(summary) {
  const found = summary?.["estimate"];
  return found && h("p", { class: "field-meaning" },
    `An estimate of the whole count: ${found.states} states, ${found.bytes} bytes of memory.`);
}

/**
 * @param {import("./common.js").Common} common
 * @param {number} count
 */
function commonWords(common, count) {
  const cells = common.cells.length;
  if (count === 1) {
    return "Only one solution is listed.";
  }
  return cells === 0 && common.lines.length === 0
    ? `The ${count} listed solutions have nothing in common.`
    : `${cells} cells are the same in all ${count} listed solutions${common.lines.length > 0 ? ", and these lines" : ""}.`;
}
