import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sampleOf } from "../../scripts/setup/test-chance.mjs";
import { axeFindings, colourRules } from "./axe.ts";
import { moving, settle } from "./settle.ts";
import { forScreenReaders } from "./states/for-screen-readers.ts";
import { layoutProblems } from "./states/layout-problems.ts";
import { arabic, english } from "./states/said.ts";
import { enter, states } from "./states/states.ts";
import { WidgetPage } from "./widget-page.ts";

const laptop = { width: 1280, height: 800 };
/** As WCAG asks: 320 CSS pixels wide; a laptop at 200 %; a laptop at 400 %, which is as low as a phone with its keyboard out. */
const narrow = [
  { width: 320, height: 568 },
  { width: 640, height: 400 },
  { width: 320, height: 256 },
];

const names = states.map(({ name }) => name);
/** States that are looked at more closely in this run; all of them are in English, in light colours, on a phone, and by a screen reader. */
const inDark = new Set(sampleOf(names, 20, "states of the widget in dark colours"));
const inLowWindows = new Set(sampleOf(names, 20, "states of the widget in low windows"));
const fromRight = new Set(sampleOf(names, 14, "states of the widget from right to left"));

/** Some two dozen states, each looked at in five ways, on a machine that does something else as well. */
const timeout = 240_000;

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

/** Waits until nothing is hidden or cut, as nothing may be for longer than a frame or two. */
async function hiddenIn(size: { width: number; height: number }): Promise<string[]> {
  await on.page.setViewportSize(size);
  let problems: string[] = [];
  for (let tries = 0; tries < 20; tries++) {
    await settle(on.page);
    problems = await layoutProblems(on.page);
    if (problems.length === 0) break;
  }
  return problems;
}

describe("every state", () => {
  it.each([english, arabic])(
    "is found right by axe, light and dark, and has nothing hidden in narrow windows, in the language $lang; in English it is told to a screen reader once, in words and in order, and moves nothing for who wants it still",
    async (said) => {
      await enter({ on, said }, { viewport: laptop, reducedMotion: "reduce" });
      const found: Record<string, string[]> = {};
      const told: string[] = [];
      // Colours and words for screen readers are the same in the other.
      const isFirst = said === english;
      const note = (what: string, problems: string[]) => {
        if (problems.length > 0) found[what] = problems;
      };
      for (const { name, show } of states) {
        await show({ on, said });
        if (!isFirst && !fromRight.has(name)) continue;
        if (isFirst) {
          note(`${name}, moving`, await moving(on.page));
          told.push(await forScreenReaders(on.page, name));
        }
        note(`${name}, light`, await axeFindings(on.page, { without: isFirst ? [] : colourRules }));
        if (isFirst && inDark.has(name)) {
          await on.page.emulateMedia({ colorScheme: "dark" });
          note(`${name}, dark`, await axeFindings(on.page, { only: colourRules }));
          await on.page.emulateMedia({ colorScheme: "light" });
        }
        // What is on the other side is as wide; one size tells.
        for (const size of isFirst && inLowWindows.has(name) ? narrow : narrow.slice(0, 1))
          note(`${name}, ${size.width} x ${size.height}`, await hiddenIn(size));
        await on.page.setViewportSize(laptop);
      }
      expect(found).toEqual({});
      if (isFirst) await expect(`${told.join("\n\n")}\n`).toMatchFileSnapshot("./states/for-screen-readers.txt");
    },
    timeout,
  );
});
