// @ts-check
/**
 * The families, asked for once.
 */

import { askAll } from "./interface.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Interface} Interface */

/** @type {Promise<Family[]> | null} */
let asked = null;

/**
 * All families, with their presets, engines and rules.
 * @param {Interface} interface_
 * @returns {Promise<Family[]>}
 */
export function families(interface_) {
  asked ??= askAll(interface_, { verb: "list" }).then((all) => /** @type {Family[]} */ (all));
  asked.catch(() => {
    asked = null;
  });
  return asked;
}

/**
 * The name for people and the rest of the description, which the registry writes as `Name: what it is`.
 * @param {Family} family
 * @returns {{title: string, line: string}}
 */
export function titled(family) {
  const colon = family.description.indexOf(": ");
  if (colon < 0) return { title: family.description, line: "" };
  const line = family.description.slice(colon + 2);
  return { title: family.description.slice(0, colon), line: line.charAt(0).toUpperCase() + line.slice(1) };
}
