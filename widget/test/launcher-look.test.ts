import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { contrast } from "../src/theme/apply-theme.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

type Rgb = [number, number, number];

/** Surface and icon of the launcher, as the browser paints them. */
function painted(): Promise<{ surface: Rgb; icon: Rgb }> {
  return on.launcher.evaluate((button) => {
    const context = document.createElement("canvas").getContext("2d");
    const paint = (color: string) => {
      if (!context) throw new Error("no canvas");
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)] as [number, number, number];
    };
    const { backgroundColor, color } = getComputedStyle(button);
    return { surface: paint(backgroundColor), icon: paint(color) };
  });
}

describe("the launcher", () => {
  it.each([
    "#ffd500",
    "#000",
    "#fff",
    "#2f5bea",
    "#0f766e",
    "#808080",
    "#767676",
    "#ff0000",
    "gold",
    "hsl(90 80% 45%)",
  ])("has an icon that can be seen on %s before the panel is there", async (accent) => {
    await on.visit({ script: `data-accent="${accent}"` });
    await on.launcher.waitFor();
    const { surface, icon } = await painted();
    expect(contrast(surface, icon)).toBeGreaterThanOrEqual(4.5);
    expect(on.server.requests).toEqual([]);
  });

  it("has an icon that can be seen on the colour a page's style sheet gives it, or the colour given for it", async () => {
    await on.visit({ style: ":root { --parley-accent: #ffd500 }" });
    await on.launcher.waitFor();
    expect(await painted()).toEqual({ surface: [255, 213, 0], icon: [0, 0, 0] });
    await on.page.addStyleTag({ content: ":root { --parley-accent-text: #00f }" });
    expect(await painted()).toEqual({ surface: [255, 213, 0], icon: [0, 0, 255] });
  });

  it("looks on the next page as the tenant has it, for those who have opened the chat, and only for them", async () => {
    on.server.theme = { ...on.server.theme, accent: "#ffd500", position: "left" };
    await on.visit();
    await on.launcher.waitFor();
    expect((await painted()).surface).toEqual([47, 91, 234]);
    await on.open();
    await on.page.mouse.move(500, 20);
    await expect.poll(async () => (await painted()).surface).toEqual([255, 213, 0]);
    on.server.failures.set("/api/v1/chat/init", { status: 503, code: "unavailable" });
    await on.page.reload();
    await on.launcher.waitFor();
    expect(await painted()).toEqual({ surface: [255, 213, 0], icon: [0, 0, 0] });
    expect((await on.launcher.boundingBox())?.x).toBe(20);
    // The panel is open as it was, in the same corner, though nobody tells it the theme.
    await expect.poll(async () => (await on.panel.boundingBox())?.x).toBe(20);
    await on.page.evaluate(() =>
      localStorage.setItem(Object.keys(localStorage).find((key) => key.includes("look")) ?? "", "x;y {} z"),
    );
    await on.page.reload();
    await on.launcher.waitFor();
    expect((await painted()).surface).toEqual([47, 91, 234]);
  });
});
