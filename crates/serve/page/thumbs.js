// @ts-check
/**
 * Small pictures of boards, drawn when they come into view, two at a time.
 *
 * A picture is shown as an image from a blob: it can run nothing, and the page's document stays small. Boards with very
 * long texts get a plain hexagon with their order, since their picture would cost more than it shows.
 */

import { h, hexagon, fill } from "./elements.js";
import { askOne } from "./interface.js";
import { currentTheme, onTheme } from "./theme.js";
import { headerOf } from "./worker-client.js";

/** @typedef {import("./types.js").Interface} Interface */

/** A longer text gets no picture, in characters: order 25 or so. */
const LONGEST = 8000;
/** So many are drawn at once. */
const AT_ONCE = 2;
/** Texts by name, since they never change. @type {Map<string, Promise<string>>} */
const texts = new Map();

/**
 * The text of a preset, an example or a record.
 * @param {Interface} interface_
 * @param {string} name
 * @returns {Promise<string>}
 */
export function textOf(interface_, name) {
  let text = texts.get(name);
  if (!text) {
    text = askOne(interface_, { verb: "text", name }).then((result) => String(result["text"]));
    text.catch(() => texts.delete(name));
    texts.set(name, text);
  }
  return text;
}

/**
 * The words of a picture, for those who do not see it.
 * @param {Element} root
 */
function altOf(root) {
  const words = ["title", "desc"].map((tag) => root.querySelector(`:scope > ${tag}`)?.textContent?.trim() ?? "");
  return words.filter((word) => word !== "").join(". ");
}

/** Sizes of the type of title and notes, by which they are known. */
const CAPTIONS = ["17", "13"];

/**
 * Cuts a picture down to its board: title and notes cannot be read when it is small, and the alt text has them.
 * @param {Element} root
 */
function trim(root) {
  if (!root.querySelector("use")) return;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const reach = (/** @type {string | null} */ x, /** @type {string | null} */ y, /** @type {number} */ by) => {
    left = Math.min(left, Number(x) - by);
    right = Math.max(right, Number(x) + by);
    top = Math.min(top, Number(y) - by);
    bottom = Math.max(bottom, Number(y) + by);
  };
  for (const text of root.querySelectorAll("text")) {
    if (CAPTIONS.includes(text.getAttribute("font-size") ?? "")) text.remove();
    else reach(text.getAttribute("x"), text.getAttribute("y"), 14);
  }
  for (const cell of root.querySelectorAll("use")) reach(cell.getAttribute("x"), cell.getAttribute("y"), 21);
  const size = [right - left, bottom - top].map((side) => side.toFixed(2));
  root.setAttribute("viewBox", `${left.toFixed(2)} ${top.toFixed(2)} ${size.join(" ")}`);
  root.setAttribute("width", size[0] ?? "");
  root.setAttribute("height", size[1] ?? "");
}

/**
 * A picture cut down to its board, and its words.
 * @param {string} svg
 * @returns {{root: Element, text: string, alt: string}}
 */
export function trimmed(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  trim(root);
  return { root, text: new XMLSerializer().serializeToString(root), alt: altOf(root) };
}

/** Draws the pictures of one screen. */
export class Thumbs {
  /** @type {Map<Element, () => Promise<string>>} */
  #sources = new Map();
  /** @type {Element[]} */
  #queue = [];
  #busy = 0;
  #closed = false;
  /** @type {Map<Element, string>} */
  #addresses = new Map();
  #interface;
  #observer;
  #off;

  /** @param {Interface} interface_ */
  constructor(interface_) {
    this.#interface = interface_;
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: "200px" });
    this.#off = onTheme(() => this.#again());
  }

  /**
   * A place for a picture.
   * @param {() => Promise<string>} source gives the text of the board
   * @returns {HTMLElement}
   */
  slot(source) {
    const slot = h("span", { class: "slot waiting" }, hexagon());
    this.#sources.set(slot, source);
    this.#observer.observe(slot);
    return slot;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const at = this.#queue.indexOf(target);
      if (isIntersecting && at < 0 && !this.#addresses.has(target)) this.#queue.push(target);
      if (!isIntersecting && at >= 0) this.#queue.splice(at, 1);
    }
    this.#work();
  }

  /** Draws everything again, for another theme. */
  #again() {
    for (const [slot, address] of this.#addresses) {
      URL.revokeObjectURL(address);
      this.#observer.unobserve(slot);
      this.#observer.observe(slot);
    }
    this.#addresses.clear();
  }

  #work() {
    while (!this.#closed && this.#busy < AT_ONCE) {
      const slot = this.#queue.shift();
      if (!slot) return;
      this.#busy += 1;
      this.#draw(slot).catch((error) => this.#failed(slot, error)).finally(() => {
        this.#busy -= 1;
        this.#work();
      });
    }
  }

  /** @param {Element} slot */
  async #draw(slot) {
    const source = this.#sources.get(slot);
    if (!source) return;
    const text = await source();
    slot.classList.remove("waiting");
    if (text.length > LONGEST) {
      this.#addresses.set(slot, "");
      return fill(slot, hexagon(), h("span", null, headerOf(text), ", too large to draw small"));
    }
    const { picture } = await askOne(this.#interface, { verb: "draw", text, format: "svg", theme: currentTheme() });
    if (this.#closed) return;
    const { text: svg, alt } = trimmed(String(picture));
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    this.#addresses.set(slot, address);
    fill(slot, h("img", { src: address, alt, decoding: "async" }));
  }

  /**
   * @param {Element} slot
   * @param {unknown} error
   */
  #failed(slot, error) {
    slot.classList.remove("waiting");
    fill(slot, hexagon(), h("span", null, error instanceof Error ? error.message : "no picture"));
  }

  close() {
    this.#closed = true;
    this.#observer.disconnect();
    this.#off();
    for (const address of this.#addresses.values()) URL.revokeObjectURL(address);
  }
}
