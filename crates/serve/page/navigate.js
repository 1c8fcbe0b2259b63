// @ts-check
/**
 * Goes to another screen. Addresses are in `main.js`.
 */

import { setDraft } from "./storage.js";

/** @typedef {import("./storage.js").Draft} Draft */

/**
 * Goes to an address, or opens it again if the page is there.
 * @param {string} hash
 */
export function go(hash) {
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/**
 * Opens the workbench with a board.
 * @param {Draft} draft
 */
export function openBoard(draft) {
  setDraft(draft);
  go(draft.own ? `#/own/${draft.own}` : "#/board");
}
