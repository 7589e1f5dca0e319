import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const theme = {
  name: "Acme Cloud",
  accent: "#0f766e",
  accent_text: "#fff",
  mode: "auto",
  position: "right",
  logo_url: null,
};
const ticket = (owner: string, status: string) => ({ id: "k", number: 1, owner, status });
const dana = { id: "a1", name: "Dana Okafor" };
const status = () => on.page.locator(".names p").textContent();

describe("parley-header", () => {
  it("is accessible, also with its menu open", async () => {
    await on.mount("parley-header", { theme, ticket: ticket("assistant", "open"), hasMenu: true, canStartOver: true });
    await on.page.getByRole("button", { name: "More" }).click();
    await on.page.getByRole("menuitem", { name: "New conversation" }).waitFor();
    expect(await on.violations()).toEqual([]);
  });

  it("says who is there", async () => {
    await on.mount("parley-header", { theme, ticket: ticket("assistant", "open") });
    expect(await on.page.getByRole("heading").textContent()).toBe("Acme Cloud");
    expect(await status()).toBe("AI assistant");
    await on.update({ ticket: ticket("human", "pending_human") });
    expect(await status()).toBe("Waiting for our team");
    await on.update({ ticket: ticket("human", "in_progress"), agent: dana });
    expect(await status()).toBe("Dana Okafor is answering");
    expect(await on.page.locator(".face").textContent()).toBe("DO");
    await on.update({ hasFailed: true });
    expect(await on.page.locator(".names p").count()).toBe(0);
  });

  it("leads to a new conversation by keyboard, and Escape closes only the menu", async () => {
    await on.mount("parley-header", { theme, ticket: ticket("assistant", "open"), hasMenu: true, canStartOver: true });
    await on.page.getByRole("button", { name: "More" }).press("Enter");
    await on.page.getByRole("menuitem", { name: "Your conversations" }).and(on.page.locator(":focus")).waitFor();
    await on.page.keyboard.press("Escape");
    expect(await on.page.getByRole("menu").count()).toBe(0);
    await on.page.keyboard.press("Enter");
    await on.page.getByRole("menuitem", { name: "Your conversations" }).and(on.page.locator(":focus")).waitFor();
    await on.page.keyboard.press("ArrowDown");
    await on.page.locator("[role=menuitem]:focus", { hasText: "New conversation" }).press("Enter");
    await on.page.getByRole("button", { name: "Close chat" }).click();
    expect((await on.heard()).map(([name]) => name)).toEqual(["parley-start-over", "parley-dismiss"]);
  });

  it("loads a logo only by https and goes without one that fails", async () => {
    await on.mount("parley-header", { theme: { ...theme, logo_url: "javascript:alert(1)" } });
    expect(await on.page.locator("img").count()).toBe(0);
    await on.mount("parley-header", { theme: { ...theme, logo_url: "https://logo.example/x.png" } });
    await expect.poll(() => on.page.locator("img").count()).toBe(0);
  });
});
