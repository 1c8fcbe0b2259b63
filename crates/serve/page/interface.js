// @ts-check
/**
 * Finds out which life this page has and connects to it.
 *
 * The server answers `api/about`. A static site has at most a file there that says so; anything else (404, a page of
 * HTML, no network) means that there is no server, and a Worker with the WebAssembly module answers instead.
 */

/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").Failure} Failure */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Request} Request */

/** The other side cannot be reached; it may come back. */
export class Unreachable extends Error {}

/** The server wants the token. */
export class NoSession extends Error {}

/** A request that will not be done, with the place in the text if it has one. */
export class Refused extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.message);
    this.line = failure.line ?? null;
    this.column = failure.column ?? null;
    this.help = failure.help ?? null;
  }
}

/**
 * The data of the only result of a request; throws a `Refused` for an error line.
 * @param {Interface} interface_
 * @param {Request} request
 * @returns {Promise<Record<string, any>>}
 */
export async function askOne(interface_, request) {
  const [first] = await askAll(interface_, request);
  if (!first) throw new Refused({ message: "there was no answer" });
  return first;
}

/**
 * The data of all results of a request; throws a `Refused` for an error line.
 * @param {Interface} interface_
 * @param {Request} request
 * @returns {Promise<Record<string, any>[]>}
 */
export async function askAll(interface_, request) {
  /** @type {Record<string, any>[]} */
  const results = [];
  for (const line of await interface_.ask(request)) {
    if (line.type === "error") throw new Refused(line.data);
    if (line.type === "result") results.push(line.data);
  }
  return results;
}

/**
 * Lines of NDJSON.
 * @param {string} text
 * @returns {Line[]}
 */
export function parseLines(text) {
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/**
 * Takes the token out of the address, so that it is neither kept in the history nor shared with a copied link.
 * @returns {string | null}
 */
function takeToken() {
  const found = /^#token=([\w-]+)(.*)$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search + (found[2] || "#/"));
  return found[1] ?? null;
}

/**
 * @returns {Promise<Record<string, any> | null>} what the other side says of itself, or null if there is no server
 */
async function askAbout() {
  let response;
  try {
    response = await fetch("api/about", { cache: "no-store" });
  } catch {
    return null;
  }
  if (response.status === 401) throw new NoSession("the server wants the token");
  if (!response.ok) return null;
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/**
 * Connects.
 * @returns {Promise<Interface>}
 */
export async function connect() {
  const token = takeToken();
  if (token) {
    const { openSession } = await import("./http.js");
    await openSession(token);
  }
  const about = await askAbout();
  if (about?.life === "server") {
    const { HttpInterface } = await import("./http.js");
    return new HttpInterface(/** @type {import("./types.js").About} */ (about));
  }
  const { connectWorker } = await import("./worker-client.js");
  return connectWorker(about ?? {});
}
