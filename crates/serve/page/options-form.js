// @ts-check
// Forms made from the registry: the engines of a family, their options, and what a run may use.
//
// Options that name a program or a file outside are never offered. An option that restricts the
// search says so, since what a run finds out then holds within that scope only.

import { fill, h } from "./elements.js";

/**
 * @typedef {import("./types.js").Engine} Engine
 * @typedef {import("./types.js").Family} Family
 * @typedef {import("./types.js").OptionRow} OptionRow
 * @typedef {import("./types.js").Setting} Setting
 * @typedef {import("./types.js").About} About
 */

/**
 * The fields of options, one below the other.
 * @param {OptionRow[]} options
 * @returns {HTMLElement[]}
 */
export function optionFields(options) {
  return options.filter((option) => option.outside === null).map((option) => h("label", { class: "field option-field" },
    h("span", { class: "field-name" }, option.name,
      option.restricts && h("span", { class: "restricts", title: "what is found out then holds within this scope only" },
        "restricts the search")),
    optionInput(option),
    h("span", { class: "field-meaning" }, option.meaning)));
}

/** @param {OptionRow} option */
function optionInput(option) {
  const unset = option.default === null ? "unset" : `default: ${option.default}`;
  if (option.kind === "choice") {
    return h("select", { data: { option: option.name } },
      h("option", { value: "" }, unset),
      option.range.split("|").map((word) => h("option", { value: word }, word)));
  }
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(option.range);
  return h("input", {
    data: { option: option.name }, placeholder: range ? `${unset} (${option.range})` : unset, autocomplete: "off",
    type: option.kind === "integer" ? "number" : "text", min: range?.[1], max: range?.[2], step: range ? "1" : null,
  });
}

/**
 * The options that were set.
 * @param {HTMLElement} container
 * @returns {Setting[]}
 */
export function readOptions(container) {
  /** @type {Setting[]} */
  const settings = [];
  for (const field of container.querySelectorAll("[data-option]")) {
    if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.value.trim() !== "") {
      settings.push({ name: field.dataset["option"] ?? "", value: field.value.trim() });
    }
  }
  return settings;
}

/** Engine, options, threads and seed of a run, folded away until they are wanted. */
export class RunForm {
  /**
   * @param {About} about
   * @param {string} power what the engine must be able to do
   * @param {{prove?: boolean, title?: string}} [extras]
   */
  constructor(about, power, extras = {}) {
    this.power = power;
    /** @type {Family|null} */
    this.family = null;
    this.engine = h("select", { onchange: () => this.#layOptions() });
    this.classic = h("input", { type: "checkbox", onchange: () => this.#layEngines() });
    this.classicLabel = h("label", { class: "switch" }, this.classic, "Also engines for comparison");
    this.summary = h("p", { class: "field-meaning" });
    this.options = h("div", { class: "options" });
    this.threads = h("input", {
      type: "number", min: "1", max: String(Math.max(1, about.cores)), placeholder: "all cores",
    });
    this.seed = h("input", { type: "number", min: "0", step: "1", placeholder: "1" });
    this.prove = h("input", { type: "checkbox" });
    this.element = h("details", { class: "run-form" },
      h("summary", null, extras.title ?? "Engine and options"),
      field("Engine", this.engine), this.summary, this.classicLabel,
      extras.prove && about.proofs && h("label", { class: "switch" }, this.prove, "Write a proof and check it"),
      this.options,
      h("details", { class: "inner" }, h("summary", null, "Threads and seed"),
        about.life === "server" && field("Threads", this.threads), field("Seed", this.seed)),
      without(about));
  }

  /** @param {Family|null} family */
  setFamily(family) {
    if (family?.family === this.family?.family) {
      return;
    }
    this.family = family;
    this.#layEngines();
  }

  /** Whether the family has an engine for this. */
  get possible() {
    return this.family?.engines.some((engine) => engine.powers.includes(this.power)) ?? false;
  }

  /** The fields of the request. */
  read() {
    const threads = Number.parseInt(this.threads.value, 10);
    const seed = Number.parseInt(this.seed.value, 10);
    return {
      ...(this.engine.value === "" ? {} : { engine: this.engine.value }),
      settings: readOptions(this.options),
      ...(Number.isFinite(threads) ? { threads } : {}),
      ...(Number.isFinite(seed) ? { seed } : {}),
      ...(this.prove.checked ? { prove: true } : {}),
    };
  }

  #layEngines() {
    const fitting = (this.family?.engines ?? []).filter((engine) => engine.powers.includes(this.power));
    const shown = fitting.filter((engine) => this.classic.checked || engine.role === "production");
    this.classicLabel.hidden = !fitting.some((engine) => engine.role === "classic");
    const before = this.engine.value;
    fill(this.engine,
      h("option", { value: "" }, "the first that fits"),
      shown.map((engine) => h("option", { value: engine.name },
        engine.role === "classic" ? `${engine.name} (comparison)` : engine.name)));
    this.engine.value = shown.some((engine) => engine.name === before) ? before : "";
    this.#layOptions();
  }

  #layOptions() {
    const engine = this.family?.engines.find((one) => one.name === this.engine.value);
    fill(this.summary, engine?.description ?? "The program chooses.");
    fill(this.options, engine ? optionFields(engine.options) : null);
  }
}

/**
 * A labelled field.
 * @param {string} name
 * @param {HTMLElement} input
 */
export function field(name, input) {
  return h("label", { class: "field" }, h("span", { class: "field-name" }, name), input);
}

/** @param {About} about */
function without(about) {
  return about.engines_without.length > 0
    && h("p", { class: "field-meaning" }, `Here the engines do without ${about.engines_without.join(", ")}.`);
}
