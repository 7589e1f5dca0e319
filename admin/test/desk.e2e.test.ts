import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { plainAssist } from "./mock-assist.ts";
import { message, uuid } from "./mock-data.ts";
import { bo, presenceOf, seedReplies } from "./mock-team.ts";
import { seedTickets } from "./mock-tickets.ts";

let bench: ConsoleBench;
const ticket = `/console/inbox/${uuid(42)}`;
const calls = (ending: string) => bench.mock.requests.filter((call) => `${call.method} ${call.path}`.endsWith(ending));

/** Scroll position of a list at rest; 0 while it moves, because moving removes rows that a test has found. */
async function restsAt(list: Element): Promise<number> {
  const before = list.scrollTop;
  await new Promise((done) => setTimeout(done, 200));
  return list.scrollTop === before ? before : 0;
}

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => {
  Object.assign(bench.mock, { signedIn: true, role: "admin", tickets: seedTickets(), requests: [], delayMs: 0 });
  Object.assign(bench.mock, { canned: seedReplies(), mentions: [], before: new Map() });
  bench.mock.assist = plainAssist();
  bench.mock.recaps.clear();
  bench.mock.refusals.clear();
  bench.mock.replies.clear();
});

/** Makes "Send and resolve" the action of the send button. */
async function chooseResolve(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change what the button does" }).click();
  await page.getByRole("button", { name: /^Send and resolve/ }).click();
}

describe("signing in", () => {
  it("leads to the place that was asked for, after a wrong password was told", async () => {
    bench.mock.signedIn = false;
    const { page } = await bench.open(ticket);
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("E-mail or password is wrong.");
    await page.getByLabel("Password").fill(bench.mock.password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Do I get money back" }).waitFor();
    expect(page.url()).toContain(ticket);
  });

  it("again, after the session ended, loses neither the place nor what was typed", async () => {
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").fill("Half an answer");
    // The reply must be the request that gets the 401: any other request would remove the button.
    await page.route(/\/tickets\/[^/]+\/messages$/, (route) => {
      bench.mock.signedIn = false;
      return route.continue();
    });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText("Your session has ended").waitFor();
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password").fill(bench.mock.password);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByLabel("Reply to ticket").inputValue()).toBe("Half an answer");
  });

  it("out, from the person menu, shows the sign-in page", async () => {
    const { page } = await bench.open("/console/");
    await page.getByRole("button", { name: "Ada Agent, account menu" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
  });
});

it("code in an answer stands in a box without gaps, with its language, and its button copies it", async () => {
  const answer = message(
    7001,
    "assistant",
    "Run this:\n\n```bash\nparley doctor\n```\n\n- In a list:\n  ```\n  plain\n  ```",
    1,
  );
  bench.mock.tickets.get(uuid(42))?.messages.push(answer);
  const { page } = await bench.open(ticket, { permissions: ["clipboard-read", "clipboard-write"] });
  const boxes = page.locator(".code-box");
  await boxes.nth(1).waitFor();
  const gaps = await boxes.evaluateAll((all) =>
    all.map((box) => {
      const [head, code] = [...box.children].map((part) => part.getBoundingClientRect());
      return [(code?.top ?? 0) - (head?.bottom ?? 0), box.getBoundingClientRect().bottom - (code?.bottom ?? 0) - 1];
    }),
  );
  expect(gaps.flat().map(Math.round)).toEqual([0, 0, 0, 0]);
  const button = boxes.first().getByRole("button", { name: "Copy" });
  expect(await button.evaluate((element) => getComputedStyle(element).borderStyle)).toBe("none");
  expect(await boxes.first().locator(".code-language").textContent()).toBe("bash");
  await button.click();
  await boxes.first().getByText("Copied").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("parley doctor");
});

describe("the order of a list", () => {
  it("is the longest wait first, or the newest change, as was chosen last", async () => {
    const { page } = await bench.open("/console/");
    const numbers = () => page.locator("a[data-ticket] .ticket-number").allTextContents();
    await expect.poll(numbers).toEqual(["#1043", "#1042", "#1044", "#1045"]);
    await page.getByLabel("Order").selectOption("Last updated");
    await expect.poll(numbers).toEqual(["#1045", "#1044", "#1042", "#1043"]);
    await page.reload();
    await expect.poll(numbers).toEqual(["#1045", "#1044", "#1042", "#1043"]);
    await page.getByRole("link", { name: "All tickets" }).first().click();
    await page.getByLabel("Order").waitFor({ state: "detached" });
  });
});

describe("a long list", () => {
  it("scrolls by itself, and never the console", async () => {
    const [first] = seedTickets().values();
    if (!first) throw new Error("a ticket is seeded");
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...first,
      ticket: { ...first.ticket, id: uuid(2_000 + at) },
    }));
    bench.mock.tickets = new Map(many.map((one) => [one.ticket.id, one]));
    const { page } = await bench.open("/console/");
    await page.locator("a[data-ticket]").nth(5).waitFor({ state: "attached" });
    // Rows outside the viewport are not in the DOM.
    expect(await page.locator("a[data-ticket]").count()).toBeLessThan(40);
    const overhang = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(await overhang()).toBe(0);
    await page.locator("nav").first().hover();
    await page.mouse.wheel(0, 3_000);
    for (const key of ["Space", "End"]) await page.keyboard.press(key);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.locator("a[data-ticket]").first().hover();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.locator(".list-scroll").evaluate(restsAt)).toBeGreaterThan(100);
    expect(await overhang()).toBe(0);
    await page.locator("a[data-ticket]").first().focus();
    await page.keyboard.press("End");
    await page.locator(`a[data-ticket="${uuid(2_059)}"]:focus`).waitFor();
    await page.keyboard.press("k");
    await page.locator(`a[data-ticket="${uuid(2_058)}"]:focus`).waitFor();
    expect(await page.locator(".row-item:has(:focus)").getAttribute("aria-posinset")).toBe("59");
    await page.keyboard.press("Home");
    await page.locator(`a[data-ticket="${uuid(2_000)}"]:focus`).waitFor();
  });
});

describe("the keyboard", () => {
  it("moves, opens, answers and closes", async () => {
    const { page, troubles } = await bench.open("/console/");
    await page.locator("a[data-ticket]").first().waitFor();
    for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Maja Lindqvist");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Do I get money back" }).waitFor();
    await page.keyboard.press("r");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("It is a credit.");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByRole("article", { name: "not sent yet" }).waitFor({ state: "hidden" });
    await page.getByRole("log").getByText("It is a credit.").waitFor();
    expect(calls(`POST /api/v1/admin/tickets/${uuid(42)}/messages`)).toHaveLength(1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.url()).not.toContain(uuid(42));
    expect(troubles).toEqual([]);
  });

  it("finds a ticket with Ctrl-K and in the search, and explains itself with ?", async () => {
    const { page } = await bench.open("/console/library");
    await page.getByRole("heading", { name: "Documents" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("#1048");
    await page.getByRole("option", { name: /1048.*Ines Duarte/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Change the owner" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("okta");
    await expect.poll(() => page.locator("a[data-ticket]").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect
      .poll(() => shortcuts.getByRole("heading", { level: 3 }).allTextContents())
      .toEqual(["Ticket", "Reply", "List", "Everywhere"]);
    expect(await faultsOf(page)).toEqual([]);
  });

  it("resolves with e, and with a reply in the box lets the agent send it first", async () => {
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").fill("It is a credit.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await page.locator("textarea:focus").waitFor();
    await page.getByRole("button", { name: "Send and resolve" }).waitFor();
    await page.getByLabel("Reply to ticket").fill("");
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await page.getByText("Resolved #1042").waitFor();
    await expect.poll(() => bench.mock.tickets.get(uuid(42))?.ticket.status).toBe("resolved");
  });
});

describe("the command palette", () => {
  const groups = (page: Page) =>
    page
      .getByRole("listbox", { name: "Results" })
      .getByRole("group")
      .evaluateAll((all) => all.map((group) => group.getAttribute("aria-label")));

  it("does what is possible with the open ticket, with the keys, and leads back to recent tickets", async () => {
    const { page, troubles } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").waitFor();
    await page.keyboard.press("Control+k");
    await expect
      .poll(() => groups(page))
      .toEqual(["Ticket", "Reply", "List", "Everywhere", "Pages", "Settings", "Account"]);
    const resolve = page.getByRole("option", { name: "Resolve", exact: true });
    expect(await resolve.locator("kbd").textContent()).toBe("e");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.type("assign");
    await page.getByRole("option", { name: "Assign to me" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Assign to" }).waitFor();
    await page.keyboard.type("bo");
    await page.keyboard.press("Enter");
    await page.getByText("Assigned #1042 to Bo Bauer").waitFor();
    await page.goto(`${bench.mock.origin}/console/inbox/${uuid(43)}?view=all`);
    await page.getByLabel("Reply to ticket 1043").waitFor();
    await page.getByRole("link", { name: "Library" }).first().click();
    await page.getByRole("heading", { name: "Documents" }).waitFor();
    await page.keyboard.press("Control+k");
    await expect.poll(() => groups(page)).toEqual(["Everywhere", "Recent tickets", "Pages", "Settings", "Account"]);
    await page.getByRole("group", { name: "Recent tickets" }).getByRole("option", { name: /1043/ }).click();
    await page.getByLabel("Reply to ticket 1043").waitFor();
    expect(troubles).toEqual([]);
  });

  it("finds a setting by the name of its field, and a tab by its page", async () => {
    const { page } = await bench.open("/console/library");
    await page.getByRole("heading", { name: "Documents" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("reten");
    await page.getByRole("option", { name: "Retention Data" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("/console/settings/data");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("library snip");
    await page.getByRole("option", { name: "Snippets Library" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("/console/library/snippets");
  });

  it("takes letters typed before its commands are loaded", async () => {
    const { page } = await bench.open("/console/library");
    await page.getByRole("heading", { name: "Documents" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("sitemaps");
    await page.getByRole("option", { name: "Sitemaps Library" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Go to a page" }).inputValue()).toBe("sitemaps");
  });

  it("offers a viewer no action that the role cannot do", async () => {
    bench.mock.role = "viewer";
    const { page } = await bench.open(ticket);
    await page.getByText("Your role is read-only.").waitFor();
    await page.keyboard.press("Control+k");
    await expect.poll(() => groups(page)).toEqual(["Everywhere", "Pages", "Settings", "Account"]);
    expect(await page.getByRole("option", { name: "Audit log" }).count()).toBe(0);
  });
});

describe("an opened ticket", () => {
  it("begins with the question, however long the draft is, and shows what comes when asked to", async () => {
    const detail = bench.mock.tickets.get(uuid(42));
    if (!detail?.draft) throw new Error("the ticket has a draft");
    detail.draft = { ...detail.draft, content: "A paragraph of the draft.\n\n".repeat(60) };
    const { page } = await bench.open(ticket);
    const top = (text: string) =>
      page
        .locator(".message", { hasText: text })
        .evaluate((one) =>
          Math.round(one.getBoundingClientRect().top - (one.closest(".log")?.getBoundingClientRect().top ?? 0)),
        );
    await expect.poll(() => top("ok but is it paid out")).toBe(12);
    const said = message(800, "visitor", "Are you there?", 0);
    bench.mock.emit(uuid(42), { type: "message", turn_id: null, message: said });
    await page.getByText("Are you there?").waitFor({ state: "attached" });
    expect(await top("ok but is it paid out")).toBe(12);
    await page.getByRole("button", { name: "Newest" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Newest" }).count()).toBe(0);
  });

  it("has one line for a draft that says nothing, and is one stop of the Tab key away from the list", async () => {
    const detail = bench.mock.tickets.get(uuid(42));
    if (!detail?.draft) throw new Error("the ticket has a draft");
    detail.draft = { ...detail.draft, content: "", citations: [] };
    detail.ticket.subject = "Is the credit paid out in money?";
    const { page } = await bench.open(ticket);
    await page.getByRole("heading", { name: "Is the credit paid out in money?" }).waitFor();
    await page.locator("a[data-ticket][aria-current]", { hasText: "Is the credit paid out in money?" }).focus();
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Tom Okafor");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".list"))).toBeNull();
    const folded = page.locator("details.draft-folded");
    expect(await folded.getByText("Refunds").isVisible()).toBe(false);
    await folded.getByText("No suggestion").click();
    await folded.getByText("Refunds").waitFor();
  });
});

describe("sections that the visitor was offered", () => {
  const section = (n: number, heading: string, more = {}) => ({
    chunk_id: uuid(8_000 + n),
    document_id: uuid(902),
    title: "Refunds",
    heading: `Billing > ${heading}`,
    ...more,
  });

  it("stand below their message, with the one that solved the question", async () => {
    const related = [
      section(1, "When you downgrade", { text: "Unused time is **credited**.", solved: true }),
      section(2, "When you cancel", { text: "Nothing is paid out.", url: "https://docs.example/refunds" }),
    ];
    const below = [section(3, "How long a refund takes", { opened: true }), section(4, "Taxes")];
    const messages = [
      message(7_002, "assistant", "It is credited.", 3, { related: below }),
      message(7_003, "assistant", "I've passed this to our team (#1042). These may help in the meantime:", 2, {
        related,
      }),
    ];
    bench.mock.tickets.get(uuid(42))?.messages.push(...messages);
    const { page, troubles } = await bench.open(ticket);
    await page.getByText("Solved by the visitor with “When you downgrade” from Refunds").waitFor();
    await page.getByText("How long a refund takes · Refunds · opened by the visitor").waitFor();
    const suggested = page.locator(".related-lines summary", { hasText: "When you cancel" });
    await suggested.click();
    await page.getByText("Nothing is paid out.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });
});

describe("an answer", () => {
  it("made from the draft resolves the ticket once, even on a double click", async () => {
    bench.mock.delayMs = 50;
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Edit" }).click();
    const box = page.getByLabel("Reply to ticket");
    await expect.poll(() => box.inputValue()).toContain("end of the billing period** [1].");
    const sources = page.getByRole("list", { name: "Sources of the reply" });
    expect(await sources.getByRole("listitem").allInnerTexts()).toEqual(["1\nChanging your plan", "2\nRefunds"]);
    await sources.getByText("Changing your plan").hover();
    await page.getByText("A downgrade takes effect at the end of the billing period.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove source 2" }).click();
    expect(await box.inputValue()).toContain("credited to your account.");
    await page.getByRole("button", { name: "Add a source" }).click();
    const search = page.getByRole("combobox", { name: "Search the library for a source" });
    await search.fill("invoices");
    await page.getByRole("option", { name: /Team only: not shown/, disabled: true }).waitFor();
    await page.getByRole("option", { name: /Invoices/ }).click();
    await expect.poll(() => box.inputValue()).toMatch(/`Change plan`\[2\]$/);
    await page.reload();
    await expect.poll(() => sources.getByRole("listitem").count()).toBe(2);
    await chooseResolve(page);
    await page.getByLabel("Save as snippet").check();
    await page.getByRole("button", { name: "Send and resolve", exact: true }).dblclick();
    // The next waiting ticket opens and has the keyboard focus.
    await page.getByRole("heading", { name: "I want to talk to a real person please" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("h1");
    await page.getByText("Resolved #1042").waitFor();
    await page.goBack();
    await page.getByText("It reopens if the visitor writes again").waitFor();
    const sent = calls(`POST /api/v1/admin/tickets/${uuid(42)}/resolve`);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      save_as_snippet: true,
      citations: [
        { index: 1, chunk_id: "c-1" },
        { index: 2, chunk_id: "c-3" },
      ],
    });
    await expect.poll(() => page.getByRole("log").getByText("Choose the smaller plan").count()).toBe(1);
  });

  it("is held against the sources before it is sent, sentence by sentence, and what was found is cited from there", async () => {
    const { page } = await bench.open(ticket);
    const box = page.getByLabel("Reply to ticket");
    await box.fill("It ends with the period. You keep data for 60 days. Ask for a discount. We call you.");
    await box.press("Control+Shift+Enter");
    const check = page.getByRole("region", { name: "Source check" });
    await check.getByText("2 in the documents, 1 differs, 1 not found").waitFor();
    const sentences = check.getByRole("list", { name: "Sentences of the answer" }).getByRole("listitem");
    await sentences.nth(1).getByText("You say “60 days”, the passage says “30 days”.").waitFor();
    await sentences.nth(2).getByText("Team only: not shown to visitors").waitFor();
    await expect.poll(() => check.getByRole("button", { name: "Insert citation" }).count()).toBe(1);
    await sentences
      .nth(0)
      .getByRole("button", { name: /Changing your plan/ })
      .hover();
    await page.getByText("A downgrade takes effect at the end of the billing period.", { exact: true }).waitFor();
    await sentences.nth(0).getByRole("button", { name: "Insert citation" }).click();
    await expect.poll(() => box.inputValue()).toContain("with the period [1]. You keep");
    await sentences.nth(0).getByText("Cited").waitFor();
    await box.press("End");
    await box.pressSequentially(" Soon.");
    await check.getByText("You have edited the text").waitFor();
    expect(await check.getByRole("button", { name: "Insert citation" }).count()).toBe(0);
    bench.mock.refusals.set("POST /check", { status: 503, code: "unavailable", times: 1 });
    await check.getByRole("button", { name: "Check again" }).click();
    await check.getByRole("alert").waitFor();
    await check.getByRole("button", { name: "Close the check" }).click();
    await check.waitFor({ state: "hidden" });
    expect(calls("/check").map(({ body }) => (body as { text: string }).text)[0]).not.toContain("[1]");
  });

  it("is sent by the main button, which each agent can make resolve too", async () => {
    const { page } = await bench.open(ticket);
    const box = page.getByLabel("Reply to ticket");
    await box.fill("First");
    expect(await page.getByLabel("Save as snippet").count()).toBe(0);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await expect.poll(() => calls("/messages").length).toBe(1);
    await chooseResolve(page);
    await page.locator("textarea:focus").waitFor();
    await page.reload();
    await box.fill("Done.");
    await page.getByRole("button", { name: "Send and resolve", exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await box.press("Control+Enter");
    await expect.poll(() => calls("/resolve").length, { timeout: 15_000 }).toBe(1);
  });

  it("can be undone for five seconds, from its place in the messages and after the next ticket has opened", async () => {
    const { page } = await bench.open(ticket);
    const box = page.getByLabel("Reply to ticket");
    await box.fill("Too early");
    await box.press("Control+Enter");
    await page.getByRole("article", { name: "not sent yet" }).getByText("Too early").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => box.inputValue()).toBe("Too early");
    await page.locator("textarea:focus").waitFor();
    await chooseResolve(page);
    await box.press("Control+Enter");
    await page.getByRole("heading", { name: "I want to talk to a real person please" }).waitFor();
    await page.getByText("Sending and resolving #1042").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: "Do I get money back" }).waitFor();
    await expect.poll(() => box.inputValue()).toBe("Too early");
    expect([...calls("/messages"), ...calls("/resolve")]).toEqual([]);
  });

  it("is sent when the agent closes the page or signs out before its time", async () => {
    const { page } = await bench.open(ticket);
    const send = async (words: string) => {
      await page.getByLabel("Reply to ticket").fill(words);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("article", { name: "not sent yet" }).waitFor();
    };
    await send("Signed out");
    await page.getByRole("button", { name: "Ada Agent, account menu" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    expect(calls("/messages").map(({ body }) => body)).toMatchObject([{ content: "Signed out" }]);
    bench.mock.signedIn = true;
    await page.goto(bench.mock.origin + ticket);
    await send("Closed");
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => calls("/messages").length).toBe(2);
  });

  it("that nobody needs ends the ticket in silence, and a double click ends one", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Resolve", exact: true }).dblclick();
    await page.getByRole("heading", { name: "I want to talk to a real person please" }).waitFor();
    await page.getByText("Resolved #1042").waitFor();
    expect(calls("/resolve").map(({ body }) => body)).toEqual([{}]);
  });

  it("that could not be sent stays, says why, and goes out once under one id", async () => {
    bench.mock.refusals.set("POST /messages", { status: 504, code: "http_504", afterEffect: true, times: 1 });
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").fill("Once only");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText("Not sent. Something went wrong on the server").waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel("Reply to ticket").inputValue()).toBe("Once only");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await expect.poll(() => page.getByLabel("Reply to ticket").inputValue()).toBe("");
    await expect.poll(() => page.getByRole("log").getByText("Once only").count()).toBe(1);
    const ids = calls("/messages").map((call) => (call.body as { message_id: string }).message_id);
    expect(new Set(ids).size).toBe(1);
  });

  it("still being typed when somebody else resolves the ticket is not lost", async () => {
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").fill("My own words");
    await expect.poll(() => bench.mock.streams()).toBeGreaterThanOrEqual(2);
    const detail = bench.mock.tickets.get(uuid(42));
    if (detail) detail.ticket = { ...detail.ticket, status: "resolved" };
    bench.mock.emit(uuid(42), {
      type: "owner",
      owner: "human",
      status: "resolved",
      agent: { id: "person-2", name: "Bo" },
    });
    await page.getByText("Your text was not sent:").waitFor();
    await page.getByText("My own words").waitFor();
  });

  it("cannot be written by a viewer", async () => {
    bench.mock.role = "viewer";
    const { page } = await bench.open(ticket);
    await page.getByText("Your role is read-only.").waitFor();
    expect(await page.getByRole("button", { name: "Assign to me" }).count()).toBe(0);
  });
});

describe("the live thread", () => {
  it("shows a turn while it is written and the final message once", async () => {
    const { page, troubles } = await bench.open(`/console/inbox/${uuid(47)}?view=all`);
    await page.getByRole("log").getByText("Where do I find my invoices?").waitFor();
    await expect.poll(() => bench.mock.streams()).toBeGreaterThanOrEqual(2);
    bench.mock.emit(uuid(47), { type: "status", node: "retrieve", content: "Reading the help pages" });
    await page.getByText("Reading the help pages").waitFor();
    for (const content of ["Under **Bil", "ling** you ", "find them."]) {
      bench.mock.emit(uuid(47), { type: "token", content });
    }
    await page.locator(".message-running strong", { hasText: "Billing" }).waitFor();
    const answer = message(900, "assistant", "Under **Billing** you find them all.", 0);
    bench.mock.emit(uuid(47), { type: "message", message: answer });
    bench.mock.emit(uuid(47), { type: "end" });
    await expect.poll(() => page.locator(".message-running").count()).toBe(0);
    await expect.poll(() => page.getByRole("log").getByText("you find them").count()).toBe(1);
    expect(troubles).toEqual([]);
  });

  it("heals after a drop and then shows what came in between, once", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await expect.poll(() => bench.mock.streams()).toBeGreaterThanOrEqual(2);
    bench.mock.dropStreams();
    const late = message(901, "visitor", "Are you still there?", 0);
    const detail = bench.mock.tickets.get(uuid(42));
    detail?.messages.push(late);
    if (detail) detail.sequence += 1;
    await page.getByRole("log").getByText("Are you still there?").waitFor();
    await expect.poll(() => bench.mock.streams()).toBeGreaterThanOrEqual(2);
    await expect.poll(() => page.getByText("Reconnecting").count()).toBe(0);
    await expect.poll(() => page.getByRole("log").getByText("Are you still there?").count()).toBe(1);
    const [again] = calls(`${uuid(42)}/events`).slice(-1);
    expect(again).toBeDefined();
  });

  it("moves a ticket through the list when somebody else changes it", async () => {
    const { page } = await bench.open("/console/inbox?view=needs_person");
    await page.getByRole("link", { name: /Maja Lindqvist/ }).waitFor();
    await expect.poll(() => bench.mock.streams()).toBe(1);
    const detail = bench.mock.tickets.get(uuid(42));
    if (detail) detail.ticket = { ...detail.ticket, status: "resolved" };
    bench.mock.deskChanged(uuid(42));
    await expect.poll(() => page.getByRole("link", { name: /Maja Lindqvist/ }).count()).toBe(0);
  });

  it("takes and hands back", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Assign to me", exact: true }).click();
    await page.getByRole("button", { name: "Ada Agent (you)" }).waitFor();
    await page.getByRole("button", { name: "Return to AI" }).click();
    await page.locator(".ticket-facts .chip-open").waitFor();
  });
});

describe("a visitor who writes another language", () => {
  it("is translated message by message and as a whole thread, and so is the answer, whose original the team keeps", async () => {
    bench.mock.assist = { ...plainAssist(), spoken: "de", translation: "ready" };
    const { page } = await bench.open(`/console/inbox/${uuid(42)}`);
    await page.getByText("The visitor writes German.").waitFor();
    await page.getByRole("button", { name: "Translate", exact: true }).first().click();
    await page.getByText("Differs from the original: “12 €”.").waitFor();
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByLabel("Translate the thread").check();
    const all = bench.mock.tickets.get(uuid(42))?.messages.filter(({ role }) => role !== "agent").length ?? 0;
    await expect.poll(() => page.locator(".translation").count()).toBe(all);
    const box = page.getByLabel("Reply to ticket");
    await box.fill("It is a credit.");
    await page.getByRole("button", { name: "Translate to German" }).click();
    await expect.poll(() => box.inputValue()).toBe("de: It is a credit.");
    await page.getByText("Translated into German by a model").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Back to your text" }).click();
    await expect.poll(() => box.inputValue()).toBe("It is a credit.");
    await page.getByRole("button", { name: "Translate to German" }).click();
    await expect.poll(() => box.inputValue()).toBe("de: It is a credit.");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByRole("log").getByText("Before translation:").waitFor();
    expect(calls("/messages").map(({ body }) => (body as { content: string }).content)).toEqual([
      "de: It is a credit.",
    ]);
    expect(calls("/notes").map(({ body }) => body)).toEqual([
      { content: "Before translation:\nIt is a credit.", mentions: [] },
    ]);
  });

  it("is not offered a translation where there is no model, and the reader chooses the language on their profile", async () => {
    bench.mock.assist = { ...plainAssist(), spoken: "de" };
    const { page } = await bench.open(`/console/inbox/${uuid(42)}`);
    await page.getByText("Translation needs a language model. None is connected.").waitFor();
    expect(await page.getByRole("button", { name: /^Translate/ }).count()).toBe(0);
    await page.goto(`${bench.mock.origin}/console/profile`);
    await page.getByLabel("Preferred language").selectOption("de");
    await page.goto(`${bench.mock.origin}/console/inbox/${uuid(42)}`);
    await page.locator(".draft").waitFor();
    expect(await page.getByText("The visitor writes German.").count()).toBe(0);
  });
});

it("a ticket that is taken is summed up for its agent, once, and again on a press when something was said since", async () => {
  const { page } = await bench.open(`/console/inbox/${uuid(42)}`);
  await page.locator(".draft").waitFor();
  expect(await page.getByText("Summary").count()).toBe(0);
  await page.getByRole("button", { name: "Assign to me", exact: true }).click();
  await page.getByText("Summary", { exact: true }).click();
  await page.getByText("Quoted from the thread").waitFor();
  await expect.poll(() => bench.mock.streams()).toBeGreaterThanOrEqual(2);
  const said = message(778, "visitor", "And by when?", 0, { created_at: new Date(Date.now() + 1_000).toISOString() });
  bench.mock.emit(uuid(42), { type: "message", turn_id: null, message: said });
  const read = page.waitForResponse((response) => response.url().endsWith(`/tickets/${uuid(42)}`));
  bench.mock.deskChanged(uuid(42));
  await read;
  await page.getByText("Outdated").waitFor();
  await page.getByRole("button", { name: "Summarize again" }).click();
  await expect.poll(() => calls("/recap").length).toBe(2);
});

it("a lost ticket and a broken server are told plainly, with a way on", async () => {
  const { page } = await bench.open(`/console/inbox/${uuid(9999)}`);
  await page.getByText("This ticket does not exist").waitFor();
  bench.mock.refusals.set(`GET ${uuid(42)}`, { status: 503, code: "unavailable", times: 1 });
  await page.goto(bench.mock.origin + ticket);
  await page.getByText("The ticket could not be loaded").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Do I get money back" }).waitFor();
});

it("on a phone the list, the thread and the way back take turns", async () => {
  const { page } = await bench.open("/console/", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.getByRole("link", { name: /Maja Lindqvist/ }).tap();
  await page.getByLabel("Reply to ticket").waitFor();
  expect(await page.getByRole("link", { name: /Tom Okafor/ }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "About this ticket" }).tap();
  await page.getByText("maja@example.com").waitFor();
  await page.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("link", { name: "Back to the list" }).tap();
  await page.getByRole("link", { name: /Tom Okafor/ }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBe(0);
});

describe("the ticket's facts", () => {
  it("stand first beside it, once, and change by click or key", async () => {
    const { page, troubles } = await bench.open(ticket);
    const facts = page.getByRole("region", { name: "Ticket", exact: true });
    expect(await page.locator(".context-section").first().getAttribute("aria-label")).toBe("Ticket");
    await facts.getByText("Waiting on team").waitFor();
    expect(await page.locator(".thread-head .chip").count()).toBe(0);
    await facts.getByRole("button", { name: "None" }).click();
    await page.getByRole("option", { name: "Urgent" }).click();
    await facts.getByRole("button", { name: "Urgent" }).waitFor();
    await page.keyboard.press("a");
    await page.getByRole("option", { name: "Bo Bauer" }).click();
    await facts.getByRole("button", { name: "Bo Bauer" }).waitFor();
    await facts.getByRole("button", { name: "In progress" }).click();
    expect(await faultsOf(page)).toEqual([]);
    await facts.getByRole("button", { name: /^Assistant/ }).click();
    await expect.poll(() => calls("/hand-back").length).toBe(1);
    expect(troubles).toEqual([]);
  });

  it("name no cost to agents", async () => {
    const cost = async () => {
      const { page } = await bench.open(ticket);
      await page.getByRole("heading", { name: "Visitor", exact: true }).waitFor();
      return page.getByRole("heading", { name: "AI cost" }).count();
    };
    expect(await cost()).toBe(1);
    bench.mock.role = "agent";
    expect(await cost()).toBe(0);
  });

  it("are led by a title that agents change in place", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("heading", { level: 1 }).hover();
    await page.getByRole("button", { name: "Rename the ticket" }).click();
    const field = page.getByLabel("Title of the ticket");
    await field.fill("Never mind");
    await field.press("Escape");
    await page.getByRole("heading", { name: "Do I get money back" }).waitFor();
    await page.getByRole("button", { name: "Rename the ticket" }).click();
    expect(await faultsOf(page)).toEqual([]);
    await field.fill("Credit after a downgrade");
    await field.press("Enter");
    await page.getByRole("heading", { name: "Credit after a downgrade" }).waitFor();
    await page.getByRole("link", { name: /Credit after a downgrade/ }).waitFor();
  });

  it("say who waits: after a reply the ticket waits for its visitor, in a view of its own", async () => {
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").fill("Which plan?");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Send now" }).click();
    await page.locator(".ticket-facts").getByText("Waiting on visitor").waitFor();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /Waiting on visitor/ })
      .first()
      .click();
    await expect.poll(() => page.locator("a[data-ticket]").count()).toBe(1);
  });
});

describe("the assistant's help", () => {
  it("is folded when it is weak, and then no key sends or copies it", async () => {
    const detail = bench.mock.tickets.get(uuid(42));
    if (detail?.draft) detail.draft = { ...detail.draft, is_weak: true };
    const { page } = await bench.open(ticket);
    await page.getByText("Weak suggestion").waitFor();
    expect(await page.getByText("Choose the smaller plan").isVisible()).toBe(false);
    for (const key of ["y", "d"]) await page.keyboard.press(key);
    await page.getByText("Weak suggestion").click();
    await page.getByText("Choose the smaller plan").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.getByLabel("Reply to ticket").inputValue()).toBe("");
    await page.getByRole("button", { name: "Copy to the reply box" }).click();
    await expect.poll(() => page.getByLabel("Reply to ticket").inputValue()).toContain("Choose the smaller plan");
    expect(calls("/approve-draft")).toEqual([]);
  });

  it("is sent as it is with one key, with its sources", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Send as is" }).waitFor();
    await page.keyboard.press("y");
    await expect.poll(() => calls("/approve-draft").length).toBe(1);
    await page.getByRole("heading", { name: "I want to talk to a real person please" }).waitFor();
    await expect.poll(() => page.locator("a[data-ticket]").count()).toBe(3);
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: "SSO with Okta" }).waitFor();
    await page.keyboard.press("i");
    await page.getByText("Assigned #1043 to Ada Agent").waitFor();
    expect(bench.mock.tickets.get(uuid(43))?.ticket).toMatchObject({ assignee: { name: "Ada Agent" } });
  });

  it("is asked for once more with a hint, by keyboard alone", async () => {
    const { page, troubles } = await bench.open(ticket);
    await page.getByRole("button", { name: "Send as is" }).waitFor();
    await page.keyboard.press("h");
    const field = page.getByLabel("What should it know, or where should it look?");
    await field.fill("Look at the returns page.");
    const folder = process.env.PARLEY_TEST_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/console-hint.png` });
    await field.press("Control+Enter");
    await expect.poll(() => calls("/hint").map((call) => call.body)).toEqual([{ hint: "Look at the returns page." }]);
    await page.locator(".ticket-facts .chip-open").waitFor();
    expect(troubles).toEqual([]);
  });

  it("says why a hint was not taken, and keeps it", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Give a hint" }).click();
    bench.mock.refusals.set("POST /hint", { status: 409, code: "already_handled", times: 1 });
    const field = page.getByLabel("What should it know, or where should it look?");
    await field.fill("Too late.");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => page.locator("dialog [role=alert]").textContent()).not.toBe("");
    await expect.poll(() => field.inputValue()).toBe("Too late.");
  });
});

describe("a note", () => {
  it("is written with n, mentions a colleague behind @, stands in the log, and is never sent as an answer", async () => {
    const { page, troubles } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").fill("Half an answer");
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    const note = page.getByLabel("Note on ticket 1042");
    await page.getByText("Visible to your team only").waitFor();
    await page.keyboard.type("Please look @ba");
    await page.getByRole("option", { name: "Bo Bauer" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => note.inputValue()).toBe("Please look @Bo Bauer ");
    await page.keyboard.type("today");
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await page.getByLabel("Reply to ticket").waitFor();
    await page.keyboard.press("n");
    await expect.poll(() => note.inputValue()).toBe("Please look @Bo Bauer today");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("article", { name: "Note by Ada Agent, for the team" }).getByText("@Bo Bauer").waitFor();
    await expect.poll(() => page.getByLabel("Reply to ticket").inputValue()).toBe("Half an answer");
    expect(calls("/notes").map(({ body }) => body)).toMatchObject([
      { content: "Please look @Bo Bauer today", mentions: [bo.id] },
    ]);
    expect(calls("/messages")).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it("is created by a key in the moment the ticket is there, before it is drawn", async () => {
    const { page } = await bench.open(ticket);
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector(".composer textarea")) return;
        seen.disconnect();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
      });
      seen.observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await page.getByLabel("Note on ticket 1042").waitFor();
  });

  it("that mentions one is counted beside the inbox until its ticket is opened", async () => {
    const about = { id: uuid(42), number: 1042, subject: "Money back" };
    const said = { author: bo, content: "@Ada Agent, can you?", created_at: new Date().toISOString() };
    const { page } = await bench.open("/console/mentions");
    await page.getByText("No mentions").waitFor();
    bench.mock.mentions = [{ note_id: uuid(5), ticket: about, ...said }];
    bench.mock.deskChanged(uuid(42), ["person-1"]);
    await page.getByRole("link", { name: "Mentions 1" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("link", { name: /can you/ }).click();
    await page.getByRole("heading", { name: "Do I get money back" }).waitFor();
    await expect.poll(() => calls("/mentions-seen").length).toBe(1);
    await expect.poll(() => page.getByRole("link", { name: "Mentions 1" }).count()).toBe(0);
  });
});

describe("a colleague in the same ticket", () => {
  it("is seen at its head, and an answer of theirs is asked about once before another goes out", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await expect.poll(() => bench.mock.streams()).toBeGreaterThanOrEqual(2);
    bench.mock.colleague(uuid(42), presenceOf("hello"));
    await page.getByText("Bo Bauer is looking").waitFor();
    bench.mock.colleague(uuid(42), presenceOf("typing", "writes"));
    await page.getByText("Bo Bauer is typing…").waitFor();
    bench.mock.colleague(uuid(42), presenceOf("rests", "writes"));
    bench.mock.colleague(uuid(42), presenceOf("left"));
    await expect.poll(() => page.getByText("Bo Bauer is").count()).toBe(0);
    await page.getByLabel("Reply to ticket").fill("It is a credit.");
    const theirs = message(801, "agent", "Done already.", 0, { agent: bo, created_at: new Date().toISOString() });
    bench.mock.emit(uuid(42), { type: "message", message: theirs });
    await page.getByRole("log").getByText("Done already.").waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText(/Bo Bauer answered \d+ seconds? ago. Send anyway\?/).waitFor();
    expect(calls("/messages")).toEqual([]);
    await page.getByRole("button", { name: "Send anyway" }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await expect.poll(() => calls("/messages").length).toBe(1);
  });
});

describe("a decision", () => {
  it("about spam is made from the menu, and taken back from the note about it", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Mark as spam" }).click();
    await page.getByRole("heading", { name: "I want to talk to a real person please" }).waitFor();
    await page.getByText("Marked #1042 as spam").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: "Do I get money back" }).waitFor();
    await page.getByText("Undone: marked #1042 as spam").waitFor();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect(calls("/undo")).toHaveLength(1);
  });

  it("about a reported answer is made in its gap, or in a reply that reopens the ended ticket", async () => {
    const seed = bench.mock.tickets.get(uuid(42));
    if (!seed) throw new Error("the ticket is missing");
    Object.assign(seed.ticket, { status: "closed", is_reported: true });
    const report = { message_id: uuid(2), is_reported: true, reason: "It costs 29 EUR", gap_id: uuid(3) };
    seed.dislikes = [{ ...report, created_at: new Date().toISOString() }];
    const { page } = await bench.open(ticket);
    const line = page.getByRole("article", { name: "The visitor reported this answer as wrong" });
    expect(await line.getByRole("link", { name: "Open the gap" }).getAttribute("href")).toBe(
      `/console/gaps/${uuid(3)}`,
    );
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Reopen and reply" }).click();
    await page.locator("#answer:focus").waitFor();
    expect(calls("/take")).toHaveLength(1);
  });

  it("to block is shown with the visitor, and to delete names what goes and leads on", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Block visitor" }).click();
    await page.getByText("Blocked since").waitFor();
    await page.getByRole("button", { name: "Unblock" }).click();
    await expect.poll(() => page.getByText("Blocked since").count()).toBe(0);
    await page.getByRole("button", { name: "More actions" }).click();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Delete ticket…" }).click();
    await page.getByText("Permanently deletes this ticket with 4 messages").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted #1042").waitFor();
    expect(bench.mock.tickets.has(uuid(42))).toBe(false);
    await expect.poll(() => page.url()).not.toContain(uuid(42));
    await page.goto(bench.mock.origin + ticket);
    await page.getByText("This ticket does not exist").waitFor();
  });
});

describe("a canned reply", () => {
  it("is found with a slash and filled in, and what nobody knows is not sent", async () => {
    const { page } = await bench.open(ticket);
    const box = page.getByLabel("Reply to ticket");
    await box.fill("");
    await box.pressSequentially("/ref");
    await page.getByRole("option", { name: /refund/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => box.inputValue()).toBe("Hello Maja Lindqvist, your refund for #1042 is on its way.");
    await box.pressSequentially(" /");
    await page.getByRole("listbox").getByRole("option").nth(2).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await expect.poll(() => box.inputValue()).toContain("{{order.id}}");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Fill in or remove {{order.id}}").waitFor();
    expect(calls("/messages")).toEqual([]);
  });

  it("is written, changed and deleted on a page of its own", async () => {
    const { page } = await bench.open("/console/replies");
    await page.getByRole("button", { name: "New reply" }).click();
    await page.getByLabel("Name").fill("hours");
    await page.getByLabel("Text").fill("We are here from 9 to 17, {{visitor.age}}.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("{{visitor.age}} is not a variable.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel("Text").fill("We are here from 9 to 17, ");
    await page.getByRole("button", { name: "Visitor's name" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("/hours").waitFor();
    await page.locator(".reply-row .variable-chip", { hasText: "Visitor's name" }).last().waitFor();
    await page.getByRole("button", { name: "Delete hours" }).click();
    await expect.poll(() => page.getByText("/hours").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    expect(bench.mock.requests.find(({ method }) => method === "POST")?.body).toMatchObject({
      name: "hours",
      content: "We are here from 9 to 17, {{visitor.name}}",
      is_shared: true,
    });
  });

  it("that does not exist is created from the reply, which keeps its text", async () => {
    const { page } = await bench.open(ticket);
    const box = page.getByLabel("Reply to ticket");
    await box.pressSequentially("Hello /opening");
    await page.getByText("No canned reply matches “opening”.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "New canned reply" });
    expect(await form.getByLabel("Name").inputValue()).toBe("opening");
    await form.getByLabel("Text").fill("We open at nine.");
    await form.getByRole("button", { name: "Save" }).click();
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.press("Backspace");
    await page.getByRole("option", { name: /opening/ }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => box.inputValue()).toBe("Hello We open at nine.");
    expect(calls("/messages")).toEqual([]);
  });

  it("has its page in the sidebar", async () => {
    const { page } = await bench.open("/console/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Canned replies" }).click();
    await page.getByRole("heading", { name: "Canned replies" }).waitFor();
  });
});

describe("the reply box", () => {
  it("formats the selection by button and key, and shows the reply as the visitor will see it", async () => {
    const { page, troubles } = await bench.open(ticket);
    const box = page.getByLabel("Reply to ticket");
    await box.fill("paid");
    await box.selectText();
    await page.keyboard.press("Control+b");
    await expect.poll(() => box.inputValue()).toBe("**paid**");
    await box.selectText();
    await page.getByRole("button", { name: "List" }).click();
    await expect.poll(() => box.inputValue()).toBe("- **paid**");
    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    expect(await preview.locator("li strong").textContent()).toBe("paid");
    expect(await box.isVisible()).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Preview" }).click();
    await box.press("Control+z");
    await expect.poll(() => box.inputValue()).toBe("**paid**");
    expect(troubles).toEqual([]);
  });

  it("has a reply and a note as tabs, each with its own text", async () => {
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").fill("For the visitor");
    await page.getByRole("tab", { name: "Note" }).click();
    await page.getByText("Visible to your team only").waitFor();
    await page.getByLabel("Note on ticket").pressSequentially("For us, @zo");
    await page.getByText("No colleague is called “zo”.").waitFor();
    await page.getByRole("button", { name: "Invite a colleague" }).waitFor();
    await page.getByRole("tab", { name: "Reply" }).click();
    await expect.poll(() => page.getByLabel("Reply to ticket").inputValue()).toBe("For the visitor");
    await page.getByRole("tab", { name: "Note" }).click();
    await expect.poll(() => page.getByLabel("Note on ticket").inputValue()).toBe("For us, @zo");
  });
});

it("a newer server's events, notices and values leave the page at work", async () => {
  const { page, troubles } = await bench.open(ticket);
  await page.locator(".log .md").first().waitFor();
  const strange = (event: Record<string, unknown>) =>
    // Types and values that this console does not know.
    bench.mock.emit(uuid(42), event as Parameters<typeof bench.mock.emit>[1]);
  strange({ type: "future", anything: [1] });
  strange({ type: "status", node: "new_node", content: "Doing something new" });
  strange({ type: "escalation", ticket_number: 1042, reason: "new_reason", content: "x" });
  strange({ type: "owner", owner: "committee", status: "snoozed" });
  const graded = { grade: { tier: "unheard_of", score: 0.5, reason: "x" }, role: "robot" } as unknown as Parameters<
    typeof message
  >[4];
  const told = message(701, "assistant", "Told by a newer server.", 0, graded);
  strange({ type: "message", message: told });
  await page.locator(".log").getByText("Told by a newer server.").waitFor();
  const detail = bench.mock.tickets.get(uuid(42));
  Object.assign(detail?.ticket ?? {}, { status: "snoozed", owner: "committee", escalation_reason: "new_reason" });
  bench.mock.deskChanged(uuid(42));
  await page.locator(".ticket-facts .chip", { hasText: "snoozed" }).waitFor();
  expect(troubles).toEqual([]);
});
