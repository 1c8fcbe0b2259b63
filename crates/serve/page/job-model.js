// @ts-check
// What the events of a job add up to: its phase, its incumbents, its bounds, its results.
//
// Events are replayed from the first one, so a page that is opened again during a job, or a
// second tab, arrives at the same model.

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").JobEvent} JobEvent
 * @typedef {{at: number, objective: number|null, solution: string}} Incumbent
 * @typedef {{at: number, bound: number}} BoundPoint
 */

/** A job as far as its events tell. */
export class JobModel {
  constructor() {
    this.running = true;
    this.seen = 0;
    this.seconds = 0;
    /** @type {Record<string, any>|null} */
    this.begin = null;
    /** @type {Record<string, any>|null} */
    this.progress = null;
    /** @type {Incumbent[]} */
    this.incumbents = [];
    /** @type {BoundPoint[]} */
    this.bounds = [];
    /** @type {Record<string, any>[]} */
    this.results = [];
    /** @type {Record<string, any>|null} */
    this.error = null;
    /** @type {number|null} */
    this.exit = null;
  }

  /**
   * Takes one event in. An event that was seen before changes nothing.
   * @param {JobEvent} event
   */
  take(event) {
    if (event.number <= this.seen) {
      return;
    }
    this.seen = event.number;
    this.seconds = Math.max(this.seconds, event.at);
    /** @type {Record<string, any>} */
    const data = event.line.data;
    switch (event.line.type) {
      case "begin":
        this.begin = data;
        break;
      case "progress":
        this.progress = data;
        break;
      case "improved":
        this.incumbents.push({ at: event.at, objective: data.objective ?? null, solution: data.solution });
        break;
      case "bound":
        this.bounds.push({ at: event.at, bound: data.bound });
        break;
      case "result":
        this.results.push(data);
        break;
      case "error":
        this.error = data;
        this.running = false;
        break;
      case "end":
        this.exit = data.exit;
        this.running = false;
        break;
      default:
        break;
    }
  }

  /** The last result, which sums the job up; null before. */
  get result() {
    return this.results.at(-1) ?? null;
  }

  /** The best solution so far, or null. @returns {string|null} */
  get solution() {
    return this.result?.solution ?? this.incumbents.at(-1)?.solution ?? null;
  }
}

/**
 * Watches a job from its first event on. `changed` is called once for each batch of events.
 * @param {Interface} api
 * @param {string} job
 * @param {(model: JobModel) => void} changed
 * @returns {() => void} ends it
 */
export function watchJob(api, job, changed) {
  const model = new JobModel();
  let waiting = false;
  let over = false;
  const stop = api.watch(job, 1, (event) => {
    model.take(event);
    if (!waiting && !over) {
      waiting = true;
      setTimeout(() => {
        waiting = false;
        if (!over) {
          changed(model);
        }
      }, 30);
    }
  });
  return () => {
    over = true;
    stop();
  };
}

/**
 * What the engine does now, in plain words.
 * @param {Record<string, any>} progress
 */
export function progressWords(progress) {
  const parts = [String(progress.phase)];
  if (typeof progress.done === "number") {
    const whole = typeof progress.total === "number" ? ` of ${plain(progress.total)}` : "";
    parts.push(`${plain(progress.done)}${whole} ${progress.unit ?? ""}`.trimEnd());
  }
  const known = new Set(["phase", "done", "total", "unit", "rates"]);
  const rates = /** @type {Record<string, number>} */ (progress.rates ?? {});
  for (const [name, value] of Object.entries(progress)) {
    if (!known.has(name) && typeof value === "number" && !(name in rates)) {
      parts.push(`${name} ${plain(value)}`);
    }
  }
  for (const [name, value] of Object.entries(rates)) {
    parts.push(`${plain(value)} ${name} per second`);
  }
  return parts.join(", ");
}

/**
 * A number for people: thousands apart, large ones rounded.
 * @param {number} value
 */
export function plain(value) {
  const size = Math.abs(value);
  if (size >= 1e9) {
    return `${(value / 1e9).toFixed(1)} billion`;
  }
  if (size >= 1e6) {
    return `${(value / 1e6).toFixed(1)} million`;
  }
  return (size >= 100 || Number.isInteger(value) ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString("en");
}

/**
 * A time for people.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 1) {
    return `${Math.round(seconds * 1000)} ms`;
  }
  if (seconds < 60) {
    return `${seconds.toFixed(1)} s`;
  }
  const minutes = Math.floor(seconds / 60);
  const rest = Math.floor(seconds % 60);
  return minutes < 60 ? `${minutes} min ${rest} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
