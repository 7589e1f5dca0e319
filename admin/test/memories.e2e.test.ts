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

const path = `/console/inbox/${uuid(42)}`;
const asked = () => bench.mock.requests.filter((request) => request.path.includes("memories"));
function identify(): void {
  const detail = bench.mock.tickets.get(uuid(42));
  if (!detail) throw new Error("the ticket is seeded");
  detail.visitor = { ...detail.visitor, is_identified: true };
}

it("what is remembered is seen beside the ticket, corrected, added to and erased", async () => {
  identify();
  const { page } = await bench.open(path);
  const section = page.locator(".context-section").filter({ hasText: "Memories" });
  await section.getByText("Has two warehouses, in Malmö and Gdańsk").waitFor();
  await expect.poll(() => section.textContent()).toContain("From a ticket · confidence 86 % · used 3 times");
  await section.getByRole("button", { name: /^Correct: Has two/ }).click();
  await section.getByLabel("Memory").fill("Has three warehouses");
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await section.getByText("Has three warehouses").waitFor();
  await section.getByRole("button", { name: "Add" }).click();
  await section.getByLabel("Memory").fill("Pays by invoice");
  await section.getByRole("button", { name: "Remember", exact: true }).click();
  await section.getByText("Memories (3)").waitFor();
  await section.getByRole("button", { name: "Erase: Pays by invoice" }).click();
  await section.getByText("Memories (2)").waitFor();
  await section.getByRole("button", { name: "Erase all" }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Erase all" }).click();
  await section.getByText("Nothing yet.").waitFor();
  expect(asked().map(({ method, body }) => [method, body])).toEqual([
    ["GET", null],
    ["PATCH", { content: "Has three warehouses", type: "fact" }],
    ["POST", { content: "Pays by invoice", type: "fact" }],
    ["DELETE", null],
    ["DELETE", null],
  ]);
});

it("nothing is asked about visitors of whom nobody knows who they are, nor for who may only look", async () => {
  const { page } = await bench.open(path);
  await page.getByText("Unverified").waitFor();
  identify();
  bench.mock.role = "viewer";
  await page.reload();
  await page.getByText("Verified by your site").waitFor();
  expect(asked()).toEqual([]);
});

it("what was remembered before it was switched off can still be erased, and nothing is added", async () => {
  identify();
  bench.mock.memories.is_enabled = false;
  const { page } = await bench.open(path);
  await page.getByText("Memory is off. None of this is used.").waitFor();
  const section = page.locator(".context-section").filter({ hasText: "Memories" });
  expect(await section.getByRole("button", { name: "Add" }).count()).toBe(0);
  expect(await section.getByRole("button", { name: /^Erase/ }).count()).toBe(3);
});
