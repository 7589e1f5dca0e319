import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "./axe.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

const button = () => on.page.getByRole("button", { name: "Why this answer?" });
const panel = () => on.page.getByRole("region", { name: "Why this answer?" });
const loaded = () =>
  on.page.evaluate(() =>
    performance.getEntriesByType("resource").some(({ name }) => /\/panel-why-(?![a-z]{2}-)/.test(name)),
  );

/** Waits until all of an element is in the visible part of the log, and nothing else is above its end. */
async function inView(selector: string): Promise<void> {
  const box = on.page.locator(selector);
  await box.waitFor();
  const isShown = () =>
    box.evaluate((element) => {
      let root = element.getRootNode() as ShadowRoot;
      while (!root.querySelector(".log")) root = root.host.getRootNode() as ShadowRoot;
      const [{ top, bottom }, log] = [
        element.getBoundingClientRect(),
        root.querySelector(".log")?.getBoundingClientRect(),
      ];
      const jump = root.querySelector(".jump")?.getBoundingClientRect();
      return log && top >= log.top && bottom <= (jump?.top ?? log.bottom);
    });
  await expect.poll(isShown).toBe(true);
}

async function answered(): Promise<void> {
  await on.visit();
  await on.open();
  await on.ask("May subdomains chat?");
  await button().waitFor();
}

describe("why an answer was given", () => {
  it("opens below the answer, by its own file, and names the versions of its sources and the AI that wrote it", async () => {
    await answered();
    expect(await loaded()).toBe(false);
    await button().press("Enter");
    await panel().getByText("Allowed domains").waitFor();
    const text = (await panel().textContent()) ?? "";
    expect(text).toContain("An AI assistant wrote this answer.");
    expect(text).toContain("Version 3, Feb 17, 2026");
    expect(text).toContain("There is a newer version now.");
    expect(await axeFindings(on.page)).toEqual([]);
    expect(await button().getAttribute("aria-expanded")).toBe("true");
  });

  it("closes by Escape, which keeps the chat open, and by its button", async () => {
    await answered();
    await button().click();
    await panel().waitFor();
    await on.page.keyboard.press("Escape");
    await expect.poll(() => panel().count()).toBe(0);
    expect(await on.panel.isVisible()).toBe(true);
    await button().click();
    await panel().waitFor();
    await button().click();
    await expect.poll(() => panel().count()).toBe(0);
  });

  it("says when it cannot be loaded, and tries again", async () => {
    await answered();
    const { id } = on.server.ticket.messages.at(-1) ?? { id: "" };
    on.server.failures.set(`/api/v1/chat/answers/${id}`, { status: 500, code: "internal" });
    await button().click();
    await panel().getByText("This couldn’t be loaded.").waitFor();
    on.server.failures.clear();
    await panel().getByRole("button", { name: "Retry" }).click();
    await panel().getByText("Allowed domains").waitFor();
  });
});

describe("a report of a wrong answer", () => {
  const wrong = () => panel().getByRole("button", { name: "That’s wrong" });

  it("opens in view as a whole, also at the end of a small window, clear of the button that jumps to the end", async () => {
    await on.visit({ viewport: { width: 390, height: 560 }, reducedMotion: "reduce" });
    await on.open();
    await on.ask("May subdomains chat?");
    await button().click();
    await wrong().click();
    await inView("parley-why form");
    await on.page.keyboard.press("Escape");
    await button().click();
    await on.page.getByRole("button", { name: "Not helpful" }).click();
    await inView("parley-feedback form");
  });

  it("takes a sentence, is sent once, and says what follows, also when the panel is opened again", async () => {
    await answered();
    await button().click();
    await wrong().click();
    const field = panel().getByRole("textbox", { name: "What is wrong? (optional)" });
    await expect.poll(() => field.evaluate((box) => box.matches(":focus"))).toBe(true);
    expect(await axeFindings(on.page)).toEqual([]);
    await field.fill("  The price is old. ");
    await panel().getByRole("button", { name: "Send" }).click();
    await panel().getByText("Thank you. Our team will check this and tell you here.").waitFor();
    expect([...on.server.ticket.reports.values()].map(({ body }) => body)).toEqual([{ text: "The price is old." }]);
    await button().click();
    await button().click();
    await panel().getByText("Thank you. Our team will check this and tell you here.").waitFor();
    expect(await wrong().count()).toBe(0);
  });

  it("needs no sentence, can be cancelled, and keeps its words when it fails", async () => {
    await answered();
    const { id } = on.server.ticket.messages.at(-1) ?? { id: "" };
    await button().click();
    await wrong().click();
    await panel().getByRole("textbox").press("Escape");
    await expect.poll(() => wrong().evaluate((box) => box.matches(":focus"))).toBe(true);
    await wrong().click();
    await panel().getByRole("textbox").fill("Not true");
    on.server.failures.set(`/api/v1/chat/answers/${id}/report`, { status: 503, code: "unavailable" });
    await panel().getByRole("button", { name: "Send" }).click();
    await panel().getByText("That didn’t work. Please try again.").waitFor();
    expect(await panel().getByRole("textbox").inputValue()).toBe("Not true");
    on.server.failures.clear();
    await panel().getByRole("textbox").fill("");
    await panel().getByRole("button", { name: "Send" }).click();
    await panel().getByText("Thank you.").waitFor();
    expect([...on.server.ticket.reports.values()].map(({ body }) => body)).toEqual([{}]);
  });

  it("has its outcome in the conversation, with a button that asks again", async () => {
    await answered();
    const report = { outcome: "corrected" as const, message_id: "m", question: "May subdomains chat?" };
    const content = "We’ve corrected this: “May subdomains chat?” Ask again to get the new answer.";
    on.server.ticket.say("system", content, { report });
    await on.page.locator("parley-outcome").getByText("We’ve corrected this").waitFor();
    // A question in another direction does not turn the sentence around it.
    expect(await on.page.locator("parley-outcome bdi").allTextContents()).toEqual([report.question]);
    expect(await on.page.locator("parley-outcome p").first().textContent()).toBe(content);
    expect(await axeFindings(on.page)).toEqual([]);
    await on.page.getByRole("button", { name: "Ask again" }).click();
    await expect.poll(() => on.server.ticket.received).toEqual(["May subdomains chat?", "May subdomains chat?"]);
  });
});
