// The screens of the page, each brought up as a person would, for what is checked or photographed on all
// of them. A function gets the page and the name of a board that is solved at once.

import { Bench } from "./bench.js";
import { expectEventually } from "./wait.js";

/** Goes to a screen; a dialog of the screen before is closed first. */
async function at(page, hash) {
  if ((await page.getByRole("dialog").count()) > 0) {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.goto(`${new URL(page.url()).origin}/${hash}`);
}

/** Opens a board by its name. */
async function board(page, name) {
  await at(page, `#/board/${name}`);
  const bench = new Bench(page);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await bench.ready();
  return bench;
}

const heading = (page, name) => page.getByRole("heading", { name, level: 1 }).waitFor();

/** A board whose search goes on for hours, with solutions from the beginning. */
export const ENDLESS = "balto/9";

async function solved(page, preset) {
  const bench = await board(page, preset);
  await bench.solve();
  return bench;
}

/** Stops every job in the list of runs. */
export async function stopListed(page) {
  const stops = page.getByRole("button", { name: /^Stop / });
  // The heading is there before the list is.
  await page.getByText("Loading…").waitFor({ state: "detached" });
  // All in one step, since the list is laid out anew when a job ends.
  await stops.evaluateAll((buttons) => buttons.forEach((button) => button.click()));
  await expectEventually(() => stops.count(), (count) => count === 0, "a job was not stopped");
}

/** Stops every job, so that no engine works on below the next screen. */
async function stopAll(page) {
  await at(page, "#/runs");
  await heading(page, "Runs");
  await stopListed(page);
}

/** Bring up a screen, by its name; in this order each works on a fresh browser. */
export const SCREENS = {
  async gallery(page) {
    await at(page, "#/");
    await heading(page, "Puzzles on hexagons");
    // Pictures are drawn when they come into view.
    await page.getByRole("link", { name: "A solved example" }).first().scrollIntoViewIfNeeded();
    await page.getByRole("figure").getByRole("img").first().waitFor();
  },
  async workbench(page, preset) {
    await solved(page, preset);
  },
  async evidence(page, preset) {
    const bench = await solved(page, preset);
    await bench.claim.first().click();
    await page.getByRole("dialog", { name: /^Evidence/ }).waitFor();
  },
  async broken(page) {
    // Another board than those of the next screens: the page brings an edited text back.
    const bench = await board(page, ENDLESS);
    await bench.type(`${await bench.text.inputValue()}\n§\n`);
    await page.getByRole("button", { name: /^line \d+, column \d+$/ }).waitFor();
  },
  async "new board"(page, preset) {
    const bench = await board(page, preset);
    await bench.button("New…").click();
    await page.getByRole("dialog", { name: "New board" }).waitFor();
  },
  async keys(page, preset) {
    await board(page, preset);
    await page.getByRole("button", { name: "Keys" }).click();
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  },
  async working(page) {
    const bench = await board(page, ENDLESS);
    await bench.button("Solve").click();
    await bench.button("Stop").waitFor();
    await page.getByText(/best so far/).waitFor();
  },
  async runs(page) {
    await stopAll(page);
  },
  async compare(page) {
    await stopAll(page);
    await page.getByRole("checkbox", { name: /^Compare / }).nth(0).check();
    await page.getByRole("checkbox", { name: /^Compare / }).nth(1).check();
    await page.getByRole("link", { name: "Compare the two" }).click();
    await heading(page, "Compare two solutions");
    await page.getByRole("combobox", { name: "Right solution" }).waitFor();
  },
  async records(page) {
    await at(page, "#/records");
    await heading(page, "Records");
    await page.getByRole("table").first().waitFor();
  },
  async nothing(page) {
    await at(page, "#/board/no/such");
    await heading(page, "This cannot be opened");
  },
};
