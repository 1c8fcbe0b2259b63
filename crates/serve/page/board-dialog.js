// @ts-check
// A new board: blank, of any order and setting; or made by the family's maker.

import { openDialog } from "./dialog.js";
import { fill, h } from "./elements.js";
import { askOne } from "./interface.js";
import { JobControl } from "./job-control.js";
import { field, optionFields, readOptions } from "./options-form.js";
import { titled } from "./registry.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").Family} Family
 * @typedef {object} NewBoardHost
 * @property {Family[]} families
 * @property {string|null} family the family to begin with
 * @property {number} order
 * @property {(text: string, name: string) => void} open
 */

/**
 * Opens the dialog.
 * @param {Interface} api
 * @param {NewBoardHost} host
 */
export function openNewBoard(api, host) {
  const form = new NewBoard(api, host);
  const dialog = openDialog("New board", (close) => {
    form.done = close;
    return form.element;
  });
  dialog.addEventListener("close", () => form.close());
}

class NewBoard {
  /**
   * @param {Interface} api
   * @param {NewBoardHost} host
   */
  constructor(api, host) {
    this.api = api;
    this.host = host;
    /** @type {() => void} */
    this.done = () => {};
    this.control = new JobControl(api, () => this.#changed());
    this.family = h("select", { onchange: () => this.#layFields() },
      host.families.map((one) => h("option", { value: one.family }, titled(one).title)));
    this.family.value = host.family ?? host.families[0]?.family ?? "";
    this.order = h("input", { type: "number", min: "1", step: "1", value: String(host.order) });
    this.settings = h("div", { class: "options" });
    this.making = h("div", { class: "making" });
    this.makerOptions = h("div", { class: "options" });
    this.unique = h("input", { type: "checkbox", checked: true });
    this.seed = h("input", { type: "number", min: "0", step: "1", placeholder: "by chance" });
    this.makeButton = h("button", { type: "button", class: "button", onclick: () => void this.#make() }, "Make a puzzle");
    this.note = h("p", { role: "status", class: "job-failed" });
    this.element = h("form", { class: "new-board", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#blank();
    } },
      field("Family", this.family), field("Order: cells along a side", this.order), this.settings,
      h("div", { class: "button-row" }, h("button", { type: "submit", class: "button primary" }, "Blank board")),
      this.making, this.note);
    this.#layFields();
  }

  close() {
    void this.control.stop();
    this.control.clear();
  }

  get chosen() {
    return this.host.families.find((one) => one.family === this.family.value) ?? null;
  }

  #layFields() {
    const family = this.chosen;
    fill(this.note);
    fill(this.settings, family?.settings.map((term) => h("label", { class: "field option-field" },
      h("span", { class: "field-name" }, term.word),
      h("input", { data: { option: term.word }, placeholder: "default", autocomplete: "off" }),
      h("span", { class: "field-meaning" }, term.meaning))));
    this.order.min = String(family?.least_order ?? 1);
    fill(this.making, family?.maker && [
      h("h3", null, "Or let one be made"), h("p", { class: "field-meaning" }, family.maker.description),
      h("label", { class: "switch" }, this.unique, "With exactly one solution"),
      field("Seed", this.seed),
      h("details", null, h("summary", null, "Options"), this.makerOptions),
      h("div", { class: "button-row" }, this.makeButton)]);
    fill(this.makerOptions, family?.maker ? optionFields(family.maker.options) : null);
  }

  get number() {
    return Number.parseInt(this.order.value, 10);
  }

  async #blank() {
    try {
      const family = this.family.value;
      const settings = readOptions(this.settings);
      const { text } = await askOne(this.api, { verb: "blank", family, order: this.number, settings });
      this.host.open(text, `${family}-${this.number}`);
      this.done();
    } catch (problem) {
      this.#complain(problem);
    }
  }

  async #make() {
    if (this.control.running) {
      await this.control.stop();
      return;
    }
    fill(this.note);
    const seed = Number.parseInt(this.seed.value, 10);
    await this.control.start({
      verb: "make", family: this.family.value, order: this.number, unique: this.unique.checked,
      settings: readOptions(this.makerOptions), seed: Number.isFinite(seed) ? seed : Math.floor(Math.random() * 1e9),
    });
  }

  #changed() {
    const { running, model } = this.control;
    fill(this.makeButton, running ? "Stop" : "Make a puzzle");
    if (running || !model) {
      return;
    }
    const text = model.result?.["text"];
    if (typeof text === "string") {
      this.host.open(text, `${this.family.value}-${this.number}`);
      this.done();
    } else {
      fill(this.note, String(model.error?.["message"] ?? model.result?.["words"] ?? "stopped"));
    }
  }

  /** @param {unknown} problem */
  #complain(problem) {
    const help = /** @type {{help?: string|null}} */ (problem).help;
    fill(this.note, `${problem instanceof Error ? problem.message : String(problem)}${help ? ` (${help})` : ""}`);
  }
}
