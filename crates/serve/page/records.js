// @ts-check
/**
 * The best known boards, by family and order, with what is claimed of each.
 */

import { sentence } from "./announce.js";
import { fill, h } from "./elements.js";
import { askAll } from "./interface.js";
import { families, titled } from "./registry.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").RecordResult} RecordResult */
/** @typedef {import("./types.js").Screen} Screen */

const CLAIMS = ["found", "complete", "certified"];

/**
 * What the claims mean.
 * @type {[claim: string, meaning: string][]}
 */
const MEANINGS = [
  ["found", "a verified board; a better one may exist"],
  ["complete", "an exhaustive search covered everything"],
  ["certified", "a proof was checked independently"],
];

/**
 * The badge of a claim, and what its text says besides.
 * @param {string | null} claim
 */
function claimed(claim) {
  const word = claim?.split(/\W/, 1)[0] ?? "";
  const more = claim?.slice(word.length).replace(/^[\s;,:]+/, "") ?? "";
  const known = CLAIMS.includes(word) ? word : "nothing";
  return [
    h("span", { class: "badge", data: { claim: known } }, known === "nothing" ? "no claim" : word),
    more !== "" && h("span", { class: "record-note" }, sentence(more)),
  ];
}

/** The fields that every record has; the others are numbers that people quote. */
const USUAL = ["record", "ok", "claim", "command", "date", "version", "objective"];

/** @param {RecordResult} record */
function quoted(record) {
  return Object.entries(record).filter(([name, value]) => !USUAL.includes(name) && typeof value === "number");
}

/**
 * @param {RecordResult} record
 * @param {Family | undefined} family
 */
function row(record, family) {
  const others = quoted(record).map(([word, value]) => `${word} ${Number(value).toLocaleString("en")}`).join(", ");
  const board = h("th", { scope: "row" }, h("a", { href: `#/board/records/${record.record}` }, record.record),
    !record.ok && h("span", { class: "problem-text" }, " breaks a rule"));
  const objective = record.objective === null ? "solved" : Number(record.objective).toLocaleString("en");
  return h("tr", null, board,
    h("td", { class: "number" }, family?.objective && record.objective !== null && h("span", { class: "on-phone" }, `${family.objective} `), objective,
      others !== "" && h("span", { class: "record-note" }, others)),
    h("td", null, claimed(record.claim)),
    h("td", null, record.date ?? ""),
    h("td", null, record.command && h("details", null, h("summary", null, "Command"), h("pre", { class: "command" }, record.command))));
}

/**
 * @param {string} name
 * @param {RecordResult[]} records
 * @param {Family | undefined} family
 */
function table(name, records, family) {
  const title = family ? titled(family).title : name;
  return h("section", { class: "group card family", "aria-labelledby": `records-${name}` },
    h("h2", { id: `records-${name}` }, title),
    h("table", { class: "plain stacks records" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Board"),
        h("th", { scope: "col", class: "number" }, family?.objective ?? "Result"),
        h("th", { scope: "col" }, "Claim"), h("th", { scope: "col" }, "Date"), h("th", { scope: "col" }, "How"))),
      h("tbody", null, records.map((record) => row(record, family)))));
}

/**
 * @param {HTMLElement} container
 * @param {Interface} interface_
 * @returns {Promise<Screen>}
 */
export async function openRecords(container, interface_) {
  document.title = "Records · sixfold";
  const head = h("div", { class: "screen-head" }, h("h1", null, "Records"),
    h("p", { class: "lead" }, "The best known boards. Each is checked against the rules; open one to see it."),
    h("ul", { class: "claims", role: "list" }, MEANINGS.map(([claim, meaning]) =>
      h("li", null, h("span", { class: "badge", data: { claim } }, claim), ` ${meaning}`))));
  fill(container, head, h("p", { class: "words" }, "Loading…"));
  const [all, lines] = await Promise.all([families(interface_), askAll(interface_, { verb: "records" })]);
  /** @type {Map<string, RecordResult[]>} */
  const groups = new Map();
  for (const record of /** @type {RecordResult[]} */ (lines)) {
    if (typeof record.record !== "string") continue;
    const name = record.record.split("/")[0] ?? "";
    groups.set(name, [...(groups.get(name) ?? []), record]);
  }
  fill(container, head, [...groups].map(([name, records]) => table(name, records, all.find((one) => one.family === name))),
    groups.size === 0 && h("p", { class: "nothing" }, "No record is known here."));
  return { close() {} };
}
