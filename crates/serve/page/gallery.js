// @ts-check
/**
 * The gallery: the families with their rules and a solved example, presets as small pictures, and own boards.
 */

import { announce, notify, notifyError } from "./announce.js";
import { blankBoard, chooseFile, makePuzzle, openFile, openTextOrLink, pasteText } from "./bring-board.js";
import { fill, h, hexagon } from "./elements.js";
import { families, titled } from "./registry.js";
import { forgetBoard, keepBoard, ownBoards } from "./storage.js";
import { textOf, Thumbs } from "./thumbs.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").Screen} Screen */

/** So many presets of a family are shown at first. */
const FIRST = 12;

/**
 * A way to a board: a large button with a line below.
 * @param {string} name
 * @param {string} line
 * @param {() => void} act
 */
function way(name, line, act) {
  return h("button", { class: "way card", type: "button", onclick: act }, h("b", null, name), h("span", null, line));
}

/**
 * @param {Interface} interface_
 * @param {Family[]} all
 */
function ways(interface_, all) {
  return h("section", { "aria-label": "Bring a board of your own" }, h("div", { class: "ways" },
    way("Make a puzzle", "A new one, with exactly one solution if you like", () => makePuzzle(interface_, all)),
    way("New blank board", "Any puzzle, any order; fill it yourself", () => blankBoard(interface_, all)),
    way("Open a file", "Or drop one anywhere on this page", chooseFile),
    way("Paste text", "Or a share link that you were sent", pasteText)));
}

/**
 * @param {string} href
 * @param {string} name
 * @param {HTMLElement} slot
 * @param {Node} [more]
 */
function thumb(href, name, slot, more) {
  return h("li", null, h("a", { class: "thumb", href }, slot, h("span", { class: "name" }, name)), more);
}

/**
 * The presets of a family.
 * @param {Interface} interface_
 * @param {Family} family
 * @param {Thumbs} thumbs
 */
function presets(interface_, family, thumbs) {
  const list = h("ul", { class: "thumbs" });
  const one = (/** @type {string} */ name) => thumb(`#/board/${name}`, name, thumbs.slot(() => textOf(interface_, name)));
  list.append(...family.presets.slice(0, FIRST).map(one));
  const rest = family.presets.slice(FIRST);
  if (rest.length === 0) return list;
  const button = h("button", { class: "button", type: "button" }, `Show all ${family.presets.length}`);
  button.addEventListener("click", () => {
    const added = rest.map(one);
    list.append(...added);
    button.remove();
    added[0]?.querySelector("a")?.focus();
    announce(`${added.length} more boards.`);
  });
  return [list, h("div", null, button)];
}

/**
 * @param {Interface} interface_
 * @param {Family[]} all
 * @param {Family} family
 * @param {Thumbs} thumbs
 */
function familySection(interface_, all, family, thumbs) {
  const { title, line } = titled(family);
  const id = `family-${family.family}`;
  const name = family.example;
  const example = name && h("figure", { class: "example" }, thumbs.slot(() => textOf(interface_, name)),
    h("figcaption", null, h("a", { href: `#/board/${name}` }, "A solved example")));
  const rules = family.explanation.map((rule) => h("li", null, hexagon(), h("span", null, rule)));
  return h("section", { class: "family card", id, "aria-labelledby": `${id}-name` },
    h("div", { class: "family-head" },
      h("div", { class: "told" },
        h("div", null, h("h2", { id: `${id}-name`, tabindex: "-1" }, title), h("p", { class: "tag-line" }, `${line}.`)),
        h("ul", { class: "rules", role: "list" }, rules),
        h("div", { class: "row" },
          family.maker && h("button", { class: "button small", type: "button", onclick: () => makePuzzle(interface_, all, family.family) }, "Make one"),
          h("button", { class: "button small", type: "button", onclick: () => blankBoard(interface_, all, family.family) }, "Blank board"))),
      example),
    h("h3", null, family.presets.length === 1 ? "The board" : `${family.presets.length} boards`),
    presets(interface_, family, thumbs));
}

/**
 * The own boards, drawn again when one is forgotten.
 * @param {HTMLElement} section
 * @param {Thumbs} thumbs
 */
async function layOwn(section, thumbs) {
  const boards = await ownBoards();
  section.hidden = boards.length === 0;
  fill(section, h("h2", { id: "own", tabindex: "-1" }, "Your boards"),
    h("p", { class: "words" }, "Kept in this browser, and nowhere else."),
    h("ul", { class: "thumbs" }, boards.map((board) => {
      const forget = async () => {
        await forgetBoard(board.id);
        await layOwn(section, thumbs);
        const back = async () => {
          await keepBoard(board);
          await layOwn(section, thumbs);
        };
        notify({ message: `“${board.name}” is forgotten.`, key: "forgotten", action: { label: "Bring it back", act: () => void back() } });
        section.querySelector("h2")?.focus();
      };
      const button = h("button", { class: "quiet-button remove", type: "button", "aria-label": `Forget ${board.name}`, onclick: forget }, "✕");
      return thumb(`#/own/${board.id}`, board.name, thumbs.slot(async () => board.text), button);
    })));
}

/**
 * Opens the gallery.
 * @param {HTMLElement} container
 * @param {Interface} interface_
 * @param {string | null} at the family to begin with
 * @returns {Promise<Screen>}
 */
export async function openGallery(container, interface_, at) {
  document.title = "Gallery · sixfold";
  fill(container, head(), h("p", { class: "words" }, "Loading the puzzles…"));
  const all = await families(interface_);
  const thumbs = new Thumbs(interface_);
  const own = h("section", { class: "group", "aria-labelledby": "own", hidden: true });
  const overview = h("nav", { "aria-label": "Puzzles" }, h("ul", { class: "overview" }, all.map((family) =>
    h("li", null, h("a", { class: "tile card", href: `#/f/${family.family}` },
      thumbs.slot(() => textOf(interface_, family.example ?? family.presets[0] ?? "")),
      h("b", null, titled(family).title), h("span", { class: "help" }, `${titled(family).line}.`))))));
  fill(container, head(), overview, ways(interface_, all), own,
    all.map((family) => familySection(interface_, all, family, thumbs)));
  await layOwn(own, thumbs);
  if (at) {
    const section = document.getElementById(`family-${at}`);
    section?.scrollIntoView();
    // After the router has put the focus on the title of the screen.
    setTimeout(() => section?.querySelector("h2")?.focus({ preventScroll: true }));
  }
  return { close: () => thumbs.close() };
}

function head() {
  return h("div", { class: "screen-head" },
    h("h1", null, "Puzzles on hexagons"),
    h("p", { class: "lead" }, "Pick a board to play it, or let the engines solve it. Every answer is checked against the rules, "
      + "and the page says how sure it is: found, searched completely, or proved."));
}

/**
 * The workbench before there is a board.
 * @param {HTMLElement} container
 * @param {Interface} interface_
 * @returns {Promise<Screen>}
 */
export async function openEmptyBench(container, interface_) {
  document.title = "Workbench · sixfold";
  const all = await families(interface_);
  const thumbs = new Thumbs(interface_);
  fill(container,
    h("div", { class: "screen-head" }, h("h1", null, "Workbench"),
      h("p", { class: "lead" }, "There is no board here yet. Begin with one of these, or with your own.")),
    h("ul", { class: "thumbs" }, all.map((family) =>
      thumb(`#/board/${family.presets[0]}`, titled(family).title, thumbs.slot(() => textOf(interface_, family.presets[0] ?? ""))))),
    ways(interface_, all));
  return { close: () => thumbs.close() };
}

/** Takes files and texts that are dropped anywhere on the page. */
export function acceptFiles() {
  const root = document.documentElement;
  const wanted = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.includes("Files") || event.dataTransfer?.types.includes("text/plain");
  const typing = (/** @type {DragEvent} */ event) => event.target instanceof Element && event.target.closest("textarea, input");
  addEventListener("dragover", (event) => {
    if (!wanted(event) || typing(event)) return;
    event.preventDefault();
    root.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) root.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    root.classList.remove("dropping");
    if (!wanted(event) || typing(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    (file ? openFile(file) : openTextOrLink(text, "Dropped board")).catch(notifyError);
  });
}
