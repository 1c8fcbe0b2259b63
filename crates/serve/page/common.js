// @ts-check
// What several solutions have in common.
//
// Solutions that are rows of tokens are compared cell by cell. Others are compared line by line,
// and, in lines with the same first word that list cells, by the cells they list.

import { boardCells, cellCount, cellOf } from "./geometry.js";

/** @typedef {import("./geometry.js").Cell} Cell */
/** @typedef {{cells: {cell: Cell, token: string}[], lines: string[]}} Common */

/**
 * @param {string[]} solutions
 * @param {number} order
 * @returns {Common}
 */
export function inCommon(solutions, order) {
  const [first, ...others] = solutions;
  if (first === undefined) {
    return { cells: [], lines: [] };
  }
  const tokens = first.split(/\s+/).filter(Boolean);
  return tokens.length === cellCount(order) ? commonTokens(tokens, others, order) : commonLines(first, others);
}

/**
 * @param {string[]} tokens
 * @param {string[]} others
 * @param {number} order
 * @returns {Common}
 */
function commonTokens(tokens, others, order) {
  const same = tokens.map(() => true);
  for (const other of others) {
    other.split(/\s+/).filter(Boolean).forEach((token, index) => {
      same[index] = same[index] === true && token === tokens[index];
    });
  }
  const cells = boardCells(order).flatMap((cell, index) => (
    same[index] ? [{ cell, token: tokens[index] ?? "" }] : []
  ));
  return { cells, lines: [] };
}

/**
 * @param {string} first
 * @param {string[]} others
 * @returns {Common}
 */
function commonLines(first, others) {
  let lines = linesOf(first);
  let places = placesOf(first);
  for (const other of others) {
    const otherLines = new Set(linesOf(other));
    const otherPlaces = new Set(placesOf(other));
    lines = lines.filter((line) => otherLines.has(line));
    places = places.filter((place) => otherPlaces.has(place));
  }
  return { cells: places.map((place) => ({ cell: cellOf(place.split(" ")[1] ?? ""), token: "" })), lines };
}

/** @param {string} solution */
function linesOf(solution) {
  return solution.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** The cells of lines that list several, with the first word of their line. @param {string} solution */
function placesOf(solution) {
  return linesOf(solution).flatMap((line) => {
    const [word, ...rest] = line.split(/\s+/);
    const cells = rest.filter((token) => /^-?\d+,-?\d+$/.test(token));
    return cells.length > 1 ? cells.map((cell) => `${word} ${cell}`) : [];
  });
}
