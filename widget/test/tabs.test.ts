import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { escalatedTurn } from "./turns.ts";
import { WidgetPage } from "./widget-page.ts";

const dana = { id: "a1", name: "Dana Okafor" };

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterEach(() => on.leave());
afterAll(() => on?.stop());

/** A visitor who waits for a person. */
beforeEach(async () => {
  on.server.turn = escalatedTurn;
  await on.visit();
  await on.open();
  await on.ask("Pizza?");
  await on.page.locator("parley-escalation").waitFor();
});

const feeds = () => on.server.ticket.listeners.size;
const feedsAsked = () => on.server.count("/api/v1/chat/events");
const replies = (tab: Page) => tab.getByRole("log").getByText("Here I am.").count();

/** Another tab of the same site, with the chat open and in step with what was said. */
async function openTab(): Promise<Page> {
  const tab = await on.page.context().newPage();
  const asked = feedsAsked();
  await tab.goto(on.host.origin);
  await tab.locator("[data-parley=launcher] button").click();
  await tab.locator("parley-escalation").waitFor();
  await expect.poll(feedsAsked).toBeGreaterThan(asked);
  return tab;
}

describe("tabs of one visitor", () => {
  it("share one stream, also when there are ten", async () => {
    const tabs = [on.page];
    while (tabs.length < 10) tabs.push(await openTab());
    expect(feeds()).toBe(1);
    on.server.ticket.say("agent", "Here I am.", { agent: dana });
    for (const tab of tabs) await expect.poll(() => replies(tab)).toBe(1);
  });

  it("go on when the one that listens is closed", async () => {
    const [second, third] = [await openTab(), await openTab()];
    await on.page.close();
    on.server.ticket.say("agent", "Here I am.", { agent: dana });
    for (const tab of [second, third]) await expect.poll(() => replies(tab)).toBe(1);
    expect(feeds()).toBe(1);
    on.server.ticket.handTo("assistant", "resolved", dana);
    await third.getByRole("log").getByText("Conversation resolved").waitFor();
    expect(await replies(second)).toBe(1);
  });

  it("go on when the one that listens is put to sleep, and that one is told when it wakes", async () => {
    const other = await openTab();
    const life = await on.page.context().newCDPSession(on.page);
    await life.send("Page.setWebLifecycleState", { state: "frozen" });
    on.server.ticket.say("agent", "Here I am.", { agent: dana });
    await expect.poll(() => replies(other)).toBe(1);
    await life.send("Page.setWebLifecycleState", { state: "active" });
    await expect.poll(() => replies(on.page)).toBe(1);
    await expect.poll(feeds).toBe(1);
  });

  it("do not wait for one that hangs: who is looked at listens for itself", async () => {
    const other = await openTab();
    // Before it hangs it would still answer.
    const hangs = on.page.waitForEvent("console", (said) => said.text() === "hangs");
    const hanging = on.page.evaluate(
      "{ console.log('hangs'); const end = Date.now() + 6_000; while (Date.now() < end); }",
    );
    await hangs;
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(feeds, { timeout: 5_000 }).toBe(2);
    on.server.ticket.say("agent", "Here I am.", { agent: dana });
    await expect.poll(() => replies(other)).toBe(1);
    await hanging;
    await expect.poll(() => replies(on.page)).toBe(1);
    await expect.poll(feeds).toBe(1);
  });

  it("do not mind one with another version of the widget, nor what is no word of theirs", async () => {
    const [other, old] = [await openTab(), await on.page.context().newPage()];
    const faults: string[] = [];
    for (const tab of [on.page, other]) tab.on("pageerror", ({ message }) => faults.push(message));
    on.host.html = "<title>Old</title>";
    await old.goto(on.host.origin);
    const channels = await old.evaluate(async (name) => {
      // As tabs did when they had their ticket's name alone to speak by.
      void navigator.locks.request(name, { steal: true }, () => new Promise(() => {}));
      const { held = [] } = await navigator.locks.query();
      const names = held.flatMap((lock) => (lock.name?.startsWith(name) ? [lock.name] : []));
      const event = JSON.stringify({ type: "end" });
      const words = [null, 7, "x", {}, { event }, { events: "x" }, { events: [null, {}, { event }, { event: 7 }] }];
      for (const channel of names.map((each) => new BroadcastChannel(each)))
        for (const word of [...words, { isLive: "x" }]) channel.postMessage(word);
      return names.length;
    }, `parley:${on.server.ticket.id}`);
    expect(channels).toBe(2);
    on.server.ticket.say("agent", "Here I am.", { agent: dana });
    for (const tab of [on.page, other]) await expect.poll(() => replies(tab)).toBe(1);
    expect(feeds()).toBe(1);
    expect(faults).toEqual([]);
  });

  it("each listen for themselves where the browser cannot share", async () => {
    await on.page.context().addInitScript("Object.defineProperty(navigator, 'locks', { value: undefined })");
    const other = await openTab();
    await expect.poll(feeds).toBe(2);
    on.server.ticket.say("agent", "Here I am.", { agent: dana });
    for (const tab of [on.page, other]) await expect.poll(() => replies(tab)).toBe(1);
  });
});
