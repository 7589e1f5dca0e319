import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { addDomain } from "../../../server/accounts/tenants/domains.ts";
import { type ChromiumProfile, openChromium } from "../../../server/test/support/chromium.ts";
import { startTestHttp, type TestHttp } from "../../../server/test/support/http.ts";
import { axeFindings } from "../../../widget/test/axe.ts";

let test: TestHttp;
/** An open profile that keeps the browser running between tests. */
let browser: ChromiumProfile;
let profiles: ChromiumProfile[] = [];
let demoFile = "";
/** Errors of the pages that the tests have open: policy violations and exceptions. Messages about a 404 do not count. */
let problems: string[] = [];
const requested: string[] = [];

beforeAll(async () => {
  [test, browser] = await Promise.all([startTestHttp(), openChromium()]);
  demoFile = join(test.ctx.settings.dataDir, "demo.json");
  await addDomain(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, entry: test.url });
});
afterAll(async () => {
  await browser?.close();
  await test?.[Symbol.asyncDispose]();
});
afterEach(async () => {
  for (const profile of profiles) await profile.close();
  profiles = [];
  expect(problems.splice(0)).toEqual([]);
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const profile = await openChromium({ viewport: { width: 1300, height: 800 }, ...options });
  profiles.push(profile);
  const page = await profile.context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("404"))
      problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(`${test.url}${path}`);
  return page;
}

const hasDemo = (is: boolean) => writeFile(demoFile, is ? JSON.stringify({ tenant_id: test.a.tenant_id }) : "{}");

/** Every page that the sidebar links to, and the decision records. */
async function allPages(): Promise<string[]> {
  const pages = await Promise.all(["/docs", "/docs/decisions"].map(async (at) => (await fetch(test.url + at)).text()));
  const found = pages.flatMap((html) =>
    [...html.matchAll(/href="(\/docs(?:\/[\w-]+)*)[#"]/g)].map(([, at]) => at ?? ""),
  );
  return [...new Set(found)];
}

describe("the documentation", () => {
  it("has nothing that axe finds, light and dark, and asks nobody else for anything", async () => {
    await hasDemo(true);
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open("/docs", { colorScheme });
      for (const path of [
        "/docs",
        "/docs/guide/theming",
        "/docs/guide/configuration",
        "/docs/live-theming",
        "/docs/none",
      ]) {
        await page.goto(`${test.url}${path}`);
        await page.locator("[data-parley=launcher]").waitFor();
        expect(await axeFindings(page), `${path}, ${colorScheme}`).toEqual([]);
      }
    }
    expect(requested.filter((url) => !url.startsWith(`${test.url}/`) && !url.startsWith("data:"))).toEqual([]);
  });

  it("is cut nowhere on the narrowest phone", async () => {
    const page = await open("/docs", { viewport: { width: 320, height: 640 }, bypassCSP: true });
    const pages = await allPages();
    expect(pages.length).toBeGreaterThan(100);
    const wide = await page.evaluate(async (paths) => {
      const found: string[] = [];
      for (const path of paths) {
        const html = await (await fetch(path)).text();
        const main = new DOMParser().parseFromString(html, "text/html").querySelector("main");
        if (main) document.querySelector("main")?.replaceWith(document.adoptNode(main));
        if (!main || document.documentElement.scrollWidth > innerWidth) found.push(path);
      }
      return found;
    }, pages);
    expect(wide).toEqual([]);
  });

  it("is there as Markdown for programs, with a list of the pages", async () => {
    const list = await (await fetch(`${test.url}/docs/llms.txt`)).text();
    const addresses = [...list.matchAll(/\]\((\/docs\/guide\/[\w-]+\.md)\)/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(40);
    const answer = await fetch(`${test.url}${addresses[0]}`);
    expect(answer.headers.get("content-type")).toMatch(/^text\/markdown/);
    expect(await answer.text()).toMatch(/^# Getting started\n/);
  });

  it("is searched with the keyboard alone", async () => {
    await hasDemo(true);
    const page = await open("/docs/guide/faq");
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search the documentation" });
    await field.waitFor();
    await page.keyboard.type("wildcard for subdom");
    const options = page.getByRole("option");
    await expect.poll(() => options.first().textContent()).toContain("Can I use subdomains?");
    expect(await options.first().locator("mark").allTextContents()).toContain("subdomains");
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    expect(await options.nth(1).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/guide\/allowed-domains#can-i-use-subdomains$/);
    await page.waitForLoadState();
    await page.keyboard.press("Control+k");
    await field.waitFor();
    await page.keyboard.type("qqqqq");
    await page.getByText("No results for “qqqqq”.").waitFor();
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "hidden" });
    // The closed field keeps the focus for a moment. A key pressed then belongs to the page.
    await page.locator("dialog.finder input").evaluate((input) => {
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, composed: true, cancelable: true }));
    });
    await field.waitFor();
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "hidden" });
    await page.keyboard.press("/");
    await page.keyboard.type("May wildcards be used?");
    expect(await field.inputValue()).toBe("May wildcards be used?");
    // These tests have no assistant: the question is sent, and nothing answers.
    const sent: unknown[] = [];
    await page.route("**/api/v1/chat/stream", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      sent.push(route.request().postDataJSON());
      return route.fulfill({ status: 200, contentType: "text/event-stream", body: "" });
    });
    // The row below the last result.
    await page.getByRole("option", { name: "Ask the assistant “May wildcards be used?”" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("May wildcards be used?").waitFor();
    await expect.poll(() => sent[0]).toMatchObject({ content: "May wildcards be used?" });
  });

  it("says so when the search cannot be loaded, and tries again", async () => {
    const page = await open("/docs/guide/faq");
    await page.route("**/search-*.json", (route) => route.abort());
    await page.keyboard.press("/");
    await page.getByText("Search could not be loaded.").waitFor();
    problems = [];
    await page.unroute("**/search-*.json");
    await page.keyboard.type("webhook");
    await page.getByRole("option").first().waitFor();
  });

  it("asks its own assistant about a page, where there is one", async () => {
    await hasDemo(true);
    const page = await open("/docs/guide/theming", { colorScheme: "dark" });
    await page.getByRole("button", { name: "Ask about this page" }).first().click();
    const field = page.getByRole("textbox", { name: /message/i });
    await field.waitFor();
    await expect.poll(() => field.inputValue()).toBe("About “Theming the widget”: ");
    await page.getByRole("button", { name: "Light", exact: true }).first().click();
    expect(await page.locator("parley-chat").getAttribute("mode")).toBe("light");

    await hasDemo(false);
    const without = await open("/docs/guide/theming");
    await expect.poll(() => without.locator(".top [data-demo]").isVisible()).toBe(false);
    expect(await without.getByRole("button", { name: "Ask about this page" }).count()).toBe(0);
    expect(await without.locator("[data-parley=launcher]").count()).toBe(0);
    await without.keyboard.press("/");
    await without.keyboard.type("webhook");
    await without.getByRole("option").first().waitFor();
    expect(await without.getByText("Ask the assistant").count()).toBe(0);
  });

  it("has its pages behind a button on a phone, without a script too", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open("/docs/guide/theming", { viewport: { width: 360, height: 700 }, javaScriptEnabled });
      const pages = page.getByRole("navigation", { name: "Documentation" });
      expect(await pages.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Pages" }).click();
      await pages.waitFor();
      if (javaScriptEnabled) {
        await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Theming the widget");
        expect(await axeFindings(page)).toEqual([]);
      }
      await page.keyboard.press("Escape");
      await pages.waitFor({ state: "hidden" });
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Pages");
      await page.getByRole("button", { name: "Pages" }).click();
      await pages.getByRole("link", { name: "Webhooks", exact: true }).click();
      await page.waitForURL(/\/docs\/guide\/webhooks$/);
    }
  });

  it("keeps the theme that was chosen, marks what is read, and copies code", async () => {
    const page = await open("/docs/guide/javascript-api", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Dark", exact: true }).first().click();
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("dark");
    await page.getByRole("button", { name: "Copy code" }).first().click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Parley("open")');
    const beside = page.getByRole("navigation", { name: "On this page" });
    await beside.getByRole("link", { name: "How do I listen to events of the widget?" }).click();
    await expect
      .poll(() => beside.locator("[aria-current]").textContent())
      .toBe("How do I listen to events of the widget?");
  });

  it("shows a theme on the chat as it is set, and the lines to copy", async () => {
    await hasDemo(true);
    const page = await open("/docs/live-theming");
    await page.getByRole("combobox", { name: "Mode" }).selectOption("dark");
    await page.getByLabel("Accent").fill("#aa0000");
    const lines = page.locator(".theming-copy code");
    await expect.poll(() => lines.textContent()).toContain('data-mode="dark"');
    await expect.poll(() => lines.textContent()).toContain("--parley-accent: #aa0000;");
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--parley-accent")),
    ).toBe("#aa0000");
    expect(await page.getByText("There is no chat in the corner").isVisible()).toBe(false);
  });
});
