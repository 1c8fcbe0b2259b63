// @ts-check
/**
 * Tells people what happened: `announce` for screen readers only, `notify` as a notice that everybody sees.
 */

import { byId, h } from "./elements.js";

/** @type {number | undefined} */
let timer;

/**
 * Says a sentence in the live region. Sentences that come fast replace each other.
 * @param {string} message
 */
export function announce(message) {
  const region = byId("live");
  clearTimeout(timer);
  region.textContent = "";
  // A region that gets the same text again says nothing, hence the empty text before it.
  timer = window.setTimeout(() => {
    region.textContent = message;
  }, 60);
}

/**
 * A notice at the foot of the page, until it is closed or its time is over.
 * @typedef {object} Notice
 * @property {string} message
 * @property {string | null} [help] what to do
 * @property {"note" | "problem"} [kind]
 * @property {string} [key] a notice with the same key is replaced
 * @property {boolean} [stays] until `dismiss` or the button; otherwise it goes after 8 s
 * @property {{label: string, act: () => void}} [action]
 */

/** @param {Notice} notice */
export function notify({ message, help, kind = "note", key, stays = kind === "problem", action }) {
  if (key) dismiss(key);
  const close = h("button", { class: "quiet-button", type: "button" }, "Close");
  const act = action && h("button", { class: "button small", type: "button" }, action.label);
  const text = h("p", null, kind === "problem" && h("strong", null, "Problem: "), message, help ? ` ${help}` : null);
  const box = h("div", { class: `notice ${kind}`, data: key ? { key } : {} }, text, act, close);
  const remove = () => box.remove();
  close.addEventListener("click", remove);
  act?.addEventListener("click", () => {
    remove();
    action?.act();
  });
  byId("notices").append(box);
  announce(text.textContent ?? "");
  if (!stays) setTimeout(remove, 8000);
}

/**
 * Closes the notice with this key.
 * @param {string} key
 */
export function dismiss(key) {
  for (const box of byId("notices").children) {
    if (/** @type {HTMLElement} */ (box).dataset["key"] === key) box.remove();
  }
}

/**
 * Tells of an error: the message and, if it has one, the remedy.
 * @param {unknown} error
 */
export function notifyError(error) {
  const message = error instanceof Error ? error.message : String(error);
  const help = /** @type {{help?: string | null}} */ (error)?.help ?? null;
  notify({ message: sentence(message), help, kind: "problem", key: `error ${message}` });
}

/**
 * A sentence with a capital and a full stop.
 * @param {string} text
 */
export function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(first) ? first : `${first}.`;
}
