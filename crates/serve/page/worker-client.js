// @ts-check
/**
 * The interface over Workers, for the static life.
 *
 * The Worker that answers fetches and compiles the module, away from the thread that draws the page, and hands it back for
 * the Workers of runs. A run is kept in the browser as it goes: after a reload, a
 * run that was cut off is listed as stopped, with its last incumbent. Other tabs see a run as it goes (`tabs.js`).
 */

import { parseLines, Refused, Unreachable } from "./interface.js";
import { keepRun, forgetRun, keptRuns } from "./storage.js";
import { paintPng, paintGif } from "./paint.js";
import { Tabs } from "./tabs.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").JobEntry} JobEntry */
/** @typedef {import("./types.js").JobEvent} JobEvent */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Reach} Reach */
/** @typedef {import("./types.js").Request} Request */

/**
 * A run that this page has, that an earlier one kept, or that another tab has.
 * @typedef {object} Run
 * @property {JobEntry} entry
 * @property {JobEvent[]} events
 * @property {Set<(event: JobEvent) => void>} watchers
 * @property {Worker | null} worker null if it is over or in another tab
 * @property {() => void} free lets go of the lock that says that it is here
 */

/** The verbs that are jobs. */
const JOBS = ["solve", "count", "enumerate", "hint", "make"];
/** So many runs at once, at most; each has a thread and a memory of its own. */
const MOST_RUNS = Math.max(2, Math.min(8, navigator.hardwareConcurrency || 2));
/** So many events of a run are kept; the oldest progress lines go first. */
const MOST_EVENTS = 20_000;

const CUT_OFF = "cut off when its page was closed";

/**
 * @param {JobEntry} entry
 * @param {JobEvent[]} events
 * @returns {Run}
 */
function makeRun(entry, events) {
  return { entry, events, watchers: new Set(), worker: null, free: () => {} };
}

/**
 * Adds an event to a run and tells those who watch it.
 * @param {Run} run
 * @param {JobEvent} event
 */
function record(run, event) {
  // A progress line says everything that the one before it said.
  if (event.line.type === "progress" && run.events.at(-1)?.line.type === "progress") run.events.pop();
  run.events.push(event);
  if (run.events.length > MOST_EVENTS) run.events.splice(1, run.events.length - MOST_EVENTS);
  for (const watcher of [...run.watchers]) watcher(event);
}

/** @param {Line} line */
function isLast(line) {
  return line.type === "end" || line.type === "error";
}

/**
 * The state of a run after its last line.
 * @param {Line} line
 */
function stateAfter(line) {
  if (line.type === "error") return "failed";
  return line.type === "end" && line.data.exit === 3 ? "stopped" : "finished";
}

/**
 * @param {Partial<About>} about what the static site says of itself, if it does
 * @returns {Promise<Interface>}
 */
export async function connectWorker(about) {
  const interface_ = new WorkerInterface({
    life: "static",
    version: about.version ?? "",
    cores: 1,
    engines_without: about.engines_without ?? ["CaDiCaL"],
    proofs: false,
  });
  interface_.begin();
  return interface_;
}

/** @implements {Interface} */
class WorkerInterface {
  /** @type {Worker | null} */
  #asker = null;
  /** @type {Map<number, {resolve: (lines: Line[]) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #asked = 0;
  /** @type {Map<string, Run>} */
  #runs = new Map();
  /** @type {Promise<void>} */
  #recalled = Promise.resolve();
  #tabs = new Tabs((message) => this.#told(message));
  /** The module, from the moment at which a Worker fetches it. @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  #about;

  /** @param {About} about */
  constructor(about) {
    this.#about = about;
    addEventListener("pagehide", () => this.#keepAll());
  }

  about() {
    return this.#about;
  }

  /** A Worker of this page is always there. */
  onReach() {}

  /** Starts what the first question will need, without waiting for it. */
  begin() {
    this.#theAsker().catch(() => null);
    this.#recalled = this.#recall();
  }

  /** Reads the runs of earlier visits. One without an end is in another tab, or was cut off. */
  async #recall() {
    const kept = await keptRuns();
    const going = kept.filter(({ entry }) => entry.state === "running").map(({ entry }) => entry.job);
    const elsewhere = await this.#tabs.elsewhere(going);
    for (const { entry, events } of kept) {
      const run = makeRun(entry, events);
      this.#runs.set(entry.job, run);
      if (elsewhere.has(entry.job)) this.#follow(run);
      else if (entry.state === "running") this.#close(run, "stopped", CUT_OFF);
    }
  }

  /**
   * Follows a run of another tab, which may go away.
   * @param {Run} run
   */
  #follow(run) {
    this.#tabs.tell({ kind: "replay", job: run.entry.job });
    void this.#tabs.free(run.entry.job).then(async () => {
      // The last lines may still be on their way, or only in what the other tab kept.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const kept = (await keptRuns()).find(({ entry }) => entry.job === run.entry.job);
      if (kept) this.#takeOver(run, kept.entry, kept.events);
      if (run.entry.state === "running") this.#close(run, "stopped", CUT_OFF);
    });
  }

  /**
   * Hears another tab.
   * @param {import("./tabs.js").Message} message
   */
  #told(message) {
    const run = this.#runs.get(message.kind === "events" ? message.entry.job : message.job);
    if (message.kind === "events") this.#takeOver(run, message.entry, message.events);
    else if (message.kind === "forget" && !run?.worker) this.#runs.delete(message.job);
    else if (message.kind === "stop" && run?.worker) void this.stop(message.job);
    else if (message.kind === "replay" && run?.worker) this.#tell(run, run.events);
  }

  /**
   * Takes the events of a run in another tab.
   * @param {Run | undefined} known
   * @param {JobEntry} entry
   * @param {JobEvent[]} events
   */
  #takeOver(known, entry, events) {
    if (known?.worker) return;
    const run = known ?? makeRun(entry, []);
    const seen = run.events.at(-1)?.number ?? 0;
    run.entry = entry;
    for (const event of events) if (event.number > seen) record(run, event);
    if (known) return;
    this.#runs.set(entry.job, run);
    this.#follow(run);
  }

  /**
   * Tells the other tabs of a run in this one.
   * @param {Run} run
   * @param {JobEvent[]} events
   */
  #tell(run, events) {
    this.#tabs.tell({ kind: "events", entry: run.entry, events });
  }

  /** @param {Request} request */
  async ask(request) {
    const asker = await this.#theAsker();
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      asker.postMessage({ kind: "ask", id, text: JSON.stringify(request) });
    });
  }

  /** @returns {Promise<Worker>} */
  async #theAsker() {
    this.#asker ??= this.#startAsker();
    const asker = this.#asker;
    await this.#module;
    return this.#asker === asker ? asker : this.#theAsker();
  }

  /** @returns {Worker} */
  #startAsker() {
    const asker = new Worker("engine-worker.js", { type: "module" });
    /** @type {(error: Error) => void} */
    let refuse = () => {};
    asker.onerror = () => {
      refuse(new Unreachable("the engines could not be loaded: their Worker could not be started"));
      this.#replaceAsker("The Worker that answers could not be started.");
    };
    /** @type {Promise<WebAssembly.Module>} */
    const fetched = new Promise((resolve, reject) => {
      refuse = reject;
      asker.onmessage = ({ data }) => {
        if (data.kind === "ready") resolve(data.module);
        if (data.kind === "missing") reject(new Unreachable(`the engines could not be loaded: ${data.message}`));
        if (data.kind === "reply") this.#settle(data.id, parseLines(data.text));
        if (data.kind === "panic") this.#replaceAsker(`The program failed: ${data.message}`);
      };
    });
    if (this.#module) {
      void this.#module.then((module) => asker.postMessage({ kind: "load", module }), () => null);
      return asker;
    }
    this.#module = fetched;
    asker.postMessage({ kind: "fetch" });
    // The next question tries again.
    fetched.catch(() => {
      asker.terminate();
      this.#module = null;
      if (this.#asker === asker) this.#asker = null;
    });
    return asker;
  }

  /** @returns {Promise<WebAssembly.Module>} */
  async #load() {
    await this.#theAsker();
    if (!this.#module) throw new Unreachable("the engines could not be loaded");
    return this.#module;
  }

  /**
   * @param {number} id
   * @param {Line[]} lines
   */
  #settle(id, lines) {
    this.#waiting.get(id)?.resolve(lines);
    this.#waiting.delete(id);
  }

  /**
   * A Worker answers in order, so the oldest question is the one that it failed on. The others are lost with it.
   * @param {string} message
   */
  #replaceAsker(message) {
    this.#asker?.terminate();
    this.#asker = null;
    const help = "This is a bug of sixfold. The page goes on with a new Worker.";
    for (const id of [...this.#waiting.keys()]) {
      this.#settle(id, [{ type: "error", schema: 1, data: { message, line: null, column: null, help } }]);
    }
  }

  /** @param {Request} request */
  async start(request) {
    if (!JOBS.includes(request.verb)) throw new Refused({ message: `${request.verb} is no run` });
    const working = [...this.#runs.values()].filter((run) => run.entry.state === "running").length;
    if (working >= MOST_RUNS) {
      const message = `${working} runs are at work, which is the most that this browser takes`;
      throw new Refused({ message, help: "Stop one of them first." });
    }
    const module = await this.#load();
    const job = `b${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
    const entry = {
      job, state: /** @type {const} */ ("running"), resumable: false, begun: Date.now(), seconds: 0, request,
      title: titleOf(request), words: null, events: 0,
    };
    const worker = new Worker("engine-worker.js", { type: "module" });
    const run = makeRun(entry, []);
    run.worker = worker;
    run.free = await this.#tabs.hold(job);
    this.#runs.set(job, run);
    this.#tell(run, []);
    worker.onmessage = ({ data }) => this.#heard(run, data);
    worker.onerror = () => this.#fail(run, "The Worker of this run could not be started.");
    worker.postMessage({ kind: "load", module });
    worker.postMessage({ kind: "run", text: JSON.stringify(request) });
    await keepRun(run.entry, run.events);
    return { job };
  }

  /**
   * @param {Run} run
   * @param {{kind: string, text: string, message: string}} data
   */
  #heard(run, data) {
    if (run.entry.state !== "running") return;
    if (data.kind === "event") {
      for (const line of parseLines(data.text)) this.#note(run, line);
    } else if (data.kind === "panic") {
      this.#fail(run, `The program failed: ${data.message}`);
    } else if (data.kind === "ended" && run.entry.state === "running") {
      this.#close(run, "finished", null);
    }
  }

  /**
   * @param {Run} run
   * @param {Line} line
   */
  #note(run, line) {
    const { entry } = run;
    entry.seconds = entry.state === "running" ? (Date.now() - entry.begun) / 1000 : entry.seconds;
    entry.events += 1;
    /** @type {JobEvent} */
    const event = { number: entry.events, at: entry.seconds, line };
    if (line.type === "result" && typeof line.data["words"] === "string") entry.words = line.data["words"];
    if (line.type === "error") entry.words = line.data.message;
    if (isLast(line) && entry.state === "running") entry.state = stateAfter(line);
    record(run, event);
    this.#tell(run, [event]);
    if (isLast(line)) this.#settled(run);
    else if (line.type !== "progress") keepRun(entry, run.events);
  }

  /** @param {Run} run */
  #settled(run) {
    run.worker?.terminate();
    run.worker = null;
    run.free();
    keepRun(run.entry, run.events);
  }

  /**
   * Writes the end of a run whose Worker cannot do it.
   * @param {Run} run
   * @param {"stopped" | "finished"} state
   * @param {string | null} why
   */
  #close(run, state, why) {
    if (run.worker) run.entry.seconds = (Date.now() - run.entry.begun) / 1000;
    run.worker?.terminate();
    run.worker = null;
    run.entry.state = state;
    if (why !== null && run.entry.request.verb === "solve") this.#note(run, stoppedResult(run, why));
    run.entry.words ??= why;
    this.#note(run, { type: "end", schema: 1, data: { exit: state === "stopped" ? 3 : 0 } });
  }

  /**
   * @param {Run} run
   * @param {string} message
   */
  #fail(run, message) {
    const help = "This is a bug of sixfold. What the run had found by then is kept.";
    this.#note(run, { type: "error", schema: 1, data: { message, line: null, column: null, help } });
  }

  async jobs() {
    await this.#recalled;
    const entries = [...this.#runs.values()].map((run) => {
      const { entry } = run;
      const seconds = entry.state === "running" ? (Date.now() - entry.begun) / 1000 : entry.seconds;
      return { ...entry, seconds };
    });
    return entries.sort((a, b) => b.begun - a.begun);
  }

  /**
   * @param {string} job
   * @param {number} from
   * @param {(event: JobEvent) => void} onEvent
   */
  watch(job, from, onEvent) {
    let open = true;
    void this.#recalled.then(() => {
      const run = this.#runs.get(job);
      if (!run) return;
      const past = run.events.filter((event) => event.number >= from);
      for (const event of past) if (open) onEvent(event);
      // What came in between is in the list by now.
      const reached = past.at(-1)?.number ?? from - 1;
      for (const event of run.events) if (open && event.number > reached) onEvent(event);
      if (open) run.watchers.add(onEvent);
    });
    return () => {
      open = false;
      this.#runs.get(job)?.watchers.delete(onEvent);
    };
  }

  /** @param {string} job */
  async stop(job) {
    const run = this.#runs.get(job);
    if (run?.entry.state !== "running") return;
    if (run.worker) this.#close(run, "stopped", "stopped");
    else this.#tabs.tell({ kind: "stop", job });
  }

  /**
   * @param {string} job
   * @returns {Promise<{job: string}>}
   */
  async resume(job) {
    void job;
    throw new Refused({
      message: "a run in the browser has no checkpoint",
      help: "Start it again: it begins with the incumbent if the text holds one.",
    });
  }

  /** @param {string} job */
  async forget(job) {
    const run = this.#runs.get(job);
    run?.worker?.terminate();
    run?.free();
    this.#runs.delete(job);
    this.#tabs.tell({ kind: "forget", job });
    await forgetRun(job);
  }

  async proof() {
    return null;
  }

  /**
   * @param {Request} request
   * @param {"png" | "gif"} form
   */
  async picture(request, form) {
    return form === "png" ? paintPng(this, request) : paintGif(this, request);
  }

  #keepAll() {
    for (const run of this.#runs.values()) if (run.worker) keepRun(run.entry, run.events);
  }
}

/**
 * The result of a run that was stopped: the last incumbent and the last bound.
 * @param {Run} run
 * @param {string} why
 * @returns {Line}
 */
function stoppedResult(run, why) {
  /** @type {Record<string, any>} */
  const data = {
    family: headerOf(run.entry.request["text"] ?? "").split(/\s+/)[0] ?? "", preset: null,
    engine: run.entry.request["engine"] ?? null, verdict: "stopped", claim: "nothing", scope: "whole",
    objective: null, bound: null, seconds: run.entry.seconds, effort: {}, solution: null, proof: null, unproved: null,
    incumbent: null, resumed: false, reason: null, words: `${why}, no solution so far`, run: null, kept: null,
    remarks: [],
  };
  for (const { line } of run.events) {
    if (line.type === "bound") data["bound"] = line.data.bound;
    if (line.type !== "improved" || typeof line.data.solution !== "string") continue;
    data["objective"] = line.data.objective;
    data["solution"] = line.data.solution;
    data["claim"] = "found";
    const number = line.data.objective === null ? "" : ` (${line.data.objective})`;
    data["words"] = `${why}; the best solution so far${number} is kept`;
  }
  return { type: "result", schema: 1, data };
}

/**
 * The header of a text: its first line that is no comment.
 * @param {string} text
 */
export function headerOf(text) {
  const lines = text.split("\n", 200).map((line) => line.trim());
  return lines.find((line) => line !== "" && !line.startsWith("#")) ?? "";
}

/** @param {Request} request */
function titleOf(request) {
  if (request.verb === "make") return `make ${request["family"]} ${request["order"]}`;
  return `${request.verb} ${headerOf(request["text"] ?? "")}`;
}
