// Photographs each screen, light and dark, on a desktop and on a phone.
// usage: node tools/screenshots.js FOLDER

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { families, openStage, visit } from "./stage.js";
import { SCREENS } from "./screens.js";

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};
const SHOWN = ["gallery", "workbench", "evidence", "working", "runs", "compare", "records"];

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const stage = await openStage();
const family = (await families(stage)).find((one) => one.objective === null && one.answer === "rows");
const preset = process.env.SIXFOLD_SHOWN ?? family.presets[Math.floor(family.presets.length / 5)];
try {
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      for (const name of SHOWN) {
        // A fresh browser for each, so that no notice of the one before lies over it; the server keeps the runs.
        await visit(stage, stage.addresses.server, { ...options, colorScheme }, async (page) => {
          await SCREENS[name](page, preset);
          if (name !== "working") {
            await page.evaluate(() => scrollTo(0, 0));
          }
          await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => null))));
          await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
        });
      }
    }
  }
} finally {
  await stage.close();
}
