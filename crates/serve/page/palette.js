// @ts-check
// The palette: the tokens that a cell of this board may hold.
//
// Without `paint`, a choice goes into the current cell, as in most number puzzles on a screen.
// With `paint`, the choice is held, and a tap or a drag puts it into every cell it meets.

import { fill, h } from "./elements.js";

/**
 * @typedef {import("./types.js").Term} Term
 * @typedef {object} PaletteHandlers
 * @property {(word: string) => void} put puts a word into the current cell
 * @property {(paints: boolean) => void} paint
 */

/** The palette is cut at this number of words; then any other word may be typed. */
export const CUT = 64;

/** Buttons for the tokens, a field for others. */
export class Palette {
  /** @param {PaletteHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {string[]} */
    this.list = [];
    /** @type {Term[]} */
    this.terms = [];
    /** @type {string|null} the word that is painted with */
    this.held = null;
    this.paints = false;
    this.words = h("div", { class: "palette-words", role: "group", "aria-label": "Tokens" });
    this.other = h("input", {
      class: "palette-other", size: "5", autocomplete: "off", spellcheck: "false", "aria-label": "Another token",
      placeholder: "other", onchange: () => this.#chooseOther(),
    });
    this.switch = h("input", { type: "checkbox", onchange: () => this.#setPaints(this.switch.checked) });
    this.element = h("div", { class: "palette" },
      this.words,
      h("div", { class: "palette-side" }, this.other,
        h("label", { class: "switch", title: "Hold a token and put it into every cell you tap or drag over" },
          this.switch, "Paint")));
  }

  /**
   * Shows the tokens of a layer.
   * @param {string[]} list
   * @param {Term[]} terms what they mean
   */
  set(list, terms) {
    if (list.join(" ") === this.list.join(" ") && terms === this.terms) {
      return;
    }
    this.list = list;
    this.terms = terms;
    if (this.held !== null && !this.accepts(this.held)) {
      this.held = null;
    }
    this.#lay();
  }

  /** The word that clears a cell, or null. @returns {string|null} */
  get clear() {
    return this.list[0] ?? null;
  }

  /** Whether words that are not listed may be typed. */
  get free() {
    return this.list.length >= CUT;
  }

  /**
   * Whether a word is a token here.
   * @param {string} word
   */
  accepts(word) {
    return this.list.includes(word) || (this.free && /^[+-]?\d+$/.test(word));
  }

  /**
   * Whether a word is the beginning of a token.
   * @param {string} word
   */
  begins(word) {
    return this.list.some((one) => one.startsWith(word)) || (this.free && /^[+-]?\d*$/.test(word));
  }

  /**
   * Shows which token the current cell holds.
   * @param {string|null} word
   */
  showCurrent(word) {
    for (const button of this.words.querySelectorAll("button")) {
      button.classList.toggle("current", button.value === word);
    }
  }

  #lay() {
    fill(this.words, this.list.map((word) => {
      const meaning = meaningOf(word, this.terms);
      return h("button", {
        type: "button", class: "token", value: word, title: meaning, "aria-label": meaning ? `${word}: ${meaning}` : word,
        "aria-pressed": this.paints ? String(this.held === word) : null, onclick: () => this.#choose(word),
      }, word);
    }));
    this.other.hidden = !this.free;
  }

  #chooseOther() {
    const word = this.other.value.trim();
    if (word !== "") {
      this.#choose(word);
      this.other.select();
    }
  }

  /** @param {string} word */
  #choose(word) {
    if (!this.paints) {
      this.handlers.put(word);
      return;
    }
    this.held = word;
    this.#lay();
  }

  /** @param {boolean} paints */
  #setPaints(paints) {
    this.paints = paints;
    this.held = paints ? (this.held ?? this.clear) : null;
    this.#lay();
    this.handlers.paint(paints);
  }
}

/**
 * What a word means. The registry explains groups of words, such as `+0..+6`: a word belongs to the group that is
 * written as it is, and a number otherwise to the group that has a name.
 * @param {string} word
 * @param {Term[]} terms
 */
function meaningOf(word, terms) {
  const shape = (/** @type {string} */ text) => text.replaceAll(/\d+/g, "#");
  const term = terms.find((one) => one.word === word)
    ?? terms.find((one) => shape(one.word.split("..")[0] ?? "") === shape(word))
    ?? (/\d/.test(word) ? terms.find((one) => /^[a-z]+$/.test(one.word)) : undefined);
  return term?.meaning ?? null;
}
