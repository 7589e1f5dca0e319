import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterEach(() => on.leave());
afterAll(() => on?.stop());

/** Files of the widget that the page has asked for, without their hashes. */
const fetched = () =>
  on.page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => /\/widget\/(?:panel-)?(parley|panel-[a-z]{2}(?=-)|[a-z]+(?=-))?/.exec(name)?.[1] ?? "")
      .filter(Boolean)
      .sort(),
  );

describe("the widget's files", () => {
  it("are one until the chat is wanted, and no other language's than the page's", async () => {
    await on.visit({ lang: "de" });
    await on.launcher.waitFor();
    expect(await fetched()).toEqual(["parley"]);
    await on.open();
    await expect
      .poll(fetched)
      .toEqual(expect.arrayContaining(["home", "panel-de", "parley", "parts", "stream", "timeline"]));
    expect((await fetched()).filter((name) => name.startsWith("panel-"))).toEqual(["panel-de"]);
    expect(await fetched()).not.toContain("article");
  });

  it.each([["timeline"], ["parts-en"]])("may come late: %s is asked for until it is there", async (part) => {
    await on.visit();
    let refused = 0;
    await on.page.route(new RegExp(`/panel-${part}-[\\w-]{8}\\.js$`), (route) => {
      refused += 1;
      return refused < 3 ? route.abort() : route.continue();
    });
    await on.open();
    await on.ask("How do I allow subdomains?");
    await on.page.locator("parley-message .sources").waitFor();
    expect(refused).toBe(3);
  });

  it("leave a chat in English when the words of the page's language do not come", async () => {
    await on.visit({ lang: "ar" });
    await on.page.route("**/panel-panel-ar-*", (route) => route.abort());
    await on.launcher.click();
    await on.page.getByRole("textbox", { name: "Message" }).waitFor();
    expect(await on.panel.getAttribute("dir")).toBe("ltr");
  });

  it("take the launcher along for a while when they do not come, and the next press tries again", async () => {
    await on.visit();
    await on.page.route("**/panel-*", (route) => route.abort());
    await on.launcher.click();
    await on.launcher.waitFor({ state: "hidden" });
    await on.page.unroute("**/panel-*");
    await on.open();
    expect(await on.launcher.getAttribute("aria-expanded")).toBe("true");
  });
});

describe("what the page is told", () => {
  it("reaches listeners of DOM events as well", async () => {
    await on.visit();
    await on.page.evaluate(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      for (const name of ["open", "close", "message"]) {
        document.addEventListener(`parley:${name}`, (event) => heard.push([event.type, (event as CustomEvent).detail]));
      }
    });
    await on.open();
    await on.ask("How do I allow subdomains?");
    await on.page.locator("parley-message .sources").waitFor();
    await on.page.keyboard.press("Escape");
    await expect
      .poll(() => on.page.evaluate("window.heard"))
      .toEqual([
        ["parley:open", null],
        ["parley:message", { id: expect.any(String), role: "assistant" }],
        ["parley:close", null],
      ]);
  });

  it("of an identity is whether the chat goes on with it", async () => {
    const identify = (who: string) =>
      on.page.evaluate(`Parley("identify", "x.${btoa(JSON.stringify({ sub: who }))}.x")`);
    await on.visit();
    expect(await identify("anna")).toBe(true);
    await on.open();
    expect(await identify("bert")).toBe(true);
    on.server.failures.set("/api/v1/chat/init", { status: 401, code: "unauthorized" });
    expect(await identify("cleo")).toBe(false);
  });
});
