import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChromiumProfile, openChromium } from "./support/chromium.ts";
import { ParleyProcess } from "./support/parley-process.ts";
import { waitFor } from "./support/wait-for.ts";

let parley: ParleyProcess;
let visitorBrowser: ChromiumProfile;
let agentBrowser: ChromiumProfile;

beforeAll(async () => {
  parley = await ParleyProcess.start();
  visitorBrowser = await openChromium({ viewport: { width: 1280, height: 900 } });
  agentBrowser = await openChromium({ viewport: { width: 1440, height: 900 } });
}, 180_000);
afterAll(async () => {
  await visitorBrowser?.close();
  await agentBrowser?.close();
  await parley?.[Symbol.asyncDispose]();
});

const humanAnswer = "Our pizza oven is broken until Friday, sorry.";

async function openChat(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /chat|open/i })
    .first()
    .click();
  await page.getByRole("textbox", { name: /message/i }).waitFor();
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /message/i }).fill(text);
  await page.keyboard.press("Enter");
}

async function signIn(page: Page): Promise<void> {
  const demo = await parley.demo();
  await page.goto(demo.console_url);
  await page.getByLabel("E-mail").fill(demo.email);
  await page.getByLabel("Password").fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
}

describe("the loop", () => {
  let page: Page;
  let ticketNumber = "";

  it("answers a question of the documentation with a source that can be opened", async () => {
    page = await visitorBrowser.context.newPage();
    await page.goto((await parley.demo()).demo_url);
    await openChat(page);
    await say(page, "How long is a session token valid?");
    await page
      .getByText(/24 hours/)
      .first()
      .waitFor({ timeout: 30_000 });
    await page
      .getByRole("button", { name: /source 1/i })
      .first()
      .click();
    await page
      .locator("[part=citation]")
      .getByText(/24 hours/)
      .waitFor();
    await page.keyboard.press("Escape");
  });

  it("asks a person when the documents do not know, and says so with a ticket number", async () => {
    await say(page, "Can you deliver a quattro stagioni pizza to my spaceship tonight?");
    const card = page.locator("[part=escalation]").first();
    await card.waitFor({ timeout: 30_000 });
    ticketNumber = /#(\d{4})/.exec((await card.textContent()) ?? "")?.[1] ?? "";
    expect(ticketNumber).toMatch(/^\d{4}$/);
  });

  it("lets an agent answer in the console, and shows the answer once on the visitor's open page", async () => {
    const desk = await agentBrowser.context.newPage();
    await signIn(desk);
    await desk.getByText(`#${ticketNumber}`).first().click();
    await desk
      .getByRole("region", { name: "The assistant's draft" })
      .or(desk.getByLabel(`Answer to ticket ${ticketNumber}`))
      .first()
      .waitFor();
    await desk.getByLabel(`Answer to ticket ${ticketNumber}`).fill(humanAnswer);
    await desk
      .getByRole("button", { name: /resolve/i })
      .last()
      .click();
    await page.getByText(humanAnswer).first().waitFor({ timeout: 15_000 });
    await waitFor(async () => (await shownAnswers(page)) === 1);
  });

  it("keeps everything after a reload", async () => {
    await page.reload();
    const textbox = page.getByRole("textbox", { name: /message/i });
    if (!(await textbox.isVisible().catch(() => false))) await openChat(page);
    await page.getByText(humanAnswer).first().waitFor({ timeout: 15_000 });
    expect(await shownAnswers(page)).toBe(1);
    expect(await page.getByText(/24 hours/).count()).toBeGreaterThan(0);
  });

  it("shows a second tenant none of it", async () => {
    const made = (await parley.cli(
      "tenant",
      "create",
      "--name",
      "Other",
      "--origin",
      "http://localhost:9999",
      "--email",
      "other@example.org",
    )) as { tenant_id: string; api_key: string };
    const headers = { authorization: `Bearer ${made.api_key}` };
    for (const path of ["tickets?view=all", "documents", "search?q=session+token", "cache", "audit"]) {
      const response = await fetch(`${parley.url}/api/v1/admin/${path}`, { headers });
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).not.toContain(humanAnswer);
      expect(text).not.toMatch(/24 hours|session token is valid/);
    }
    const demo = await parley.demo();
    const list = (await (
      await fetch(`${parley.url}/api/v1/admin/tickets?view=all`, {
        headers: { authorization: `Bearer ${demo.api_key}` },
      })
    ).json()) as { items: { id: string; number: number }[] };
    const ticket = list.items.find((item) => String(item.number) === ticketNumber);
    expect(ticket).toBeDefined();
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["POST", "/take", {}],
      ["POST", "/resolve", { answer: "stolen" }],
      ["POST", "/messages", { content: "stolen" }],
    ] as const) {
      const response = await fetch(`${parley.url}/api/v1/admin/tickets/${ticket?.id}${path}`, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status, `${method} ${path}`).toBe(404);
    }
  });

  it("stops on Ctrl-C with code 0 and starts again on the same data", async () => {
    expect(await parley.stop()).toBe(0);
    await parley.restart();
    await page.reload();
    const textbox = page.getByRole("textbox", { name: /message/i });
    if (!(await textbox.isVisible().catch(() => false))) await openChat(page);
    await page.getByText(humanAnswer).first().waitFor({ timeout: 15_000 });
  });
});

async function shownAnswers(page: Page): Promise<number> {
  return page.locator("[part~=message]").filter({ hasText: humanAnswer }).count();
}
