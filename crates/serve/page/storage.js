// @ts-check
/**
 * What the page keeps in the browser: settings, the board on the workbench (the draft), own boards, and in the static
 * life the runs. Nothing of it leaves the machine.
 *
 * Boards and runs are in IndexedDB, settings in localStorage, the draft in sessionStorage, so that two tabs do not
 * disturb each other; localStorage holds the last draft for a new tab. Where the browser refuses storage, the page
 * works without memory.
 */

/** @typedef {import("./types.js").JobEntry} JobEntry */
/** @typedef {import("./types.js").JobEvent} JobEvent */

/**
 * A board of one's own.
 * @typedef {object} Board
 * @property {string} id
 * @property {string} name
 * @property {string} text
 * @property {number} changed milliseconds since 1970
 */

/**
 * The board on the workbench.
 * @typedef {object} Draft
 * @property {string} text
 * @property {string} name what the workbench shows as its name: a preset's full name, or a title
 * @property {string} [own] the id of the own board that it is
 * @property {string} [from] the text with which it was opened, if that came by name
 */

/**
 * @param {string} name
 * @param {string} fallback
 * @returns {string}
 */
export function readSetting(name, fallback) {
  try {
    return localStorage.getItem(`sixfold.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writeSetting(name, value) {
  try {
    localStorage.setItem(`sixfold.${name}`, value);
  } catch {
    // Without storage the setting lasts as long as the page.
  }
}

/** @type {Draft | null} */
let draft = null;

/** @returns {Draft | null} the board on the workbench, also after a reload */
export function readDraft() {
  if (draft) return draft;
  try {
    const kept = sessionStorage.getItem("sixfold.draft") ?? localStorage.getItem("sixfold.draft");
    draft = kept ? JSON.parse(kept) : null;
  } catch {
    draft = null;
  }
  return draft;
}

/**
 * Puts a board on the workbench, in the place of the one before.
 * @param {Draft} next
 */
export function setDraft(next) {
  draft = next;
  writeDraft();
}

/**
 * Keeps the text of the workbench as it changes. An own board changes with it.
 * @param {string} text
 */
export function saveDraft(text) {
  if (!draft) return;
  draft.text = text;
  writeDraft();
  if (draft.own) void keepBoard({ id: draft.own, name: draft.name, text });
}

function writeDraft() {
  const kept = JSON.stringify(draft);
  try {
    sessionStorage.setItem("sixfold.draft", kept);
    localStorage.setItem("sixfold.draft", kept);
  } catch {
    // Too large or refused: a reload forgets it.
  }
}

/** @type {Promise<IDBDatabase | null> | null} */
let database = null;
/** Stands in where there is no IndexedDB. @type {Record<string, Map<string, any>>} */
const memory = { boards: new Map(), runs: new Map() };

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  database ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open("sixfold", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("boards", { keyPath: "id" });
        request.result.createObjectStore("runs", { keyPath: "job" });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
      request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return database;
}

/**
 * @template T
 * @param {"boards" | "runs"} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} action
 * @param {() => T} otherwise
 * @returns {Promise<T>}
 */
async function transact(store, mode, action, otherwise) {
  const base = await open();
  if (!base) return otherwise();
  return new Promise((resolve) => {
    try {
      const transaction = base.transaction(store, mode);
      const request = action(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => resolve(otherwise());
    } catch {
      resolve(otherwise());
    }
  });
}

/**
 * @param {"boards" | "runs"} store
 * @param {string} key
 * @param {any} value
 */
async function put(store, key, value) {
  await transact(store, "readwrite", (rows) => rows.put(value), () => (memory[store]?.set(key, value), key));
}

/**
 * @param {"boards" | "runs"} store
 * @returns {Promise<any[]>}
 */
function all(store) {
  return transact(store, "readonly", (rows) => rows.getAll(), () => [...(memory[store]?.values() ?? [])]);
}

/**
 * @param {"boards" | "runs"} store
 * @param {string} key
 */
async function remove(store, key) {
  await transact(store, "readwrite", (rows) => rows.delete(key), () => void memory[store]?.delete(key));
}

/**
 * Keeps a board among one's own and returns its id.
 * @param {{id?: string, name: string, text: string}} board
 * @returns {Promise<string>}
 */
export async function keepBoard({ id, name, text }) {
  const key = id ?? `${Date.now().toString(36)}${Math.floor(Math.random() * 46656).toString(36)}`;
  await put("boards", key, { id: key, name, text, changed: Date.now() });
  return key;
}

/**
 * Keeps the draft among one's own boards, under a name, and goes on with it as that board.
 * @param {string} name
 * @returns {Promise<string | null>} its id, or null if there is no draft
 */
export async function keepDraft(name) {
  if (!draft) return null;
  const id = await keepBoard({ name, text: draft.text });
  setDraft({ text: draft.text, name, own: id });
  return id;
}

/** @returns {Promise<Board[]>} own boards, the last changed first */
export async function ownBoards() {
  const boards = /** @type {Board[]} */ (await all("boards"));
  return boards.sort((a, b) => b.changed - a.changed);
}

/** @param {string} id */
export async function forgetBoard(id) {
  await remove("boards", id);
  if (draft?.own === id) setDraft({ text: draft.text, name: draft.name });
}

/** Writes that wait for their turn: a run that improves often is written twice a second. */
/** @type {Map<string, {entry: JobEntry, events: JobEvent[]}>} */
const pending = new Map();
/** @type {number | undefined} */
let timer;

/**
 * Keeps a run. A run that goes on is written at most twice a second.
 * @param {JobEntry} entry
 * @param {JobEvent[]} events
 */
export async function keepRun(entry, events) {
  pending.set(entry.job, { entry, events });
  if (entry.events === 0 || entry.state !== "running" || document.hidden) return writeRuns();
  timer ??= window.setTimeout(writeRuns, 500);
}

async function writeRuns() {
  clearTimeout(timer);
  timer = undefined;
  const runs = [...pending.values()];
  pending.clear();
  for (const { entry, events } of runs) {
    const kept = events.filter((event) => event.line.type !== "progress");
    await put("runs", entry.job, { job: entry.job, entry: { ...entry }, events: kept });
  }
}

/** @returns {Promise<{entry: JobEntry, events: JobEvent[]}[]>} */
export async function keptRuns() {
  return all("runs");
}

/** @param {string} job */
export async function forgetRun(job) {
  pending.delete(job);
  await remove("runs", job);
}
