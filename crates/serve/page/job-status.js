// @ts-check
// What a job does now: the time, its phase in plain words, a bar. The elements stay, so that the
// bar does not start again with every event.

import { fill, h } from "./elements.js";
import { duration, progressWords } from "./job-model.js";

/** @typedef {import("./job-control.js").JobControl} JobControl */

/** The lines that show a running job; hidden when none runs. */
export class JobStatus {
  /** @param {JobControl} control */
  constructor(control) {
    this.control = control;
    this.time = h("span", { class: "job-time" });
    this.words = h("span", null);
    this.bar = h("progress", { "aria-label": "Progress", max: "1" });
    this.standing = h("p", { class: "job-standing" });
    this.element = h("div", { class: "job-status", hidden: true },
      h("p", { class: "job-words" }, this.time, this.words), this.bar, this.standing);
    this.timer = window.setInterval(() => this.update(), 500);
  }

  close() {
    window.clearInterval(this.timer);
  }

  /** Shows how far the job is. */
  update() {
    const { running, stopping, model, job, seconds } = this.control;
    this.element.hidden = !running;
    if (!running) {
      return;
    }
    const progress = model?.progress;
    fill(this.time, duration(seconds));
    fill(this.words, stopping ? "stopping…" : progress ? progressWords(progress) : job ? "working" : "starting");
    const done = progress?.["done"];
    const total = progress?.["total"];
    if (typeof done === "number" && typeof total === "number" && total > 0) {
      this.bar.value = done / total;
    } else {
      this.bar.removeAttribute("value");
    }
  }

  /**
   * What the job has reached so far.
   * @param {string[]} parts
   */
  setStanding(parts) {
    fill(this.standing, parts.join(", "));
    this.standing.hidden = parts.length === 0;
  }
}
