// @ts-check
/**
 * Starts the page: connects, routes by the fragment of the address, and frames the screens.
 *
 * Addresses: `#/` gallery, `#/f/FAMILY` the gallery at a family, `#/board` the board on the workbench, `#/board/NAME` a
 * preset, an example or a record, `#/own/ID` an own board, `#/runs`, `#/run/ID`, `#/compare/A/B`, `#/records`,
 * `#/s/…` a share link.
 */

import { announce, dismiss, notify, sentence } from "./announce.js";
import { byId, fill, h } from "./elements.js";
import { askOne, connect, NoSession } from "./interface.js";
import { listenKeys, showKeys } from "./keys.js";
import { go } from "./navigate.js";
import { openShareLink } from "./share.js";
import { ownBoards, readDraft, setDraft } from "./storage.js";
import { chooseTheme, themeChoice } from "./theme.js";

/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").Screen} Screen */
/** @typedef {import("./storage.js").Draft} Draft */

const main = byId("main");
/** @type {Screen | null} */
let shown = null;
/** Counts navigations, so that a screen that comes late does not replace a later one. */
let visit = 0;

/** @type {Interface} */
let connected;

/**
 * A page that says why there is nothing else.
 * @param {string} title
 * @param {...import("./elements.js").Child} children
 */
function sayInstead(title, ...children) {
  const head = h("h1", { tabindex: "-1" }, title);
  fill(main, h("div", { class: "screen-head" }, head, ...children));
  document.title = `${title} · sixfold`;
}

/**
 * @param {HTMLElement} container
 * @param {Draft} draft
 * @param {Record<string, any>} [more] request and job
 * @returns {Promise<Screen>}
 */
async function workbench(container, draft, more = {}) {
  const { openWorkbench } = await import("./workbench.js");
  const screen = openWorkbench(container, connected, { text: draft.text, name: draft.name, ...more });
  document.title = `${draft.name} · sixfold`;
  return screen;
}

/**
 * The text behind a name. Changes to it in this tab are brought back rather than lost.
 * @param {string} name
 * @returns {Promise<Draft>}
 */
async function named(name) {
  const { text } = await askOne(connected, { verb: "text", name });
  const draft = readDraft();
  if (draft && draft.name === name && !draft.own && draft.text !== text && draft.from === text) {
    const again = () => {
      setDraft({ text, name, from: text });
      void route();
    };
    const puzzle = (/** @type {string} */ whole) => whole.split(/^solution$/m)[0]?.replace(/\s+/g, " ").trim();
    const message = puzzle(draft.text) === puzzle(String(text))
      ? "The solution that was here is back." : "Your earlier changes to this board are back.";
    notify({ message, key: "draft", action: { label: "Start afresh", act: again } });
    return draft;
  }
  const fresh = { text: String(text), name, from: String(text) };
  setDraft(fresh);
  return fresh;
}

/** @param {string} id */
async function own(id) {
  const draft = readDraft();
  if (draft?.own === id) return draft;
  const board = (await ownBoards()).find((one) => one.id === id);
  if (!board) throw new Error("This board is not kept in this browser");
  const opened = { text: board.text, name: board.name, own: id };
  setDraft(opened);
  return opened;
}

/**
 * @param {string} link
 * @returns {Promise<Draft>}
 */
async function shared(link) {
  const draft = { text: await openShareLink(link), name: "Shared board" };
  setDraft(draft);
  history.replaceState(null, "", "#/board");
  return draft;
}

/**
 * Opens the screen for an address.
 * @param {HTMLElement} container
 * @param {string} screen
 * @param {string} rest
 * @returns {Promise<Screen>}
 */
async function open(container, screen, rest) {
  if (screen === "board" && rest !== "") return workbench(container, await named(rest));
  if (screen === "own") return workbench(container, await own(rest));
  if (screen === "s") return workbench(container, await shared(rest));
  if (screen === "board") {
    const draft = readDraft();
    if (draft) return workbench(container, draft);
    return (await import("./gallery.js")).openEmptyBench(container, connected);
  }
  if (screen === "run") return (await import("./runs.js")).openRun(container, connected, rest, workbench);
  if (screen === "runs") return (await import("./runs.js")).openRuns(container, connected);
  if (screen === "compare") return (await import("./compare.js")).openCompare(container, connected, rest);
  if (screen === "records") return (await import("./records.js")).openRecords(container, connected);
  return (await import("./gallery.js")).openGallery(container, connected, screen === "f" ? rest : null);
}

/** @param {string} screen */
function markScreen(screen) {
  /** @type {Record<string, string>} */
  const tabs = { board: "board", own: "board", s: "board", run: "board", runs: "runs", compare: "runs", records: "records" };
  for (const link of document.querySelectorAll("[data-screen]")) {
    const here = /** @type {HTMLElement} */ (link).dataset["screen"] === (tabs[screen] ?? "gallery");
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function route() {
  const [, screen = "", rest = ""] = /^#\/([^/]*)\/?(.*)$/s.exec(location.hash) ?? [];
  const mine = ++visit;
  const first = shown === null;
  const container = h("div", { class: "screen" });
  markScreen(screen);
  // What was said of the last screen ends with it.
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
  dismiss("draft");
  try {
    shown?.close();
    fill(main, container);
    const opened = await open(container, screen, decodeURIComponent(rest));
    if (mine !== visit) return opened.close();
    shown = opened;
  } catch (error) {
    if (mine !== visit) return;
    shown = { close() {} };
    const message = error instanceof Error ? error.message : String(error);
    const help = /** @type {{help?: string}} */ (error).help;
    sayInstead("This cannot be opened", h("p", { class: "lead" }, sentence(message)), help && h("p", null, help),
      h("p", null, h("a", { class: "button", href: "#/" }, "To the gallery")));
  }
  const head = main.querySelector("h1");
  if (first || !head) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: screen === "f" });
  if (screen !== "f") scrollTo(0, 0);
  announce(head.textContent ?? "");
}

/** @param {Interface} interface_ */
function tellLife(interface_) {
  const about = interface_.about();
  const version = about.version ? `sixfold ${about.version}. ` : "";
  byId("life").textContent = about.life === "server"
    ? `${version}The engines run on this machine, on ${about.cores === 1 ? "one core" : `${about.cores} cores`}.`
    : `${version}The engines run in this browser, on one core; nothing leaves your machine.${without(about)}`;
  interface_.onReach((reach) => {
    if (reach === "reachable") {
      dismiss("reach");
      announce("The server is back.");
    } else if (reach === "gone") {
      const message = "The server cannot be reached. What is on the page stays; the page keeps trying.";
      notify({ message, kind: "problem", key: "reach", stays: true });
    } else {
      notify({ ...NEEDS_TOKEN, kind: "problem", key: "reach", stays: true });
    }
  });
}

/** @param {import("./types.js").About} about */
function without(about) {
  if (about.proofs || about.engines_without.length === 0) return "";
  return ` There is no ${about.engines_without.join(", ")} here, hence no new proofs; proofs can be checked.`;
}

const NEEDS_TOKEN = {
  message: "The server does not know this page.",
  help: "Open the address with the token, as the program printed it when it started.",
};

/** Shows in the header how many runs are at work. @param {Interface} interface_ */
async function countRuns(interface_) {
  const badge = byId("running");
  for (;;) {
    if (!document.hidden) {
      const jobs = await interface_.jobs().catch(() => null);
      const working = jobs?.filter((job) => job.state === "running").length ?? 0;
      badge.hidden = working === 0;
      fill(badge, String(working), h("span", { class: "hidden" }, " at work"));
    }
    await new Promise((resolve) => setTimeout(resolve, 3000));
  }
}

function listenFrame() {
  const select = /** @type {HTMLSelectElement} */ (byId("theme"));
  select.value = themeChoice();
  select.addEventListener("change", () => chooseTheme(/** @type {import("./theme.js").Choice} */ (select.value)));
  byId("keys").addEventListener("click", showKeys);
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    // The fragment is the address of the screen, so the link must not change it.
    event.preventDefault();
    main.focus();
  });
  listenKeys(go);
}

async function start() {
  listenFrame();
  // An address with a token that is opened in this tab changes only the fragment.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#token=")) location.reload();
  });
  try {
    connected = await connect();
  } catch (error) {
    if (error instanceof NoSession) {
      sayInstead("One step is missing", h("p", { class: "lead" }, NEEDS_TOKEN.message), h("p", null, NEEDS_TOKEN.help),
        h("p", { class: "help" }, "Everybody who uses this machine can reach the server; the token keeps it yours."));
    } else {
      sayInstead("The page could not start", h("p", { class: "lead" }, error instanceof Error ? error.message : ""));
    }
    return;
  }
  tellLife(connected);
  addEventListener("hashchange", () => void route());
  await route();
  void countRuns(connected);
  const { acceptFiles } = await import("./gallery.js");
  acceptFiles();
  await serveOffline(connected.about().life === "static");
}

/**
 * The static site is kept for use without a network. A server at the same address must not be hidden by such a copy.
 * @param {boolean} wanted
 */
async function serveOffline(wanted) {
  if (!("serviceWorker" in navigator)) return;
  try {
    if (wanted) await navigator.serviceWorker.register("service-worker.js");
    else for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  } catch {
    // Without it the page works as long as there is a network.
  }
}

void start();
