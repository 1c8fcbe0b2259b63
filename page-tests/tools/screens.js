// The screens of the page, each brought up as a person would, for what is checked or photographed on all
// of them. A function gets the page and the name of a board that is solved at once.

import { openBoard } from "./bench.js";

const at = (page, hash) => page.goto(`${new URL(page.url()).origin}/${hash}`);
const heading = (page, name) => page.getByRole("heading", { name, level: 1 }).waitFor();

/** A board whose search goes on for hours, with solutions from the beginning. */
export const ENDLESS = "balto/9";

async function solved(page, preset) {
  const bench = await openBoard(page, preset);
  await bench.solve();
  return bench;
}

/** Stops every job, so that no engine works on below the next screen. */
async function stopAll(page) {
  await at(page, "#/runs");
  await heading(page, "Runs");
  const stops = page.getByRole("button", { name: /^Stop / });
  while ((await stops.count()) > 0) {
    await stops.first().click();
    await page.getByRole("heading", { name: "Stopped" }).waitFor();
  }
}

/** Bring up a screen, by its name; in this order each works on a fresh browser. */
export const SCREENS = {
  async gallery(page) {
    await at(page, "#/");
    await heading(page, "Puzzles on hexagons");
    await page.getByRole("region").getByRole("img").first().waitFor();
  },
  async workbench(page, preset) {
    await solved(page, preset);
  },
  async evidence(page, preset) {
    const bench = await solved(page, preset);
    await bench.claim.first().click();
    await page.getByRole("dialog", { name: /^Evidence/ }).waitFor();
  },
  async broken(page, preset) {
    const bench = await openBoard(page, preset);
    const before = await bench.text.inputValue();
    await bench.type(`${before}\n§\n`);
    await page.getByRole("button", { name: /^line \d+, column \d+$/ }).waitFor();
    await bench.type(before);
  },
  async "new board"(page, preset) {
    const bench = await openBoard(page, preset);
    await bench.button("New…").click();
    await page.getByRole("dialog", { name: "New board" }).waitFor();
  },
  async keys(page, preset) {
    await openBoard(page, preset);
    await page.getByRole("button", { name: "Keys" }).click();
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  },
  async working(page) {
    const bench = await openBoard(page, ENDLESS);
    await bench.button("Solve").click();
    await bench.button("Stop").waitFor();
    await page.getByText(/best .* so far/).waitFor();
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
