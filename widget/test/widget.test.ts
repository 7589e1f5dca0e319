import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { axeFindings } from "./axe.ts";
import { HostPage } from "./host-page.ts";
import { MockServer } from "./mock-server.ts";
import { grade } from "./mock-ticket.ts";
import { settle } from "./settle.ts";
import { citedTurn, endlessTurn, escalatedTurn, failedTurn } from "./turns.ts";

const dana = { id: "a1", name: "Dana Okafor" };
const blockStorage = `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });`;
const watchPolicy = `window.violations = []; addEventListener("securitypolicyviolation", (e) => window.violations.push(e.violatedDirective + " " + e.blockedURI));`;

let browser: Browser;
let server: MockServer;
let host: HostPage;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  const [widgetFolder] = await Promise.all([
    builtOnce("widget/vite.config.ts"),
    launchBrowser().then((launched) => {
      browser = launched;
    }),
  ]);
  host = await new HostPage().start();
  server = await new MockServer({ widgetFolder, allowedOrigin: () => host.origin, turn: citedTurn }).start();
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), host?.stop()]);
});

beforeEach(() => {
  problems.length = 0;
  server.turn = citedTurn;
  server.failures.clear();
  server.holdsStreams = false;
  server.requests.length = 0;
  host.policy =
    `default-src 'none'; script-src ${server.origin}; connect-src ${server.origin}; base-uri 'none'; form-action 'none'; ` +
    "require-trusted-types-for 'script'; trusted-types lit-html";
});

afterEach(async () => {
  const violations = await page.evaluate("window.violations");
  await page.context().close();
  expect(violations).toEqual([]);
  expect(problems).toEqual([]);
});

/** Opens the host page in a browser context of its own. */
async function visit(
  options: BrowserContextOptions & { lang?: string; before?: string; script?: string } = {},
): Promise<void> {
  const { lang = "en", before = "", script = "", ...context } = options;
  host.html =
    `<!doctype html><html lang="${lang}"><head><meta name="viewport" content="width=device-width"><title>Host</title></head>` +
    `<body><main><h1>Host page</h1><button id="host">Host button</button></main>` +
    `<script async src="${server.origin}/widget/parley.js" data-tenant="5b7c1f1e-0000-7000-8000-000000000001" ${script}></script></body></html>`;
  const created = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...context });
  await created.addInitScript(`${watchPolicy}${before}`);
  page = await created.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(host.origin);
}

const launcher = () => page.locator("[data-parley=launcher] button");
const panel = () => page.locator("parley-chat .panel");
const field = () => page.getByRole("textbox", { name: "Message" });
const bubbles = () => page.locator("parley-message");
const texts = () => page.locator("parley-markdown .text, parley-message .bubble");
const spoken = () => page.locator("parley-chat .spoken");

async function open(): Promise<void> {
  await launcher().click();
  await page.getByText("Hello! Ask me anything").waitFor();
}

async function ask(text: string): Promise<void> {
  await field().fill(text);
  await field().press("Enter");
}

describe("before the first opening", () => {
  it("the widget adds a launcher and one global, fetches its panel only when somebody comes near, asks the server for nothing and stores nothing", async () => {
    await visit();
    await launcher().waitFor();
    expect(
      await page.evaluate("performance.getEntriesByType('resource').filter(({ name }) => name.includes('/panel-'))"),
    ).toEqual([]);
    await launcher().hover();
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some((entry) => entry.name.includes("/panel-")),
    );
    expect(server.requests).toEqual([]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      "",
    ]);
    await page.evaluate("Parley('open')");
    await page.getByText("Hello! Ask me anything").waitFor();
    // Those that a page without the widget does not have.
    const others = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      const own = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      frame.remove();
      return Object.getOwnPropertyNames(window).filter((name) => !own.has(name) && Number.isNaN(Number(name)));
    });
    expect(others).toEqual(["Parley"]);
  });

  it("calls that the page queued run once the widget is there", async () => {
    await visit({
      before:
        "window.Parley = [['on', 'open', () => { window.wasOpened = true; }], ['open', { question: 'How do I allow subdomains?' }]];",
    });
    await expect.poll(() => bubbles().count()).toBe(2);
    expect(server.ticket.received).toEqual(["How do I allow subdomains?"]);
    expect(await page.evaluate("window.wasOpened")).toBe(true);
  });
});

describe("asking", () => {
  it("works by keyboard alone, from the launcher to the quote and back", async () => {
    await visit();
    await launcher().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("parley-chat");
    await page.keyboard.type("How do I allow subdomains?");
    await page.keyboard.press("Enter");
    await page.locator("parley-message .sources").waitFor();
    const mark = page.getByRole("button", { name: "Source 1: Allowed domains" }).first();
    await mark.focus();
    await page.keyboard.press("Enter");
    const source = page.getByRole("dialog", { name: "Source 1: Allowed domains" });
    await source.waitFor();
    expect(await source.textContent()).toContain("every subdomain, but not the bare domain");
    expect(await source.getByRole("link").getAttribute("rel")).toBe("noopener noreferrer");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    expect(await source.count()).toBe(0);
    expect(await mark.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(
      true,
    );
    await page.keyboard.press("Escape");
    await expect.poll(() => panel().isVisible()).toBe(false);
    expect(
      await launcher().evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element),
    ).toBe(true);
  });

  it("shows status, streams, and keeps what already stands there", async () => {
    let turnId = "";
    server.turn = (ticket, turn) => {
      turnId = turn.turnId;
      const documents = [{ id: "1", title: "Allowed domains" }];
      ticket.append("status", { node: "retrieve", content: "Searching the documents", documents }, turnId);
    };
    await visit();
    await open();
    await ask("How?");
    await page.locator("parley-status").getByText("Searching the documents").waitFor();
    await page.locator("parley-status").getByText("Allowed domains").waitFor();
    server.ticket.append("token", { content: "To begin with, open the settings and look for " }, turnId);
    await page.locator("parley-markdown p").waitFor();
    const first = await page.locator("parley-markdown p").elementHandle();
    server.ticket.append("token", { content: "**Domains**. Then " }, turnId);
    await page.locator("parley-markdown strong").waitFor();
    await expect
      .poll(() => spoken().textContent())
      .toBe("Assistant: To begin with, open the settings and look for Domains.");
    server.ticket.say(
      "assistant",
      "To begin with, open the settings and look for **Domains**. Then save.",
      { grade: grade("medium") },
      turnId,
    );
    server.ticket.append("end", {}, turnId);
    await page.getByText("This answer may be incomplete").waitFor();
    expect(await first?.evaluate((element) => element.isConnected && element.textContent)).toBe(
      "To begin with, open the settings and look for Domains. Then save.",
    );
    await expect.poll(() => spoken().textContent()).toContain("Then save.");
  });

  it("can be stopped", async () => {
    server.turn = endlessTurn;
    await visit();
    await open();
    await ask("How?");
    await page.locator("parley-markdown p").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped").waitFor();
    expect(server.count("/api/v1/chat/cancel")).toBe(1);
    expect(await page.getByRole("button", { name: "Send" }).count()).toBe(1);
  });

  it("can be tried again after an error, under the same id", async () => {
    server.turn = failedTurn;
    await visit();
    await open();
    await ask("How?");
    await page.getByRole("button", { name: "Retry" }).waitFor();
    server.turn = citedTurn;
    await page.getByRole("button", { name: "Retry" }).click();
    await page.locator("parley-message .sources").waitFor();
    expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(0);
    const sent = server.requests
      .filter(({ path }) => path.endsWith("/stream"))
      .map(({ body }) => (body as { message_id: string }).message_id);
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1);
    expect(await bubbles().count()).toBe(2);
  });

  it("takes a thumb down with its reason", async () => {
    await visit();
    await open();
    await ask("How?");
    await page.getByRole("button", { name: "Not helpful" }).click();
    await page.getByRole("textbox", { name: "What went wrong?" }).fill("No example");
    await page.locator("parley-feedback form").getByRole("button", { name: "Send" }).click();
    await expect.poll(() => server.ticket.feedback.length).toBe(2);
    expect(server.ticket.feedback.at(-1)).toMatchObject({ rating: "down", reason: "No example" });
  });
});

describe("a person", () => {
  it("is asked, answers in the open chat once, also over a broken line, and a reload keeps everything", async () => {
    server.turn = escalatedTurn;
    await visit();
    await open();
    await ask("Can you deliver a pizza?");
    await page.getByText("so I've passed it to our team.").first().waitFor();
    await page.locator("parley-escalation").getByText(`Conversation #${server.ticket.number}`).waitFor();

    const { ticket } = server;
    ticket.handTo("human", "in_progress", dana);
    const writing = page.getByText("Dana Okafor is typing…");
    const types = (over?: true) =>
      ticket.append("typing", { who: "agent", name: dana.name, ...(over ? { over } : {}) });
    const spokenAs = () => page.locator("parley-timeline [aria-live]").getAttribute("aria-live");
    types();
    await writing.waitFor();
    expect(await spokenAs()).toBe("polite");
    types(true);
    await writing.waitFor({ state: "detached" });
    types();
    await writing.waitFor();
    // It was said; the next time is after a reply.
    expect(await spokenAs()).toBe("off");
    server.dropFeeds();
    ticket.say("agent", "Sorry, **no pizza**. Have a voucher.", { agent: dana });
    await page.getByText("Have a voucher.").first().waitFor();
    await writing.waitFor({ state: "detached" });
    expect(await spokenAs()).toBe("polite");
    expect(await page.locator("parley-message").getByText("Have a voucher.").count()).toBe(1);
    await expect.poll(() => spoken().textContent()).toContain("Dana Okafor: Sorry, no pizza.");

    await ask("Thank you!");
    await expect.poll(() => ticket.received).toEqual(["Can you deliver a pizza?", "Thank you!"]);
    ticket.handTo("human", "resolved", dana);
    await page.getByText("Conversation resolved").first().waitFor();

    const before = await texts().allTextContents();
    await page.reload();
    await page.getByText("Hello! Ask me anything").waitFor();
    expect(server.requests.filter(({ path }) => path.endsWith("/init")).at(-1)?.headers.authorization).toMatch(
      /^Bearer /,
    );
    // The history has no card of the handover, so that the sentence before it is there in full again.
    const [sentence = "", full = ""] = [before[1], await texts().nth(1).textContent()].map((text) => words(text ?? ""));
    expect(full).toBe(
      `${sentence} Your conversation is #${ticket.number}. You can close this chat: the reply will appear here.`,
    );
    expect((await texts().allTextContents()).map(words)).toEqual(before.map(words).with(1, full));
    expect(server.ticket).toBe(ticket);

    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByRole("list", { name: "Suggested questions" }).waitFor();
    await expect.poll(() => server.ticket === ticket).toBe(false);
  });

  it("answers while the panel is closed: the launcher counts it", async () => {
    server.turn = escalatedTurn;
    await visit();
    await open();
    await ask("Pizza?");
    await page.locator("parley-escalation").waitFor();
    await page.getByRole("button", { name: "Close chat" }).first().click();
    server.ticket.say("agent", "Hello again", { agent: dana });
    await expect.poll(() => page.locator("[data-parley=launcher] span").textContent()).toBe("1");
    await launcher().click();
    await expect.poll(() => page.locator("[data-parley=launcher] span").isVisible()).toBe(false);
  });
});

describe("a bad connection", () => {
  it("keeps what was written and sends it once when it is back", async () => {
    await visit();
    await open();
    await ask("First");
    await page.locator("parley-message .sources").waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await ask("Second");
    await page.getByText("Will be sent when you’re online").waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => server.ticket.received).toEqual(["First", "Second"]);
    await expect.poll(() => page.locator("parley-message .sources").count()).toBe(2);
    expect(await page.getByText("You are offline.").count()).toBe(0);
  });

  it("in mid-answer leaves no gap and no repeat", async () => {
    server.turn = async (ticket, turn) => {
      setTimeout(() => server.dropFeeds(), 60);
      await citedTurn(ticket, turn);
    };
    await visit();
    await open();
    await ask("How do I allow subdomains?");
    await page.locator("parley-message .sources").waitFor();
    expect(await bubbles().count()).toBe(2);
    expect(await texts().last().textContent()).toContain("Yes. Add an entry such as *.example.com and every subdomain");
  });

  it("says so when the chat may not be used here", async () => {
    server.failures.set("/api/v1/chat/init", { status: 403, code: "origin_not_allowed" });
    await visit();
    await launcher().click();
    await page.getByText("The chat is not available on this page.").waitFor();
    expect(await field().count()).toBe(0);
    await page.keyboard.press("Escape");
    await launcher().waitFor({ state: "hidden" });
  });

  it("gets answers and a person's reply through a proxy that holds streams back", async () => {
    server.holdsStreams = true;
    server.turn = escalatedTurn;
    await visit();
    await open();
    await ask("Can you deliver a pizza?");
    await page.locator("parley-escalation").waitFor();
    server.ticket.say("agent", "Here I am.", { agent: dana });
    await page.getByText("Here I am.").first().waitFor();
    expect(await page.locator("parley-escalation").count()).toBe(1);
  });

  it("tells a page that may not chat from a server that cannot be reached", async () => {
    await visit();
    await page.route(/chat\/init|parley\.js/, (route) => route.abort());
    await launcher().click();
    await page.getByText("The chat could not start.").waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("Hello! Ask me anything").waitFor();
  });

  it("begins a new conversation when the session is no longer known", async () => {
    await visit();
    await open();
    await ask("First");
    await page.locator("parley-message .sources").waitFor();
    server.tickets.clear();
    await page.reload();
    await page.getByText("Hello! Ask me anything").waitFor();
    expect(await bubbles().count()).toBe(0);
    expect(server.tickets.size).toBe(1);
  });
});

describe("everywhere", () => {
  it("works with storage blocked", async () => {
    await visit({ before: blockStorage });
    await open();
    await ask("How do I allow subdomains?");
    await page.locator("parley-message .sources").waitFor();
  });

  it("fills a phone's screen and does not make it zoom", async () => {
    await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await open();
    await settle(page);
    expect(await panel().boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await field().evaluate((element) => getComputedStyle(element).fontSize)).toBe("16px");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axeFindings(page)).toEqual([]);
  });

  it("runs from right to left in Arabic", async () => {
    await visit({ lang: "ar" });
    await launcher().click();
    await page.getByRole("textbox", { name: "رسالة" }).waitFor();
    expect(await panel().getAttribute("dir")).toBe("rtl");
  });

  it.each([
    ["its own", "en", "pl-PL", "en"],
    ["that of the page where it speaks neither", "sv", "fi-FI", "sv"],
  ])("tells the server its language: %s", async (_which, lang, locale, told) => {
    await visit({ lang, locale });
    await open();
    const init = server.requests.findLast(({ path }) => path === "/api/v1/chat/init");
    expect(init?.body).toMatchObject({ visitor: { locale: told } });
    await page.getByRole("textbox", { name: "Message" }).waitFor();
  });

  it("runs no script, loads nothing and leaves the page alone, whatever an answer says", async () => {
    const hostile = [
      "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'><iframe src=https://evil.example></iframe>",
      "[a](javascript:window.hacked=1) ![b](https://evil.example/p.gif) [c](data:text/html,x)",
      "<style>*{display:none}</style> | x |\n|---|\n| <svg onload=window.hacked=1> |",
      "```html\n<script>window.hacked = 1</script>\n```",
      `${"> ".repeat(300)}deep ${"W".repeat(3_000)}`,
    ].join("\n\n");
    server.turn = (ticket, { turnId }) => {
      for (const piece of hostile.match(/.{1,40}/gs) ?? []) ticket.append("token", { content: piece }, turnId);
      ticket.say("assistant", hostile, { grade: grade("high") }, turnId);
      ticket.append("end", {}, turnId);
    };
    await visit({
      before:
        "window.loaded = []; new PerformanceObserver((list) => { for (const e of list.getEntries()) window.loaded.push(e.name); }).observe({ type: 'resource', buffered: true });",
    });
    await open();
    await ask(hostile);
    await page.getByRole("button", { name: "Helpful", exact: true }).waitFor();
    await page.reload();
    await page.getByText("Hello! Ask me anything").waitFor();
    await page.getByRole("button", { name: "Helpful", exact: true }).waitFor();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    const loaded = (await page.evaluate("window.loaded")) as string[];
    expect(loaded.filter((url) => !url.startsWith(server.origin))).toEqual([]);
    expect(
      await page.locator("parley-markdown").evaluateAll((all) =>
        all.every((element) => {
          const [box, outer] = [
            element.getBoundingClientRect(),
            element.closest("parley-message")?.getBoundingClientRect() ??
              (element.getRootNode() as ShadowRoot).host.getBoundingClientRect(),
          ];
          return box.width <= outer.width + 1;
        }),
      ),
    ).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await page.locator("#host").isVisible()).toBe(true);
  });

  it("goes without a trace on shutdown", async () => {
    await visit();
    await open();
    await page.evaluate("Parley('shutdown')");
    await expect.poll(() => page.locator("parley-chat, [data-parley]").count()).toBe(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});

function words(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
