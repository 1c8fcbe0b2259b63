// @ts-check
// Where each cell stands in the text: from the last look, kept up to date while the next one
// is on its way, so that fast typing on the board never meets a wrong token.

import { keyOf } from "./geometry.js";

/**
 * @typedef {import("./types.js").CellToken} CellToken
 * @typedef {import("./geometry.js").Cell} Cell
 * @typedef {"puzzle"|"solution"} Layer
 */

/** The tokens of a text by layer and cell. */
export class Places {
  /**
   * @param {string} text the text that was looked at
   * @param {CellToken[]} cells
   */
  constructor(text, cells) {
    this.text = text;
    /** @type {Map<string, CellToken>} */
    this.byCell = new Map();
    /** @type {Map<number, CellToken[]>} */
    this.byLine = new Map();
    for (const place of cells) {
      this.byCell.set(`${place.layer} ${keyOf(place.cell)}`, place);
      const line = this.byLine.get(place.line);
      if (line) {
        line.push(place);
      } else {
        this.byLine.set(place.line, [place]);
      }
    }
  }

  /**
   * @param {Layer} layer
   * @param {Cell} cell
   */
  find(layer, cell) {
    return this.byCell.get(`${layer} ${keyOf(cell)}`) ?? null;
  }

  /**
   * The first cell of a layer that holds a word.
   * @param {Layer} layer
   * @param {string} word
   */
  holding(layer, word) {
    for (const place of this.byCell.values()) {
      if (place.layer === layer && place.word === word) {
        return place;
      }
    }
    return null;
  }

  /**
   * The token at a line and a column, both from 1.
   * @param {number} line
   * @param {number} column
   */
  at(line, column) {
    return this.byLine.get(line)?.find((place) => (
      place.column <= column && column <= place.column + place.length
    )) ?? null;
  }

  /**
   * Follows an edit of one line: its tokens are found again, in the same order.
   * @param {string} text the new text
   * @param {number} line
   */
  follow(text, line) {
    const row = (this.byLine.get(line) ?? []).sort((one, other) => one.column - other.column);
    const content = (text.split("\n")[line - 1] ?? "").split("#")[0] ?? "";
    const found = [...content.matchAll(/\S+/g)];
    if (found.length !== row.length) {
      return;
    }
    found.forEach((match, index) => {
      const place = row[index];
      if (place) {
        place.word = match[0];
        place.column = [...content.slice(0, match.index)].length + 1;
        place.length = [...match[0]].length;
      }
    });
    this.text = text;
  }
}
