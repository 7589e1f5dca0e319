import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { uuid } from "./mock-data.ts";

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { role: "agent" }));

const conversationPath = (n: number) => `/console/copilot/${uuid(7000 + n)}`;
const conversationOf = (n: number) => bench.mock.copilot.conversations.find(({ id }) => id === uuid(7000 + n));
const sent = (end: string) => bench.mock.requests.filter(({ method, path }) => method === "POST" && path.endsWith(end));
const branchButton = (page: Page, nth: number) => page.getByRole("button", { name: "Branch from here" }).nth(nth);

it("branches with everything, summary, and with the words that are marked in a message", async () => {
  const { page, troubles } = await bench.open(conversationPath(3));
  await branchButton(page, 1).click();
  await page.getByRole("button", { name: "Everything up to here" }).click();
  await page.getByText("This branch includes the whole conversation").waitFor();
  await page.getByText("Ask a follow-up. The conversation above is included.").waitFor();
  expect(sent("/branches").at(-1)).toMatchObject({
    path: expect.stringContaining(uuid(7302)),
    body: { kind: "whole" },
  });
  await page
    .getByRole("navigation", { name: "Branch origin" })
    .getByRole("link", { name: "How long may a customer send something back?" })
    .click();
  await branchButton(page, 0).click();
  await page.getByRole("button", { name: "A summary of it" }).click();
  await page.getByText("This branch includes a summary").waitFor();
  await page.goBack();
  const answer = page.getByRole("article").filter({ has: page.locator(".md").getByText("within 30 days of delivery") });
  await answer.locator(".md").getByText("within 30 days of delivery").click({ clickCount: 3 });
  await answer.getByRole("button", { name: "Branch from here" }).click();
  await page.getByRole("button", { name: "Selected text…" }).click();
  const dialog = page.getByRole("dialog", { name: "Branch from a selection" });
  await expect.poll(() => dialog.getByRole("textbox").inputValue()).toMatch(/^Customers may return goods/);
  await dialog.getByRole("textbox").fill("within 30 days");
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Branch", exact: true }).click();
  await page.locator("blockquote").getByText("within 30 days").first().waitFor();
  expect(sent("/branches").at(-1)?.body).toMatchObject({ kind: "anchor", text: "within 30 days" });
  expect(troubles).toEqual([]);
});

it("tries a branch that was refused again under the same id", async () => {
  const { page } = await bench.open(conversationPath(7));
  const path = `POST /conversations/${uuid(7007)}/messages/${uuid(7702)}/branches`;
  bench.mock.refusals.set(path, { status: 503, code: "unavailable", times: 1 });
  for (const done of [page.getByText("not available right now"), page.locator(".copilot-given")]) {
    await branchButton(page, 1).click();
    await page.getByRole("button", { name: "Everything up to here" }).click();
    await done.waitFor();
  }
  const ids = sent("/branches").map(({ body }) => (body as { id: string }).id);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

it("offers no branch after a message that is worked on", async () => {
  const { page } = await bench.open(conversationPath(5));
  await page.locator(".copilot-running").waitFor();
  expect(await branchButton(page, 1).getAttribute("aria-disabled")).toBe("true");
  expect(await branchButton(page, 0).getAttribute("aria-disabled")).toBe("false");
});

it("shows all branches as a tree in which arrow keys move, and leads to each and to a comparison", async () => {
  const { page, troubles } = await bench.open(conversationPath(21));
  await page.getByRole("button", { name: "Branches" }).click();
  const dialog = page.getByRole("dialog", { name: "Branches" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Worn shoes");
  expect(await faultsOf(page)).toEqual([]);
  for (const [key, name] of [
    ["Home", "How long may something be sent back?"],
    ["ArrowRight", "Worn shoes"],
    ["ArrowRight", "And from abroad?"],
    ["ArrowDown", "Coffee in the kitchen"],
    ["ArrowLeft", "How long may something be sent back?"],
    ["End", "Coffee in the kitchen"],
    ["Home", "How long may something be sent back?"],
    ["ArrowUp", "How long may something be sent back?"],
    ["ArrowDown", "Worn shoes"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused(), key).toBe(name);
  }
  await dialog.getByText("Has drifted from its starting point").waitFor();
  expect(await dialog.locator("a[aria-current]").textContent()).toBe("Worn shoes");
  await dialog.getByRole("link", { name: "Compare with Coffee in the kitchen" }).click();
  await page.getByRole("heading", { name: "Two branches side by side" }).waitFor();
  await page.getByText("Asked in both").waitFor();
  await expect.poll(() => page.locator(".copilot-side-row").nth(1).locator(".copilot-side").count()).toBe(2);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to the conversation" }).click();
  await page.getByRole("heading", { name: "Worn shoes" }).waitFor();
  expect(troubles).toEqual([]);
});

it("shows one side of a comparison at a time on a phone", async () => {
  const { page } = await bench.open(`${conversationPath(21)}?with=${uuid(7023)}`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole("button", { name: "Worn shoes" }).waitFor();
  expect(await page.getByText("Who waters the plants?").count()).toBe(0);
  await page.getByRole("button", { name: "Coffee in the kitchen" }).click();
  await page.getByText("Who waters the plants?").waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

it("brings a result back to the original, says so on both sides, and does not offer it again", async () => {
  const { page } = await bench.open(conversationPath(23));
  const back = () => page.getByRole("button", { name: "Bring back to How long may something be sent back?" });
  await back().first().click();
  await page.getByText("Brought back to How long").waitFor();
  await expect.poll(() => back().count()).toBe(1);
  await page.getByRole("link", { name: /^Brought back to How long/ }).click();
  await page.getByRole("heading", { name: "How long may something be sent back?", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Coffee in the kitchen", exact: true }).first().waitFor();
  await expect.poll(() => page.locator(".copilot-merged").count()).toBe(2);
});

it("brings one finding of a check back", async () => {
  const [audited, parent] = [conversationOf(2), conversationOf(20)];
  if (!audited || !parent) throw new Error("the mock has no such conversations");
  Object.assign(audited, { parent_id: parent.id, trail: [{ id: parent.id, title: parent.title }] });
  const { page } = await bench.open(conversationPath(2));
  await page.getByRole("button", { name: "Bring this back: Order number" }).click();
  await page.getByText("Brought back to How long").waitFor();
  expect(sent("/merges")[0]?.body).toMatchObject({ message_id: uuid(7202), finding_id: expect.any(String) });
  await expect.poll(() => page.getByRole("button", { name: /^Bring this back/ }).count()).toBe(2);
});

it("closes a branch, which has no box then, and opens it again", async () => {
  const { page } = await bench.open(conversationPath(23));
  const box = page.getByRole("textbox", { name: "Message to the copilot" });
  await box.waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByText("This conversation is closed.").waitFor();
  expect(await box.count()).toBe(0);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Reopen");
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
});

it("asks what becomes of branches when their conversation is deleted", async () => {
  const { page } = await bench.open(conversationPath(20));
  await page.locator(".copilot-merged").waitFor();
  await page.getByRole("button", { name: "More: How long may something be sent back?" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete the conversation" });
  expect(await dialog.getByRole("radio", { name: /^Keep them/ }).isChecked()).toBe(true);
  await dialog.getByRole("radio", { name: /^Delete them and/ }).check();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect
    .poll(() => [20, 21, 22, 23].map((n) => conversationOf(n) !== undefined))
    .toEqual([false, false, false, false]);
  expect(conversationOf(3)).toBeDefined();
});
