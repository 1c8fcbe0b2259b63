// @ts-check
// The text of the board: a text area with marks over its tokens.
//
// The marks lie in a layer of the same metrics (fixed-width letters, lines that never wrap), so
// a place is `column` letters to the right and `line` lines down; no copy of the text is needed.

import { fill, h } from "./elements.js";
import { offsetOf, placeOf } from "./document.js";

/**
 * @typedef {import("./document.js").Place} Place
 * @typedef {import("./types.js").Failure} Failure
 * @typedef {object} TextHandlers
 * @property {(text: string, typed: boolean) => void} edit typed: letter by letter
 * @property {(line: number, column: number) => void} point the caret or the mouse is at this place
 * @property {() => void} leave
 * @property {() => void} undo
 * @property {() => void} redo
 */

/** Edits that merge with those before them; what is pasted or dropped is a step of its own. */
const TYPED = new Set(["insertText", "deleteContentBackward", "deleteContentForward"]);

/** The text area, its marks and the message of an error. */
export class TextPane {
  /** @param {TextHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.area = h("textarea", {
      class: "text-area", id: "board-text", wrap: "off", rows: "12", spellcheck: "false", autocomplete: "off",
      autocapitalize: "off", "aria-label": "Text of the board", "aria-describedby": "board-text-error",
      oninput: (/** @type {InputEvent} */ event) => handlers.edit(this.area.value, TYPED.has(event.inputType)),
      onscroll: () => this.#scroll(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onkeyup: () => this.#pointCaret(),
      onclick: () => this.#pointCaret(),
      onmousemove: (/** @type {MouseEvent} */ event) => this.#pointMouse(event),
      onmouseleave: () => handlers.leave(),
      onblur: () => handlers.leave(),
    });
    this.marks = h("div", { class: "text-marks", "aria-hidden": "true" });
    this.links = h("div", {});
    this.faults = h("div", {});
    this.marks.append(this.links, this.faults);
    this.ruler = h("span", { class: "text-ruler", "aria-hidden": "true" }, "0".repeat(20));
    this.message = h("div", { class: "text-error", id: "board-text-error", role: "status" });
    this.element = h("div", { class: "text-pane" },
      h("div", { class: "text-frame" }, this.area, this.marks, this.ruler), this.message);
  }

  /**
   * Shows a text that was not typed here; the caret stays where it can.
   * @param {string} text
   */
  setText(text) {
    if (this.area.value === text) {
      return;
    }
    const { selectionStart, scrollTop, scrollLeft } = this.area;
    this.area.value = text;
    this.area.rows = Math.min(26, Math.max(8, text.split("\n").length + 1));
    if (document.activeElement === this.area) {
      this.area.setSelectionRange(selectionStart, selectionStart);
    }
    this.area.scrollTop = scrollTop;
    this.area.scrollLeft = scrollLeft;
  }

  /**
   * Marks the tokens at these places.
   * @param {Place[]} places
   */
  markLinks(places) {
    fill(this.links, places.map((place) => this.#mark("text-link", place)));
  }

  /**
   * Shows what is wrong with the text, at its token; null if nothing is.
   * @param {Failure|null} failure
   */
  showError(failure) {
    this.area.setAttribute("aria-invalid", String(failure !== null));
    if (!failure) {
      fill(this.message);
      fill(this.faults);
      return;
    }
    const { line, column } = failure;
    if (!line) {
      fill(this.faults);
      fill(this.message, failure.message, help(failure));
      return;
    }
    const length = tokenLength(this.area.value, line, column ?? 1);
    fill(this.faults, this.#mark("text-fault", { line, column: column ?? 1, length }));
    fill(this.message,
      h("button", { type: "button", class: "link", onclick: () => this.#goTo(line, column ?? 1, length) },
        `line ${line}, column ${column ?? 1}`),
      `: ${failure.message}`, help(failure));
  }

  /**
   * @param {string} name
   * @param {Place} place
   */
  #mark(name, place) {
    const mark = h("span", { class: name });
    mark.style.setProperty("--line", String(place.line - 1));
    mark.style.setProperty("--column", String(place.column - 1));
    mark.style.setProperty("--length", String(Math.max(1, place.length)));
    return mark;
  }

  /**
   * @param {number} line
   * @param {number} column
   * @param {number} length
   */
  #goTo(line, column, length) {
    const start = offsetOf(this.area.value, line, column);
    this.area.focus();
    this.area.setSelectionRange(start, start + length);
  }

  #scroll() {
    this.marks.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }

  #pointCaret() {
    const { line, column } = placeOf(this.area.value, this.area.selectionStart);
    this.handlers.point(line, column);
  }

  /** @param {MouseEvent} event */
  #pointMouse(event) {
    if (event.buttons !== 0) {
      return;
    }
    const style = getComputedStyle(this.area);
    const lineHeight = parseFloat(style.lineHeight);
    const letter = this.ruler.getBoundingClientRect().width / 20;
    const x = event.offsetX - parseFloat(style.paddingLeft) + this.area.scrollLeft;
    const y = event.offsetY - parseFloat(style.paddingTop) + this.area.scrollTop;
    this.handlers.point(Math.floor(y / lineHeight) + 1, Math.floor(x / letter) + 1);
  }

  /** The history of the board takes the place of the browser's. @param {KeyboardEvent} event */
  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) {
      return;
    }
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      event.stopPropagation();
      (key === "y" || event.shiftKey ? this.handlers.redo : this.handlers.undo)();
    }
  }
}

/** @param {Failure} failure */
function help(failure) {
  return failure.help ? h("div", { class: "text-help" }, failure.help) : null;
}

/**
 * @param {string} text
 * @param {number} line
 * @param {number} column
 */
function tokenLength(text, line, column) {
  const rest = text.slice(offsetOf(text, line, column));
  return /^[^\s#]*/.exec(rest)?.[0].length || 1;
}
