// @ts-check
// A board on the screen: the picture, and an overlay that makes its cells live.
//
// The picture is replaced as a whole; the overlay stays, so that focus and hover survive an
// edit. Pointers are met by arithmetic, not by elements, so a board of any order costs the same.
// Up to FULL cells, each has an element for assistive technology; beyond, only the current one.
// The cells are one tab stop with roving focus.

import {
  boardCells, cellAt, cellCount, cellOf, centreOf, corners, isOnBoard, keyOf, lineBetween, rowCells, sameCell,
} from "./geometry.js";
import { s } from "./elements.js";
import { showPicture } from "./picture.js";

/**
 * @typedef {import("./geometry.js").Cell} Cell
 * @typedef {"linked"|"broken"|"hint"|"common"|"changed"|"selected"} MarkKind
 * @typedef {object} Handlers
 * @property {string} [label] the accessible name of the board
 * @property {(cell: Cell, event: PointerEvent) => void} [press]
 * @property {(cell: Cell) => void} [drag] another cell under a pressed pointer
 * @property {(cancelled: boolean) => void} [release]
 * @property {(cell: Cell|null) => void} [hover]
 * @property {(cell: Cell) => void} [focus]
 * @property {(event: KeyboardEvent, cell: Cell) => void} [key]
 * @property {(cell: Cell) => string} [describe] the accessible name of a cell
 */

const FULL = 3500;
/** @type {MarkKind[]} */
const MARKS = ["common", "changed", "broken", "hint", "linked", "selected"];

/** A picture with live cells. */
export class BoardView {
  /** @param {Handlers} [handlers] none: the board can only be looked at */
  constructor(handlers) {
    this.handlers = handlers ?? {};
    this.live = handlers !== undefined;
    this.order = 0;
    /** @type {Cell} */
    this.current = [0, 0];
    /** @type {Cell|null} */
    this.hovered = null;
    /** @type {Cell|null} */
    this.pressed = null;
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.coordinates = false;
    this.marks = Object.fromEntries(MARKS.map((kind) => [kind, s("g", { class: `mark mark-${kind}` })]));
    this.grid = s("g", this.live ? { role: "grid", "aria-label": this.handlers.label ?? "Board" } : {});
    this.labels = s("g", { class: "coordinates", "aria-hidden": "true" });
    this.trace = s("polyline", { class: "trace", points: "" });
    this.overlay = /** @type {SVGSVGElement} */ (s("svg", { class: "overlay" }, [
      ...MARKS.map((kind) => this.marks[kind]), this.trace, this.labels, this.grid,
    ]));
    this.picture = document.createElement("div");
    this.picture.className = "picture";
    this.element = document.createElement("div");
    this.element.className = this.live ? "board-view live" : "board-view";
    this.element.append(this.picture, this.overlay);
    if (this.live) {
      this.#listen();
    }
  }

  /**
   * Shows a picture. Returns false, and keeps the last one, if the text is no SVG.
   * @param {string} text
   * @param {number} order
   */
  show(text, order) {
    const picture = showPicture(text);
    if (!picture) {
      return false;
    }
    this.picture.replaceChildren(picture.element);
    this.overlay.setAttribute("viewBox", picture.viewBox);
    this.element.style.setProperty("--board-ratio", String(picture.ratio));
    this.overlay.classList.toggle("without-board", !picture.board);
    if (order !== this.order) {
      this.order = order;
      this.#layCells();
    }
    this.describeCells();
    this.#layCoordinates();
    return true;
  }

  /** Brings the accessible names of the cells up to date. */
  describeCells() {
    const describe = this.handlers.describe;
    if (!describe) {
      return;
    }
    for (const [key, element] of this.cells) {
      const name = describe(cellOf(key));
      if (element.getAttribute("aria-label") !== name) {
        element.setAttribute("aria-label", name);
      }
    }
  }

  /** @param {boolean} stale dims the picture: the text in the document cannot be shown */
  setStale(stale) {
    this.element.classList.toggle("stale", stale);
  }

  /** @param {boolean} drags whether a moving finger draws instead of scrolling the page */
  setDragging(drags) {
    this.element.classList.toggle("drags", drags);
  }

  /** @param {boolean} shown */
  setCoordinates(shown) {
    this.coordinates = shown;
    this.#layCoordinates();
  }

  /**
   * Marks these cells, and no others, in one way.
   * @param {MarkKind} kind
   * @param {readonly Cell[]} cells
   */
  mark(kind, cells) {
    this.marks[kind].replaceChildren(...cells.filter((cell) => isOnBoard(cell, this.order)).map((cell) => (
      s("polygon", { points: corners(cell, 0.9), "data-at": keyOf(cell) })
    )));
  }

  /**
   * Draws a stroke that is under way.
   * @param {readonly Cell[]} cells
   */
  drawTrace(cells) {
    this.trace.setAttribute("points", cells.map((cell) => {
      const { x, y } = centreOf(cell);
      return `${x.toFixed(2)},${y.toFixed(2)}`;
    }).join(" "));
  }

  /**
   * Makes a cell the current one.
   * @param {Cell} cell
   * @param {boolean} [focus] whether it also gets the focus
   */
  select(cell, focus = true) {
    if (!isOnBoard(cell, this.order)) {
      return;
    }
    this.cells.get(keyOf(this.current))?.setAttribute("tabindex", "-1");
    this.current = cell;
    let element = this.cells.get(keyOf(cell));
    if (!element) {
      element = this.#layLoneCell(cell);
    }
    element.setAttribute("tabindex", "0");
    if (focus && document.activeElement !== element) {
      element.focus({ preventScroll: false });
    }
    this.handlers.focus?.(cell);
  }

  /** Whether a cell of this board has the focus. */
  get focused() {
    return this.grid.contains(document.activeElement);
  }

  #layCells() {
    this.cells.clear();
    this.grid.replaceChildren();
    if (!this.live || this.order < 1) {
      return;
    }
    if (!isOnBoard(this.current, this.order)) {
      this.current = [0, 0];
    }
    if (cellCount(this.order) > FULL) {
      this.#layLoneCell(this.current);
      return;
    }
    for (let r = 1 - this.order; r < this.order; r += 1) {
      this.grid.append(s("g", { role: "row" }, rowCells(this.order, r).map((cell) => this.#makeCell(cell))));
    }
    this.cells.get(keyOf(this.current))?.setAttribute("tabindex", "0");
  }

  /**
   * Of a large board only the current cell has an element.
   * @param {Cell} cell
   */
  #layLoneCell(cell) {
    const before = [...this.cells.values()];
    this.cells.clear();
    const element = this.#makeCell(cell);
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-label", this.handlers.describe?.(cell) ?? keyOf(cell));
    const hadFocus = this.focused;
    this.grid.append(s("g", { role: "row" }, [element]));
    if (hadFocus) {
      element.focus();
    }
    before.forEach((old) => old.parentElement?.remove());
    return element;
  }

  /** @param {Cell} cell */
  #makeCell(cell) {
    const element = s("polygon", {
      class: "cell", role: "gridcell", tabindex: "-1", points: corners(cell, 0.94), "data-cell": keyOf(cell),
      "aria-label": keyOf(cell),
    });
    this.cells.set(keyOf(cell), element);
    return element;
  }

  #layCoordinates() {
    if (!this.coordinates) {
      this.labels.replaceChildren();
      return;
    }
    this.labels.replaceChildren(...boardCells(this.order).map((cell) => {
      const { x, y } = centreOf(cell);
      return s("text", { x: x.toFixed(2), y: (y - 10).toFixed(2) }, [keyOf(cell)]);
    }));
  }

  #listen() {
    const overlay = this.overlay;
    overlay.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    overlay.addEventListener("pointermove", (event) => this.#pointerMove(event));
    overlay.addEventListener("pointerup", () => this.#pointerEnd(false));
    overlay.addEventListener("pointercancel", () => this.#pointerEnd(true));
    overlay.addEventListener("pointerleave", () => this.#hover(null));
    this.grid.addEventListener("keydown", (event) => this.handlers.key?.(event, this.current));
    this.grid.addEventListener("focusin", (event) => {
      const key = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
      if (key) {
        this.select(cellOf(key), false);
      }
    });
  }

  /** @param {PointerEvent} event */
  #pointerDown(event) {
    const cell = this.cellUnder(event);
    if (!cell || event.button !== 0) {
      return;
    }
    event.preventDefault();
    this.pressed = cell;
    if (this.element.classList.contains("drags")) {
      this.overlay.setPointerCapture(event.pointerId);
    }
    this.select(cell);
    this.handlers.press?.(cell, event);
  }

  /** @param {PointerEvent} event */
  #pointerMove(event) {
    const cell = this.cellUnder(event);
    this.#hover(cell);
    if (!this.pressed || !cell || sameCell(cell, this.pressed) || !this.element.classList.contains("drags")) {
      return;
    }
    for (const passed of lineBetween(this.pressed, cell)) {
      if (isOnBoard(passed, this.order)) {
        this.handlers.drag?.(passed);
      }
    }
    this.pressed = cell;
  }

  /** @param {boolean} cancelled */
  #pointerEnd(cancelled) {
    if (this.pressed) {
      this.pressed = null;
      this.handlers.release?.(cancelled);
    }
  }

  /** @param {Cell|null} cell */
  #hover(cell) {
    if (cell === this.hovered || sameCell(cell, this.hovered)) {
      return;
    }
    this.hovered = cell;
    this.handlers.hover?.(cell);
  }

  /**
   * The cell under a pointer, or null.
   * @param {MouseEvent} event
   * @returns {Cell|null}
   */
  cellUnder(event) {
    const matrix = this.overlay.getScreenCTM();
    if (!matrix || this.overlay.classList.contains("without-board")) {
      return null;
    }
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const cell = cellAt(point.x, point.y);
    return isOnBoard(cell, this.order) ? cell : null;
  }
}
