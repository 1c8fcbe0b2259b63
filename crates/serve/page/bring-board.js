// @ts-check
/**
 * Ways to a board besides the presets: a file, pasted text, a share link, a blank board, a made puzzle.
 */

import { announce, notifyError, sentence } from "./announce.js";
import { openDialog } from "./dialog.js";
import { fill, h } from "./elements.js";
import { askOne, Refused } from "./interface.js";
import { go, openBoard } from "./navigate.js";
import { optionFields, readOptions } from "./options-form.js";
import { titled } from "./registry.js";
import { MOST_TEXT, openShareLink } from "./share.js";
import { keepBoard } from "./storage.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Interface} Interface */

/**
 * Keeps a text among the own boards and opens it.
 * @param {string} text
 * @param {string} name
 */
export async function openOwn(text, name) {
  const own = await keepBoard({ name, text });
  openBoard({ text, name, own });
}

/**
 * Reads a file that was dropped or chosen.
 * @param {File} file
 */
export async function openFile(file) {
  if (file.size > MOST_TEXT) {
    throw new Refused({ message: `${file.name} has ${Math.ceil(file.size / 1024)} kB; a board has at most 1,024` });
  }
  const text = await file.text();
  if (text.includes("\0")) throw new Refused({ message: `${file.name} is no text` });
  await openOwn(text, file.name.replace(/\.txt$/, ""));
  announce(`${file.name} is open.`);
}

/** Opens the browser's dialog for files. */
export function chooseFile() {
  const input = h("input", { type: "file", accept: ".txt,text/plain" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) openFile(file).catch(notifyError);
  });
  input.click();
}

/** @param {unknown} error */
function told(error) {
  const help = /** @type {{help?: string | null}} */ (error)?.help;
  return sentence(error instanceof Error ? error.message : String(error)) + (help ? ` ${help}` : "");
}

/**
 * Opens a text or a share link.
 * @param {string} text
 * @param {string} name
 */
export async function openTextOrLink(text, name) {
  if (text.trim() === "") throw new Refused({ message: "there is nothing in it" });
  if (/#\/s\/\S+\s*$/.test(text)) await openOwn(await openShareLink(text), "Shared board");
  else await openOwn(text.endsWith("\n") ? text : `${text}\n`, name);
}

/** Asks for a text or a share link. */
export function pasteText() {
  openDialog("Paste a board", (close) => {
    const problem = h("p", { class: "problem-text", role: "alert" });
    const area = h("textarea", {
      class: "text", rows: "12", spellcheck: "false", autofocus: true, "aria-label": "Text or share link",
    });
    const open = () => openTextOrLink(area.value, "Pasted board").then(close).catch((error) => {
      problem.textContent = told(error);
    });
    return [
      h("p", { class: "words" }, "The text of a board, with or without a solution, or a share link. It stays on your machine."),
      area, problem,
      h("div", { class: "row" }, h("button", { class: "button primary", type: "button", onclick: open }, "Open")),
    ];
  });
}

/**
 * Choice of a family.
 * @param {Family[]} families
 * @param {string | null} chosen
 */
function familySelect(families, chosen) {
  const select = h("select", null, families.map((family) => h("option", { value: family.family }, titled(family).title)));
  if (chosen && families.some((family) => family.family === chosen)) select.value = chosen;
  return select;
}

let fieldCount = 0;

/**
 * A labelled field, with a line of help that is not part of its name.
 * @param {string} name
 * @param {HTMLElement} input
 * @param {string | HTMLElement} [help]
 */
function field(name, input, help) {
  input.id = `bring-${++fieldCount}`;
  const below = typeof help === "string" ? h("span", { class: "help" }, help) : help;
  if (below) {
    below.id = `${input.id}-help`;
    input.setAttribute("aria-describedby", below.id);
  }
  return h("div", { class: "field" }, h("label", { class: "name", for: input.id }, name), input, below);
}

/**
 * What a form asks for.
 * @typedef {object} FamilyForm
 * @property {string} title
 * @property {string} label of the button
 * @property {Family[]} families
 * @property {string | null} chosen
 * @property {(family: Family) => import("./elements.js").Child} more what depends on the family
 * @property {(family: Family) => number} largest
 * @property {(family: Family, order: number, fields: HTMLElement) => Promise<void>} submit
 */

/**
 * A form in a dialog: a family, an order, and what depends on the family.
 * @param {FamilyForm} asked
 */
function familyForm({ title, label, families, chosen, more, largest, submit }) {
  const select = familySelect(families, chosen);
  const order = h("input", { type: "number", step: "1", required: true });
  const limits = h("span", { class: "help" });
  const fields = h("div", { class: "stack" });
  const problem = h("p", { class: "problem-text", role: "alert" });
  const current = () => /** @type {Family} */ (families.find((one) => one.family === select.value) ?? families[0]);
  const lay = () => {
    const family = current();
    order.min = String(family.least_order);
    order.max = String(largest(family));
    if (!order.value || !order.validity.valid) {
      order.value = String(Math.min(largest(family), Math.max(family.least_order, 4)));
    }
    limits.textContent = `Cells along a side, from ${order.min} to ${order.max}.`;
    fill(fields, more(family));
  };
  select.addEventListener("change", lay);
  lay();
  openDialog(title, (close) => {
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      submit(current(), order.valueAsNumber, fields).then(close).catch((error) => {
        problem.textContent = told(error);
      });
    };
    return h("form", { class: "stack", onsubmit: send },
      h("div", { class: "fields" }, field("Puzzle", select), field("Order", order, limits)), fields, problem,
      h("div", { class: "row" }, h("button", { class: "button primary", type: "submit" }, label)));
  });
}

/** The largest order of a blank board that the page offers. */
const LARGEST_BLANK = 64;

/**
 * Asks for a family, an order and settings, and opens the blank board.
 * @param {Interface} interface_
 * @param {Family[]} families
 * @param {string | null} [chosen]
 */
export function blankBoard(interface_, families, chosen = null) {
  familyForm({
    title: "New blank board", label: "Open the board", families, chosen,
    largest: () => LARGEST_BLANK,
    more: (family) => family.settings.length > 0 && h("div", { class: "fields" }, family.settings.map(({ word, meaning }) =>
      field(word, h("input", { type: "text", data: { option: word }, autocomplete: "off" }), meaning))),
    submit: async (family, order, fields) => {
      const request = { verb: "blank", family: family.family, order, settings: readOptions(fields) };
      const { text } = await askOne(interface_, request);
      await openOwn(String(text), `${titled(family).title}, order ${order}`);
    },
  });
}

/**
 * @param {HTMLElement} fields
 * @param {string} name
 * @returns {HTMLInputElement}
 */
function inputNamed(fields, name) {
  return /** @type {HTMLInputElement} */ (fields.querySelector(`[name=${name}]`));
}

/**
 * Asks what puzzle to make, and starts the run that makes it.
 * @param {Interface} interface_
 * @param {Family[]} families
 * @param {string | null} [chosen]
 */
export function makePuzzle(interface_, families, chosen = null) {
  familyForm({
    title: "Make a puzzle", label: "Make it", families: families.filter((family) => family.maker !== null), chosen,
    largest: (family) => family.maker?.largest ?? family.least_order,
    more: (family) => [
      h("p", { class: "words" }, sentence(family.maker?.description ?? "")),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "unique" }), "With exactly one solution"),
      h("div", { class: "fields" },
        field("Seed", h("input", {
          type: "number", name: "seed", min: "1", step: "1", value: String(1 + Math.floor(Math.random() * 9999)),
        }), "The same seed makes the same puzzle."),
        optionFields(family.maker?.options ?? [])),
    ],
    submit: async (family, order, fields) => {
      const unique = inputNamed(fields, "unique").checked;
      const seed = inputNamed(fields, "seed").valueAsNumber || 1;
      const settings = readOptions(fields);
      const { job } = await interface_.start({ verb: "make", family: family.family, order, unique, seed, settings });
      go(`#/run/${job}`);
    },
  });
}
