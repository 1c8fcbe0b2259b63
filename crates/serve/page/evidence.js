// @ts-check
// The claim badge, and the evidence behind it: what was searched, by what, what is assumed, the
// proof, and the command that does it again.

import { openDialog } from "./dialog.js";
import { fill, h } from "./elements.js";
import { askOne } from "./interface.js";
import { duration } from "./job-model.js";
import { saveBlob } from "./export.js";

/**
 * @typedef {import("./types.js").Interface} Interface
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./types.js").Claim} Claim
 * @typedef {{job: string, request: Request, result: Record<string, any>, preset: string|null}} Subject
 */

/** @type {Record<Claim, {meaning: string, assumed: string}>} */
const CLAIMS = {
  nothing: {
    meaning: "Nothing is known yet.", assumed: "Nothing.",
  },
  found: {
    meaning: "A solution was found and verified.",
    assumed: "The verifier, which checks every rule on the finished board.",
  },
  complete: {
    meaning: "An exhaustive search covered everything.",
    assumed: "The verifier, and that the search leaves nothing out.",
  },
  certified: {
    meaning: "A proof was checked independently of the engine that wrote it.",
    assumed: "The verifier, the small checker of proofs, and the encoding of the rules.",
  },
};

/** @param {unknown} claim */
function claimOf(claim) {
  return CLAIMS[/** @type {Claim} */ (claim)] ?? CLAIMS.nothing;
}

/**
 * The badge of a claim; it opens the evidence.
 * @param {Interface} api
 * @param {Subject} subject
 */
export function claimBadge(api, subject) {
  const claim = String(subject.result["claim"] ?? "nothing");
  return h("button", {
    type: "button", class: "badge", data: { claim }, "aria-haspopup": "dialog",
    title: claimOf(claim).meaning, onclick: () => openEvidence(api, subject),
  }, claim);
}

/**
 * Opens the evidence as a dialog.
 * @param {Interface} api
 * @param {Subject} subject
 */
export function openEvidence(api, subject) {
  const { result } = subject;
  const claim = claimOf(result["claim"]);
  openDialog(`Evidence: ${result["claim"] ?? "nothing"}`, () => h("div", { class: "evidence" },
    h("p", null, claim.meaning, claim === CLAIMS.found && subject.result["objective"] != null && " There may be a better one."),
    h("dl", null, facts(subject).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
    effort(result),
    proofSection(api, subject),
    h("h3", null, "Check a proof"),
    proofChecker(api, () => subject.request["text"]),
    h("h3", null, "Do it again"),
    commandSection(subject)));
}

/**
 * @param {Subject} subject
 * @returns {[string, string][]}
 */
function facts({ request, result }) {
  const scope = result["scope"];
  const settings = /** @type {import("./types.js").Setting[]} */ (request["settings"] ?? []);
  const assumed = claimOf(result["claim"]).assumed;
  const within = Array.isArray(scope) ? ` What it says holds within the scope only: ${scope.join(", ")}.` : "";
  /** @type {[string, unknown][]} */
  const rows = [
    ["Result", result["words"]],
    ["Engine", result["engine"] ?? "none: the rules alone decide"],
    ["Options", settings.map((one) => `${one.name}=${one.value}`).join(", ") || "all defaults"],
    ["Seed", request["seed"] ?? 1],
    ["Scope", Array.isArray(scope) ? scope.join(", ") : "the whole space"],
    ["Assumed", assumed + within],
    ["Objective", result["objective"]],
    ["Bound", result["bound"]],
    ["Time", typeof result["seconds"] === "number" ? duration(result["seconds"]) : null],
    ["No proof", result["unproved"]],
    ["Remarks", (result["remarks"] ?? []).join("; ") || null],
  ];
  return rows.filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => [name, String(value)]);
}

/** @param {Record<string, any>} result */
function effort(result) {
  const rows = Object.entries(result["effort"] ?? {});
  return rows.length > 0 && h("details", null, h("summary", null, "Effort"),
    h("table", null, h("tbody", null, rows.map(([name, value]) => h("tr", null,
      h("th", { scope: "row" }, name), h("td", null, Number(value).toLocaleString("en")))))));
}

/**
 * @param {Interface} api
 * @param {Subject} subject
 */
function proofSection(api, subject) {
  if (subject.result["claim"] !== "certified") {
    return null;
  }
  const place = h("p", null, "Looking for the proof…");
  void api.proof(subject.job).then((blob) => {
    fill(place, blob
      ? ["The checked proof: ", h("button", { type: "button", class: "button small", onclick: () => saveBlob(blob, "proof.lrat") },
        `Download (${size(blob.size)})`)]
      : "The proof was checked, but not kept.");
  }, () => fill(place, "The proof cannot be reached."));
  return [h("h3", null, "Proof"), place];
}

/**
 * A field for a proof file and the verdict on it.
 * @param {Interface} api
 * @param {() => string} text the puzzle that the proof is about
 */
export function proofChecker(api, text) {
  const verdict = h("p", { role: "status", class: "proof-verdict" });
  const input = h("input", {
    type: "file", "aria-label": "Proof file", onchange: async () => {
      const file = input.files?.[0];
      if (file) {
        fill(verdict, "Checking…");
        fill(verdict, await checkProof(api, text(), file));
      }
    },
  });
  return h("div", { class: "proof-check" },
    h("p", { class: "field-meaning" }, "A proof file (LRAT) of this puzzle, checked here without any solver."),
    input, verdict);
}

/**
 * @param {Interface} api
 * @param {string} text
 * @param {File} file
 * @returns {Promise<string>}
 */
async function checkProof(api, text, file) {
  try {
    const result = await askOne(api, { verb: "prove-check", text, proof: await file.text() });
    if (result["ok"] !== true) {
      return `${result["ok"] === null ? "Not decided" : "The proof does not hold"}: ${result["problem"]}`;
    }
    const bound = result["bound"] === null ? "" : `; no solution is better than ${result["bound"]}`;
    const reasons = (result["reasons"] ?? []).length > 0 ? ` It relies on: ${result["reasons"].join("; ")}.` : "";
    return `The proof holds: certified in ${Number(result["steps"]).toLocaleString("en")} steps${bound}.${reasons}`;
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}

/** @param {Subject} subject */
function commandSection(subject) {
  const command = commandOf(subject);
  const copied = h("span", { role: "status" });
  return h("div", { class: "command" }, h("code", null, command),
    h("button", {
      type: "button", class: "button small", onclick: async () => {
        await navigator.clipboard.writeText(command);
        fill(copied, "copied");
      },
    }, "Copy"), copied,
    !presetIn(subject) && h("p", { class: "field-meaning" }, "Save the text of the board as board.txt first."));
}

/**
 * The command line that does the same.
 * @param {Subject} subject
 */
export function commandOf(subject) {
  const { request } = subject;
  const words = ["sixfold", request.verb, presetIn(subject) ?? "board.txt"];
  for (const name of ["engine", "seed", "threads", "limit"]) {
    if (request[name] !== undefined && request[name] !== null) {
      words.push(`--${name}`, String(request[name]));
    }
  }
  for (const { name, value } of /** @type {import("./types.js").Setting[]} */ (request["settings"] ?? [])) {
    words.push("--set", quoted(`${name}=${value}`));
  }
  if (request["time"]) {
    words.push("--time", `${request["time"]}s`);
  }
  if (request["prove"]) {
    words.push("--prove");
  }
  if (request["up_to_symmetry"]) {
    words.push("--up-to-symmetry");
  }
  return words.join(" ");
}

/**
 * The name by which the program knows the puzzle, or null.
 * @param {Subject} subject
 * @returns {string|null}
 */
function presetIn({ result, preset }) {
  return result["preset"] ?? preset;
}

/** @param {string} word */
function quoted(word) {
  return /^[\w=.,/:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @param {number} bytes */
function size(bytes) {
  return bytes < 1e4 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
