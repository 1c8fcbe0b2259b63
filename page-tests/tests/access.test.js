// For everybody: axe-core on every screen, the keyboard alone, a phone, reduced motion.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";

import { Bench, openBoard } from "../tools/bench.js";
import { TEST_LIMIT } from "../tools/limits.js";
import { families, LIVES, openStage, visit } from "../tools/stage.js";
import { SCREENS } from "../tools/screens.js";
import { expectEventually } from "../tools/wait.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const stage = await openStage();
after(() => stage.close());
const limits = { timeout: TEST_LIMIT };
// A board that is quickly solved, by keys that are digits.
const family = (await families(stage)).find((one) => one.objective === null && one.answer === "rows");
const preset = family.presets[Math.floor(family.presets.length / 5)];

/** The serious and critical findings of axe-core on what is shown. */
async function findings(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // A button that becomes usable changes its colour for some moments, in which its contrast is too low.
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changes.map((one) => one.finished));
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)}: ${node.any[0]?.message ?? node.failureSummary}`));
  });
}

for (const life of LIVES) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${life}, ${colorScheme}: axe-core has no serious finding on any screen`, limits, async (t) => {
      await visit(stage, stage.addresses[life], { colorScheme }, async (page) => {
        for (const [name, open] of Object.entries(SCREENS)) {
          await t.test(name, async () => {
            await open(page, preset);
            assert.deepEqual(await findings(page), []);
          });
        }
      });
    });
  }

  test(`${life}: axe-core finds a button without a name`, limits, async () => {
    await visit(stage, stage.addresses[life], {}, async (page) => {
      // Not before the screen is there, which would replace it, and not inside of the screen.
      await SCREENS.gallery(page, preset);
      await page.evaluate(() => document.body.append(document.createElement("button")));
      assert.match((await findings(page)).join("\n"), /button-name/);
    });
  });

  test(`${life}: nothing scrolls sideways on a phone`, limits, async (t) => {
    for (const width of [390, 360]) {
      await visit(stage, stage.addresses[life], { viewport: { width, height: 800 }, hasTouch: true, isMobile: true }, async (page) => {
        for (const [name, open] of Object.entries(SCREENS)) {
          await t.test(`${name}, ${width} pixels`, async () => {
            await open(page, preset);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            assert.ok(wide <= 0, `${wide} pixels too wide: ${await page.evaluate(widest)}`);
          });
        }
      });
    }
  });
}

/** The elements that stick out, for the message. Runs in the page. */
function widest() {
  const limit = document.documentElement.clientWidth;
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > limit + 1)
    .slice(0, 5)
    .map((element) => `${element.tagName}.${element.getAttribute("class")}`)
    .join(", ");
}

/** The accessible name of what has the focus, and its role. Runs in the page. */
function focused() {
  const element = document.activeElement;
  return { role: element?.getAttribute("role") ?? element?.localName ?? "", name: element?.getAttribute("aria-label") ?? element?.textContent ?? "" };
}

/** Presses Tab until `found` holds for what has the focus. */
async function tabTo(page, found, what) {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    if (found(await page.evaluate(focused))) {
      return;
    }
  }
  assert.fail(`Tab never reaches ${what}`);
}

test("the keyboard alone: to the board, in six directions, a token, undo, solve", limits, async () => {
  await visit(stage, stage.addresses.static, { hash: `#/board/${preset}` }, async (page) => {
    const bench = new Bench(page);
    await bench.ready();
    const text = await bench.text.inputValue();
    await tabTo(page, ({ role }) => role === "gridcell", "the board");
    const at = async () => (await page.evaluate(focused)).name.split(",").slice(0, 2).map(Number);
    const steps = [["d", 1, 0], ["a", -1, 0], ["e", 1, -1], ["z", -1, 1], ["w", 0, -1], ["x", 0, 1], ["ArrowRight", 1, 0], ["ArrowLeft", -1, 0]];
    for (const [key, q, r] of steps) {
      const [fromQ, fromR] = await at();
      await page.keyboard.press(key);
      assert.deepEqual(await at(), [fromQ + q, fromR + r], key);
    }
    assert.ok(await page.evaluate(() => document.activeElement?.matches(":focus-visible")));
    const current = (await page.evaluate(focused)).name;
    const word = (await bench.tokens.evaluateAll((buttons) => buttons.map((button) => button.value))).find((one) => /^\d$/.test(one) && !current.includes(` ${one}`));
    await page.keyboard.press(word);
    await expectEventually(() => bench.text.inputValue(), (now) => now !== text, "the key set no token");
    await page.keyboard.press("Control+z");
    await bench.shows(text);
    await page.keyboard.press("Tab");
    assert.notEqual((await page.evaluate(focused)).role, "gridcell", "the board is more than one tab stop");
    await tabTo(page, ({ role, name }) => role === "button" && name === "Solve", "Solve");
    await page.keyboard.press("Enter");
    await bench.claim.first().waitFor();
  });
});

test("the key ? lists the keys, Escape closes the list, and focus returns", limits, async () => {
  await visit(stage, stage.addresses.static, {}, async (page) => {
    const bench = await openBoard(page, preset);
    await bench.cells.first().focus();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keys" });
    await dialog.getByText("undo, redo").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal((await page.evaluate(focused)).role, "gridcell");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Keys" }).focus();
    for (const [key, heading] of [["r", "Runs"], ["e", "Records"], ["g", "Puzzles on hexagons"]]) {
      await page.keyboard.press(key);
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    }
  });
});

test("every change of the screen and every end of a job is announced", limits, async () => {
  await visit(stage, stage.addresses.static, {}, async (page) => {
    const live = page.locator("[aria-live=polite]").first();
    const bench = await openBoard(page, preset);
    await bench.solve();
    await expectEventually(() => live.textContent(), (words) => /solved|solution/.test(words), "the end of the job is not announced");
    await page.getByRole("link", { name: "Records" }).click();
    await expectEventually(() => live.textContent(), (words) => words === "Records", "the screen is not announced");
  });
});

test("with reduced motion nothing moves", limits, async () => {
  await visit(stage, stage.addresses.static, { reducedMotion: "reduce" }, async (page) => {
    for (const open of Object.values(SCREENS)) {
      await open(page, preset);
      const moving = await page.evaluate(() => {
        const seconds = (list) => Math.max(...list.split(",").map((one) => (one.trim().endsWith("ms") ? parseFloat(one) / 1000 : parseFloat(one)) || 0));
        return [...document.querySelectorAll("*")].filter((element) => {
          const style = getComputedStyle(element);
          return seconds(style.transitionDuration) > 0.05 || (style.animationName !== "none" && seconds(style.animationDuration) > 0.05);
        }).map((element) => `${element.localName}.${element.getAttribute("class")}`).slice(0, 5);
      });
      assert.deepEqual(moving, []);
    }
  });
});
