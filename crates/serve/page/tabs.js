// @ts-check
/**
 * How the tabs of a static site know of each other's runs.
 *
 * A run lives in the tab that began it. That tab holds a lock named after the run, which the browser frees when the tab
 * is gone, and tells the others every line over a channel. Where a browser lacks locks, each tab knows its own runs.
 */

/** @typedef {import("./types.js").JobEntry} JobEntry */
/** @typedef {import("./types.js").JobEvent} JobEvent */

/**
 * What tabs tell each other: that a run began or has new events, that somebody wants to know all of them, and that a
 * run is to be stopped or forgotten.
 * @typedef {{kind: "events", entry: JobEntry, events: JobEvent[]}
 *   | {kind: "replay" | "stop" | "forget", job: string}} Message
 */

/** @param {string} job */
function lockOf(job) {
  return `sixfold-run-${job}`;
}

export class Tabs {
  #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("sixfold-runs") : null;

  /** @param {(message: Message) => void} hear */
  constructor(hear) {
    if (this.#channel) this.#channel.onmessage = (event) => hear(event.data);
  }

  /** @param {Message} message */
  tell(message) {
    this.#channel?.postMessage(message);
  }

  /**
   * Holds the lock of a run until the function that it gives back is called, or this tab is gone.
   * @param {string} job
   * @returns {Promise<() => void>}
   */
  hold(job) {
    return new Promise((held) => {
      if (!navigator.locks) return held(() => {});
      void navigator.locks.request(lockOf(job), () => new Promise((free) => held(() => free(undefined))));
    });
  }

  /**
   * The runs of a list that another tab is working on.
   * @param {string[]} jobs
   * @returns {Promise<Set<string>>}
   */
  async elsewhere(jobs) {
    if (!navigator.locks) return new Set();
    const names = new Set((await navigator.locks.query()).held?.map((lock) => lock.name));
    return new Set(jobs.filter((job) => names.has(lockOf(job))));
  }

  /**
   * Waits until no tab works on a run.
   * @param {string} job
   */
  async free(job) {
    if (navigator.locks) await navigator.locks.request(lockOf(job), { mode: "shared" }, () => undefined);
  }
}
