import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { auditedBody } from "./mock-copilot-results.ts";
import { uuid } from "./mock-data.ts";

/** "Check against our policies" next to the ticket while its reply is written. */
let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { role: "agent" }));

const reply = "You can send it back within 14 days of delivery. The new pair will be with you on Friday.";
const ticketPath = `/console/inbox/${uuid(42)}`;
const answer = (page: Page) => page.getByLabel("Reply to ticket 1042");
const panel = (page: Page) => page.getByRole("region", { name: "Policy check" });
const checkIt = (page: Page) => page.getByRole("button", { name: "Check against our policies" }).click();

/** Sets the copilot's result for the newest message of the newest conversation. */
function conclude(): void {
  const [talk] = bench.mock.copilot.conversations;
  if (!talk) throw new Error("no conversation was begun");
  Object.assign(talk.messages.at(-1) ?? {}, { state: "done", content: "3 findings.", body: auditedBody() });
  bench.mock.copilotChanged(talk.id);
}

async function checked(page: Page): Promise<void> {
  await answer(page).fill(reply);
  await checkIt(page);
  await panel(page).locator(".copilot-running").waitFor();
  conclude();
  await panel(page).getByText("Against the policies").waitFor();
}

it("shows what the copilot finds beside the ticket, and writes its suggestions into the reply, with a way back", async () => {
  const { page, troubles } = await bench.open(ticketPath);
  await answer(page).fill(reply);
  await checkIt(page);
  await panel(page).locator(".copilot-running").waitFor();
  expect(new URL(page.url()).pathname).toBe(ticketPath);
  const [talk] = bench.mock.copilot.conversations;
  expect(talk).toMatchObject({
    ticket_id: uuid(42),
    messages: [{ attached: reply, mentions: { action: "audit" } }, {}],
  });
  bench.mock.copilotChanged(talk?.id ?? "", "Reading Refund policy");
  await panel(page).getByText("Reading Refund policy…").waitFor();
  conclude();
  await panel(page).getByText("Against the policies").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await panel(page).getByRole("button", { name: "Replace: Time for returns" }).click();
  const replaced = "You can send it back within 30 days of delivery. The new pair will be with you on Friday.";
  await expect.poll(() => answer(page).inputValue()).toBe(replaced);
  await panel(page).getByText("You have edited the reply since this check.").waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Suggestion: Time for returns");
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe("Undo: Time for returns");
  await page.keyboard.press("Enter");
  await expect.poll(() => answer(page).inputValue()).toBe(reply);

  // The browser's own undo includes the change, too.
  await panel(page).getByRole("button", { name: "Replace: Promised day" }).click();
  await expect.poll(() => answer(page).inputValue()).toContain("leaves our house tomorrow.");
  await answer(page).press("Control+z");
  await expect.poll(() => answer(page).inputValue()).toBe(reply);
  await panel(page).getByRole("button", { name: "Replace: Promised day" }).waitFor();
  expect(troubles).toEqual([]);
});

it("inserts what is missing at the cursor, and takes it out again", async () => {
  const { page } = await bench.open(ticketPath);
  await checked(page);
  await answer(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(48, 48));
  await panel(page).getByRole("button", { name: "Insert: Order number" }).click();
  const inserted = `${reply.slice(0, 48)} Add: Your order number is …${reply.slice(48)}`;
  await expect.poll(() => answer(page).inputValue()).toBe(inserted);
  await panel(page).getByRole("button", { name: "Undo: Order number" }).click();
  await expect.poll(() => answer(page).inputValue()).toBe(reply);
});

it("offers to insert a sentence whose place in the reply is gone", async () => {
  const { page } = await bench.open(ticketPath);
  await checked(page);
  await answer(page).fill("You can send it back.");
  await panel(page).getByRole("button", { name: "Insert: Time for returns" }).click();
  await expect
    .poll(() => answer(page).inputValue())
    .toBe("You can send it back. You can send it back within 30 days of delivery.");
});

it("checks again in the same conversation, is closed for the facts of the ticket, and keeps the reply", async () => {
  const { page, troubles } = await bench.open(ticketPath);
  await checked(page);
  const conversations = bench.mock.copilot.conversations.length;
  await answer(page).fill("You have 30 days.");
  await panel(page).getByRole("button", { name: "Check again" }).click();
  await panel(page).locator(".copilot-running").waitFor();
  expect(bench.mock.copilot.conversations).toHaveLength(conversations);
  expect(bench.mock.copilot.conversations[0]?.messages[2]).toMatchObject({ attached: "You have 30 days." });
  await panel(page).getByRole("button", { name: "Close the policy check" }).click();
  await page.getByRole("complementary", { name: "About this ticket" }).getByText("Hand-over reason").waitFor();
  expect(await panel(page).count()).toBe(0);
  expect(await answer(page).inputValue()).toBe("You have 30 days.");
  expect(troubles).toEqual([]);
});

it("says why a check did not begin, and a question of the copilot is answered in the panel", async () => {
  const { page } = await bench.open(ticketPath);
  bench.mock.refusals.set("POST /copilot/conversations", { status: 503, code: "unavailable", times: 1 });
  await answer(page).fill(reply);
  await checkIt(page);
  await page.getByText("The server is not available right now").waitFor();
  await checkIt(page);
  await panel(page).locator(".copilot-running").waitFor();
  const [talk] = bench.mock.copilot.conversations;
  const asked = bench.mock.copilot.conversations.find(({ title }) => title === "Compare two of our policies")
    ?.messages[1];
  Object.assign(talk?.messages.at(-1) ?? {}, { state: "asking", questions: asked?.questions });
  bench.mock.copilotChanged(talk?.id ?? "");
  const boxes = panel(page).getByRole("checkbox");
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await panel(page)
    .getByRole("button", { name: /^Choose/ })
    .click();
  await panel(page).locator(".copilot-running").waitFor();
});

it.each([[1000], [390]])(
  "stands below the reply where there is no room beside the ticket, at %i pixels",
  async (width) => {
    const { page, troubles } = await bench.open(ticketPath, { viewport: { width, height: 844 } });
    await checked(page);
    await panel(page).getByRole("button", { name: "Replace: Time for returns" }).click();
    await expect.poll(() => answer(page).inputValue()).toContain("within 30 days of delivery.");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await faultsOf(page)).toEqual([]);
    expect(troubles).toEqual([]);
  },
);
