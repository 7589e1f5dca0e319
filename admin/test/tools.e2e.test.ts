import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { fillWithTools } from "./mock-approvals.ts";
import { uuid } from "./mock-data.ts";

let bench: ConsoleBench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock));

const orders = `/console/tools/${uuid(6001)}`;
const sent = (method: string, ending: string) =>
  bench.mock.requests.filter((request) => request.method === method && request.path.endsWith(ending));
/** A ticket with tool calls and a change that waits for an agent's approval. */
function withTools(): string {
  const detail = bench.mock.tickets.get(uuid(42));
  if (!detail) throw new Error("the ticket is seeded");
  fillWithTools(detail);
  return `/console/inbox/${uuid(42)}`;
}

it("more tools than are offered, and a suspended workspace, are told", async () => {
  const [first] = bench.mock.tools.connections;
  if (first) first.tools = { ...first.tools, all: 130, usable: 130 };
  const { page } = await bench.open("/console/tools");
  await page.getByText("131 tools are turned on, but the assistant can use only the first 64").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  bench.mock.refusals.set("GET /admin/me", { status: 403, code: "tenant_suspended", times: 1 });
  await page.reload();
  await page.getByRole("heading", { name: "This workspace is suspended" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Tools" }).waitFor();
});

it("a new connection says what is wrong where it is wrong, and asks its server for tools at once", async () => {
  const { page } = await bench.open("/console/tools");
  await page.getByRole("button", { name: "Add connection" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Stock");
  await page.getByLabel("Address of the server").fill("stock.example.com");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText("Enter an address that starts").waitFor();
  expect(sent("POST", "/tools/connections")).toEqual([]);
  await page.getByLabel("Address of the server").fill("https://stock.example.com/mcp");
  await page.getByRole("button", { name: "Add a header" }).click();
  await page.getByLabel("Name of header 1").fill("Authorization");
  await page.getByLabel("Value of header 1").fill("Bearer secret-value");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText("Tools refreshed: 0 tools").waitFor();
  expect(sent("POST", "/tools/connections").map(({ body }) => body)).toEqual([
    {
      kind: "mcp",
      name: "Stock",
      url: "https://stock.example.com/mcp",
      headers: { Authorization: "Bearer secret-value" },
    },
  ]);
  expect(sent("POST", `${uuid(6090)}/discover`)).toHaveLength(1);
  expect(await page.content()).not.toContain("secret-value");
});

it("nobody decides by accident: a tool that nobody has classed is not saved before it is", async () => {
  const { page } = await bench.open(`${orders}/${uuid(6103)}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Choose whether it reads or writes.").waitFor();
  expect(sent("PATCH", uuid(6103))).toEqual([]);
  await page.getByRole("radio", { name: "Writes" }).check();
  await page.getByRole("radio", { name: "An agent Approves" }).check();
  await page.getByLabel("Available to the assistant").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved the rules. The tool is on").waitFor();
  expect(sent("PATCH", uuid(6103))[0]?.body).toMatchObject({ kind: "write", approval: "agent", is_active: true });
});

it("a changed definition is approved as it was seen", async () => {
  const { page } = await bench.open(`${orders}/${uuid(6102)}`);
  await page.locator(".changed").waitFor();
  expect(await page.locator(".changed ins").allTextContents()).toContain("number, required, at least 0, In EUR");
  await page.getByRole("button", { name: "Approve the new definition" }).click();
  await page.getByText("Approved the new definition").waitFor();
  expect(sent("POST", "/accept").map(({ body }) => body)).toEqual([{ definition_hash: "hash-2b" }]);
  expect(await page.locator(".changed").count()).toBe(0);
});

it("a read is tried at once; a write only after somebody has seen exactly what is sent", async () => {
  const { page } = await bench.open(`${orders}/${uuid(6101)}`);
  await page.getByRole("button", { name: "Call Find an order" }).click();
  await page.getByText("Required.").waitFor();
  await page.getByLabel("Order number").fill("A-7");
  await page.getByRole("button", { name: "Call Find an order" }).click();
  await page.locator(".try-result").waitFor();
  expect(sent("POST", `${uuid(6101)}/test`)[0]?.body).toEqual({
    arguments: { order_number: "A-7", with_items: false },
    confirm: false,
  });
  await page.goto(`${bench.mock.origin}${orders}/${uuid(6102)}`);
  await page.getByLabel("Order number").fill("A-7");
  await page.getByLabel("New day").fill("2026-11-27");
  await page.getByRole("button", { name: "Call Move a delivery" }).click();
  const question = page.getByRole("dialog");
  await expect.poll(() => question.locator("pre").textContent()).toContain('"day": "2026-11-27"');
  expect(sent("POST", `${uuid(6102)}/test`)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole("button", { name: "Call it" }).click();
  await page.locator(".try-result").waitFor();
  expect(sent("POST", `${uuid(6102)}/test`)[0]?.body).toMatchObject({ confirm: true });
});

it("calls are found by what the address says, and somebody says what became of one that nobody knows about", async () => {
  const { page } = await bench.open("/console/tools");
  await page.getByRole("link", { name: "Review" }).click();
  await page.locator(".call-open").waitFor();
  await expect.poll(() => page.locator(".call").count()).toBe(2);
  await page.getByLabel("Note").fill("The carrier has it.");
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByText("Marked the call as done").waitFor();
  expect(await page.locator(".call-open").count()).toBe(0);
  expect(sent("POST", "/settle").map(({ body }) => body)).toEqual([
    { status: "completed", note: "The carrier has it." },
  ]);
  await page.getByLabel("Outcome").selectOption("failed");
  await page.getByText("The server answered with status 503.").waitFor();
  expect(await page.locator(".call").count()).toBe(1);
  expect(await page.getByRole("link", { name: "CSV" }).getAttribute("href")).toContain("status=failed");
});

it("a change that waits is counted in the rail, decided beside its ticket, and gone from both", async () => {
  const path = withTools();
  const { page } = await bench.open(path);
  await page.locator(".rail").getByRole("link", { name: "Approvals 1" }).waitFor();
  const card = page.getByRole("region", { name: "Waiting for approval: Move a delivery" });
  await expect
    .poll(() => card.locator(".approval-fields").textContent())
    .toContain("New dayfrom 2026-11-25→ to 2026-11-27");
  expect(await faultsOf(page)).toEqual([]);
  await card.getByRole("button", { name: "Approve" }).click();
  const approved = page.locator(".log-tool", { hasText: "Ada Agent approved:" });
  await approved.locator("summary").click();
  await approved.getByRole("row", { name: "New day from 2026-11-25 to 2026-11-27" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.locator(".rail").getByRole("link", { name: "Approvals", exact: true }).waitFor();
  expect(await card.count()).toBe(0);
  expect(sent("POST", `/confirmations/${uuid(6401)}`).map(({ body }) => body)).toEqual([{ approved: true }]);
});

it("what cannot be seen is written as its number; Persian and emoji stay as they are", async () => {
  const path = withTools();
  const [pending] = bench.mock.tickets.get(uuid(42))?.confirmations.filter(({ status }) => status === "pending") ?? [];
  if (!pending) throw new Error("a change waits");
  pending.description = "It comes to \u202eDr. No, می\u200cخواهم 👩\u200d🚀.";
  pending.arguments = { order_number: "A\u200b-1042" };
  pending.fields = [{ name: "order_number", label: "Order number", value: "A\u200b-1042" }];
  const { page } = await bench.open(path);
  const card = page.getByRole("region", { name: "Waiting for approval: Move a delivery" });
  await card.waitFor();
  const words = (await card.textContent()) ?? "";
  expect(words).toContain("It comes to ⟨U+202E⟩Dr. No, می\u200cخواهم 👩\u200d🚀.");
  expect(words.match(/A⟨U\+200B⟩-1042/g)).toHaveLength(2);
});

it("on a phone the card stands in the thread, and who was slower is told so", async () => {
  const path = withTools();
  const { page } = await bench.open(path, { viewport: { width: 320, height: 640 } });
  await page.locator(".log .approval").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  bench.mock.refusals.set(`POST /confirmations/${uuid(6401)}`, { status: 409, code: "already_answered", times: 1 });
  await page.locator(".log .approval").getByRole("button", { name: "Decline" }).click();
  await page.locator(".toast-error").getByText("Not decided: “Move a delivery”").waitFor();
});

it("approvals of all tickets stand in one list, live; a viewer only looks on", async () => {
  const { page } = await bench.open("/console/approvals");
  await page.getByText("Nothing to approve").waitFor();
  withTools();
  bench.mock.deskChanged(uuid(42));
  await page.locator(".approvals .approval").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  bench.mock.role = "viewer";
  await page.reload();
  await page.locator(".approvals .approval").waitFor();
  expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
});
