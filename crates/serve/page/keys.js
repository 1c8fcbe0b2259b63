// @ts-check
/**
 * The list of keys. Each part of the page offers the keys that it knows; `?` shows those in force.
 */

import { h } from "./elements.js";
import { openDialog } from "./dialog.js";

/** @typedef {[keys: string, meaning: string]} Key several keys with a space between them, such as `Ctrl+Z U` */
/** @type {{title: string, keys: Key[]}[]} */
const sections = [];

/**
 * Offers keys for the list.
 * @param {string} title
 * @param {Key[]} keys
 * @returns {() => void} takes them away again
 */
export function offerKeys(title, keys) {
  const section = { title, keys };
  sections.push(section);
  return () => {
    const at = sections.indexOf(section);
    if (at >= 0) sections.splice(at, 1);
  };
}

/** Shows the list. */
export function showKeys() {
  if (document.querySelector("dialog[open]")) return;
  openDialog("Keys", () => sections.map(({ title, keys }) => [
    h("h3", null, title),
    h("dl", { class: "keys" }, keys.map(([names, meaning]) => h("div", null,
      h("dt", null, names.split(" ").map((name) => h("kbd", null, name))),
      h("dd", null, meaning)))),
  ]));
}

/**
 * Whether a key press belongs to a field where one types.
 * @param {Event} event
 */
export function isTyping(event) {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])");
}

/**
 * Listens for the keys of the whole page.
 * @param {(hash: string) => void} go
 */
export function listenKeys(go) {
  offerKeys("Everywhere", [
    ["?", "this list"],
    ["G", "gallery"],
    ["W", "workbench"],
    ["R", "runs"],
    ["E", "records"],
    ["Esc", "close a dialog"],
  ]);
  /** @type {Record<string, string>} */
  const screens = { g: "#/", w: "#/board", r: "#/runs", e: "#/records" };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    // A board takes letters for its cells.
    if (event.target instanceof Element && event.target.closest("[role=grid], [role=application], [data-takes-keys]")
      && event.key !== "?") return;
    const screen = screens[event.key.toLowerCase()];
    if (event.key === "?") showKeys();
    else if (screen) go(screen);
    else return;
    event.preventDefault();
  });
}
