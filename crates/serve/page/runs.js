// @ts-check
/**
 * The runs: at work, stopped, finished; and one run that makes a puzzle, which has no board before its end.
 */

import { announce, notifyError, sentence } from "./announce.js";
import { openOwn } from "./bring-board.js";
import { puzzlePart } from "./document.js";
import { fill, h } from "./elements.js";
import { duration, JobModel, progressWords, watchJob } from "./job-model.js";
import { go } from "./navigate.js";
import { families, titled } from "./registry.js";
import { readDraft, setDraft } from "./storage.js";
import { Thumbs } from "./thumbs.js";
import { headerOf } from "./worker-client.js";

/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").JobEntry} JobEntry */
/** @typedef {import("./types.js").Screen} Screen */
/** @typedef {import("./storage.js").Draft} Draft */

/** The list is asked for so often, in milliseconds. */
const EVERY = 1500;

/** @type {[state: JobEntry["state"], title: string][]} */
const GROUPS = [["running", "At work"], ["stopped", "Stopped"], ["finished", "Finished"], ["failed", "Failed"]];

/** @param {number} milliseconds */
export function moment(milliseconds) {
  const date = new Date(milliseconds);
  const today = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat("en-GB", today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** The list of runs. */
class RunList {
  /** @type {Set<string>} */
  #chosen = new Set();
  #last = "";
  #closed = false;
  /** @type {number | undefined} */
  #timer;
  #container;
  #interface;

  /**
   * @param {HTMLElement} container
   * @param {Interface} interface_
   */
  constructor(container, interface_) {
    this.#container = container;
    this.#interface = interface_;
  }

  /** Asks for the list, lays it out if it changed, and asks again after a while. */
  async update() {
    clearTimeout(this.#timer);
    try {
      const jobs = await this.#interface.jobs();
      const state = JSON.stringify([jobs.map((job) => ({ ...job, seconds: 0, request: 0 })), [...this.#chosen]]);
      if (this.#closed) return;
      if (state !== this.#last) this.#lay(jobs);
      else this.#tick(jobs);
      this.#last = state;
    } catch (error) {
      if (this.#last === "") throw error;
    }
    this.#timer = window.setTimeout(() => void this.update(), EVERY);
  }

  /** @param {JobEntry[]} jobs */
  #tick(jobs) {
    for (const job of jobs) {
      const time = this.#container.querySelector(`[data-seconds="${CSS.escape(job.job)}"]`);
      if (time) time.textContent = duration(job.seconds);
    }
  }

  /** @param {JobEntry[]} jobs */
  #lay(jobs) {
    const focused = document.activeElement?.getAttribute("data-focus");
    for (const job of this.#chosen) if (!jobs.some((one) => one.job === job)) this.#chosen.delete(job);
    fill(this.#container.querySelector(".groups") ?? this.#container,
      jobs.length === 0 && h("p", { class: "nothing" }, "No run yet. Open a board and press ", h("b", null, "Solve"), "."),
      this.#chooser(jobs),
      GROUPS.map(([state, title]) => {
        const some = jobs.filter((job) => job.state === state);
        if (some.length === 0) return null;
        return h("section", { class: "group", "aria-labelledby": `runs-${state}` },
          h("h2", { id: `runs-${state}` }, title),
          h("ul", { class: "runs" }, some.map((job) => this.#row(job))));
      }));
    if (focused) /** @type {HTMLElement | null} */ (this.#container.querySelector(`[data-focus="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {JobEntry[]} jobs */
  #chooser(jobs) {
    if (jobs.filter(hasSolutions).length < 2) return null;
    const two = [...this.#chosen];
    const words = two.length === 2 ? "" : `Choose ${two.length === 0 ? "two runs" : "one more run"} to compare their solutions.`;
    const link = two.length === 2
      ? h("a", { class: "button", href: `#/compare/${two.map((job) => `run:${job}`).join("~")}` }, "Compare the two")
      : null;
    return h("div", { class: "row" }, link, words && h("p", { class: "words" }, words));
  }

  /** @param {JobEntry} job */
  #row(job) {
    const choose = h("input", { type: "checkbox", checked: this.#chosen.has(job.job), "aria-label": `Compare ${job.title}`, data: { focus: `choose-${job.job}` } });
    choose.addEventListener("change", () => {
      if (choose.checked) this.#chosen.add(job.job);
      else this.#chosen.delete(job.job);
      // Two at most: the one chosen first gives way.
      const [first] = this.#chosen;
      if (this.#chosen.size > 2 && first) this.#chosen.delete(first);
      void this.update();
    });
    return h("li", { class: "run card" },
      hasSolutions(job) ? h("label", { class: "check" }, choose) : h("span", { class: "no-check" }),
      h("div", { class: "told" },
        h("div", { class: "title" }, h("a", { href: `#/run/${job.job}`, data: { focus: `open-${job.job}` } }, job.title),
          h("span", { class: "badge", data: { state: job.state } }, stateWord(job))),
        job.words && h("p", null, sentence(job.words)),
        h("p", { class: "help" }, `begun ${moment(job.begun)}, `, h("span", { data: { seconds: job.job } }, duration(job.seconds)))),
      h("div", { class: "acts" }, this.#acts(job)));
  }

  /** @param {JobEntry} job */
  #acts(job) {
    const act = (/** @type {string} */ label, /** @type {() => Promise<unknown>} */ deed) => h("button", {
      class: "button small", type: "button", "aria-label": `${label} ${job.title}`, data: { focus: `${label}-${job.job}` },
      onclick: () => deed().then(() => this.update()).catch(notifyError),
    }, label);
    return [
      job.state === "running" && act("Stop", async () => {
        await this.#interface.stop(job.job);
        announce(`${job.title} is stopped.`);
      }),
      job.resumable && job.state !== "running" && act("Resume", async () => {
        const resumed = await this.#interface.resume(job.job);
        go(`#/run/${resumed.job}`);
      }),
      job.state !== "running" && act("Forget", () => this.#interface.forget(job.job)),
    ];
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}

/** @param {JobEntry} job */
function stateWord(job) {
  return { running: "at work", finished: "finished", failed: "failed", stopped: job.resumable ? "stopped, can go on" : "stopped" }[job.state];
}

/** @param {JobEntry} job */
export function hasSolutions(job) {
  return job.request.verb === "solve" || job.request.verb === "enumerate";
}

/**
 * @param {HTMLElement} container
 * @param {Interface} interface_
 * @returns {Promise<Screen>}
 */
export async function openRuns(container, interface_) {
  document.title = "Runs · sixfold";
  const where = interface_.about().life === "server"
    ? "They go on when this page is closed; a stopped run with a checkpoint can be resumed."
    : "They go on while this page is open, and what they found is kept in this browser.";
  fill(container,
    h("div", { class: "screen-head" }, h("h1", null, "Runs"), h("p", { class: "lead" }, `What the engines do and did. ${where}`)),
    h("div", { class: "groups screen" }, h("p", { class: "words" }, "Loading…")));
  const list = new RunList(container, interface_);
  await list.update();
  return list;
}

/**
 * Opens one run: on the workbench with its board, or here if it makes a puzzle.
 * @param {HTMLElement} container
 * @param {Interface} interface_
 * @param {string} id
 * @param {(container: HTMLElement, draft: Draft, more: Record<string, any>) => Promise<Screen>} workbench
 * @returns {Promise<Screen>}
 */
export async function openRun(container, interface_, id, workbench) {
  const job = (await interface_.jobs()).find((one) => one.job === id);
  if (!job) throw Object.assign(new Error("This run is not known here"), { help: "It may have been forgotten." });
  if (job.request.verb === "make") return openMaking(container, interface_, job);
  return workbench(container, draftOf(String(job.request["text"])), { request: job.request, job: id });
}

/**
 * The board of a run. If it is the one on the workbench, that goes on, with its name and what was changed since.
 * @param {string} text
 * @returns {Draft}
 */
function draftOf(text) {
  const draft = readDraft();
  if (draft && puzzlePart(draft.text) === puzzlePart(text)) return draft;
  const opened = { text, name: headerOf(text) };
  setDraft(opened);
  return opened;
}

/**
 * @param {HTMLElement} container
 * @param {Interface} interface_
 * @param {JobEntry} job
 * @returns {Promise<Screen>}
 */
async function openMaking(container, interface_, job) {
  const family = (await families(interface_)).find((one) => one.family === job.request["family"]);
  const name = `${family ? titled(family).title : job.request["family"]}, order ${job.request["order"]}`;
  document.title = `Making ${name} · sixfold`;
  const body = h("div", { class: "stack" });
  fill(container, h("div", { class: "screen-head" }, h("h1", null, `Making a puzzle: ${name}`)), body);
  const thumbs = new Thumbs(interface_);
  let told = false;
  const off = watchJob(interface_, job.job, (/** @type {JobModel} */ model) => {
    if (model.running) return layWorking(body, interface_, job, model);
    if (told) return undefined;
    told = true;
    return layMade(body, job, model, name, thumbs);
  });
  layWorking(body, interface_, job, new JobModel());
  return {
    close() {
      off();
      thumbs.close();
    },
  };
}

/**
 * @param {HTMLElement} body
 * @param {Interface} interface_
 * @param {JobEntry} job
 * @param {JobModel} model
 */
function layWorking(body, interface_, job, model) {
  if (!body.querySelector(".working")) {
    const stop = () => interface_.stop(job.job).catch(notifyError);
    fill(body, h("p", { class: "working words" }), h("div", { class: "row" },
      h("button", { class: "button", type: "button", onclick: stop }, "Stop")));
  }
  const words = model.progress ? progressWords(model.progress) : "Working…";
  fill(/** @type {Element} */ (body.querySelector(".working")), words);
}

/**
 * @param {HTMLElement} body
 * @param {JobEntry} job
 * @param {JobModel} model
 * @param {string} name
 * @param {Thumbs} thumbs
 */
function layMade(body, job, model, name, thumbs) {
  const text = model.result?.["text"];
  const words = model.error?.["message"] ?? model.result?.["words"] ?? "stopped before there was a puzzle";
  announce(sentence(String(words)));
  const again = h("a", { class: "button", href: "#/" }, "To the gallery");
  if (typeof text !== "string") {
    const help = model.error?.["help"];
    return fill(body, h("p", null, sentence(String(words)), help ? ` ${help}` : null), h("div", { class: "row" }, again));
  }
  const open = () => void openOwn(text, `${name}, seed ${job.request["seed"] ?? 1}`);
  return fill(body,
    h("p", null, sentence(String(words))),
    h("div", { class: "row" }, h("button", { class: "button primary", type: "button", onclick: open }, "Play it"), again),
    h("div", { class: "card example" }, thumbs.slot(async () => text)));
}
