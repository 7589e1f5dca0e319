import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ToolActivity } from "../../protocol/tools.ts";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { HostPage } from "./host-page.ts";
import { MockServer } from "./mock-server.ts";
import type { Confirmed, MockTicket } from "./mock-ticket.ts";
import {
  activity,
  beginRead,
  confirmation,
  confirmTurn,
  endCall,
  readTurn,
  settle,
  writeActivity,
} from "./tool-turns.ts";

let browser: Browser;
let server: MockServer;
let host: HostPage;
let page: Page;
let answers: Confirmed[] = [];

beforeAll(async () => {
  const widgetFolder = await builtOnce("widget/vite.config.ts");
  browser = await launchBrowser();
  host = await new HostPage().start();
  server = await new MockServer({ widgetFolder, allowedOrigin: () => host.origin, turn: confirmTurn() }).start();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), host?.stop()]);
});
beforeEach(() => {
  answers = [];
  server.turn = confirmTurn();
  server.failures.clear();
  server.requests.length = 0;
  server.confirmed = (ticket, answer) => {
    answers.push(answer);
    finish(ticket, answer.approved);
  };
});
afterEach(() => page.context().close());

/** The write is done, or not, and the assistant says so. */
function finish(ticket: MockTicket, approved: boolean, more: Partial<ToolActivity> = {}): void {
  const write = confirmation();
  settle(ticket, write, approved ? "approved" : "declined");
  const done = writeActivity(write, approved ? more : { status: "declined", content: "" });
  if (approved) endCall(ticket, "t2", done);
  ticket.say("assistant", approved ? "Your booking was moved." : "Okay, nothing was changed.", { tools: [done] });
  ticket.append("end", {});
}

async function visit(options: BrowserContextOptions = {}, lang = "en"): Promise<void> {
  host.html =
    `<!doctype html><html lang="${lang}"><head><meta name="viewport" content="width=device-width"><title>Host</title></head><body><main><h1>Host</h1></main>` +
    `<script async src="${server.origin}/widget/parley.js" data-tenant="5b7c1f1e-0000-7000-8000-000000000001"></script></body></html>`;
  page = await (await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options })).newPage();
  await page.goto(host.origin);
  await page.locator("[data-parley=launcher] button").click();
  await page.getByText("Hello! Ask me anything").waitFor();
}

async function say(words: string): Promise<void> {
  await field().fill(words);
  await field().press("Enter");
}

async function beAsked(options: BrowserContextOptions = {}): Promise<void> {
  await visit(options);
  await say("Please move my booking to Friday");
  await card().waitFor();
}

const field = () => page.getByRole("textbox", { name: "Message" });
const card = () => page.getByRole("group", { name: "Move a booking" });
const button = (name: string) => card().getByRole("button", { name });
const answered = (words: string) => page.locator("parley-message").getByText(words).first().waitFor();
const focused = () =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.textContent?.trim() || at?.localName;
  });

describe("a write that waits for a yes", () => {
  it("says what would happen, with every argument, and is done after Approve", async () => {
    await beAsked();
    await answered("Friday, 6 March");
    expect(await card().locator(".description").count()).toBe(0);
    expect(await card().locator("th").allInnerTexts()).toEqual(["Booking", "New date", "New time"]);
    expect(await card().locator(".value").allInnerTexts()).toEqual(["B-204", "2026-03-06", "19:30"]);
    expect(await card().getByRole("timer").textContent()).toBe("10 minutes left");
    await button("Approve").click();
    await answered("Your booking was moved.");
    await card().getByText("Booking B-204: Friday, 6 March, 19:30").waitFor();
    expect(await page.locator("parley-confirmation").count()).toBe(0);
    expect(answers).toEqual([{ id: confirmation().confirmation_id, approved: true }]);
  });

  it("is declined, by keyboard alone: the heading has the keyboard, Approve is not the default", async () => {
    await beAsked();
    await expect.poll(focused).toBe("Move a booking");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(answers).toEqual([]);
    await page.locator("[data-parley=launcher] button").click();
    await expect.poll(() => button("Decline").getAttribute("aria-disabled")).toBe("false");
    await button("Decline").focus();
    await page.keyboard.press("Enter");
    await answered("Okay, nothing was changed.");
    await card().getByText("Declined. Nothing was done.", { exact: true }).waitFor();
    expect(answers).toMatchObject([{ approved: false }]);
  });

  it("says nothing of another window where the answer that follows brings no word of the change", async () => {
    server.confirmed = (ticket) => {
      settle(ticket, confirmation(), "declined");
      ticket.say("assistant", "Okay, nothing was changed.");
      ticket.append("end", {});
    };
    await beAsked();
    await expect.poll(() => button("Decline").getAttribute("aria-disabled")).toBe("false");
    await button("Decline").click();
    await answered("Okay, nothing was changed.");
    await card().getByText("Declined. Nothing was done.", { exact: true }).waitFor();
  });

  it("leaves the keyboard to whoever writes", async () => {
    await visit();
    server.turn = () => {};
    await say("Please move my booking to Friday");
    await field().fill("And one more th");
    await confirmTurn()(server.ticket, { id: "m", content: "", turnId: "t" });
    await button("Approve").waitFor();
    await page.keyboard.type("ing");
    expect(await field().inputValue()).toBe("And one more thing");
  });

  it("is asked again until the line is back, and sent once", async () => {
    await beAsked();
    await page.route("**/confirmations/**", (route) => route.abort());
    await button("Approve").click();
    await card().getByText("Sending…").waitFor();
    await page.unroute("**/confirmations/**");
    await answered("Your booking was moved.");
    expect(answers).toHaveLength(1);
  });

  it("is kept, and can be answered again, when the answer did not get through", async () => {
    await beAsked();
    server.failures.set(`/api/v1/chat/confirmations/${confirmation().confirmation_id}`, {
      status: 503,
      code: "unavailable",
    });
    await button("Approve").click();
    await card().getByText("Your answer wasn’t sent.").waitFor();
    server.failures.clear();
    await button("Approve").click();
    await answered("Your booking was moved.");
    expect(answers).toHaveLength(1);
  });

  it("is there after a reload", async () => {
    await beAsked();
    await page.reload();
    await button("Approve").click();
    await answered("Your booking was moved.");
  });

  it("follows the answer that was given in another tab, which alone counts", async () => {
    await beAsked();
    const other = await page.context().newPage();
    await other.goto(host.origin);
    await other.locator("[data-parley=launcher] button").click();
    await other.locator("parley-confirmation .approve").waitFor();
    server.confirmed = (ticket, answer) => {
      answers.push(answer);
      settle(ticket, confirmation(), "approved");
      beginRead(ticket, "t2", writeActivity(confirmation()));
    };
    await button("Approve").click();
    await other.locator("parley-confirmation").getByText("Approved. Answered in another window.").waitFor();
    expect(await other.locator("parley-confirmation button").count()).toBe(0);
    await page.bringToFront();
    await card().getByText("Approved", { exact: true }).waitFor();
    finish(server.ticket, true);
    await answered("Your booking was moved.");
    await other.locator("parley-message").getByText("Your booking was moved.").waitFor();
    expect(answers).toHaveLength(1);
  });

  it("says so when somebody else has answered before", async () => {
    await beAsked();
    server.ticket.answers.set(confirmation().confirmation_id, false);
    await button("Approve").click();
    await card().getByText("This can no longer be answered.").waitFor();
    settle(server.ticket, confirmation(), "declined");
    await card().getByText("Declined. Nothing was done.").waitFor();
    expect(answers).toEqual([]);
  });

  it("waits for a person without a yes, and for both in turn", async () => {
    server.confirmed = (ticket, answer) => {
      answers.push(answer);
      const next = confirmation({ waits_for: "agent" });
      ticket.pending = { type: "confirmation", ...next };
      ticket.append("confirmation_required", next);
      ticket.say("assistant", "Thank you. Our team has to agree as well.");
      ticket.append("end", {});
    };
    await beAsked();
    await button("Approve").click();
    await card().getByText("Our team needs to approve this.").waitFor();
    expect(await card().getByRole("button").allInnerTexts()).toEqual(["Decline"]);
    await page.reload();
    await card().getByText("Our team needs to approve this.").waitFor();
    server.ticket.append("confirmation_response", {
      confirmation_id: confirmation().confirmation_id,
      approved: false,
      outcome: "declined",
      by: "agent",
    });
    await card().getByText("Declined by our team. Nothing was done.").waitFor();
  });

  it("takes a no while the team is asked", async () => {
    server.turn = confirmTurn(() => confirmation({ waits_for: "agent" }));
    await beAsked();
    await card().getByText("Our team needs to approve this.").waitFor();
    server.confirmed = (ticket, answer) => {
      answers.push(answer);
      finish(ticket, answer.approved);
    };
    await button("Decline").click();
    await answered("Okay, nothing was changed.");
    expect(answers).toEqual([{ id: confirmation().confirmation_id, approved: false }]);
  });

  it("counts down, and is over when time is up", async () => {
    server.turn = confirmTurn(() => confirmation({ expires_at: new Date(Date.now() + 120_000).toISOString() }));
    await visit();
    await page.clock.install();
    await say("Please move my booking to Friday");
    await card().waitFor();
    await page.clock.runFor(1_000);
    await expect.poll(() => card().getByRole("timer").textContent()).toBe("2 minutes left");
    await page.clock.runFor(61_000);
    await expect.poll(() => card().getByRole("timer").textContent()).toMatch(/^\d0 seconds left$/);
    await page.clock.runFor(60_000);
    await card().getByText("No reply in time. Nothing was done.").waitFor();
    expect(await card().getByRole("button").count()).toBe(0);
  });

  it("means no when something else is written, and goes when a person takes over", async () => {
    await beAsked();
    await card().getByText("Another request cancels this.").waitFor();
    server.turn = (ticket) => {
      settle(ticket, confirmation(), "withdrawn");
      ticket.say("assistant", "Then not.");
      ticket.append("end", {});
    };
    await say("No, wait");
    await answered("Then not.");
    server.turn = confirmTurn();
    await say("Please move it after all");
    await button("Approve").waitFor();
    settle(server.ticket, confirmation(), "withdrawn");
    server.ticket.handTo("human", "in_progress", { id: "a1", name: "Dana" });
    await card().last().getByText("Withdrawn. Nothing was done.").waitFor();
    expect(await card().last().getByRole("button").count()).toBe(0);
  });

  it.each([
    ["en", "from Main St 1 to Park Ave 9", "none"],
    ["ar", "من Main St 1 إلى Park Ave 9", "matrix(-1, 0, 0, 1, 0, 0)"],
    ["ja", "Main St 1 から Park Ave 9 へ", "none"],
  ])("says from what to what: %s", async (lang, spoken, arrow) => {
    const address = { name: "address", label: "Delivery address", value: "Park Ave 9", before: "Main St 1" };
    server.turn = confirmTurn(() => confirmation({ fields: [address], arguments: { address: "Park Ave 9" } }));
    await visit({}, lang);
    await page.getByRole("textbox").fill("Please send it to Park Ave 9");
    await page.keyboard.press("Enter");
    const change = card().locator(".change");
    await change.waitFor();
    expect(await change.locator("del").textContent()).toBe("Main St 1");
    expect(await card().locator(".value").allInnerTexts()).toEqual(["Park Ave 9"]);
    const shown = change.locator(".arrow");
    expect(await shown.evaluate((element) => getComputedStyle(element).transform)).toBe(arrow);
    // One line for a short change, in the direction of the language.
    const sides = async () => [await change.locator("del").boundingBox(), await change.locator(".value").boundingBox()];
    await expect
      .poll(async () => {
        const [from, to] = await sides();
        return Math.abs((from?.y ?? 0) - (to?.y ?? 99));
      })
      .toBeLessThan(8);
    const [from, to] = await sides();
    expect((from?.x ?? 0) < (to?.x ?? 0)).toBe(lang !== "ar");
    await expect
      .poll(async () =>
        (await change.ariaSnapshot())
          .replace(/[-":\n]|deletion|paragraph|text/g, " ")
          .replace(/\s+/g, " ")
          .trim(),
      )
      .toBe(spoken);
  });

  it("shows text from outside as text, every argument whole, and characters that nobody sees", async () => {
    const trick = "a\u202Ebc";
    server.turn = confirmTurn(() =>
      confirmation({
        action: "Move a booking\u202E",
        connection: "Book\u200Bings",
        description: "<img src=x onerror=alert(1)> to \u2066Dr\u00AD. No",
        fields: [
          { name: "note", label: "<b>Note</b>", value: trick, before: "<i>\u202Eold" },
          { name: "long", label: "Long", value: "word ".repeat(600) },
        ],
        arguments: { note: trick, long: "x", hidden: { amount: 9_000 } },
      }),
    );
    await beAsked({ viewport: { width: 320, height: 568 } });
    expect(await card().locator("img, b, i").count()).toBe(0);
    expect(await card().locator("del").allInnerTexts()).toEqual(["<i>⟨U+202E⟩old"]);
    expect(await card().locator("th").allInnerTexts()).toEqual(["<b>Note</b>", "Long", "hidden"]);
    const values = await card().locator(".value").allInnerTexts();
    expect(values[0]).toBe("a⟨U+202E⟩bc");
    const text = await card().textContent();
    for (const shown of ["Move a booking⟨U+202E⟩", "Book⟨U+200B⟩ings", "to ⟨U+2066⟩Dr⟨U+00AD⟩. No"])
      expect(text).toContain(shown);
    expect(values[1]?.match(/word/g)).toHaveLength(600);
    expect(values[2]).toContain("9000");
    await card().getByText("Scroll to read everything.").nth(1).waitFor();
    expect(await card().locator(".value").nth(1).getAttribute("tabindex")).toBe("0");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

describe("what a tool did", () => {
  it("is shown while it runs and with the answer, also after a reload, and is what a source leads to", async () => {
    await visit();
    server.turn = (ticket, { turnId }) => beginRead(ticket, turnId);
    await say("Where is my order?");
    const call = page.getByRole("group", { name: "Look up an order, Orders" });
    await call.getByText("Working on it…").waitFor();
    await readTurn()(server.ticket, { id: "m", content: "", turnId: "t1" });
    await answered("Your order leaves tomorrow");
    expect(await call.textContent()).toMatch(/Orders\s+·\s+just now\s+Order 4711/);
    expect(await call.count()).toBe(1);
    await page.reload();
    await call.getByRole("button", { name: "Look up an order" }).click();
    await call.getByText("Order 4711: packed").waitFor();
    await page.getByRole("button", { name: "Orders" }).last().click();
    const source = page.getByRole("dialog", { name: "Source 1: Orders" });
    expect(await source.textContent()).toMatch(/Look up an order · just now[\s\S]+Order 4711: packed/);
    expect(await source.getByRole("button", { name: "Read the article" }).count()).toBe(0);
  });

  it.each([
    ["failed", "That didn’t work."],
    ["conflict", "This has changed in the meantime. Nothing was done."],
    ["unknown", "We can’t tell whether this was done. Our team is checking."],
  ] as const)("is said plainly when it is %s", async (status, words) => {
    await visit();
    server.turn = readTurn(activity({ status, content: "" }));
    await say("Where is my order?");
    await page.getByRole("group", { name: "Look up an order, Orders" }).getByText(words).waitFor();
  });

  it("is one line for a look-up, with its result on demand", async () => {
    await visit();
    server.turn = readTurn();
    await say("Where is my order?");
    const line = page.getByRole("button", { name: /^Look up an order Orders/ });
    await line.waitFor();
    const result = page.locator("parley-tools").getByText("Order 4711: packed, leaves tomorrow");
    expect(await line.getAttribute("aria-expanded")).toBe("false");
    expect(await result.isVisible()).toBe(false);
    await line.press("Enter");
    await result.waitFor();
    expect(await line.getAttribute("aria-expanded")).toBe("true");
  });

  it("shows the tool's own sentence about a conflict", async () => {
    await visit();
    const content = "The table for two at 19:30 was taken a minute ago.";
    server.turn = readTurn(activity({ kind: "write", status: "conflict", content }));
    await say("Move my table");
    await page.locator("parley-tools").getByText(content).waitFor();
    expect(await page.locator("parley-tools").getByText("This has changed in the meantime").count()).toBe(0);
  });

  it("is cut when it is long, and shown whole on demand", async () => {
    await visit();
    server.turn = readTurn(
      activity({ kind: "write", content: Array.from({ length: 12 }, (_, at) => `Order ${at}`).join("\n") }),
    );
    await say("Where are my orders?");
    const content = page.locator("parley-tools .content");
    await content.waitFor();
    const low = (await content.boundingBox())?.height ?? 0;
    await page.getByRole("button", { name: "Show all" }).click();
    expect((await content.boundingBox())?.height).toBeGreaterThan(low * 3);
    expect(await page.getByRole("button", { name: "Show less" }).getAttribute("aria-expanded")).toBe("true");
  });
});
