// @ts-check
// Linked highlighting: a cell, its tokens in the text and the rules it breaks point at each other.

import { fill } from "./elements.js";
import { cellOf, keyOf } from "./geometry.js";

/**
 * @typedef {import("./workbench.js").Workbench} Workbench
 * @typedef {import("./geometry.js").Cell} Cell
 */

/** So many tokens are marked in the text at once. */
const MOST_MARKS = 200;

/** The links between board, text and rules. */
export class Links {
  /** @param {Workbench} bench */
  constructor(bench) {
    this.bench = bench;
    /** What each cell breaks, by its key. @type {Map<string, string[]>} */
    this.broken = new Map();
  }

  /**
   * Takes in what was seen of the board. Returns the cells that break a rule.
   * @param {import("./types.js").LookResult} look
   * @returns {Cell[]}
   */
  take(look) {
    this.broken.clear();
    for (const { cells, message } of look.check.violations) {
      for (const cell of cells) {
        const messages = this.broken.get(keyOf(cell)) ?? [];
        messages.push(message);
        this.broken.set(keyOf(cell), messages);
      }
    }
    return [...this.broken.keys()].map(cellOf);
  }

  /**
   * The cell under the mouse, or null: its rules and its tokens are marked.
   * @param {Cell|null} cell
   */
  pointAt(cell) {
    const { board, panels } = this.bench;
    const shown = cell ?? (board.focused ? board.current : null);
    board.mark("linked", cell ? [cell] : []);
    panels.rules.linkCell(shown);
    this.#markText(shown ? [shown] : []);
  }

  /** A cell has become the current one. @param {Cell} cell */
  focusOn(cell) {
    this.bench.board.mark("selected", [cell]);
    this.bench.panels.rules.linkCell(cell);
    this.#markText([cell]);
    this.showCurrent();
  }

  /** The cells of a rule. @param {Cell[]} cells */
  linkCells(cells) {
    this.bench.board.mark("linked", cells);
    this.#markText(cells);
  }

  /**
   * A place in the text: its cell is marked.
   * @param {number} line
   * @param {number} column
   */
  pointInText(line, column) {
    const { places, doc, board, panels, text } = this.bench;
    const place = places?.text === doc.text ? places.at(line, column) : null;
    board.mark("linked", place ? [place.cell] : []);
    panels.rules.linkCell(place?.cell ?? null);
    text.markLinks(place ? [place] : []);
  }

  /** @param {Cell[]} cells */
  #markText(cells) {
    const { places, doc, text } = this.bench;
    if (!places || places.text !== doc.text) {
      text.markLinks([]);
      return;
    }
    text.markLinks(cells.slice(0, MOST_MARKS)
      .flatMap((cell) => [places.find("puzzle", cell), places.find("solution", cell)])
      .filter((place) => place !== null));
  }

  /** What the current cell holds, in the palette and in words. */
  showCurrent() {
    const { board, palette, places, layer, look, parts } = this.bench;
    palette.showCurrent(places?.find(layer, board.current)?.word ?? null);
    fill(parts.current, look ? this.describe(board.current) : "");
  }

  /**
   * A cell in words: coordinates, tokens, broken rules.
   * @param {Cell} cell
   */
  describe(cell) {
    const { places } = this.bench;
    const puzzle = places?.find("puzzle", cell)?.word;
    const solution = places?.find("solution", cell)?.word;
    const broken = this.broken.get(keyOf(cell)) ?? [];
    return [
      keyOf(cell),
      ...(puzzle === undefined ? [] : [`puzzle ${puzzle}`]),
      ...(solution === undefined ? [] : [`solution ${solution}`]),
      ...broken.slice(0, 3).map((one) => `broken: ${one}`),
    ].join(", ");
  }
}
