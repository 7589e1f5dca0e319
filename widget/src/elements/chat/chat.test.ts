import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";
import { messageItem } from "../../../test/items.ts";
import type { ViewState } from "../../view/state.ts";
import { initialState } from "../../view/state.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const theme = {
  name: "Acme",
  accent: "#0f766e",
  accent_text: "#fff",
  mode: "auto",
  position: "right",
  logo_url: null,
} as const;
const ticket = { id: "k", number: 1042, owner: "assistant", status: "open" } as const;
const ready: Partial<ViewState> = {
  phase: { type: "ready" },
  connection: "live",
  theme,
  ticket,
  greeting: "Hello",
  starters: ["A question?"],
};

/** Mounts the panel with a client that only shows a view and records its calls. */
async function mount(more: Partial<ViewState>): Promise<void> {
  const view = JSON.stringify({ ...initialState, ...ready, ...more });
  await on.page.evaluate(`window.calls = []; window.tell = undefined; window.client = new Proxy({}, { get: (_, name) =>
    String(name).startsWith("_$") ? undefined : name === "state" ? ${view} : name === "kept" ? { tab: {}, updateTab() {} } : name === "subscribe" ? (listener) => { window.tell = listener; return () => {}; }
    : (...args) => { window.calls.push([name, ...args]); return Promise.resolve(); } }); undefined`);
  await on.page.evaluate(`(async () => { const chat = document.createElement("parley-chat");
    chat.client = window.client; chat.locale = window.locale; window.heard.length = 0;
    document.querySelector("main").replaceChildren(chat); await chat.updateComplete; })()`);
}

const show = (more: Partial<ViewState>) =>
  on.page.evaluate(`window.tell(${JSON.stringify({ ...initialState, ...ready, ...more })})`);
const calls = () => on.page.evaluate("window.calls");

describe("parley-chat", () => {
  it("is accessible, empty and with messages", async () => {
    await mount({});
    expect(await on.violations()).toEqual([]);
    await show({ items: [messageItem({ role: "visitor" }), messageItem({ key: "m2", id: "m2" })] });
    expect(await on.violations()).toEqual([]);
  });

  it("shows the first screen with the field below it, and asks what is suggested there", async () => {
    await mount({ screens: [{ name: "home" }] });
    expect(await on.violations()).toEqual([]);
    expect(await on.page.getByRole("textbox", { name: "Message" }).isVisible()).toBe(true);
    expect(await on.page.getByRole("log").isVisible()).toBe(false);
    expect(await on.page.getByRole("button", { name: "Back" }).count()).toBe(0);
    await on.page.getByRole("button", { name: "A question?" }).click();
    expect(await calls()).toEqual([["send", "A question?", undefined, false]]);
    await show({ items: [messageItem({ role: "visitor" })] });
    await on.page.getByRole("button", { name: "Back" }).click();
    expect(await calls()).toContainEqual(["go", { name: "home" }]);
  });

  it("offers a new conversation whoever is at it, and after its end", async () => {
    await mount({ items: [messageItem()], ticket: { ...ticket, owner: "human", status: "in_progress" } });
    await on.page.getByRole("button", { name: "More" }).click();
    await on.page.getByRole("menuitem", { name: "New conversation" }).click();
    await show({ items: [messageItem()], ticket: { ...ticket, status: "resolved" } });
    await on.page.getByRole("button", { name: "New conversation" }).click();
    expect(await on.page.evaluate(`window.calls.filter(([name]) => name === "startOver").length`)).toBe(2);
  });

  it("stays at the newest message, unless one reads further up", async () => {
    const items = Array.from({ length: 40 }, (_, at) =>
      messageItem({ key: `m${at}`, id: `m${at}`, content: `Text ${at}` }),
    );
    await mount({ items });
    const log = on.page.getByRole("log");
    const gap = () => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    await expect.poll(gap).toBeLessThan(2);
    await show({ items: [...items, messageItem({ key: "n", id: "n", content: "New\n\n".repeat(20) })] });
    await expect.poll(gap).toBeLessThan(2);
    await log.evaluate((element) => element.scrollTo(0, 100));
    const jump = on.page.getByRole("button", { name: "Latest messages" });
    await jump.waitFor();
    await show({ items: [...items, messageItem({ key: "o", id: "o", content: "More\n\n".repeat(20) })] });
    expect(await log.evaluate((element) => element.scrollTop)).toBe(100);
    await jump.click();
    await expect.poll(gap).toBeLessThan(2);
  });

  it("keeps a question in view while its answer grows, with a way to the end of it", async () => {
    const asked = messageItem({ key: "q", id: "q", role: "visitor", content: "The question" });
    const answer = (paragraphs: number) =>
      messageItem({ key: "a", id: "a", state: "streaming", content: "Words\n\n".repeat(paragraphs) });
    const earlier = [messageItem({ content: "Before\n\n".repeat(20) })];
    await mount({ items: [...earlier, asked] });
    await show({ items: [...earlier, asked, answer(3)] });
    await show({ items: [...earlier, asked, answer(30)] });
    const jump = on.page.getByRole("button", { name: "Latest messages" });
    await jump.waitFor();
    const log = on.page.getByRole("log");
    const place = () =>
      Promise.all([on.page.locator("parley-timeline .rows > .row").nth(1).boundingBox(), log.boundingBox()]).then(
        ([question, around]) => Math.round((question?.y ?? 0) - (around?.y ?? 0)),
      );
    await expect.poll(place).toBeLessThan(24);
    expect(await place()).toBeGreaterThanOrEqual(0);
    await show({ items: [...earlier, asked, answer(60)] });
    await expect.poll(place).toBeLessThan(24);
    expect(await place()).toBeGreaterThanOrEqual(0);
    await jump.click();
    await expect
      .poll(() => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight))
      .toBeLessThan(2);
  });

  it("does not speak what was there before, nor half sentences", async () => {
    await mount({ shown: true, items: [messageItem()] });
    const spoken = on.page.locator(".spoken");
    expect(await spoken.textContent()).toBe("");
    const growing = (content: string) => messageItem({ key: "m2", id: "m2", content, state: "streaming" });
    await show({ shown: true, items: [messageItem(), growing("One sentence. And ha")] });
    await expect.poll(() => spoken.textContent()).toBe("Assistant: One sentence.");
    await show({ shown: true, items: [messageItem(), growing("One sentence. And half a")] });
    await show({
      shown: true,
      items: [messageItem(), { ...growing("One sentence. And half a one."), state: "settled" as const }],
    });
    await expect.poll(() => spoken.textContent()).toBe("Assistant: One sentence.And half a one.");
  });

  it("closes by Escape", async () => {
    await mount({});
    await on.page.getByRole("textbox").press("Escape");
    expect((await on.heard()).map(([name]) => name)).toEqual(["parley-dismiss"]);
  });
});
