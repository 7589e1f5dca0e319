import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { uuid } from "./mock-data.ts";

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { before: new Map(), delayMs: 0 }));

const ticket = `/console/inbox/${uuid(42)}?view=all`;
const calls = (ending: string) => bench.mock.requests.filter((call) => `${call.method} ${call.path}`.endsWith(ending));
/** The selected text of the focused field. */
const selected = (page: Page) =>
  page.evaluate(() => {
    const box = document.activeElement;
    return box instanceof HTMLTextAreaElement ? box.value.slice(box.selectionStart, box.selectionEnd) : null;
  });

describe("the link button", () => {
  it("makes the selection a link whose address is typed next, in a reply", async () => {
    const { page, troubles } = await bench.open(ticket);
    const box = page.getByLabel("Reply to ticket");
    await box.fill("the [new] page");
    await box.selectText();
    await page.getByRole("button", { name: "Link" }).click();
    await expect.poll(() => selected(page)).toBe("https://");
    await page.keyboard.type("https://example.com/help");
    await expect.poll(() => box.inputValue()).toBe("[the \\[new\\] page](https://example.com/help)");
    await page.getByRole("button", { name: "Preview" }).click();
    const link = page.getByRole("region", { name: "Preview" }).getByRole("link", { name: "the [new] page" });
    expect(await link.getAttribute("href")).toBe("https://example.com/help");
    await page.getByRole("button", { name: "Preview" }).click();
    for (let times = 0; times < 3 && (await box.inputValue()) !== "the [new] page"; times++)
      await box.press("Control+z");
    expect(await box.inputValue()).toBe("the [new] page");
    expect(troubles).toEqual([]);
  });

  it("inserts a link whose text is typed next, also in a note, which has the same formatting", async () => {
    const { page, troubles } = await bench.open(ticket);
    await page.getByRole("tab", { name: "Note" }).click();
    const note = page.getByLabel("Note on ticket");
    await note.fill("See ");
    await page.getByRole("button", { name: "Link" }).click();
    await expect.poll(() => selected(page)).toBe("text");
    await page.keyboard.type("the order");
    await expect.poll(() => note.inputValue()).toBe("See [the order](https://)");
    await note.fill("urgent");
    await note.selectText();
    await page.keyboard.press("Control+b");
    await expect.poll(() => note.inputValue()).toBe("**urgent**");
    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    expect(await preview.locator("strong").textContent()).toBe("urgent");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("n");
    await expect.poll(() => note.isVisible()).toBe(true);
    await expect.poll(() => note.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => calls("/notes").map(({ body }) => body)).toMatchObject([{ content: "**urgent**" }]);
    expect(troubles).toEqual([]);
  });
});

describe("unfilled variables of a reply", () => {
  const text = "Order {{order.id}} of {{ visitor.name }}, again {{order.id}}";

  it("are chips below the text that select them, until they are filled in", async () => {
    const { page, troubles } = await bench.open(ticket);
    const box = page.getByLabel("Reply to ticket");
    await box.fill(text);
    const chips = page.getByRole("group", { name: "Variables to fill in" });
    await expect
      .poll(() => chips.getByRole("button").allTextContents())
      .toEqual(["{{order.id}}", "{{ visitor.name }}"]);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Fill in or remove {{order.id}} and {{ visitor.name }} before sending.").waitFor();
    expect(calls("/messages")).toEqual([]);
    await chips.getByRole("button", { name: "{{order.id}}" }).click();
    await expect.poll(() => selected(page)).toBe("{{order.id}}");
    await page.keyboard.type("7");
    await expect.poll(() => box.inputValue()).toBe("Order 7 of {{ visitor.name }}, again {{order.id}}");
    // By keyboard, and out of the preview.
    await page.getByRole("button", { name: "Preview" }).click();
    await chips.getByRole("button", { name: "{{order.id}}" }).press("Enter");
    await expect.poll(() => selected(page)).toBe("{{order.id}}");
    await page.keyboard.type("8");
    await chips.getByRole("button", { name: "{{ visitor.name }}" }).press("Enter");
    await expect.poll(() => selected(page)).toBe("{{ visitor.name }}");
    await page.keyboard.type("Maja");
    await expect.poll(() => box.inputValue()).toBe("Order 7 of Maja, again 8");
    expect(await chips.count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("stay in one line however many there are, and a long text scrolls to the chosen one", async () => {
    const { page } = await bench.open(ticket, { viewport: { width: 390, height: 844 } });
    const box = page.getByLabel("Reply to ticket");
    const many = Array.from({ length: 15 }, (_, at) => `{{order.part${at}}}`);
    await box.fill(`${many.join("\n")}\n${"line\n".repeat(60)}`);
    const chips = page.getByRole("group", { name: "Variables to fill in" });
    await chips.getByText("and 3 more").waitFor();
    expect(await chips.evaluate((line) => line.getBoundingClientRect().height)).toBeLessThan(48);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await box.evaluate((field) => field.scrollTo(0, field.scrollHeight));
    await chips.getByRole("button").nth(1).click();
    await expect.poll(() => selected(page)).toBe(many[1]);
    await expect.poll(() => box.evaluate((field) => field.scrollTop)).toBeLessThan(100);
  });
});

describe("the status of a ticket", () => {
  it("is changed with s and the arrow keys, and s sends no suggestion", async () => {
    const { page, troubles } = await bench.open(ticket);
    await page.getByRole("button", { name: "Send as is" }).waitFor();
    await page.keyboard.press("s");
    const menu = page.locator(".menu:popover-open");
    const focused = () => page.evaluate(() => document.activeElement?.firstChild?.textContent);
    await menu.waitFor();
    expect(await menu.getByRole("button").evaluateAll((all) => all.map((one) => one.firstChild?.textContent))).toEqual([
      "In progress",
      "Assistant",
      "Resolved",
      "Spam",
    ]);
    expect(await focused()).toBe("In progress");
    expect(await faultsOf(page)).toEqual([]);
    for (const [key, name] of [
      ["ArrowUp", "Spam"],
      ["ArrowDown", "In progress"],
      ["End", "Spam"],
      ["Home", "In progress"],
      ["ArrowDown", "Assistant"],
      ["ArrowDown", "Resolved"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => menu.count()).toBe(0);
    expect(calls("/approve-draft")).toEqual([]);
    await page.keyboard.press("s");
    await page.keyboard.press("Enter");
    await page.locator(".ticket-facts").getByText("In progress").waitFor();
    expect(bench.mock.tickets.get(uuid(42))?.ticket).toMatchObject({ assignee: { name: "Ada Agent" } });
    expect(troubles).toEqual([]);
  });

  it.each([1440, 390])("is also a choice of the palette, at %i pixels", async (width) => {
    const { page } = await bench.open(ticket, { viewport: { width, height: 844 } });
    await page.getByLabel("Reply to ticket").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("status");
    await page.getByRole("option", { name: /Status…/ }).waitFor();
    await page.keyboard.press("Enter");
    await page
      .locator(".menu:popover-open")
      .getByRole("button", { name: /^Resolved/ })
      .click();
    await expect.poll(() => bench.mock.tickets.get(uuid(42))?.ticket.status).toBe("resolved");
  });

  it("is a button in the head of a phone", async () => {
    const { page } = await bench.open(ticket, { viewport: { width: 390, height: 844 } });
    await page.getByTitle("Change the status").click();
    await page
      .locator(".menu:popover-open")
      .getByRole("button", { name: /^In progress/ })
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it("shows where its due time comes from", async () => {
    const detail = bench.mock.tickets.get(uuid(42));
    if (!detail) throw new Error("no ticket");
    Object.assign(detail.ticket, {
      priority: "urgent",
      due: { kind: "first_answer", at: new Date(Date.now() + 3_600_000).toISOString() },
    });
    const { page } = await bench.open(ticket);
    const facts = page.locator(".ticket-facts");
    await facts.getByText("Set by the reply target for Urgent").waitFor();
    Object.assign(detail.ticket, { priority: "none" });
    await page.reload();
    await facts.getByText("Set by the reply target for tickets without a priority").waitFor();
  });
});

it("Esc closes the innermost thing first: the list, the check, the preview, the editor, and the ticket last", async () => {
  const { page, troubles } = await bench.open(ticket);
  const box = page.getByLabel("Reply to ticket");
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
  await box.fill("/");
  await page.getByRole("listbox", { name: "Canned replies" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("listbox").count()).toBe(0);
  expect(await focused()).toBe("answer");
  await box.fill("Refunds take 14 days.");
  await page.getByRole("button", { name: "Check against sources" }).click();
  const check = page.getByRole("region", { name: "Source check" });
  await check.getByRole("listitem").first().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => check.count()).toBe(0);
  await page.getByRole("button", { name: "Check against sources" }).click();
  await check.getByRole("button", { name: "Check again" }).focus();
  await page.keyboard.press("Escape");
  await expect.poll(() => check.count()).toBe(0);
  await expect.poll(focused).toBe("answer");
  await page.getByRole("button", { name: "Check against sources" }).click();
  await check.getByRole("listitem").first().waitFor();
  await box.fill("");
  // A sent or deleted text takes its check with it.
  await expect.poll(() => check.count()).toBe(0);
  await box.fill("Refunds take 14 days.");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("answer");
  await page.getByRole("button", { name: "Bold" }).focus();
  await page.keyboard.press("Escape");
  const isLeft = () => page.evaluate(() => document.activeElement === document.body);
  expect(await isLeft()).toBe(true);
  for (const key of ["z", "a", "s", "h"]) {
    await page.keyboard.press(key);
    await page.locator("dialog[open], .menu:popover-open").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog[open], .menu:popover-open").count()).toBe(0);
    // A closed dialog gives the focus back a moment later.
    await expect.poll(isLeft).toBe(true);
  }
  await page.keyboard.press("n");
  await page.locator("#note:focus").waitFor();
  await page.keyboard.type("For us");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("note");
  await page.keyboard.press("Escape");
  expect(new URL(page.url()).pathname).toContain(uuid(42));
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.pathname.includes(uuid(42)));
  expect(troubles).toEqual([]);
});

it("a button that sends or saves is never grey: it says at the field what is missing", async () => {
  const { page, troubles } = await bench.open(ticket);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Write a reply first.").waitFor();
  await page.locator("#answer:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Write a note first.").waitFor();
  await page.locator("#note:focus").waitFor();
  const missing = () =>
    page.evaluate(() => {
      const field = document.activeElement;
      return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.validationMessage : null;
    });
  await page.goto(`${bench.mock.origin}/console/replies`);
  await page.getByRole("button", { name: "New reply" }).first().click();
  const save = page.getByRole("dialog").getByRole("button", { name: "Save" });
  for (const [label, problem] of [
    ["Name", "Enter a name."],
    ["Text", "Enter the text of the reply."],
  ] as const) {
    await save.click();
    await expect.poll(missing).toBe(problem);
    await page.getByRole("dialog").getByLabel(label).fill("  ");
    await save.click();
    await expect.poll(missing).toBe(problem);
    await page.getByRole("dialog").getByLabel(label).fill("Greeting");
  }
  await save.click();
  await page.getByText("Saved “Greeting”").waitFor();
  expect(troubles).toEqual([]);
});
