// @ts-check
/**
 * A modal dialog with a title and a button to close it. Escape closes it, and focus returns to where it was.
 */

import { h } from "./elements.js";

let count = 0;

/**
 * @param {string} title
 * @param {(close: () => void) => import("./elements.js").Child} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content) {
  const id = `dialog-${++count}`;
  const close = () => dialog.close();
  const cross = h("button", { class: "quiet-button", type: "button", onclick: close }, "Close");
  const head = h("div", { class: "dialog-head" }, h("h2", { id }, title), cross);
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": id }, head);
  dialog.append(h("div", { class: "dialog-body" }, content(close)));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
