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
beforeEach(() => freshMock(bench.mock, { role: "manager" }));

const calls = () =>
  bench.mock.requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

it("lists gaps by what they cost, ignores one and takes that back, by keyboard alone", async () => {
  const { page, troubles } = await bench.open("/console/gaps");
  await page.locator(".gap").first().waitFor();
  expect(await page.locator(".gap-cost strong").allTextContents()).toEqual([
    "about 3.5 h",
    "about 55 min",
    "about 25 min",
  ]);
  await page.getByRole("button", { name: "Ignore: Can I pay by instalments?" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".gap").count()).toBe(2);
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".gap").count()).toBe(3);
  expect(calls()).toEqual([
    `POST /api/v1/admin/gaps/${uuid(1201)}/ignore`,
    `POST /api/v1/admin/gaps/${uuid(1201)}/reopen`,
  ]);
  await page.getByRole("radio", { name: /Answered/ }).check();
  await page.getByText("Answered by Gift wrapping").waitFor();
  await page.getByRole("radio", { name: /Ignored/ }).check();
  await page.getByText("Ignored by Mia Manager").waitFor();
  await page.reload();
  await page.getByText("Ignored by Mia Manager").waitFor();
  expect(troubles).toEqual([]);
});

it("shows the questions that were asked once, with the actions of a gap", async () => {
  const { page, troubles } = await bench.open("/console/gaps");
  await page.getByRole("radio", { name: "Asked once 2" }).check();
  await expect.poll(() => page.locator(".gap").count()).toBe(2);
  await page.getByRole("link", { name: "Do you engrave rings?" }).waitFor();
  await page.getByText("asked 1 hour ago").first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Draft a snippet: Do you engrave rings?" }).click();
  await page.getByRole("dialog", { name: "Edit snippet" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".gap").count()).toBe(1);
  await page.getByRole("button", { name: "Ignore: Is there parking near the shop?" }).click();
  await page.getByText("Ignored the gap").waitFor();
  expect(await page.locator(".gap").count()).toBe(0);
  expect(troubles).toEqual([]);
});

it("drafts a snippet from what agents answered, which is changed and approved on the spot", async () => {
  const { page } = await bench.open(`/console/gaps/${uuid(1201)}`);
  await page.getByRole("heading", { name: "Answers from your team" }).waitFor();
  await page.getByRole("link", { name: "#1041", exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^Draft a snippet/ }).click();
  const form = page.getByRole("dialog", { name: "Edit snippet" });
  await expect.poll(() => form.getByLabel("Question").inputValue()).toBe("Can I pay by instalments?");
  await expect.poll(() => form.getByLabel("Answer").inputValue()).toContain("three or six parts");
  expect(await faultsOf(page)).toEqual([]);
  await form.getByLabel("Answer").fill("Yes, in six parts.");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Snippet proposed").waitFor();
  await page.getByRole("button", { name: "Approve snippet" }).click();
  await page.getByText("The gap closes once").waitFor();
  expect(bench.mock.snippets.find(({ id }) => id === uuid(750))).toMatchObject({
    state: "live",
    answer: "Yes, in six parts.",
  });
});

it("shows what a visitor wrote about a wrong answer", async () => {
  const { page } = await bench.open(`/console/gaps/${uuid(1201)}`);
  await page.locator(".gap-causes q", { hasText: "It is six parts, not three." }).waitFor();
  expect(await page.locator(".gap-causes q").count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
});

it("opens an empty answer where no agent has given one", async () => {
  const { page } = await bench.open(`/console/gaps/${uuid(1202)}`);
  await page.getByRole("button", { name: /^Draft a snippet/ }).click();
  const form = page.getByRole("dialog", { name: "New snippet" });
  await expect.poll(() => form.getByLabel("Question").inputValue()).toContain("parcel locker");
  await expect.poll(() => form.getByLabel("Answer").inputValue()).toBe("");
});

it("says when there is nothing, when there are no vectors, and when it cannot be loaded", async () => {
  bench.mock.gaps = [];
  const { page } = await bench.open("/console/gaps");
  await page.getByText("No gaps", { exact: true }).waitFor();
  bench.mock.hasVectors = false;
  await page.reload();
  await page.getByText("Gaps need vectors").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  bench.mock.refusals.set("GET /gaps", { status: 503, code: "unavailable", times: 1 });
  await page.reload();
  await page.getByText("The gaps could not be loaded").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Gaps need vectors").waitFor();
});

it("shows agents what is missing and offers them nothing that they may not do", async () => {
  bench.mock.role = "agent";
  const { page } = await bench.open("/console/gaps");
  await page.locator(".gap").first().waitFor();
  expect(await page.locator(".gap-actions").count()).toBe(0);
  await page.getByRole("link", { name: "Can I pay by instalments?" }).click();
  await page.locator(".gap-questions").waitFor();
  expect(await page.locator(".gap-actions").count()).toBe(0);
});

it("shows beside a waiting ticket what agents answered before, and nothing beside others", async () => {
  const { page, troubles } = await bench.open(`/console/inbox/${uuid(42)}`);
  const before = page.getByRole("heading", { name: "Answered before" });
  await before.waitFor();
  expect(await page.getByRole("link", { name: "Can I go down to the smaller plan now?" }).getAttribute("href")).toBe(
    `/console/inbox/${uuid(48)}`,
  );
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${bench.mock.origin}/console/inbox/${uuid(45)}`);
  await page.locator(".draft").waitFor();
  await expect.poll(() => bench.mock.requests.some(({ path }) => path.endsWith(`${uuid(45)}/similar`))).toBe(true);
  expect(await before.count()).toBe(0);
  expect(troubles).toEqual([]);
});
