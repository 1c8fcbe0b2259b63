// @ts-check
/**
 * The theme: as the system has it, light or dark. `early.js` sets the kept one before the first paint.
 */

import { readSetting, writeSetting } from "./storage.js";

/** @typedef {"system" | "light" | "dark"} Choice */

const system = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<(theme: "light" | "dark") => void>} */
const listeners = new Set();

/** @returns {Choice} */
export function themeChoice() {
  const kept = readSetting("theme", "system");
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** @returns {"light" | "dark"} the theme for pictures on the screen */
export function currentTheme() {
  const choice = themeChoice();
  if (choice !== "system") return choice;
  return system.matches ? "dark" : "light";
}

/**
 * Calls a listener when the theme changes.
 * @param {(theme: "light" | "dark") => void} listener
 * @returns {() => void} stops it
 */
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  const theme = currentTheme();
  for (const listener of [...listeners]) listener(theme);
}

system.addEventListener("change", tell);

/** @param {Choice} choice */
export function chooseTheme(choice) {
  writeSetting("theme", choice);
  if (choice === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = choice;
  tell();
}
