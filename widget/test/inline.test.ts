import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "./axe.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterEach(() => on.leave());
afterAll(() => on?.stop());

const place = `<h1>Help</h1><section id="place" style="width: 500px"><parley-chat></parley-chat></section>`;
const chat = () => on.page.getByRole("region", { name: "Acme" });
const boxOf = (selector: string) => on.page.locator(selector).boundingBox();

describe("<parley-chat> on a page", () => {
  it("is the chat in its place: no launcher, nothing to close, and the keyboard stays where it was", async () => {
    await on.visit({ main: place });
    await chat().waitFor();
    await on.page.getByText("Hello! Ask me anything").waitFor();
    const [outer, inner] = [await boxOf("#place"), await boxOf("parley-chat")];
    expect(inner).toMatchObject({ x: outer?.x, y: outer?.y, width: 500, height: 620 });
    expect(await on.page.locator("[data-parley=launcher]").count()).toBe(0);
    expect(await on.page.getByRole("button", { name: "Close chat" }).count()).toBe(0);
    expect(await on.page.evaluate(() => document.activeElement?.localName)).toBe("body");
    await on.page.getByRole("textbox").press("Escape");
    await on.page.evaluate("Parley('close')");
    expect(await chat().isVisible()).toBe(true);
  });

  it("begins when a visitor comes to it, not before", async () => {
    await on.visit({ main: `<div style="height: 3000px">A long way</div>${place}` });
    await on.page.waitForLoadState("networkidle");
    expect(on.server.count("/api/v1/chat/init")).toBe(0);
    await on.page.locator("#place").scrollIntoViewIfNeeded();
    await on.page.getByText("Hello! Ask me anything").waitFor();
  });

  it("answers, and is accessible, also on a phone, where it does not cover the page", async () => {
    await on.visit({ main: place, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await on.page.evaluate("Parley('send', 'How do I allow subdomains?')");
    await on.page.locator("parley-message .sources").waitFor();
    expect((await boxOf("parley-chat"))?.y).toBeGreaterThan(20);
    expect(await axeFindings(on.page)).toEqual([]);
  });

  it("keeps its place under hostile rules of the page", async () => {
    await on.visit({
      main: place,
      style: "* { all: unset !important } #place { display: block !important; width: 500px !important }",
    });
    await chat().waitFor();
    expect(await boxOf("parley-chat")).toMatchObject({ width: 500, height: 620 });
  });
});
