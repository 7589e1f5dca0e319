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
