// @ts-check
// One job of a panel: started, watched, stopped, taken up again after a reload.
//
// The panels for solving, counting, listing and hints differ in what they show of a job; what
// they do with it is the same and is here.

import { notifyError } from "./announce.js";
import { watchJob } from "./job-model.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./job-model.js").JobModel} JobModel
 */

/** A job slot: at most one job at a time. */
export class JobControl {
  /**
   * @param {Interface} api
   * @param {(control: JobControl) => void} changed
   */
  constructor(api, changed) {
    this.api = api;
    this.changed = changed;
    /** @type {string|null} */
    this.job = null;
    /** @type {Request|null} */
    this.request = null;
    /** @type {JobModel|null} */
    this.model = null;
    this.stopping = false;
    this.starting = false;
    this.begun = 0;
    /** @type {(() => void)|null} */
    this.unwatch = null;
  }

  /** Whether a job is under way. */
  get running() {
    return this.starting || (this.model?.running ?? false);
  }

  /**
   * Starts a job in the place of the one before.
   * @param {Request} request
   * @returns {Promise<boolean>} whether it was started
   */
  async start(request) {
    if (this.running) {
      return false;
    }
    this.clear();
    this.starting = true;
    this.request = request;
    this.changed(this);
    try {
      const { job } = await this.api.start(request);
      this.attach(job, request);
      return true;
    } catch (problem) {
      this.starting = false;
      this.changed(this);
      notifyError(problem);
      return false;
    }
  }

  /**
   * Watches a job that runs already, or is over.
   * @param {string} job
   * @param {Request} request
   */
  attach(job, request) {
    this.clear();
    this.job = job;
    this.request = request;
    this.begun = performance.now();
    this.unwatch = watchJob(this.api, job, (model) => {
      this.model = model;
      this.starting = false;
      this.begun = Math.min(this.begun, performance.now() - model.seconds * 1000);
      this.stopping = this.stopping && model.running;
      this.changed(this);
    });
    this.starting = true;
    this.changed(this);
  }

  /** Ends the job; the best that it has stays. */
  async stop() {
    if (this.job && this.running && !this.stopping) {
      this.stopping = true;
      this.changed(this);
      await this.api.stop(this.job).catch(notifyError);
    }
  }

  /** Goes on with a stopped job. */
  async resume() {
    if (this.job && this.request && !this.running) {
      try {
        const { job } = await this.api.resume(this.job);
        this.attach(job, this.request);
      } catch (problem) {
        notifyError(problem);
      }
    }
  }

  /** Seconds since the start, also between two events. */
  get seconds() {
    if (this.model && !this.model.running) {
      return this.model.seconds;
    }
    return this.begun === 0 ? 0 : (performance.now() - this.begun) / 1000;
  }

  /** Lets go of the job; it goes on. */
  clear() {
    this.unwatch?.();
    this.unwatch = null;
    this.job = null;
    this.request = null;
    this.model = null;
    this.stopping = false;
    this.starting = false;
    this.begun = 0;
  }
}
