import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findProgram } from "../../scripts/setup/programs.mjs";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { HostPage } from "./host-page.ts";
import { MockServer, type Turn } from "./mock-server.ts";
import { citedTurn, endlessTurn, escalatedTurn } from "./turns.ts";

const dana = { id: "a1", name: "Dana Okafor" };
const tenant = "5b7c1f1e-0000-7000-8000-000000000001";
const blocked = ["localStorage", "sessionStorage"]
  .map(
    (name) =>
      `Object.defineProperty(window, "${name}", { get() { throw new DOMException("denied", "SecurityError"); } });`,
  )
  .join("");
/** Signed by nobody: the mock server does not look. */
const anna = `x.${btoa(JSON.stringify({ external_id: "anna" }))}.x`;

let browser: Browser;
let server: MockServer;
let host: HostPage;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  const [widgetFolder, launched] = await Promise.all([builtOnce("widget/vite.config.ts"), launchBrowser()]);
  browser = launched;
  host = await new HostPage().start();
  server = await new MockServer({ widgetFolder, allowedOrigin: () => host.origin, turn: citedTurn }).start();
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), host?.stop()]);
});

beforeEach(async () => {
  problems.length = 0;
  server.turn = citedTurn;
  server.failures.clear();
  server.requests.length = 0;
  host.policy = `default-src 'none'; script-src ${server.origin}; connect-src ${server.origin}`;
  host.html =
    `<!doctype html><html lang="en"><head><title>Shop</title></head><body><h1>Shop</h1><input id="own">` +
    `<script async src="${server.origin}/widget/parley.js" data-tenant="${tenant}"></script></body></html>`;
  context = await browser.newContext({ viewport: { width: 1100, height: 800 } });
  page = await newTab();
});

afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

async function newTab(): Promise<Page> {
  const tab = await context.newPage();
  tab.on("pageerror", (error) => problems.push(error.message));
  return tab;
}

const go = (path: string, tab = page) => tab.goto(`${host.origin}${path}`);
const launcher = (tab = page) => tab.locator("[data-parley=launcher] button");
const badge = (tab = page) => tab.locator("[data-parley=launcher] span");
const panel = (tab = page) => tab.locator("parley-chat .panel");
const field = (tab = page) => tab.getByRole("textbox", { name: "Message" });
const log = (tab = page) => tab.getByRole("log");
const parley = (call: string, tab = page) => tab.evaluate(`Parley(${call})`);

async function open(tab = page): Promise<void> {
  await launcher(tab).click();
  await tab.getByText("Hello! Ask me anything").waitFor();
}

async function ask(text: string, tab = page): Promise<void> {
  await field(tab).fill(text);
  await field(tab).press("Enter");
}

async function askForPerson(turn: Turn = escalatedTurn): Promise<void> {
  server.turn = turn;
  await go("/");
  await open();
  await ask("Can you deliver a pizza?");
  await page.locator("parley-escalation").waitFor();
  // What was not seen before the chat is closed counts as unread.
  await log().getByText("I've passed it to our team").first().waitFor();
}

async function askAndRead(): Promise<void> {
  await go("/");
  await open();
  await ask("How do I allow subdomains?");
  await page.locator("parley-message .sources").waitFor();
}

/** Holds up who waits for it until it is opened. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const closeChat = () => page.keyboard.press("Escape");

/** Names of what is kept of the visitor; the look of the launcher is the tenant's. */
const keptOfVisitor = () =>
  [localStorage, sessionStorage].flatMap((kept) => Object.keys(kept)).filter((key) => !key.startsWith("parley-look:"));

describe("the next page", () => {
  it("has the panel open as it was, with what was written and without taking the cursor from the page", async () => {
    await askAndRead();
    await field().fill("And what about");
    await go("/next");
    await expect.poll(() => field().inputValue()).toBe("And what about");
    await page.locator("parley-message .sources").waitFor();
    expect(await launcher().getAttribute("aria-expanded")).toBe("true");
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe("body");
    await field().press("Enter");
    await expect.poll(() => server.ticket.received.length).toBe(2);
    await page.reload();
    await panel().waitFor();
    expect(await field().inputValue()).toBe("");
  });

  it("has it closed when it was closed, and is left alone while nothing is awaited", async () => {
    await askAndRead();
    await field().press("Escape");
    await expect.poll(() => panel().isVisible()).toBe(false);
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join("").includes("follow"))).toBe(false);
    server.requests.length = 0;
    await go("/next");
    await launcher().waitFor();
    await launcher().hover();
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/panel-")),
    );
    expect(server.requests).toEqual([]);
    expect(await page.locator("parley-chat").count()).toBe(0);
  });

  it("still has an answer that was stopped, in its place, and asks again at a press", async () => {
    server.turn = endlessTurn;
    await go("/");
    await open();
    await ask("First?");
    await log().getByText("To begin with").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped").waitFor();
    server.turn = citedTurn;
    await ask("Second?");
    await page.locator("parley-message .sources").waitFor();
    await page.reload();
    await page.locator("parley-message .sources").waitFor();
    const texts = await page.locator("parley-markdown .text, parley-message .bubble").allTextContents();
    expect(texts.map((text) => text.trim().slice(0, 13))).toEqual([
      "First?",
      "To begin with",
      "Second?",
      "Yes. Add an e",
    ]);
    await page.getByText("Stopped").waitFor();
    await page.getByRole("button", { name: "Ask again" }).click();
    await expect.poll(() => server.ticket.received).toEqual(["First?", "Second?", "First?"]);
  });

  it("is read on where it was left, after a reload and after another screen", async () => {
    const long = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of a long answer.`).join("\n\n");
    let turn = "";
    server.turn = (ticket, { turnId }) => {
      turn = turnId;
      ticket.say("assistant", long, {}, turnId);
    };
    await go("/");
    await open();
    await ask("How?");
    const part = page.locator("parley-markdown p", { hasText: "Paragraph 20 " });
    await part.waitFor();
    const place = () => part.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const end = page.locator("parley-markdown p", { hasText: "Paragraph 59 " });
    // The question stays in view while its answer grows.
    await page.getByRole("button", { name: "Latest messages" }).click();
    await expect.poll(() => end.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    await page.locator("parley-chat .log").evaluate((element) => element.scrollTo(0, 400));
    await page.getByRole("button", { name: "Latest messages" }).waitFor();
    const before = await place();
    await page.reload();
    await part.waitFor();
    await expect.poll(place).toBe(before);
    // What is said at the end meanwhile takes nobody there who reads above it.
    await page.getByRole("button", { name: "Latest messages" }).waitFor();
    server.ticket.append("end", {}, turn);
    server.ticket.say("assistant", `${"More of it.\n\n".repeat(30)}The very end.`);
    await log().getByText("The very end.").waitFor();
    expect(await place()).toBe(before);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Your conversations" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(place).toBe(before);
  });

  it("goes on with an answer that is under way, also with the chat closed", async () => {
    let turn = "";
    server.turn = (ticket, question) => {
      turn = question.turnId;
      return endlessTurn(ticket, question);
    };
    await go("/");
    await open();
    await ask("How?");
    await log().getByText("look for").waitFor();
    await page.reload();
    await log().getByText("look for").waitFor();
    await closeChat();
    await parley("'close'");
    await go("/next");
    await expect.poll(() => server.count("/api/v1/chat/init")).toBe(3);
    server.ticket.say("assistant", "Open the settings.", {}, turn);
    server.ticket.append("end", {}, turn);
    await expect.poll(() => page.title()).toBe("(1) Shop");
  });

  it("still has the thumb, and so has another tab", async () => {
    await askAndRead();
    const other = await newTab();
    await go("/", other);
    await open(other);
    const thumb = (tab: Page) => tab.getByRole("button", { name: "Helpful", exact: true });
    await thumb(other).waitFor();
    await thumb(page).click();
    await expect.poll(() => thumb(other).getAttribute("aria-pressed")).toBe("true");
    await page.reload();
    await expect.poll(() => thumb(page).getAttribute("aria-pressed")).toBe("true");
  });

  it("sends what could not be sent on the page before, once and in order", async () => {
    await askAndRead();
    server.failures.set("/api/v1/chat/stream", { status: 401, code: "unauthorized" });
    server.failures.set("/api/v1/chat/init", { status: 503, code: "unavailable" });
    await ask("Second?");
    await ask("Third?");
    server.failures.clear();
    await page.reload();
    await expect.poll(() => server.ticket.received.slice(-2)).toEqual(["Second?", "Third?"]);
    await expect.poll(() => page.locator("parley-message .bubble").count()).toBeGreaterThanOrEqual(2);
    expect(server.ticket.received.filter((text) => text.includes("Second?"))).toHaveLength(1);
  });

  it("shows nothing of all this where storage is blocked, and works", async () => {
    await context.addInitScript(blocked);
    await askAndRead();
    await page.reload();
    await launcher().waitFor();
    expect(await panel().count()).toBe(0);
    await open();
  });

  it("waits with the session of a signed-in visitor until the site has said who is there", async () => {
    await context.addInitScript("window.Parley = []");
    await go("/");
    await parley(`'identify', { identity: '${anna}' }`);
    await open();
    await ask("Where is my order?");
    await page.locator("parley-message .sources").waitFor();
    server.requests.length = 0;
    await page.reload();
    await page.locator("parley-chat").waitFor({ state: "attached" });
    expect(server.requests).toEqual([]);
    expect(await panel().isVisible()).toBe(false);
    await parley(`'identify', { identity: '${anna}' }`);
    await page.locator("parley-message .sources").waitFor();
    expect(server.requests[0]?.body).toMatchObject({ identity: anna });
  });
});

describe("a person's reply", () => {
  it("shows on the next page before any click: badge, title and event, until it is read", async () => {
    await askForPerson();
    await closeChat();
    await context.addInitScript(
      "window.unread = []; window.Parley = [['on', 'unread', (detail) => window.unread.push(detail)]]",
    );
    await go("/next");
    await expect.poll(() => server.ticket.listeners.size).toBe(1);
    server.ticket.say("agent", "The voucher is yours.", { agent: dana });
    await expect.poll(() => badge().textContent()).toBe("1");
    expect(await page.title()).toBe("(1) Shop");
    expect(await page.evaluate("window.unread")).toEqual([{ count: 1 }]);
    await page.evaluate("document.title = 'Basket'");
    await expect.poll(() => page.title()).toBe("(1) Basket");
    await launcher().click();
    await log().getByText("The voucher is yours.").waitFor();
    expect(await page.title()).toBe("Basket");
    expect(await badge().isVisible()).toBe(false);
  });

  it("that came while no page was open is counted too, also when the ticket is resolved by it", async () => {
    await askForPerson();
    await closeChat();
    await go("/next");
    await expect.poll(() => server.ticket.listeners.size).toBe(1);
    await page.goto("about:blank");
    await expect.poll(() => server.ticket.listeners.size).toBe(0);
    server.ticket.say("agent", "One.", { agent: dana });
    server.ticket.say("agent", "Two.", { agent: dana });
    await go("/third");
    await expect.poll(() => page.title()).toBe("(2) Shop");
    server.ticket.handTo("assistant", "resolved", dana);
    await go("/fourth");
    await expect.poll(() => badge().textContent()).toBe("2");
  });

  it("counts in every tab, and reading it in one of them clears the others", async () => {
    await askForPerson();
    await closeChat();
    const other = await newTab();
    await go("/other", other);
    await expect.poll(() => server.count("/api/v1/chat/events")).toBe(2);
    server.ticket.say("agent", "Here I am.", { agent: dana });
    await expect.poll(() => other.title()).toBe("(1) Shop");
    await expect.poll(() => page.title()).toBe("(1) Shop");
    await launcher(other).click();
    await log(other).getByText("Here I am.").waitFor();
    await expect.poll(() => page.title()).toBe("Shop");
    expect(await badge().isVisible()).toBe(false);
  });

  it("counts in an open chat whose tab nobody looks at", async () => {
    const look = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden);
    await askForPerson();
    await look(true);
    server.ticket.say("agent", "Here I am.", { agent: dana });
    await expect.poll(() => page.title()).toBe("(1) Shop");
    await look(false);
    await expect.poll(() => page.title()).toBe("Shop");
  });

  it("is awaited from then on in a tab that was there before", async () => {
    const other = await newTab();
    await go("/other", other);
    await launcher(other).waitFor();
    await askForPerson();
    await closeChat();
    await expect.poll(() => server.count("/api/v1/chat/events")).toBe(2);
    server.ticket.say("agent", "Here I am.", { agent: dana });
    await expect.poll(() => badge(other).textContent()).toBe("1");
  });

  it("is counted once in a tab that is told late of what another one has shown", async () => {
    const other = await newTab();
    // It listens for itself.
    await other.addInitScript("Object.defineProperty(navigator, 'locks', { value: undefined })");
    await go("/other", other);
    await launcher(other).waitFor();
    const [asked, shown] = [gate(), gate()];
    await other.route("**/chat/events", async (route) => {
      asked.open();
      await shown.opened;
      await route.continue();
    });
    await askForPerson(async (...turn) => {
      await asked.opened;
      await escalatedTurn(...turn);
    });
    await closeChat();
    shown.open();
    await expect.poll(() => server.ticket.listeners.size).toBe(2);
    server.ticket.say("agent", "Here I am.", { agent: dana });
    await expect.poll(() => other.title()).toBe("(1) Shop");
    await expect.poll(() => badge(other).textContent()).toBe("1");
  });

  it("is no longer awaited, and nothing begun, when the session is over", async () => {
    await askForPerson();
    await closeChat();
    server.tickets.clear();
    await go("/next");
    await expect.poll(() => server.count("/api/v1/chat/init")).toBe(2);
    await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), `parley:${tenant}`)).toBeNull();
    expect(server.tickets.size).toBe(0);
    await open();
    expect(server.tickets.size).toBe(1);
  });
});

describe("a page that swaps its body", () => {
  it.each([
    ["document.body = document.createElement('body')"],
    ["document.body.replaceWith(document.createElement('body'))"],
    ["document.body.innerHTML = ''"],
  ])("keeps launcher, panel and what they do: %s", async (swap) => {
    await askAndRead();
    await field().fill("half a sen");
    await page.evaluate(swap);
    await page.evaluate((src) => {
      const script = Object.assign(document.createElement("script"), { src });
      script.dataset["tenant"] = "5b7c1f1e-0000-7000-8000-000000000001";
      document.body.append(script);
      return new Promise((done) => script.addEventListener("load", done));
    }, `${server.origin}/widget/parley.js`);
    expect(await page.locator("[data-parley=launcher]").count()).toBe(1);
    expect(await field().inputValue()).toBe("half a sen");
    await ask("Second?");
    await expect.poll(() => page.locator("parley-message .sources").count(), { timeout: 20_000 }).toBe(2);
    await parley("'close'");
    await expect.poll(() => panel().isVisible()).toBe(false);
    await parley("'open'");
    await panel().waitFor();
  });

  it("gets the widget back when it threw everything away", async () => {
    await askAndRead();
    await page.evaluate("document.documentElement.innerHTML = '<head><title>New</title></head><body>New</body>'");
    await launcher().waitFor();
    await ask("Second?");
    await expect.poll(() => page.locator("parley-message .sources").count(), { timeout: 20_000 }).toBe(2);
  });
});

describe("a page that comes back from the back/forward cache", () => {
  it("goes on listening at once", async () => {
    // The headless shell has no such cache.
    const caching = await launchBrowser({
      executablePath: findProgram("chromium"),
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    try {
      context = await caching.newContext();
      await context.addInitScript("addEventListener('pageshow', (event) => { window.wasKept = event.persisted; })");
      page = await newTab();
      await askForPerson();
      await closeChat();
      await go("/next");
      await expect.poll(() => server.count("/api/v1/chat/init")).toBe(2);
      await page.goBack({ waitUntil: "commit" });
      await expect.poll(() => page.evaluate("window.wasKept")).toBe(true);
      server.ticket.say("agent", "Here I am.", { agent: dana });
      await expect.poll(() => badge().textContent()).toBe("1");
      expect(await page.title()).toBe("(1) Shop");
    } finally {
      await caching.close();
    }
  });
});

describe("two tabs", () => {
  it("go on with the same new conversation when one of them begins it", async () => {
    await askAndRead();
    const other = await newTab();
    await go("/", other);
    await open(other);
    await other.locator("parley-message .sources").waitFor();
    const old = server.ticket;
    await page.locator("parley-header .more").click();
    await page.getByRole("menuitem", { name: "New conversation" }).click();
    await expect.poll(() => server.ticket === old).toBe(false);
    await expect.poll(() => other.locator("parley-message").count()).toBe(0);
    await ask("From the other tab", other);
    await expect.poll(() => server.ticket.received).toEqual(["From the other tab"]);
    await log(page).getByText("From the other tab").waitFor();
  });

  it("where a conversation was closed elsewhere, what is said goes to the next one", async () => {
    await context.addInitScript(blocked);
    await askAndRead();
    server.ticket.handTo("assistant", "closed");
    await ask("Are you still there?");
    await log().getByText("This is a new one.").waitFor();
    await expect.poll(() => server.ticket.received).toEqual(["Are you still there?"]);
    expect(await page.getByText("Not sent").count()).toBe(0);
  });
});

describe("calls of the page", () => {
  it("'prefill' puts a text into the field that the visitor has not used, and sends nothing", async () => {
    await go("/");
    await launcher().waitFor();
    await parley("'prefill', 'About order 17: '");
    await open();
    await expect.poll(() => field().inputValue()).toBe("About order 17: ");
    await parley("'prefill', 'About order 18: '");
    await expect.poll(() => field().inputValue()).toBe("About order 18: ");
    await field().fill("My own words");
    await parley("'prefill', 'About order 19: '");
    expect(await field().inputValue()).toBe("My own words");
    expect(server.count("/api/v1/chat/stream")).toBe(0);
  });

  it("'send' says it as the visitor, in the open chat", async () => {
    await go("/");
    await launcher().waitFor();
    await parley("'send', 'How do I allow subdomains?'");
    await page.locator("parley-message .sources").waitFor();
    expect(server.ticket.received).toEqual(["How do I allow subdomains?"]);
  });

  it("'off' takes a listener away", async () => {
    await go("/");
    await launcher().waitFor();
    await page.evaluate("window.opened = 0; window.count = () => { window.opened += 1; }; Parley('on', 'open', count)");
    await open();
    await parley("'close'");
    await page.evaluate("Parley('off', 'open', count)");
    await launcher().click();
    await panel().waitFor();
    expect(await page.evaluate("window.opened")).toBe(1);
  });

  it("'reset' ends the conversation and leaves nothing behind, also before the first opening", async () => {
    await askAndRead();
    await field().fill("secret");
    const old = server.ticket;
    await parley("'reset'");
    await expect.poll(() => panel().isVisible()).toBe(false);
    await expect.poll(() => old.status).toBe("closed");
    expect(await page.evaluate(keptOfVisitor)).toEqual([]);
    await open();
    expect(await field().inputValue()).toBe("");
    expect(server.ticket).not.toBe(old);
    await parley("'close'");
    const next = server.ticket;
    await page.reload();
    await launcher().waitFor();
    await parley("'reset'");
    await expect.poll(() => next.status).toBe("closed");
    expect(await page.evaluate(keptOfVisitor)).toEqual([]);
  });

  it("that nobody knows are told on the console", async () => {
    const told: string[] = [];
    page.on("console", (message) => told.push(message.text()));
    await go("/");
    await launcher().waitFor();
    await page.evaluate("Parley('opne'); Parley('clsoe')");
    expect(told).toEqual(["Parley: unknown call opne", "Parley: unknown call clsoe"]);
  });
});
