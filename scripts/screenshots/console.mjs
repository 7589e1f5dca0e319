import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../setup/paths.mjs";
import { toWebp } from "./to-webp.mjs";

/** A Tuesday morning. Server and browser always show this time, so that a picture changes only when the console does. */
const now = new Date("2026-11-24T10:24:00Z");
/** WebP quality, so that the documentation's pictures together stay below 4 MB. */
const quality = 58;
/** Margin around a part of a page, in px. */
const margin = 16;
const usual = { locale: "en-GB", timezoneId: "UTC", reducedMotion: "reduce" };
const kinds = [
  {
    kind: "light",
    alsoAs: "dark",
    options: { ...usual, viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  },
  { kind: "phone", options: { ...usual, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];
/** All pictures, for review. Not part of the project. */
const everything = inProject(".cache/screenshots");
/** Pictures that a documentation page shows. */
const folder = inProject("docs/screenshots/console");

/** Draws every screen of the console in three kinds. @param beginning of the names of the screens to draw. */
export async function drawConsole(beginning) {
  stopClock(now);
  const { openBench } = await import("../../admin/test/console-browser.ts");
  const { screens } = await import("../../admin/test/shown/screens.ts");
  mkdirSync(everything, { recursive: true });
  for (const file of readdirSync(everything)) if (file.startsWith(beginning)) rmSync(join(everything, file));
  const bench = await openBench();
  const lost = [];
  for (const screen of screens.filter(({ name }) => name.startsWith(beginning))) {
    for (const each of kinds.filter(({ kind }) => kind !== screen.without)) {
      await draw(bench, screen, each).catch((error) => lost.push(`${screen.name}, ${each.kind}: ${error.message}`));
      await bench.leave();
    }
  }
  await bench.close();
  keepShown();
  if (lost.length > 0) throw new Error(`Screenshots failed:\n${lost.join("\n")}`);
}

async function draw(bench, { name, path, ready, before, act, part, width, height }, { kind, alsoAs, options }) {
  const { acme } = await import("../../admin/test/shown/acme.ts");
  const { settle } = await import("../../widget/test/settle.ts");
  acme(bench.mock);
  before?.(bench.mock);
  const { viewport } = options;
  const size = {
    width: kind === "phone" ? viewport.width : (width ?? viewport.width),
    height: height ?? viewport.height,
  };
  const { page } = await bench.open("/console/favicon.svg", { ...options, viewport: size });
  await page.clock.setFixedTime(now);
  await page.goto(bench.mock.origin + path);
  await page.locator(ready).first().waitFor();
  await act?.(page, bench.mock);
  await page.mouse.move(0, 0);
  const clip = part ? await around(page.locator(part).first()) : undefined;
  for (const as of [kind, alsoAs].filter(Boolean)) {
    if (as === alsoAs) await page.emulateMedia({ colorScheme: as });
    await settle(page);
    const picture = await toWebp(await page.screenshot({ caret: "hide", clip }), quality);
    writeFileSync(join(everything, `${name}-${as}.webp`), picture);
  }
}

/** The area of a part of the page, with a margin. */
async function around(part) {
  const { x, y, width, height } = await part.boundingBox();
  const left = Math.max(0, x - margin);
  return { x: left, y: y - margin, width: width + x - left + margin, height: height + 2 * margin };
}

/** Copies the pictures that the documentation names, including their dark variants, and removes pictures that it no longer names. */
function keepShown() {
  const guide = readdirSync(inProject("docs/guide")).map((page) => `docs/guide/${page}`);
  const text = [...guide, "README.md"].map((page) => readFileSync(inProject(page), "utf8")).join("\n");
  const named = [...text.matchAll(/screenshots\/console\/([\w-]+\.webp)/g)].map(([, file]) => file);
  const shown = new Set(named.flatMap((file) => [file, file.replace(/-light\.webp$/, "-dark.webp")]));
  const drawn = new Set(readdirSync(everything));
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (!shown.has(file)) rmSync(join(folder, file));
  for (const file of shown) if (drawn.has(file)) copyFileSync(join(everything, file), join(folder, file));
  const bytes = readdirSync(folder).reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
  console.log(
    `${drawn.size} console screenshots; the documentation uses ${shown.size}, ${Math.round(bytes / 1_000)} kB`,
  );
}

/** Fixes the time that `Date` returns in this process. Timers continue. */
function stopClock(now) {
  const RealDate = globalThis.Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(now.getTime());
      else super(...parts);
    }

    static now() {
      return now.getTime();
    }
  };
}
