// @ts-check
/**
 * The interface over HTTP, for the server's life.
 *
 * A server that is gone is asked again quietly, at growing intervals of up to 10 s, until it is back. Events come as
 * server-sent events; a hidden tab lets go of its stream, since a browser opens only six connections to one host.
 */

import { NoSession, parseLines, Refused, Unreachable } from "./interface.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").JobEvent} JobEvent */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Reach} Reach */
/** @typedef {import("./types.js").Request} Request */

/**
 * Exchanges the token for a cookie.
 * @param {string} token
 */
export async function openSession(token) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ token });
  const response = await fetch("api/session", { method: "POST", headers, body }).catch(() => null);
  if (response?.status === 401 || response?.status === 403) throw new NoSession("the token is not the right one");
}

/** @implements {Interface} */
export class HttpInterface {
  /** @type {Reach} */
  #reach = "reachable";
  /** @type {((reach: Reach) => void)[]} */
  #listeners = [];
  #retrying = false;
  #about;

  /** @param {About} about */
  constructor(about) {
    this.#about = about;
  }

  about() {
    return this.#about;
  }

  /** @param {(reach: Reach) => void} listener */
  onReach(listener) {
    this.#listeners.push(listener);
  }

  /** @param {Request} request */
  async ask(request) {
    const response = await this.#send("api/ask", "POST", request);
    if (!response.ok) return [await failureLine(response)];
    return parseLines(await response.text());
  }

  /** @param {Request} request */
  async start(request) {
    return (await this.#demand("api/jobs", "POST", request)).json();
  }

  async jobs() {
    return (await (await this.#demand("api/jobs", "GET")).json()).jobs;
  }

  /** @param {string} job */
  async stop(job) {
    await this.#demand(`api/jobs/${encodeURIComponent(job)}/stop`, "POST");
  }

  /** @param {string} job */
  async resume(job) {
    return (await this.#demand(`api/jobs/${encodeURIComponent(job)}/resume`, "POST")).json();
  }

  /** @param {string} job */
  async forget(job) {
    await this.#demand(`api/jobs/${encodeURIComponent(job)}`, "DELETE");
  }

  /** @param {string} job */
  async proof(job) {
    const response = await this.#send(`api/jobs/${encodeURIComponent(job)}/proof`, "GET");
    return response.ok ? response.blob() : null;
  }

  /**
   * @param {Request} request
   * @param {"png" | "gif"} form
   */
  async picture(request, form) {
    return (await this.#demand(`api/picture/${form}`, "POST", request)).blob();
  }

  /**
   * @param {string} job
   * @param {number} from
   * @param {(event: JobEvent) => void} onEvent
   */
  watch(job, from, onEvent) {
    const stream = new EventStream(job, from, onEvent, () => void this.#send("api/about", "GET").catch(() => null));
    return () => stream.close();
  }

  /**
   * Sends a request that must succeed.
   * @param {string} path
   * @param {string} method
   * @param {Request} [body]
   */
  async #demand(path, method, body) {
    const response = await this.#send(path, method, body);
    if (response.ok) return response;
    const line = await failureLine(response);
    throw new Refused(line.data);
  }

  /**
   * @param {string} path
   * @param {string} method
   * @param {Request} [body]
   * @returns {Promise<Response>}
   */
  async #send(path, method, body) {
    let response;
    try {
      const headers = body ? { "Content-Type": "application/json" } : undefined;
      response = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
    } catch {
      this.#lost();
      throw new Unreachable("the server cannot be reached");
    }
    if (response.status === 401) {
      this.#tell("refused");
      throw new Unreachable("the server no longer knows this page");
    }
    this.#tell("reachable");
    return response;
  }

  /** @param {Reach} reach */
  #tell(reach) {
    if (reach === this.#reach) return;
    this.#reach = reach;
    for (const listener of this.#listeners) listener(reach);
  }

  #lost() {
    this.#tell("gone");
    if (!this.#retrying) void this.#retry();
  }

  async #retry() {
    this.#retrying = true;
    for (let wait = 1000; this.#reach === "gone"; wait = Math.min(wait * 1.5, 10_000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const response = await fetch("api/about", { cache: "no-store" }).catch(() => null);
      if (response) this.#tell(response.status === 401 ? "refused" : "reachable");
    }
    this.#retrying = false;
  }
}

/**
 * The error that a response with a 4xx or 5xx status holds.
 * @param {Response} response
 * @returns {Promise<import("./types.js").ErrorLine>}
 */
async function failureLine(response) {
  /** @type {import("./types.js").Failure} */
  let data = { message: `the server answered with the status ${response.status}` };
  try {
    const read = await response.json();
    if (typeof read.message === "string") data = read;
  } catch {
    // Not JSON: the status is all that is known.
  }
  return { type: "error", schema: 1, data };
}

/** The events of one job, opened again from where it stopped when the connection breaks or the tab is shown again. */
class EventStream {
  /** @type {EventSource | null} */
  #source = null;
  #closed = false;
  /** @type {number | undefined} */
  #timer;
  #wait = 1000;
  #visible = () => this.#follow();

  /**
   * @param {string} job
   * @param {number} from
   * @param {(event: JobEvent) => void} onEvent
   * @param {() => void} onLost
   */
  constructor(job, from, onEvent, onLost) {
    this.job = job;
    this.next = Math.max(1, from);
    this.onEvent = onEvent;
    this.onLost = onLost;
    document.addEventListener("visibilitychange", this.#visible);
    this.#open();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#source?.close();
    document.removeEventListener("visibilitychange", this.#visible);
  }

  #follow() {
    if (this.#closed) return;
    if (document.hidden) {
      this.#source?.close();
      this.#source = null;
    } else if (!this.#source) {
      this.#open();
    }
  }

  #open() {
    clearTimeout(this.#timer);
    if (this.#closed || document.hidden) return;
    const source = new EventSource(`api/jobs/${encodeURIComponent(this.job)}/events?from=${this.next}`);
    this.#source = source;
    source.onmessage = (message) => {
      this.#wait = 1000;
      this.#take(JSON.parse(message.data));
    };
    source.onerror = () => {
      // The browser would repeat the old address; open a new one from the next number instead.
      source.close();
      if (this.#closed || this.#source !== source) return;
      this.#source = null;
      if (document.hidden) return;
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      if (this.#wait > 1000) this.onLost();
      this.#wait = Math.min(this.#wait * 2, 10_000);
    };
  }

  /** @param {JobEvent} event */
  #take(event) {
    if (event.number < this.next) return;
    this.next = event.number + 1;
    if (event.line.type === "end" || event.line.type === "error") this.close();
    this.onEvent(event);
  }
}
