// @ts-check
/**
 * The Worker around the WebAssembly module. One of them answers questions; every run has one of its own, which `run`
 * blocks until it ends. A trap leaves the module in an unknown state, so the page replaces a Worker that panicked.
 *
 * Messages to it:   {kind: "fetch"}, {kind: "load", module}, {kind: "ask", id, text}, {kind: "run", text}
 * Messages from it: {kind: "ready", module}, {kind: "missing", message}, {kind: "reply", id, text}, {kind: "event", text},
 *                   {kind: "ended"}, {kind: "panic", message}
 */

import { recordText, recordTexts, recordLine } from "./record-file.js";

/**
 * What the module exports.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} reserve
 * @property {(pointer: number, length: number) => number} ask
 * @property {(pointer: number, length: number) => number} run
 * @property {(pointer: number) => void} release
 */

/** The module, from the moment at which it is loaded; null in it if there is none. @type {Promise<Exports | null> | null} */
let loading = null;
/** @type {Exports | null} */
let engine = null;
/** What the module said of its panic, which comes before the trap. */
let lastPanic = "";

/**
 * @param {number} pointer
 * @param {number} length
 */
function read(pointer, length) {
  if (!engine) return "";
  // A copy: the memory may be shared with what the decoder does not accept, and it may move when it grows.
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, pointer >>> 0, length >>> 0).slice());
}

/**
 * @param {Exports} exports
 * @param {string} text
 * @returns {[number, number]} pointer and length
 */
function write(exports, text) {
  const bytes = new TextEncoder().encode(text);
  const pointer = exports.reserve(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, pointer, bytes.length).set(bytes);
  return [pointer, bytes.length];
}

const imports = {
  page: {
    now: () => performance.timeOrigin + performance.now(),
    /**
     * @param {number} pointer
     * @param {number} length
     */
    event: (pointer, length) => postMessage({ kind: "event", text: read(pointer, length) }),
    /**
     * @param {number} pointer
     * @param {number} length
     */
    panic: (pointer, length) => {
      lastPanic = read(pointer, length);
    },
  },
};

/**
 * @param {Exports} exports
 * @param {string} text
 */
function answer(exports, text) {
  const reply = exports.ask(...write(exports, text)) >>> 0;
  const length = new DataView(exports.memory.buffer).getUint32(reply, true);
  const lines = read(reply + 4, length);
  exports.release(reply);
  return lines;
}

/**
 * The answer about records, which are a file of the site and no part of the module; null for every other question.
 * @param {Exports} exports
 * @param {string} text
 * @returns {Promise<string | null>}
 */
async function ofRecords(exports, text) {
  const request = JSON.parse(text);
  if (request.verb === "text" && String(request.name).startsWith("records/")) {
    const found = await recordText(request.name.slice("records/".length));
    return found === null ? null : JSON.stringify({ type: "result", schema: 1, data: { text: found } });
  }
  if (request.verb !== "records") return null;
  const check = (/** @type {string} */ board) => JSON.parse(answer(exports, JSON.stringify({ verb: "check", text: board })));
  const lines = [];
  for (const [name, board] of await recordTexts()) {
    if (!request.family || name.startsWith(`${request.family}/`)) lines.push(JSON.stringify(recordLine(name, board, check(board))));
  }
  return lines.join("\n");
}

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
  const response = await fetch("sixfold.wasm");
  if (!response.ok) throw new Error(`sixfold.wasm is missing (status ${response.status})`);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<Exports>}
 */
async function load(module) {
  const instance = await WebAssembly.instantiate(module, imports);
  engine = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  postMessage({ kind: "ready", module });
  return engine;
}

/** @returns {Promise<Exports | null>} */
async function fetchAndLoad() {
  try {
    return await load(await compile());
  } catch (error) {
    postMessage({ kind: "missing", message: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

/** @param {MessageEvent<{kind: string, module: WebAssembly.Module, id: number, text: string}>} event */
async function take({ data }) {
  if (data.kind === "fetch") loading = fetchAndLoad();
  if (data.kind === "load") loading = load(data.module);
  if (data.kind === "fetch" || data.kind === "load") {
    await loading;
    return;
  }
  // A request may come before the module is there.
  const exports = await loading;
  if (!exports) throw new Error("there is no module");
  if (data.kind === "ask") {
    const text = (await ofRecords(exports, data.text)) ?? answer(exports, data.text);
    postMessage({ kind: "reply", id: data.id, text });
  } else if (data.kind === "run") {
    exports.run(...write(exports, data.text));
    postMessage({ kind: "ended" });
  }
}

addEventListener("message", (event) => {
  take(/** @type {MessageEvent} */ (event)).catch((trap) => {
    const reason = trap instanceof Error ? trap.message : String(trap);
    postMessage({ kind: "panic", message: lastPanic || reason });
  });
});
