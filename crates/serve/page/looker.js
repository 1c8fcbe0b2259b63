// @ts-check
// Looks at the text as it changes: one question at a time, the latest wins.

import { Refused } from "./interface.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./types.js").LookResult} LookResult
 * @typedef {object} LookHandlers
 * @property {(look: LookResult, request: Request) => void} seen
 * @property {(failure: import("./types.js").Failure, request: Request) => void} failed
 */

/** Asks `look`, never twice at the same time. */
export class Looker {
  /**
   * @param {Interface} api
   * @param {LookHandlers} handlers
   */
  constructor(api, handlers) {
    this.api = api;
    this.handlers = handlers;
    /** @type {Request|null} */
    this.next = null;
    this.busy = false;
    this.closed = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /**
   * @param {Request} request
   * @param {number} delay in milliseconds; a text being typed waits for the next letter
   */
  look(request, delay) {
    this.next = request;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#go(), delay);
  }

  /** Whether the newest request is not answered yet. */
  get waiting() {
    return this.busy || this.next !== null;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  async #go() {
    if (this.busy || !this.next || this.closed) {
      return;
    }
    const request = this.next;
    this.next = null;
    this.busy = true;
    try {
      this.#take(await this.api.ask(request), request);
    } catch (problem) {
      const message = problem instanceof Error ? problem.message : String(problem);
      this.handlers.failed(problem instanceof Refused ? problem : { message }, request);
    } finally {
      this.busy = false;
    }
    await this.#go();
  }

  /**
   * @param {import("./types.js").Line[]} lines
   * @param {Request} request
   */
  #take(lines, request) {
    if (this.closed) {
      return;
    }
    for (const line of lines) {
      if (line.type === "error") {
        this.handlers.failed(line.data, request);
        return;
      }
      if (line.type === "result") {
        this.handlers.seen(/** @type {LookResult} */ (line.data), request);
        return;
      }
    }
  }
}
