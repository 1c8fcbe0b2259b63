// The workbench as a person meets it: every part by its role and its accessible name.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { SOLVE_LIMIT } from "./limits.js";
import { expectEventually, shortened } from "./wait.js";

/** The claims of a verified result. */
const CLAIM = /^\W*(found|complete|certified)$/;

/** The workbench on a page. */
export class Bench {
  constructor(page) {
    this.page = page;
    this.text = page.getByRole("textbox", { name: "Text of the board" });
    this.board = page.getByRole("grid", { name: "Board" });
    this.cells = this.board.getByRole("gridcell");
    this.broken = page.getByRole("list", { name: "Broken rules" });
    this.tokens = page.getByRole("group", { name: "Tokens" }).getByRole("button");
    this.claim = page.getByRole("button", { name: CLAIM });
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** Waits until the board is drawn and its cells can be met. */
  async ready() {
    await this.text.waitFor();
    await this.cells.first().waitFor();
  }

  async shows(text) {
    await expectEventually(() => this.text.inputValue(), (value) => value === text, `the text is not ${shortened(JSON.stringify(text))}`);
  }

  /** Replaces the text as a person does who pastes one. */
  async type(text) {
    await this.text.fill(text);
  }

  /** Waits until the list of broken rules has an entry, and returns its words. */
  async violation() {
    const first = this.broken.getByRole("button").first();
    await first.waitFor();
    return first.innerText();
  }

  async layer(name) {
    await this.page.getByRole("radio", { name, exact: true }).check();
  }

  cell(q, r) {
    return this.board.getByRole("gridcell", { name: new RegExp(`^${q},${r}(,|$)`) });
  }

  /** Puts a token that is not there yet into a cell, by the mouse. Returns the text before and after. */
  async edit(cell = this.cells.first()) {
    const before = await this.text.inputValue();
    await cell.click();
    for (let index = 0; index < (await this.tokens.count()); index += 1) {
      await this.tokens.nth(index).click();
      const after = await this.text.inputValue();
      if (after !== before) {
        return { before, after };
      }
    }
    return assert.fail("no token of the palette changed the text");
  }

  /** Starts solving, with a limit in seconds if one is given, and waits for the claim; returns it. */
  async solve(seconds) {
    if (seconds) {
      await this.page.getByRole("spinbutton", { name: "Time limit in seconds" }).first().fill(String(seconds));
    }
    await this.button("Solve").click();
    await this.claim.first().waitFor({ timeout: SOLVE_LIMIT });
    return (await this.claim.first().innerText()).replace(/^\W+/, "");
  }

  /** Clicks a button that hands a file to the browser; returns its bytes and its name. */
  async download(name) {
    const [download] = await Promise.all([this.page.waitForEvent("download"), this.button(name).click()]);
    return { bytes: await readFile(await download.path()), name: download.suggestedFilename() };
  }

  /** A share link to the board. */
  async shareLink() {
    await this.button("Share link").click();
    const field = this.page.getByRole("textbox", { name: "Share link" });
    await expectEventually(() => field.inputValue(), (value) => value.includes("#/s/"), "no share link");
    return field.inputValue();
  }
}

/** Opens a board by its name on the page's own address. */
export async function openBoard(page, name) {
  await page.goto(`${new URL(page.url()).origin}/#/board/${name}`);
  const bench = new Bench(page);
  await bench.ready();
  return bench;
}

/** Whether a text is an SVG, as the browser reads it. */
export function isSvg(page, text) {
  return page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    return parsed.documentElement.localName === "svg" && !parsed.querySelector("parsererror") && parsed.documentElement.hasAttribute("viewBox");
  }, text);
}
