import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { NewPlaygroundRun } from "../../protocol/playground.ts";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { uuid } from "./mock-data.ts";
import { answeredSteps, playgroundResult, question } from "./mock-playground-steps.ts";

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { role: "manager" }));

const posted = (ending: string) =>
  bench.mock.requests.filter(({ method, path }) => method === "POST" && path.endsWith(ending));

it("asks by keyboard, shows words and steps as they come, and keeps what was refused under the same id", async () => {
  const { page, troubles } = await bench.open("/console/playground");
  const box = page.getByRole("textbox", { name: "Question as a visitor" });
  bench.mock.refusals.set("POST /playground/runs", { status: 503, code: "unavailable", times: 1 });
  await box.fill(question);
  await box.press("Enter");
  await page.getByText("The server is not available right now").waitFor();
  await page.reload();
  await expect.poll(() => box.inputValue()).toBe(question);
  await box.press("Enter");
  await page.locator(".play-running").waitFor();
  const [first, second] = posted("/playground/runs").map(({ body }) => (body as NewPlaygroundRun).message?.id);
  expect(second).toBe(first);
  const run = bench.mock.playground.runs.find(({ messages }) => messages.some(({ id }) => id === second));
  const answer = run?.messages.at(-1);
  if (!run || !answer) throw new Error("nothing was asked");
  expect(new URL(page.url()).pathname).toBe(`/console/playground/${run.id}`);
  answer.content = "You can send shoes back within";
  bench.mock.playground.steps.set(answer.id, answeredSteps().slice(0, 3));
  bench.mock.playgroundChanged(run.id);
  await page.locator(".play-answer", { hasText: "You can send" }).waitFor();
  await page.locator(".play-step", { hasText: "2 passages" }).waitFor();
  Object.assign(answer, { state: "done", content: "You can send them back.", result: playgroundResult() });
  bench.mock.playground.steps.set(answer.id, answeredSteps());
  bench.mock.playgroundChanged(run.id);
  await page.locator(".play-outcome", { hasText: "Answered" }).waitFor();
  await page.locator(".play-step summary", { hasText: "Check cache" }).press("Enter");
  await page.getByText("Not used: different numbers. Similarity: 0.81.").waitFor();
  await page.locator(".play-step summary", { hasText: "Search" }).press("Enter");
  await page.getByText("Left out: 2").click();
  await page.getByText("its document is internal", { exact: true }).waitFor();
  await page.getByText("Tools are not called here and memories are not used").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await page.locator(".play-outcome", { hasText: "Answered" }).waitFor();
  expect(troubles).toEqual([]);
});

it("tries an answer again with another version and threshold, and shows both side by side", async () => {
  bench.mock.settings = { ...bench.mock.settings, guidance: "Offer a call." };
  const { page, troubles } = await bench.open(`/console/playground/${uuid(8001)}`);
  await page.getByRole("button", { name: "Try with this change" }).click();
  await page.getByLabel(/^Threshold/).fill("0.9");
  await page.getByLabel("Version of Refund policy to search").selectOption({ label: "Version 1" });
  // A version that was never published, another model for grading, no guidance, and only some sets.
  await page.getByLabel("Version of Gift cards to search").selectOption({ label: "Draft of “Gift cards”" });
  await page.getByLabel("Confidence: provider").selectOption("ollama");
  await page.getByLabel("Confidence: model").fill("llama3.1");
  await page.getByRole("textbox", { name: "Guidance" }).fill("");
  await page.getByLabel("Search only these document sets").check();
  await page.getByLabel("Help", { exact: true }).uncheck();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await page.locator(".play-running").waitFor();
  const sent = posted("/playground/runs").at(-1)?.body as { draft: object; branch: object };
  expect(sent.branch).toEqual({ run_id: uuid(8001), message_id: uuid(8102) });
  expect(sent.draft).toEqual({
    guidance: "",
    threshold: 0.9,
    models: { grade: { provider: "ollama", model: "llama3.1" } },
    versions: { add: [uuid(8930), uuid(8950)], leave_out: [] },
    sets: ["Policies"],
  });
  const run = bench.mock.playground.runs[0];
  const answer = run?.messages.at(-1);
  if (!run || !answer) throw new Error("no branch was begun");
  const content = "You can send shoes back within 60 days of delivery [1].";
  Object.assign(answer, { state: "done", content, result: playgroundResult({ answer: content, ms: 900 }) });
  bench.mock.playgroundChanged(run.id);
  await page.locator(".play-figures [data-differs=true]", { hasText: "Time" }).waitFor();
  expect(await page.locator(".play-text del").first().textContent()).toContain("30");
  await expect.poll(() => page.locator(".play-text ins").first().textContent()).toContain("60");
  expect(await faultsOf(page)).toEqual([]);
  expect(troubles).toEqual([]);
});

it("stops an answer, and deletes a run after a yes", async () => {
  const { page } = await bench.open(`/console/playground/${uuid(8003)}`);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped").waitFor();
  await page.getByRole("button", { name: "Delete: Where is my parcel?" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => bench.mock.playground.runs.some(({ id }) => id === uuid(8003))).toBe(false);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/console/playground");
});

it("is no place for agents", async () => {
  freshMock(bench.mock, { role: "agent" });
  const { page } = await bench.open("/console/playground");
  await page.getByText("The playground is available to managers").waitFor();
  expect(await page.getByRole("link", { name: "Playground" }).count()).toBe(0);
});

it("begins with a ticket's words, up to a message", async () => {
  const ticket = [...bench.mock.tickets.values()].find(({ messages }) =>
    messages.some(({ role }) => role === "visitor"),
  );
  const message = ticket?.messages.find(({ role }) => role === "visitor");
  if (!ticket || !message) throw new Error("no ticket has a visitor's message");
  const { page, troubles } = await bench.open(`/console/inbox/${ticket.ticket.id}?view=all`);
  const article = page.locator(".message-visitor").first();
  await article.hover();
  await article.getByRole("link", { name: "Try this in the playground" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/console\/playground\/.+/);
  expect(posted("/playground/runs").map(({ body }) => body)).toEqual([
    { ticket: { id: ticket.ticket.id, message_id: message.id } },
  ]);
  await page.getByRole("link", { name: "Ticket", exact: true }).waitFor();
  expect(troubles).toEqual([]);
});
