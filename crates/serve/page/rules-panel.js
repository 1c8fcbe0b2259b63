// @ts-check
// The rules and the verdict. Every rule and every broken rule is linked with its cells.

import { fill, h } from "./elements.js";
import { sameCell } from "./geometry.js";

/**
 * @typedef {import("./types.js").Family} Family
 * @typedef {import("./types.js").LookResult} LookResult
 * @typedef {import("./types.js").Violation} Violation
 * @typedef {import("./geometry.js").Cell} Cell
 * @typedef {object} RulesHost
 * @property {(cells: Cell[]) => void} link marks the cells that a rule is about
 * @property {(cell: Cell) => void} select
 */

/** So many broken rules are listed. */
const MOST = 60;

/** Verdict, broken rules, rules. */
export class RulesPanel {
  /** @param {RulesHost} host */
  constructor(host) {
    this.host = host;
    /** @type {LookResult|null} */
    this.look = null;
    /** @type {{element: HTMLElement, violation: Violation}[]} */
    this.rows = [];
    /** @type {Map<string, HTMLElement>} */
    this.rules = new Map();
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.numbers = h("p", { class: "numbers" });
    this.broken = h("ul", { class: "broken-list", "aria-label": "Broken rules" });
    this.ruleList = h("dl", { class: "rule-list" });
    this.explanation = h("div", { class: "explanation" });
    this.breakdowns = h("div", { class: "breakdowns" });
    this.element = h("div", { class: "panel-body rules-panel" },
      this.verdict, this.numbers, this.broken,
      h("details", null, h("summary", null, "How the puzzle goes"), this.explanation),
      h("details", null, h("summary", null, "What can be broken"), this.ruleList),
      this.breakdowns);
  }

  /** @param {Family} family */
  setFamily(family) {
    fill(this.explanation, h("p", null, family.description), (family.explanation ?? []).map((words) => h("p", null, words)),
      h("p", { class: "field-meaning" }, `A solution: ${family.solution}.`));
    this.rules.clear();
    fill(this.ruleList, family.rules.map((rule) => {
      const row = h("div", { class: "rule", tabindex: "0" }, h("dt", null, rule.word), h("dd", null, rule.meaning));
      this.#linkOn(row, () => this.#cellsOf(rule.word));
      this.rules.set(rule.word, row);
      return row;
    }));
  }

  /** @param {LookResult} look */
  setLook(look) {
    this.look = look;
    const state = !look.check.ok ? "broken" : look.check.complete ? "right" : "open";
    const sign = { broken: "✗", right: "✓", open: "…" }[state];
    this.verdict.className = `verdict verdict-${state}`;
    this.verdict.dataset["state"] = state;
    const words = verdictWords(look);
    if (this.verdict.textContent !== `${sign} ${words}`) {
      fill(this.verdict, h("span", { "aria-hidden": "true" }, `${sign} `), words);
    }
    fill(this.numbers, numbers(look).join(" · "));
    this.#layBroken(look.check.violations);
    this.#layBreakdowns(look);
  }

  /**
   * Shows which rules a cell breaks.
   * @param {Cell|null} cell
   */
  linkCell(cell) {
    const codes = new Set();
    for (const { element, violation } of this.rows) {
      const linked = cell !== null && violation.cells.some((one) => sameCell(one, cell));
      element.classList.toggle("linked", linked);
      if (linked) {
        codes.add(violation.code);
      }
    }
    for (const [code, element] of this.rules) {
      element.classList.toggle("linked", codes.has(code));
    }
  }

  /** @param {Violation[]} violations */
  #layBroken(violations) {
    this.rows = violations.slice(0, MOST).map((violation) => {
      const element = h("button", {
        type: "button", class: "broken-rule", data: { code: violation.code }, onclick: () => {
          const [cell] = violation.cells;
          if (cell) {
            this.host.select(cell);
            this.host.link(violation.cells);
          }
        },
      }, h("strong", null, violation.code), " ", violation.message);
      this.#linkOn(element, () => violation.cells);
      return { element, violation };
    });
    fill(this.broken, this.rows.map(({ element }) => h("li", null, element)),
      violations.length > MOST && h("li", null, `and ${violations.length - MOST} more`));
    this.broken.hidden = violations.length === 0;
    for (const [code, element] of this.rules) {
      element.classList.toggle("is-broken", violations.some((violation) => violation.code === code));
    }
  }

  /** @param {LookResult} look */
  #layBreakdowns(look) {
    fill(this.breakdowns, (look.check.breakdowns ?? []).map((one) => h("details", null,
      h("summary", null, `${one.of} by ${one.by}`),
      h("table", null,
        h("thead", null, h("tr", null, h("th", { scope: "col" }, one.by), h("th", { scope: "col" }, one.of))),
        h("tbody", null, one.parts.map((part) => h("tr", null, h("td", null, String(part.key)),
          h("td", null, part.exact ? String(part.value) : `at least ${part.value}`))))))));
  }

  /** @param {string} code */
  #cellsOf(code) {
    return (this.look?.check.violations ?? []).filter((one) => one.code === code).flatMap((one) => one.cells);
  }

  /**
   * @param {HTMLElement} element
   * @param {() => Cell[]} cells
   */
  #linkOn(element, cells) {
    for (const name of ["mouseenter", "focus"]) {
      element.addEventListener(name, () => this.host.link(cells()));
    }
    for (const name of ["mouseleave", "blur"]) {
      element.addEventListener(name, () => this.host.link([]));
    }
  }
}

/**
 * The verdict in one line; what is broken is listed below it.
 * @param {LookResult} look
 */
function verdictWords(look) {
  const { ok, violations } = look.check;
  if (!ok) {
    return violations.length === 1 ? "a rule is broken" : `${violations.length} rules are broken`;
  }
  return (look.words.split("\n")[0] ?? "").replace(/^ok: /, "");
}

/**
 * What kind of board it is.
 * @param {LookResult} look
 * @returns {string[]}
 */
function numbers(look) {
  return [
    `order ${look.order}`,
    ...look.settings.map(({ name, value }) => `${name}=${value}`),
    ...(look.symmetries > 1 ? [`${look.symmetries} symmetries keep the puzzle`] : []),
  ];
}
