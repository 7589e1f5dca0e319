import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { MockTicket } from "./mock-ticket.ts";
import { escalatedTurn } from "./turns.ts";
import { WidgetPage } from "./widget-page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const dana = { id: "a1", name: "Dana Okafor" };

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterEach(() => on.leave());
afterAll(() => on?.stop());

const launcher = (tab = on.page) => tab.locator("[data-parley=launcher] button");
const badge = (tab = on.page) => tab.locator("[data-parley=launcher] span").textContent();
const preview = (tab = on.page) => tab.locator("parley-preview .preview");
const says = (ticket: MockTicket, content: string) => ticket.say("agent", content, { agent: dana });

/** A visitor who has asked for a person and closed the chat. */
async function waitFor(page: object = {}): Promise<MockTicket> {
  on.server.turn = escalatedTurn;
  await on.visit(page);
  await on.open();
  await on.ask("Pizza?");
  await on.page.getByRole("log").getByText("I've passed it to our team").first().waitFor();
  await close();
  return on.server.ticket;
}

async function close(): Promise<void> {
  await on.page.keyboard.press("Escape");
  await expect.poll(() => on.panel.isVisible()).toBe(false);
}

async function newTab(): Promise<Page> {
  const tab = await on.page.context().newPage();
  await tab.goto(on.host.origin);
  await expect.poll(() => on.server.count("/api/v1/chat/events")).toBeGreaterThan(1);
  return tab;
}

/** Whether a tab is looked at, as its page sees it. */
const look = (tab: Page, isHidden: boolean) =>
  tab.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

describe("a reply while the chat is closed", () => {
  it("shows beside the launcher who says what, is spoken once, is left by Escape, and leads to the conversation", async () => {
    const ticket = await waitFor();
    says(ticket, "Yes, **we do**: see [the menu](https://menu.example).");
    await preview().waitFor();
    await expect
      .poll(() => on.page.locator("parley-preview [role=status]").textContent())
      .toBe("Dana Okafor: Yes, we do: see the menu.");
    const found = await on.page.evaluate(
      `(async () => { ${axe}; return (await axe.run("parley-preview", { rules: { region: { enabled: false } } })).violations.map(({ id }) => id); })()`,
    );
    expect(found).toEqual([]);
    // Above the launcher, in its corner, and no larger than what it says.
    const [card, button] = [await preview().boundingBox(), await launcher().boundingBox()];
    expect(card && button && card.y + card.height < button.y && card.width <= 300 && card.height < 110).toBe(true);
    await launcher().focus();
    await on.page.keyboard.press("Tab");
    await on.page.keyboard.press("Tab");
    expect(await on.page.evaluate("document.activeElement.shadowRoot?.activeElement.ariaLabel")).toBe(
      "Hide this message",
    );
    await on.page.keyboard.press("Escape");
    await expect.poll(() => preview().count()).toBe(0);
    expect(await on.page.evaluate("document.activeElement.dataset.parley")).toBe("launcher");
    expect(await badge()).toBe("1");
    await on.page.evaluate("document.body = document.createElement('body')");
    says(ticket, "It opens at ten.");
    await preview().getByText("It opens at ten.").click();
    await on.page.getByRole("log").getByText("It opens at ten.").waitFor();
    expect(await preview().count()).toBe(0);
    expect(await on.page.title()).toBe("Host");
  });

  it("shows once, in a tab that is looked at, and on no page again; what came between pages shows on the next", async () => {
    const ticket = await waitFor();
    const other = await newTab();
    await look(on.page, true);
    await look(other, true);
    says(ticket, "One.");
    await expect.poll(() => on.page.title()).toBe("(1) Host");
    await expect.poll(() => other.title()).toBe("(1) Host");
    expect((await preview().count()) + (await preview(other).count())).toBe(0);
    await look(other, false);
    await preview(other).waitFor();
    await look(on.page, false);
    await on.page.reload();
    await expect.poll(() => badge()).toBe("1");
    await on.page.goto("about:blank");
    await other.close();
    await expect.poll(() => ticket.listeners.size).toBe(0);
    says(ticket, "Two.");
    await on.page.goto(on.host.origin);
    await preview().getByText("Two.").waitFor();
    expect(await badge()).toBe("2");
    // What is kept of it goes with the visitor.
    await on.page.evaluate("Parley('reset')");
    const kept = "Object.keys(localStorage).filter((key) => !key.startsWith('parley-look'))";
    await expect.poll(() => on.page.evaluate(kept)).toEqual([]);
    expect(await preview().count()).toBe(0);
  });

  it("shows nothing but badge and title where the tenant wants no preview", async () => {
    on.server.alerts = { preview: false, sound: false };
    const ticket = await waitFor();
    says(ticket, "One.");
    await expect.poll(() => badge()).toBe("1");
    await on.page.locator("parley-preview [role=status]").waitFor({ state: "attached" });
    expect(await preview().count()).toBe(0);
    await on.page.evaluate("Parley('shutdown')");
    expect(await on.page.locator("parley-preview").count()).toBe(0);
    expect(await on.page.title()).toBe("Host");
  });
});

describe("a reply in a conversation that is not the one on the screen", () => {
  it("shows too, on this page and the next, and leads to that conversation", async () => {
    const first = await waitFor();
    await launcher().click();
    await on.page.locator("parley-header .more").click();
    await on.page.getByRole("menuitem", { name: "New conversation" }).click();
    await on.page.locator("parley-home").waitFor();
    await expect.poll(() => on.server.ticket.id).not.toBe(first.id);
    on.server.turn = (ticket, { turnId }) => {
      ticket.say("assistant", "At nine.", {}, turnId);
      ticket.append("end", {}, turnId);
    };
    await on.ask("When do you open?");
    await on.page.getByRole("log").getByText("At nine.").waitFor();
    const second = on.server.ticket;
    await close();
    says(first, "Pizza it is.");
    second.append("elsewhere", { ticket_id: first.id });
    await preview().getByText("Pizza it is.").waitFor();
    expect(await badge()).toBe("1");
    expect(await on.page.title()).toBe("(1) Host");
    // Nothing is awaited in the second one, and the next page listens all the same.
    await on.page.goto("about:blank");
    await expect.poll(() => second.listeners.size).toBe(0);
    says(first, "With cheese.");
    await on.page.goto(on.host.origin);
    await preview().getByText("With cheese.").waitFor();
    expect(await badge()).toBe("2");
    await preview().getByText("With cheese.").click();
    await on.page.getByRole("log").getByText("With cheese.").waitFor();
    expect(await on.page.title()).toBe("Host");
    await expect.poll(() => first.listeners.size).toBe(1);
    expect(second.line.unread).toBe(0);
  });
});

describe("a tone with replies", () => {
  it("is offered where the tenant allows it, off until it is switched on, and heard once over all tabs", async () => {
    on.server.alerts = { preview: true, sound: true };
    const ticket = await waitFor();
    await on.page.context().addInitScript(`window.rung = 0;
      window.OscillatorNode = class extends OscillatorNode { start(...at) { window.rung += 1; super.start(...at); } };`);
    await on.page.reload();
    await expect.poll(() => ticket.listeners.size).toBe(1);
    const rung = async (tab = on.page) => Number(await tab.evaluate("window.rung"));
    says(ticket, "One.");
    await preview().waitFor();
    await launcher().click();
    await on.page.locator("parley-header .more").click();
    const item = on.page.getByRole("menuitemcheckbox", { name: "Sound for replies" });
    expect(await item.getAttribute("aria-checked")).toBe("false");
    expect(await rung()).toBe(0);
    await item.click();
    await expect.poll(() => item.getAttribute("aria-checked")).toBe("true");
    await expect.poll(() => rung()).toBe(2);
    await on.page.keyboard.press("Escape");
    says(ticket, "Read at once.");
    await on.page.getByRole("log").getByText("Read at once.").waitFor();
    await close();
    const other = await newTab();
    await other.mouse.click(5, 5);
    says(ticket, "Two.");
    // Two notes to one tone.
    await expect.poll(async () => (await rung()) + (await rung(other))).toBe(4);
    await expect.poll(() => other.title()).toBe("(1) Host");
  });
});

describe("an invitation", () => {
  const tag = () =>
    `<script async src="${on.server.origin}/widget/teaser.js" data-tenant="5b7c1f1e-0000-7000-8000-000000000001"></script>`;
  const line = () => on.page.locator("[data-parley=teaser]");
  const visit = (before = "") => on.visit({ main: `Host ${before} ${tag()}` });

  it("is said beside the launcher once to a visitor, is left by Escape, and asks for nothing where there is no tag", async () => {
    const teaser = { text: "Questions about our plans?", after_seconds: 0, pages: ["/*"] };
    on.server.teaser = teaser;
    await on.visit();
    await launcher().waitFor();
    expect(on.server.requests).toEqual([]);
    await on.leave();
    on.server.teaser = teaser;
    await visit();
    await line().getByText("Questions about our plans?").waitFor();
    const found = await on.page.evaluate(
      `(async () => { ${axe}; return (await axe.run("[data-parley=teaser]", { rules: { region: { enabled: false } } })).violations.map(({ id }) => id); })()`,
    );
    expect(found).toEqual([]);
    await line().getByRole("button", { name: "Close" }).focus();
    await on.page.keyboard.press("Escape");
    await expect.poll(() => line().count()).toBe(0);
    expect(await on.page.evaluate("document.activeElement.dataset.parley")).toBe("launcher");
    const asked = () => on.server.count("/api/v1/chat/teaser");
    const before = asked();
    await on.page.reload();
    await launcher().waitFor();
    await on.page.waitForLoadState("networkidle");
    expect([await line().count(), asked()]).toEqual([0, before]);
  });

  it("opens the chat when it is pressed, and is not said on other pages nor in an open chat", async () => {
    on.server.teaser = { text: "Questions?", after_seconds: 0, pages: ["/pricing*"] };
    await visit();
    await expect.poll(() => on.server.count("/api/v1/chat/teaser")).toBe(1);
    await launcher().click();
    await on.panel.waitFor();
    expect(await line().count()).toBe(0);
    await on.leave();
    on.server.teaser = { text: "Questions?", after_seconds: 0, pages: [] };
    await visit();
    await line().getByText("Questions?").click();
    await on.page.getByText("Hello! Ask me anything").waitFor();
    expect(await line().count()).toBe(0);
  });

  it.each([
    ["tells of addresses", ""],
    ["does not", "<script>Object.defineProperty(window, 'navigation', { value: undefined })</script>"],
  ])(
    "is looked at anew where a page follows the other without a load, in a browser that %s, and is said once",
    async (_which, before) => {
      on.server.teaser = { text: "Questions?", after_seconds: 0, pages: ["/pricing*"] };
      await visit(before);
      const asked = () => on.server.count("/api/v1/chat/teaser");
      await expect.poll(asked).toBe(1);
      const go = (path: string) => on.page.evaluate((to) => history.pushState(null, "", to), path);
      /** The page is swapped as well, with the tag in it. */
      const swap = () =>
        on.page.evaluate((html) => {
          const body = document.createElement("body");
          body.append(document.createRange().createContextualFragment(html));
          document.body = body;
          return new Promise((done) => body.querySelector("script")?.addEventListener("load", done));
        }, tag());
      await launcher().waitFor();
      await go("/about");
      await swap();
      expect(await line().count()).toBe(0);
      await go("/pricing");
      await line().getByText("Questions?").waitFor();
      await swap();
      expect([await line().count(), asked()]).toEqual([1, 1]);
      await go("/about");
      await expect.poll(() => line().count()).toBe(0);
      await go("/pricing/plans");
      await swap();
      expect([await line().count(), asked()]).toEqual([0, 1]);
    },
  );
});
