import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { MockTicket } from "./mock-ticket.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterEach(() => on.leave());
afterAll(() => on?.stop());

/** Counts, in the page and before anything of it runs, how often each element is drawn, layouts are forced and other tabs told of events. */
const count = `(() => {
  const counted = (window.counted = { drawn: {}, forced: 0, told: 0 });
  const define = customElements.define.bind(customElements);
  customElements.define = (name, made) => {
    const { update } = made.prototype;
    made.prototype.update = function (...changed) {
      counted.drawn[name] = (counted.drawn[name] ?? 0) + 1;
      return update.apply(this, changed);
    };
    define(name, made);
  };
  const { get, ...rest } = Object.getOwnPropertyDescriptor(VisualViewport.prototype, "height");
  Object.defineProperty(VisualViewport.prototype, "height", {
    ...rest,
    get() {
      counted.forced += 1;
      return get.call(this);
    },
  });
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (word) {
    counted.told += word?.events?.length ?? 0;
    return post.call(this, word);
  };
})()`;

interface Counted {
  drawn: Record<string, number>;
  forced: number;
  told: number;
}

const counted = () => on.page.evaluate("counted") as Promise<Counted>;

async function visitCounted(): Promise<void> {
  await on.visit();
  await on.page.context().addInitScript(count);
  await on.page.reload();
}

describe("a panel", () => {
  it("is not drawn before it is opened, and then once until it is seen, without a forced layout; what was written for it is there", async () => {
    await visitCounted();
    await on.page.route("**/api/v1/chat/init", () => undefined);
    await on.page.evaluate("Parley('prefill', 'My order')");
    await on.page.locator("parley-chat").waitFor({ state: "attached" });
    expect((await counted()).drawn).toEqual({});
    await on.launcher.click();
    await on.panel.getByText("Starting").waitFor();
    const { drawn, forced } = await counted();
    expect(drawn).toMatchObject({ "parley-chat": 1, "parley-header": 1 });
    expect(forced).toBe(0);
    expect(await on.page.locator("parley-composer textarea").inputValue()).toBe("My order");
  });
});

describe("an answer", () => {
  it("is read once, as soon as the live feed is as fast, and told to nobody until there is another tab", async () => {
    let told: { ticket: MockTicket; turnId: string } | undefined;
    on.server.turn = (ticket, { turnId }) => {
      told = { ticket, turnId };
    };
    await visitCounted();
    await on.open();
    await expect.poll(() => on.server.count("/api/v1/chat/events")).toBe(1);
    await on.ask("Why?");
    const say = (content: string) => told?.ticket.append("token", { content }, told.turnId);
    // The feed and the answer to the message.
    const readers = () => {
      say("word ");
      return told?.ticket.listeners.size;
    };
    await expect.poll(readers).toBe(1);
    say("last of these ");
    await on.page.getByRole("log").getByText("last of").waitFor();
    expect((await counted()).told).toBe(0);
    const other = await on.page.context().newPage();
    await other.goto(on.host.origin);
    await other.locator("[data-parley=launcher] button").click();
    const log = other.getByRole("log");
    const shown = () => {
      say("more ");
      return log.getByText("more").count();
    };
    await expect.poll(shown).toBe(1);
    expect((await counted()).told).toBeGreaterThan(0);
  });
});
