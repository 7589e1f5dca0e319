import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

const box = () => on.panel.boundingBox();
const press = (name: string) => on.page.getByRole("button", { name, exact: true }).click();

describe("the panel", () => {
  it("leaves the top of a laptop's page free, and as much as it can of a low window", async () => {
    await on.visit({ viewport: { width: 1280, height: 800 } });
    await on.open();
    expect((await box())?.y).toBeGreaterThan(80);
    await on.page.setViewportSize({ width: 1280, height: 620 });
    expect(await box()).toMatchObject({ y: 92, height: 440 });
    await on.page.setViewportSize({ width: 1280, height: 490 });
    expect(await box()).toMatchObject({ y: 82, height: 320 });
  });

  it("becomes larger and smaller by a button, and is so again on the next page", async () => {
    await on.visit({ viewport: { width: 1280, height: 1000 } });
    await on.open();
    expect(await box()).toMatchObject({ width: 400, height: 620 });
    await press("Expand");
    await expect.poll(box).toMatchObject({ x: 620, y: 52, width: 640, height: 860 });
    await on.page.reload();
    if (!(await on.panel.isVisible())) await on.open();
    await expect.poll(box).toMatchObject({ width: 640, height: 860 });
    await on.page.setViewportSize({ width: 600, height: 700 });
    await expect.poll(box).toMatchObject({ x: 20, y: 20, width: 560, height: 592 });
    await press("Shrink");
    await expect.poll(box).toMatchObject({ width: 400 });
    await on.page.evaluate("Parley('shutdown')");
    await expect.poll(() => on.page.evaluate(() => localStorage.length)).toBe(0);
  });

  it("fills a phone's screen in either size, without a button for it", async () => {
    await on.visit({ viewport: { width: 1280, height: 1000 } });
    await on.open();
    await press("Expand");
    await on.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    expect(await on.page.getByRole("button", { name: "Shrink" }).count()).toBe(0);
  });
});

describe("the field", () => {
  it("has the height of a line when the panel opens for the first time", async () => {
    await on.visit();
    await on.open();
    const height = () =>
      on.page.locator("parley-composer textarea").evaluate((field: HTMLElement) => field.clientHeight);
    expect(await height()).toBeGreaterThanOrEqual(32);
  });
});

describe("the way to a person", () => {
  it("is a button that asks in the panel's language, until a person is asked", async () => {
    await on.visit({ lang: "de" });
    await on.open();
    on.server.turn = (ticket, { turnId }) => {
      ticket.handTo("human", "pending_human");
      ticket.append("end", {}, turnId);
    };
    await press("Mit unserem Team sprechen");
    await expect.poll(() => on.server.ticket.received).toEqual(["Ich möchte mit einem Menschen sprechen."]);
    await expect.poll(() => on.page.getByRole("button", { name: "Mit unserem Team sprechen" }).count()).toBe(0);
  });
});
