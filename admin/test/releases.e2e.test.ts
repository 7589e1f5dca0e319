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
beforeEach(() => freshMock(bench.mock));

const calls = () =>
  bench.mock.requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
const release = `/api/v1/admin/releases/${uuid(8001)}`;

it("a release shows what is worse with both answers, is published after a question, and rolled back in one step", async () => {
  const { page, troubles } = await bench.open(`/console/releases/${uuid(8001)}`);
  await page.locator(".replay").first().waitFor();
  await page.getByRole("radio", { name: /Worse/ }).check({ force: true });
  await expect.poll(() => page.locator(".replay").count()).toBe(2);
  const first = page.locator(".replay").first();
  expect(await first.locator("del").allTextContents()).toEqual(["30 "]);
  expect(await first.locator("ins").allTextContents()).toEqual(["45 "]);
  await page.getByText("Not met: says “30 days”").waitFor();
  await page.getByText("Earlier messages").or(page.locator(".replay-history")).first().waitFor();
  await page.getByText("2 cached answers will be removed").waitFor();

  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("3 questions are answered worse.").waitFor();
  await page.locator("dialog[open]").getByRole("button", { name: "Publish" }).click();
  await page.getByRole("button", { name: "Roll back" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Roll back" }).click();
  await page.getByText("Rolled back", { exact: true }).first().waitFor();
  expect(calls()).toEqual([`POST ${release}/publish`, `POST ${release}/roll-back`]);
  expect(troubles).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
});

it("a manager cannot publish what was not tried, nor settings", async () => {
  freshMock(bench.mock, { role: "manager" });
  const { page, troubles } = await bench.open(`/console/releases/${uuid(8002)}`);
  const publish = page.getByRole("button", { name: "Publish" });
  await publish.waitFor();
  expect(await publish.getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("button", { name: "Test release" }).click();
  await expect.poll(() => publish.getAttribute("aria-disabled")).toBe("false");
  expect(calls()).toEqual([`POST /api/v1/admin/releases/${uuid(8002)}/run`]);
  expect(troubles).toEqual([]);

  // Events report the progress of a run; a failed run shows its reason and can be retried.
  const running = bench.mock.gate.runs.get(uuid(8002));
  if (!running) throw new Error("no run");
  Object.assign(running, { state: "running", done: 3, questions: 10 });
  bench.mock.releaseChanged(uuid(8002));
  await page.getByText("3 of 10 questions asked").waitFor();
  Object.assign(running, { done: 7 });
  bench.mock.releaseChanged(uuid(8002));
  await page.getByText("7 of 10 questions asked").waitFor({ timeout: 3_000 });
  Object.assign(running, {
    state: "failed",
    error: "The server stopped during every attempt of this run. Start it again.",
  });
  bench.mock.releaseChanged(uuid(8002));
  await page.getByText("The server stopped during every attempt").waitFor({ timeout: 3_000 });
  await page.getByRole("button", { name: "Test again" }).waitFor();
});

it("settings go into a release one by one: another model, and guidance that is taken away", async () => {
  freshMock(bench.mock, { role: "manager" });
  bench.mock.settings = { ...bench.mock.settings, guidance: "Offer a call.", tone: "Friendly" };
  const { page, troubles } = await bench.open(`/console/releases/${uuid(8002)}`);
  await page.getByText("Offer a call.").waitFor();
  await page.getByLabel("Change guidance").check();
  await page.getByRole("textbox", { name: "Guidance" }).fill("");
  await page.getByText("This removes the guidance.").waitFor();
  await page.getByText("Models", { exact: true }).click();
  await page.getByLabel("Confidence: provider").selectOption("ollama");
  await page.getByLabel("Confidence: model").fill("llama3.1");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Add to release" }).click();
  await expect
    .poll(() => bench.mock.requests.find(({ method }) => method === "PATCH")?.body)
    .toEqual({ settings: { guidance: "", models: { grade: { provider: "ollama", model: "llama3.1" } } } });
  expect(troubles).toEqual([]);
});

it("test questions are kept, changed and deleted, by keyboard as well", async () => {
  const { page, troubles } = await bench.open("/console/releases/questions");
  await page.locator(".regression li").first().waitFor();
  await page.getByRole("button", { name: "New question" }).focus();
  await page.keyboard.press("Enter");
  const form = page.locator("dialog[open]");
  await form.getByLabel("Question").fill("Do you ship to Zambia?");
  await form.getByLabel("Must say", { exact: false }).first().fill("nine days");
  await form.getByLabel("Must cite").selectOption({ label: "Refunds" });
  await form.getByRole("button", { name: "Keep" }).click();
  await page.getByText("Do you ship to Zambia?").waitFor();
  await page.getByText("says “nine days”").waitFor();
  await page.getByRole("button", { name: "Delete: And for shoes?" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => page.locator(".regression > li").count()).toBe(3);
  expect(troubles).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
});

it("a text goes into a release instead of before visitors, when somebody says so", async () => {
  const { page } = await bench.open("/console/library");
  await page.getByRole("button", { name: "Add document" }).click();
  await page.getByLabel("Paste text").click();
  await page.getByLabel("Title").fill("Gift cards");
  await page.getByLabel("Text", { exact: true }).fill("Gift cards hold for ten years.");
  await page.getByLabel("Try before publishing").check();
  await page.locator("dialog[open]").getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => calls()).toEqual(["POST /api/v1/admin/documents"]);
  const [sent] = bench.mock.requests.filter(({ method }) => method === "POST");
  expect(sent?.body).toMatchObject({ title: "Gift cards", publish: false });
});
