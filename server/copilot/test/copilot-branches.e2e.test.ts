import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChromiumProfile, openChromium } from "../../test/support/chromium.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { ParleyProcess } from "../../test/support/parley-process.ts";

/** Branches in a real browser on a real server without a model. */
let parley: ParleyProcess;
let browser: ChromiumProfile;
let page: Page;

const texts = {
  "domains.md": "# Domains\n\nTo allow a domain for the widget, add the domain under Settings.",
  "privacy.md": "# Privacy\n\nMessages are kept for ninety days, and no longer.",
};

beforeAll(async () => {
  parley = await ParleyProcess.startOn(await makeDataFolder(), {
    DEMO: "off",
  });
  browser = await openChromium({ viewport: { width: 1440, height: 900 } });
  page = await browser.context.newPage();
  const shop = await parley.makeShop(texts);
  await page.goto(shop.console_url);
  await page.getByLabel("E-mail").fill(shop.admin.email);
  await page.getByLabel("Password").fill(shop.admin.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Copilot" }).click();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await parley?.[Symbol.asyncDispose]();
});

const question = "How do I allow a domain for the widget?";
const second = "How long are messages kept?";

async function ask(text: string, results: number): Promise<void> {
  await page.getByRole("textbox", { name: "Message to the copilot" }).click();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".copilot-sources").count(), { timeout: 30_000 }).toBe(results);
}

describe("a second thought", () => {
  let root = "";

  it("is followed in a branch that begins where the first one was answered", async () => {
    await ask(question, 1);
    root = new URL(page.url()).pathname;
    await page.getByRole("button", { name: "Branch from here" }).last().click();
    await page.getByRole("button", { name: "Everything up to here" }).click();
    await page.getByText("This branch includes the whole conversation").waitFor();
    expect(new URL(page.url()).pathname).not.toBe(root);
    await ask(second, 1);
    await page.getByRole("heading", { name: second, level: 1 }).waitFor();
    await page.getByRole("link", { name: new RegExp(`^${second.slice(0, 20)}`) }).waitFor();
  });

  it("stands in the tree, and is held beside the first one", async () => {
    await page.getByRole("button", { name: "Branches" }).click();
    const dialog = page.getByRole("dialog", { name: "Branches" });
    await dialog.getByRole("link", { name: question, exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate("document.activeElement?.textContent")).toBe(second);
    await dialog.getByRole("link", { name: `Compare with ${question}` }).click();
    await page.getByText("Nothing here").waitFor();
    expect(await page.locator(".copilot-side .copilot-sources").count()).toBe(1);
    await page.getByRole("link", { name: "Back to the conversation" }).click();
  });

  it("is brought back with its sources, over a reload", async () => {
    await page.getByRole("button", { name: `Bring back to ${question}` }).click();
    await page.getByRole("link", { name: `Brought back to ${question}` }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(root);
    await page.reload();
    await page.getByText(`Brought back from ${second}`).waitFor();
    await expect.poll(() => page.locator(".copilot-sources").count()).toBe(2);
  });

  it("is closed when it has served, and outlives the first one", async () => {
    await page.locator(".copilot-merged a").click();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByText("This conversation is closed.").waitFor();
    await page.getByRole("button", { name: `More: ${question}` }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect.poll(() => page.getByRole("link", { name: new RegExp(`^${question.slice(0, 20)}`) }).count()).toBe(0);
    await page.reload();
    await page.getByText("in a deleted conversation").waitFor();
    await page.locator(".copilot-given summary").click();
    await page.locator(".copilot-given").getByText(question).waitFor();
  });
});
