// @ts-check
// Editing on the board: by mouse, finger and keyboard, on the layer of the puzzle or of the
// solution. An edit changes the text, and the text changes the picture; there is no other way.

import { replaceToken, solutionPart, withSolution } from "./document.js";
import { neighbour, rowCells, sameCell } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Cell} Cell
 * @typedef {import("./geometry.js").Direction} Direction
 * @typedef {import("./places.js").Layer} Layer
 * @typedef {object} Bench what an editor needs of the workbench
 * @property {import("./document.js").TextDocument} doc
 * @property {import("./board-view.js").BoardView} board
 * @property {import("./palette.js").Palette} palette
 * @property {import("./types.js").LookResult|null} look
 * @property {import("./places.js").Places|null} places
 * @property {Layer} layer
 * @property {boolean} strokes whether the solution of this family is drawn by strokes
 * @property {(cells: Cell[]) => void} stroke
 * @property {(words: string) => void} say
 */

const PAUSE = 1200;

/** @type {Record<string, Direction>} */
const LETTERS = {
  KeyW: "northwest", KeyE: "northeast", KeyA: "west", KeyD: "east", KeyZ: "southwest", KeyX: "southeast",
};
/** @type {Record<string, [Direction, Direction]>} the direction, and that with shift */
const ARROWS = {
  ArrowLeft: ["west", "west"], ArrowRight: ["east", "east"],
  ArrowUp: ["northeast", "northwest"], ArrowDown: ["southeast", "southwest"],
};
/** @type {Partial<Record<Direction, Direction>>} up stays up at the boundary, and down stays down */
const INSTEAD = { northeast: "northwest", northwest: "northeast", southeast: "southwest", southwest: "southeast" };

/** The keys of the board, for the list of keys. @type {[string, string][]} */
export const BOARD_KEYS = [
  ["← →", "the cell to the left, to the right"],
  ["↑ ↓", "the cell to the upper right, to the lower right"],
  ["Shift+↑ Shift+↓", "the cell to the upper left, to the lower left"],
  ["W E A D Z X", "the six neighbours, as these keys lie around S"],
  ["Home End", "the ends of the row"],
  ["0–9 + - . ?", "type a token into the cell"],
  ["Delete", "clear the cell"],
  ["Enter", "put the held token into the cell, while painting"],
  ["Space", "begin a stroke, and end it, where a solution is drawn by strokes"],
  ["Esc", "cancel the stroke"],
  ["Ctrl+Z Ctrl+Shift+Z", "undo, redo"],
];

/** Turns pointer and keyboard events of a board into edits of the text. */
export class Editor {
  /** @param {Bench} bench */
  constructor(bench) {
    this.bench = bench;
    /** @type {Cell[]|null} the stroke under way */
    this.trace = null;
    this.typed = "";
    this.typedAt = 0;
    this.group = 0;
    /** @type {(() => void)|null} an edit that waits for the next look */
    this.waiting = null;
  }

  /** Whether strokes are drawn now. */
  get draws() {
    return this.bench.layer === "solution" && this.bench.strokes;
  }

  /** @param {Cell} cell */
  press(cell) {
    this.typed = "";
    if (this.draws) {
      this.trace = [cell];
      this.bench.board.drawTrace(this.trace);
      return;
    }
    const held = this.bench.palette.held;
    if (held !== null) {
      this.group += 1;
      this.put(cell, held, `drag ${this.group}`);
    }
  }

  /** @param {Cell} cell */
  drag(cell) {
    if (this.trace) {
      this.#extend(cell);
    } else if (this.bench.palette.held !== null) {
      this.put(cell, this.bench.palette.held, `drag ${this.group}`);
    }
  }

  /** @param {boolean} cancelled */
  release(cancelled) {
    if (this.trace) {
      this.#endStroke(cancelled);
    }
  }

  /** A name for a group of edits that none had before. @param {string} kind */
  #newGroup(kind) {
    this.group += 1;
    return `${kind} ${this.group}`;
  }

  /** Goes on with what had to wait for a look. */
  looked() {
    const waiting = this.waiting;
    this.waiting = null;
    waiting?.();
  }

  /**
   * Puts a token into a cell of the layer that is edited.
   * @param {Cell} cell
   * @param {string} word
   * @param {string|null} [group] edits of one group are one step of undo
   */
  put(cell, word, group = this.#newGroup("put")) {
    const { doc, places, layer } = this.bench;
    if (!places || places.text !== doc.text) {
      this.waiting = () => this.put(cell, word, group);
      return;
    }
    const place = places.find(layer, cell);
    if (place) {
      this.#replace(place, word, group);
    } else if (layer === "solution" && !this.bench.strokes && this.startSolution(group)) {
      this.waiting = () => this.put(cell, word, group);
    } else {
      this.bench.say("this cell holds nothing to edit here");
    }
  }

  /**
   * Replaces a word; where each word stands on the board once, it changes places with the cell that has it.
   * @param {import("./types.js").CellToken} place
   * @param {string} word
   * @param {string|null} group
   */
  #replace(place, word, group) {
    const { doc, places, look, layer } = this.bench;
    const before = place.word;
    if (!places || before === word) {
      return;
    }
    const other = look?.palette.each_once ? places.holding(layer, word) : null;
    let text = replaceToken(doc.text, place, word);
    places.follow(text, place.line);
    if (other) {
      text = replaceToken(text, other, before);
      places.follow(text, other.line);
    }
    doc.set(text, "board", group);
  }

  /**
   * Writes the solution with which an editor begins into the text. Returns false if there is none.
   * @param {string|null} group
   */
  startSolution(group) {
    const { doc, look } = this.bench;
    const solution = look?.draft ? solutionPart(look.draft) : null;
    return solution !== null && doc.set(withSolution(doc.text, solution), "board", group);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Cell} cell
   */
  key(event, cell) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (this.#type(event, cell) || this.#move(event, cell) || this.#act(event, cell)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * A letter that continues or begins a token.
   * @param {KeyboardEvent} event
   * @param {Cell} cell
   */
  #type(event, cell) {
    if (event.key.length !== 1 || event.key === " " || this.draws) {
      return false;
    }
    const palette = this.bench.palette;
    const goesOn = event.timeStamp - this.typedAt < PAUSE && palette.begins(this.typed + event.key);
    if (!goesOn && !palette.begins(event.key)) {
      return false;
    }
    if (!goesOn || this.typed === "") {
      this.group += 1;
    }
    this.typed = goesOn ? this.typed + event.key : event.key;
    this.typedAt = event.timeStamp;
    if (palette.accepts(this.typed)) {
      if (goesOn && this.bench.look?.palette.each_once && this.bench.doc.past.at(-1)?.group === `type ${this.group}`) {
        // The exchange for the shorter word is taken back first.
        this.bench.doc.undo();
      }
      this.put(cell, this.typed, `type ${this.group}`);
    }
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Cell} cell
   */
  #move(event, cell) {
    const order = this.bench.board.order;
    const arrow = ARROWS[event.key];
    const direction = arrow ? arrow[event.shiftKey ? 1 : 0] : LETTERS[event.code];
    /** @type {Cell|null|undefined} */
    let next = null;
    if (direction) {
      const instead = arrow ? INSTEAD[direction] : undefined;
      next = neighbour(cell, direction, order) ?? (instead ? neighbour(cell, instead, order) : null);
    } else if (event.key === "Home" || event.key === "End") {
      next = rowCells(order, cell[1]).at(event.key === "Home" ? 0 : -1);
    } else {
      return false;
    }
    this.typed = "";
    if (next) {
      this.bench.board.select(next);
      if (this.trace) {
        this.#extend(next);
      }
    }
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Cell} cell
   */
  #act(event, cell) {
    const { palette } = this.bench;
    if ((event.key === "Delete" || event.key === "Backspace") && !this.draws && palette.clear !== null) {
      this.put(cell, palette.clear);
      return true;
    }
    if (event.key === " " && this.draws) {
      if (this.trace) {
        this.#endStroke(false);
      } else {
        this.press(cell);
        this.bench.say("stroke begun: move to extend it, Space ends it, Escape cancels it");
      }
      return true;
    }
    if (event.key === "Escape" && this.trace) {
      this.#endStroke(true);
      return true;
    }
    if ((event.key === "Enter" || event.key === " ") && palette.held !== null && !this.draws) {
      this.put(cell, palette.held);
      return true;
    }
    return false;
  }

  /** A stroke goes on, or one cell back if it returns. @param {Cell} cell */
  #extend(cell) {
    const trace = this.trace;
    if (!trace || sameCell(trace.at(-1), cell)) {
      return;
    }
    if (trace.length > 1 && sameCell(trace.at(-2), cell)) {
      trace.pop();
    } else {
      trace.push(cell);
    }
    this.bench.board.drawTrace(trace);
  }

  /** @param {boolean} cancelled */
  #endStroke(cancelled) {
    const cells = this.trace ?? [];
    this.trace = null;
    this.bench.board.drawTrace([]);
    if (cancelled) {
      this.bench.say("stroke cancelled");
    } else if (cells.length > 0) {
      this.bench.stroke(cells);
    }
  }
}
