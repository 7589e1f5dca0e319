import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, openBench } from "./console-browser.ts";
import { uuid } from "./mock-data.ts";
import { seedDocuments, seedSettings } from "./mock-library.ts";
import { seedSnippets } from "./mock-snippets.ts";
import { seedTickets } from "./mock-tickets.ts";

let bench: ConsoleBench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => {
  Object.assign(bench.mock, {
    signedIn: true,
    role: "admin",
    tickets: seedTickets(),
    documents: seedDocuments(),
    settings: seedSettings(),
    snippets: seedSnippets(),
    requests: [],
  });
  bench.mock.refusals.clear();
});

const changes = () =>
  bench.mock.requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path.slice(13)}`);

it("proposed snippets are counted in the rail, edited, approved and withdrawn; what was typed outlives a closed dialog", async () => {
  const { page } = await bench.open("/console/inbox");
  await page.getByRole("link", { name: /^Library.*2$/ }).click();
  await page.getByRole("link", { name: /^Snippets/ }).click();
  await page.getByRole("button", { name: "Edit: Do you gift-wrap parcels?" }).click();
  await page.getByRole("textbox", { name: /^Answer/ }).fill("Yes, for four euros.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit: Do you gift-wrap parcels?" }).click();
  expect(await page.getByRole("textbox", { name: /^Answer/ }).inputValue()).toBe("Yes, for four euros.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Yes, for four euros.").waitFor();
  await page.getByRole("button", { name: "Approve: Do you gift-wrap parcels?" }).click();
  await page.getByText("the assistant answers from it now").waitFor();
  await page.getByRole("link", { name: /^Library.*1$/ }).waitFor();
  await page.getByRole("radio", { name: /^Live/ }).check();
  await page.getByRole("button", { name: "Withdraw: Do you gift-wrap parcels?" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Withdraw: Do you gift-wrap parcels?" }).count()).toBe(0);
  expect(page.url()).toContain("state=live");
  const id = uuid(701);
  expect(changes()).toEqual([`PATCH /snippets/${id}`, `POST /snippets/${id}/approve`, `POST /snippets/${id}/withdraw`]);
});

it("agents propose snippets and change their own; deciding is for managers", async () => {
  bench.mock.role = "agent";
  const { page } = await bench.open("/console/library/snippets");
  await page.getByRole("button", { name: "Edit: Can I change the name" }).waitFor();
  expect(await page.getByRole("button", { name: /^(Approve|Reject|Delete|Edit: Do you)/ }).count()).toBe(0);
  await page.getByRole("button", { name: "New snippet" }).click();
  await page.getByLabel("Question").fill("Do you ship to Malta?");
  await page.getByRole("button", { name: "Propose" }).click();
  await page.getByText("Question and answer are both needed.").waitFor();
  await page.getByRole("textbox", { name: /^Answer/ }).fill("Yes, in five days.");
  await page.getByRole("button", { name: "Propose" }).click();
  await page.getByRole("heading", { name: "Do you ship to Malta?" }).waitFor();
});
