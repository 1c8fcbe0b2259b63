// @ts-check
// The text of a board: the one source of truth of the workbench.
//
// Every edit is a change of one range. A change stores what was removed and what was inserted,
// so undo and redo have no limit and cost as much memory as was typed. Edits with the same
// group (a word being typed, a drag, the incumbents of one job) merge into one step of undo.

/**
 * @typedef {{at: number, removed: string, inserted: string}} Change
 * @typedef {{changes: Change[], group: string|null}} Step
 * @typedef {(text: string, cause: string) => void} Listener
 * @typedef {{line: number, column: number, length: number}} Place
 */

/** A text with its history. */
export class TextDocument {
  /** @param {string} text */
  constructor(text) {
    /** @type {string} */
    this.text = text;
    /** @type {Step[]} */
    this.past = [];
    /** @type {Step[]} */
    this.future = [];
    /** @type {Set<Listener>} */
    this.listeners = new Set();
  }

  /**
   * Replaces the text. Returns whether anything changed.
   * @param {string} text
   * @param {string} cause who changed it: `typing`, `board`, `job`…
   * @param {string|null} [group] merges with the step before if that has the same group
   */
  set(text, cause, group = null) {
    const change = difference(this.text, text);
    if (change === null) {
      return false;
    }
    const last = this.past.at(-1);
    if (last && group !== null && last.group === group) {
      last.changes.push(change);
    } else {
      this.past.push({ changes: [change], group });
    }
    this.future = [];
    this.#become(text, cause);
    return true;
  }

  /** Ends the group, so that the next edit is a step of its own. */
  seal() {
    const last = this.past.at(-1);
    if (last) {
      last.group = null;
    }
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  /** Takes the last step back. */
  undo() {
    const step = this.past.pop();
    if (!step) {
      return;
    }
    this.seal();
    let text = this.text;
    for (const change of [...step.changes].reverse()) {
      text = splice(text, change.at, change.inserted.length, change.removed);
    }
    this.future.push({ ...step, group: null });
    this.#become(text, "undo");
  }

  /** Does the last step that was taken back again. */
  redo() {
    const step = this.future.pop();
    if (!step) {
      return;
    }
    let text = this.text;
    for (const change of step.changes) {
      text = splice(text, change.at, change.removed.length, change.inserted);
    }
    this.past.push({ ...step, group: null });
    this.#become(text, "redo");
  }

  /**
   * @param {Listener} listener
   * @returns {() => void} ends it
   */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * @param {string} text
   * @param {string} cause
   */
  #become(text, cause) {
    this.text = text;
    for (const listener of this.listeners) {
      listener(text, cause);
    }
  }
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} length
 * @param {string} inserted
 */
function splice(text, at, length, inserted) {
  return text.slice(0, at) + inserted + text.slice(at + length);
}

/**
 * The range in which two texts differ, or null if they are equal.
 * @param {string} before
 * @param {string} after
 * @returns {Change|null}
 */
function difference(before, after) {
  if (before === after) {
    return null;
  }
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail += 1;
  }
  return {
    at: head,
    removed: before.slice(head, before.length - tail),
    inserted: after.slice(head, after.length - tail),
  };
}

/**
 * The offset of a line and a column, both from 1; columns count characters, not UTF-16 units.
 * @param {string} text
 * @param {number} line
 * @param {number} column
 */
export function offsetOf(text, line, column) {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const next = text.indexOf("\n", start);
    if (next < 0) {
      return text.length;
    }
    start = next + 1;
  }
  let offset = start;
  for (let passed = 1; passed < column && offset < text.length && text[offset] !== "\n"; passed += 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/**
 * The line and the column of an offset, both from 1.
 * @param {string} text
 * @param {number} offset
 */
export function placeOf(text, offset) {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(start)].length + 1 };
}

/**
 * The text with another token at a place. Blanks beside the token give way or fill up, so that
 * the columns of the rows stay aligned where there is room.
 * @param {string} text
 * @param {Place} place
 * @param {string} word
 */
export function replaceToken(text, place, word) {
  let at = offsetOf(text, place.line, place.column);
  let length = place.length;
  const grows = word.length - length;
  let inserted = word;
  for (let missing = grows; missing > 0; missing -= 1) {
    if (text[at - 1] === " " && (text[at - 2] === " " || isLineStart(text, at - 1))) {
      at -= 1;
      length += 1;
    }
  }
  if (grows < 0) {
    inserted = " ".repeat(-grows) + word;
  }
  return splice(text, at, length, inserted);
}

/**
 * @param {string} text
 * @param {number} offset
 */
function isLineStart(text, offset) {
  return offset === 0 || text[offset - 1] === "\n";
}

/**
 * The text up to the line `solution`, without it; it ends with a line break.
 * @param {string} text
 */
export function puzzlePart(text) {
  const lines = text.split("\n");
  const at = lines.findIndex(isSolutionLine);
  const kept = (at < 0 ? lines : lines.slice(0, at)).join("\n").trimEnd();
  return `${kept}\n`;
}

/**
 * The text below the line `solution`, or null if there is none.
 * @param {string} text
 */
export function solutionPart(text) {
  const lines = text.split("\n");
  const at = lines.findIndex(isSolutionLine);
  return at < 0 ? null : lines.slice(at + 1).join("\n");
}

/** @param {string} line */
function isSolutionLine(line) {
  return line.split("#")[0].trim() === "solution";
}

/**
 * The puzzle with this solution in the place of any other.
 * @param {string} text
 * @param {string} solution
 */
export function withSolution(text, solution) {
  return `${puzzlePart(text)}solution\n${solution.trimEnd()}\n`;
}

/**
 * Whether two texts differ in nothing but blanks.
 * @param {string} one
 * @param {string} other
 */
export function sameWords(one, other) {
  return one === other || one.trim().split(/\s+/).join(" ") === other.trim().split(/\s+/).join(" ");
}
