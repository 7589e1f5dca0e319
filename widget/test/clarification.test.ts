import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { HostPage } from "./host-page.ts";
import { MockServer } from "./mock-server.ts";
import type { Resumed } from "./mock-ticket.ts";
import { askingTurn } from "./turns.ts";

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

let browser: Browser;
let server: MockServer;
let host: HostPage;
let page: Page;
let answers: Resumed[] = [];

beforeAll(async () => {
  const widgetFolder = await builtOnce("widget/vite.config.ts");
  browser = await launchBrowser();
  host = await new HostPage().start();
  server = await new MockServer({ widgetFolder, allowedOrigin: () => host.origin, turn: askingTurn }).start();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), host?.stop()]);
});
beforeEach(() => {
  answers = [];
  server.turn = askingTurn;
  server.failures.clear();
  server.resumed = (ticket, answer) => {
    answers.push(answer);
    if (answer.choice) ticket.say("visitor", answer.choice === "2" ? "Pro plan" : "Basic plan");
    ticket.say("assistant", answer.cancel ? "All right, dropped." : "It costs 29 euros.");
    ticket.append("end", {});
  };
});
afterEach(() => page.context().close());

async function beAsked(options: BrowserContextOptions = {}): Promise<void> {
  host.html =
    `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Host</title></head><body><main><h1>Host</h1></main>` +
    `<script async src="${server.origin}/widget/parley.js" data-tenant="5b7c1f1e-0000-7000-8000-000000000001"></script></body></html>`;
  page = await (await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options })).newPage();
  await page.goto(host.origin);
  await open();
  await field().fill("What does it cost?");
  await field().press("Enter");
  await choice("Pro plan").waitFor();
}

async function open(): Promise<void> {
  await page.locator("[data-parley=launcher] button").click();
  await page.getByText("Hello! Ask me anything").waitFor();
}

const field = () => page.getByRole("textbox", { name: "Message" });
const choice = (name: string) => page.getByRole("button", { name, exact: true });
const choices = () => page.locator("parley-clarification");

describe("a question back", () => {
  it("is answered with a choice by keyboard alone", async () => {
    await beAsked();
    expect(await field().getAttribute("placeholder")).toMatch(/own words/);
    await choice("Basic plan").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("It costs 29 euros.").first().waitFor();
    await choices().waitFor({ state: "detached" });
    expect(answers).toEqual([{ clarification_id: "0198c0de-0000-7000-8000-000000000001", choice: "2" }]);
  });

  it("takes no second answer while the first is on its way", async () => {
    await beAsked();
    server.resumed = (_ticket, answer) => void answers.push(answer);
    await choice("Pro plan").click();
    await expect.poll(() => choice("Pro plan").getAttribute("aria-pressed")).toBe("true");
    await choice("Basic plan").click({ force: true });
    await choice("Never mind").click({ force: true });
    expect(answers).toHaveLength(1);
  });

  it("is answered in words, or not at all", async () => {
    await beAsked();
    server.turn = (ticket) => {
      ticket.say("assistant", "I see.");
      ticket.append("end", {});
    };
    await field().fill("Neither of them");
    await field().press("Enter");
    await choices().waitFor({ state: "detached" });
    expect(server.ticket.received.at(-1)).toBe("Neither of them");
    server.turn = askingTurn;
    await field().fill("And now?");
    await field().press("Enter");
    await choice("Never mind").click();
    await page.getByText("All right, dropped.").first().waitFor();
    expect(answers).toEqual([{ clarification_id: "0198c0de-0000-7000-8000-000000000001", cancel: true }]);
  });

  it("is there again after a reload, and open again when the answer could not be sent", async () => {
    await beAsked();
    await page.reload();
    server.failures.set("/api/v1/chat/resume", { status: 503, code: "unavailable" });
    await choice("Pro plan").click();
    await expect.poll(() => choice("Pro plan").getAttribute("aria-disabled")).toBe("false");
    server.failures.clear();
    await choice("Pro plan").click();
    await page.getByText("It costs 29 euros.").first().waitFor();
  });

  it("goes away when a person takes over, or somebody else has answered", async () => {
    await beAsked();
    server.ticket.handTo("human", "in_progress", { id: "a1", name: "Dana" });
    await choices().waitFor({ state: "detached" });
    server.ticket.handTo("assistant", "open");
    await field().fill("Once more?");
    await field().press("Enter");
    server.failures.set("/api/v1/chat/resume", { status: 409, code: "already_answered" });
    await choice("Pro plan").click();
    await choices().waitFor({ state: "detached" });
  });

  it("has choices that a thumb can hit on a phone", async () => {
    await beAsked(phone);
    expect((await choice("Pro plan").boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});
