import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { layoutProblems } from "./states/layout-problems.ts";
import { english as said } from "./states/said.ts";
import { enter, states } from "./states/states.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

/** Shows all states up to this one. */
async function show(last: string): Promise<void> {
  for (const { name, show } of states) {
    await show({ on, said });
    if (name === last) return;
  }
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

it("on a phone the panel keeps out of the notch and of the keyboard, with everything within reach", async () => {
  await enter({ on, said }, phone);
  const browser = await on.page.context().newCDPSession(on.page);
  const insets = { top: 47, bottom: 34, left: 0, right: 0 };
  await browser.send("Emulation.setSafeAreaInsetsOverride", { insets });
  await show("answered");
  const box = (selector: string) => on.page.locator(selector).boundingBox();
  expect((await box("parley-header"))?.y).toBe(insets.top);
  const end = async () => {
    const { y = 0, height = 0 } = (await box("parley-chat .person")) ?? {};
    return y + height;
  };
  expect(await end()).toBeLessThanOrEqual(844 - insets.bottom);
  // The keyboard covers the lower part of the page without changing its size.
  await on.page.evaluate(() => {
    for (const [name, value] of Object.entries({ height: 480, offsetTop: 60 }))
      Object.defineProperty(window.visualViewport, name, { value });
    window.visualViewport?.dispatchEvent(new Event("resize"));
  });
  await expect.poll(() => on.panel.boundingBox()).toEqual({ x: 0, y: 60, width: 390, height: 480 });
  expect(await end()).toBeLessThanOrEqual(540 - insets.bottom);
  expect(await layoutProblems(on.page)).toEqual([]);
});

it("with forced colours the launcher has its icon, and everything to press has an edge or words", async () => {
  await enter({ on, said }, { forcedColors: "active" });
  await on.launcher.waitFor();
  const icon = await on.launcher.evaluate((button) => getComputedStyle(button, "::before").backgroundColor);
  const surface = await on.launcher.evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(icon).not.toBe(surface);
  await show("choices");
  for (const selector of [
    ".panel",
    "parley-composer .frame",
    "parley-clarification .choice",
    "parley-markdown .mark",
  ]) {
    const edge = await on.page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outlineStyle, borderStyle } = getComputedStyle(element);
        return outlineStyle !== "none" || borderStyle !== "none";
      });
    expect(edge, selector).toBe(true);
  }
});
