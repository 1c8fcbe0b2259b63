// @ts-check
// Solving, live: start, stop, progress in plain words, the incumbent, the chart, the claim.

import { announce } from "./announce.js";
import { chart } from "./chart.js";
import { puzzlePart } from "./document.js";
import { fill, h } from "./elements.js";
import { claimBadge } from "./evidence.js";
import { JobControl } from "./job-control.js";
import { JobStatus } from "./job-status.js";
import { field, RunForm } from "./options-form.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./types.js").Family} Family
 * @typedef {object} Host what a panel needs of the workbench
 * @property {() => string} text
 * @property {() => Family|null} family
 * @property {(text: string) => string|null} preset the full name of the preset that a text is
 * @property {() => void} begin a job on the board begins
 * @property {(puzzle: string, incumbents: string[]) => void} follow shows an incumbent, unless the board
 *   was changed meanwhile
 * @property {(puzzle: string, solution: string) => boolean} shows whether the board is this one
 * @property {(puzzle: string, solution: string) => void} show shows a solution in any case
 * @property {(job: string|null) => void} attached a job of this workbench has begun or was let go
 */

/** The panel that solves. */
export class SolvePanel {
  /**
   * @param {Interface} api
   * @param {Host} host
   */
  constructor(api, host) {
    this.api = api;
    this.host = host;
    this.control = new JobControl(api, () => this.#changed());
    this.form = new RunForm(api.about(), "finds", { prove: true });
    this.shown = "";
    this.told = false;
    this.again = h("button", {
      type: "button", class: "button small", hidden: true, onclick: () => this.#showSolution(),
    }, "Show the solution");
    this.time = h("input", { type: "number", min: "1", step: "1", placeholder: "no limit", size: "6" });
    this.from = h("input", { type: "checkbox", checked: true });
    this.go = h("button", { type: "button", class: "button primary", onclick: () => void this.solve() }, "Solve");
    this.halt = h("button", { type: "button", class: "button", onclick: () => void this.control.stop() }, "Stop");
    this.status = new JobStatus(this.control);
    this.chart = h("div", { class: "job-chart" });
    this.outcome = h("div", { class: "job-outcome" });
    this.element = h("div", { class: "panel-body solve-panel" },
      h("div", { class: "job-start" }, this.go, this.halt, field("Time limit in seconds", this.time)),
      this.form.element, this.status.element, this.outcome, this.chart);
    this.form.element.append(h("label", { class: "switch" }, this.from, "Start from the solution on the board"));
    this.#changed();
  }

  /** @param {Family|null} family */
  setFamily(family) {
    this.form.setFamily(family);
    this.#buttons();
  }

  close() {
    this.status.close();
    this.control.clear();
  }

  /** Starts a job on the text as it is. */
  async solve() {
    const text = this.from.checked ? this.host.text() : puzzlePart(this.host.text());
    const seconds = Number.parseFloat(this.time.value);
    this.#reset();
    this.host.begin();
    const started = await this.control.start({
      verb: "solve", text, ...this.form.read(), ...(seconds > 0 ? { time: seconds } : {}),
    });
    if (started) {
      this.host.attached(this.control.job);
      announce("Solving has begun.");
    }
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

  #reset() {
    this.shown = "";
    this.told = false;
    fill(this.outcome);
    fill(this.chart);
  }

  #buttons() {
    const { running, stopping } = this.control;
    this.go.disabled = running || !this.form.possible;
    this.halt.disabled = !running || stopping || this.control.job === null;
    this.halt.hidden = !running;
  }

  #changed() {
    this.#buttons();
    const { job, request, model } = this.control;
    this.status.update();
    this.#standing();
    if (!job || !request || !model) {
      return;
    }
    const solution = model.solution;
    if (solution !== null && solution !== this.shown) {
      this.shown = solution;
      this.host.follow(request["text"], [
        ...model.incumbents.map((one) => one.solution), solution,
      ]);
    }
    this.#drawChart();
    if (!model.running) {
      this.#over();
    }
  }

  /** The incumbent and the bound, if there are any. */
  #standing() {
    const objective = this.control.model?.incumbents.at(-1)?.objective ?? null;
    const bound = this.control.model?.bounds.at(-1)?.bound ?? null;
    const name = this.host.family()?.objective ?? "objective";
    this.status.setStanding([
      ...(objective === null ? [] : [`best so far: ${name} ${objective.toLocaleString("en")}`]),
      ...(bound === null ? [] : [`bound: ${bound.toLocaleString("en")}`]),
    ]);
  }

  #drawChart() {
    const model = this.control.model;
    if (!model) {
      return;
    }
    const objective = model.incumbents.flatMap(({ at, objective: value }) => (value === null ? [] : [{ at, value }]));
    const bound = model.bounds.map(({ at, bound: value }) => ({ at, value }));
    const open = this.chart.querySelector("details")?.open ?? false;
    fill(this.chart, objective.length + bound.length > 1 && chart([
      { name: this.host.family()?.objective ?? "objective", kind: "objective", points: objective },
      { name: "bound", kind: "bound", points: bound },
    ], Math.max(this.control.seconds, model.seconds)));
    const details = this.chart.querySelector("details");
    if (details) {
      details.open = open;
    }
  }

  #over() {
    const { job, request, model } = this.control;
    if (!job || !request || !model) {
      return;
    }
    this.boardChanged();
    const result = model.result;
    const words = String(model.error?.["message"] ?? result?.["words"] ?? "stopped");
    if (!this.told) {
      this.told = true;
      announce(words);
      void this.#offerResume(job);
    }
    fill(this.outcome,
      h("p", { class: model.error ? "job-failed" : "job-result" },
        result && claimBadge(this.api, { job, request, result, preset: this.host.preset(request["text"]) }), h("span", null, words)),
      model.error?.["help"] && h("p", { class: "field-meaning" }, String(model.error["help"])),
      (result?.["remarks"] ?? []).map((/** @type {string} */ remark) => h("p", { class: "field-meaning" }, remark)),
      this.again,
      result?.["partial"] && h("button", {
        type: "button", class: "button small", onclick: () => this.host.show(result["partial"].puzzle, ""),
      }, "Show the partial board"));
  }

  /** The board has changed: the solution of the job may be on it, or not. */
  boardChanged() {
    const { request, model } = this.control;
    const solution = model?.solution ?? null;
    this.again.hidden = !request || solution === null || this.host.shows(request["text"], solution);
  }

  #showSolution() {
    const { request, model } = this.control;
    if (request && model?.solution) {
      this.host.show(request["text"], model.solution);
    }
  }

  /** @param {string} job */
  async #offerResume(job) {
    const entry = (await this.api.jobs().catch(() => [])).find((one) => one.job === job);
    if (entry?.resumable && this.control.job === job && !this.control.running) {
      this.outcome.append(h("button", {
        type: "button", class: "button small", onclick: () => {
          this.#reset();
          void this.control.resume().then(() => this.host.attached(this.control.job));
        },
      }, "Continue this run"));
    }
  }
}
