import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { uuid } from "./mock-data.ts";
import { seedLabels } from "./mock-triage.ts";

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { labels: seedLabels(), savedViews: [] }));

const ticket = (n: number) => bench.mock.tickets.get(uuid(n))?.ticket;
const row = (n: number) => `a[data-ticket="${uuid(n)}"]`;

it("a ticket gets labels, a priority and a colleague by the keyboard, in the list and when it is open", async () => {
  const { page, troubles } = await bench.open("/console/inbox");
  await page.locator(row(43)).focus();
  await page.keyboard.press("l");
  await page.getByRole("option", { name: "Billing" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.type("bug");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Bug (chosen)" }).waitFor();
  await page.getByRole("combobox", { name: "Label" }).fill("Refunds");
  await page.getByRole("option", { name: "Create “Refunds”" }).click();
  await page.keyboard.press("Escape");
  await page.locator(row(43)).getByText("+1", { exact: true }).waitFor();
  expect(
    ticket(43)
      ?.labels.map(({ name }) => name)
      .sort(),
  ).toEqual(["Bug", "Refunds"]);
  await page.locator(row(43)).click();
  await page.locator(".ticket-facts").getByText("Bug").waitFor();
  await page.keyboard.press("p");
  await page.getByRole("option", { name: "Urgent" }).click();
  await page.locator(".ticket-facts").getByText("Urgent").waitFor();
  await page.keyboard.press("a");
  await page.getByRole("option", { name: "Bo Bauer" }).click();
  await page.locator(".ticket-facts").getByText("Bo Bauer").waitFor();
  expect(ticket(43)).toMatchObject({ priority: "urgent", assignee: { name: "Bo Bauer" } });
  expect(troubles).toEqual([]);
});

it("what the server refuses is put back with its reason", async () => {
  const { page } = await bench.open(`/console/inbox/${uuid(43)}`);
  await page.locator(".thread-head h1").waitFor();
  bench.mock.refusals.set(`PATCH ${uuid(43)}`, { status: 409, code: "conflict", times: 1 });
  await page.keyboard.press("p");
  await page.getByRole("option", { name: "Urgent" }).click();
  await page.getByText("Not changed.").waitFor();
  await expect.poll(() => page.locator(".chip-priority-urgent").count()).toBe(0);
});

it("marked tickets are changed at once, those that cannot be are named, and the change is taken back", async () => {
  const { page } = await bench.open("/console/inbox?view=all");
  await page.locator(row(43)).focus();
  await page.keyboard.press("x");
  await page.getByLabel("Select #1042").check({ force: true });
  await page.getByText("2 selected").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("z");
  await page.getByRole("option", { name: "Until the visitor replies" }).click();
  await page.getByText("Snoozed 2 tickets until the visitor replies").waitFor();
  expect([ticket(42)?.snoozed, ticket(43)?.snoozed]).toEqual([{ until: null }, { until: null }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => [ticket(42)?.snoozed, ticket(43)?.snoozed]).toEqual([null, null]);
  const resolved = [...bench.mock.tickets.values()].find((one) => one.ticket.status === "resolved")?.ticket;
  await page.getByLabel(`Select #${resolved?.number}`).check({ force: true });
  await page.keyboard.press("z");
  await page.getByRole("option", { name: "Tomorrow" }).click();
  await page.getByText("Changed 2 of 3 tickets.").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByText("3 selected").count()).toBe(0);
});

it("a filter stands in the address, is kept as a view, and is renamed and deleted there", async () => {
  const first = ticket(43);
  if (first) Object.assign(first, { priority: "high", labels: [seedLabels()[0]] });
  const { page } = await bench.open("/console/inbox?view=all");
  await page.locator(row(42)).waitFor();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("option", { name: "High" }).click();
  await page.getByRole("option", { name: "Billing" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("a[data-ticket]").count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => page.locator("a[data-ticket]").count()).toBe(1);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name").fill("High and billing");
  await page.getByLabel("For the whole team").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "High and billing" }).waitFor();
  await page.getByRole("button", { name: "High: remove from the filter" }).click();
  await page.getByRole("button", { name: "Billing: remove from the filter" }).click();
  await page.locator(row(42)).waitFor();
  await page.getByRole("link", { name: "High and billing" }).click();
  await page.getByRole("heading", { name: "High and billing" }).waitFor();
  await page.getByRole("button", { name: "Edit view" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => page.getByRole("link", { name: "High and billing" }).count()).toBe(0);
});

it("on a phone a tap marks tickets once that was chosen, and opens them again afterwards", async () => {
  const { page, troubles } = await bench.open("/console/inbox?view=all", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.getByRole("button", { name: "Select" }).tap();
  await page.locator(row(43)).tap();
  await page.locator(row(42)).tap();
  await page.getByText("2 selected").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Priority" }).tap();
  await page.getByRole("option", { name: "Urgent" }).tap();
  await expect.poll(() => [ticket(42)?.priority, ticket(43)?.priority]).toEqual(["urgent", "urgent"]);
  await page.getByRole("button", { name: "Done" }).tap();
  await page.locator(row(43)).tap();
  await page.locator(".thread-head h1").waitFor();
  expect(troubles).toEqual([]);
});

it("a duplicate is merged into the visitor's other ticket, which shows what was said in it, and two tickets are linked", async () => {
  const [dup, other] = [bench.mock.tickets.get(uuid(43)), bench.mock.tickets.get(uuid(42))];
  if (!dup || !other) throw new Error("the mock has no such tickets");
  const { id, number, subject } = other.ticket;
  dup.visitor.tickets = [{ id, number, subject, status: "pending_human", updated_at: other.ticket.updated_at }];
  const { page, troubles } = await bench.open(`/console/inbox/${uuid(43)}`);
  const found = page.locator("#related-list").getByRole("option");
  const choose = async (item: string, words: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: item }).click();
    if (words !== "") await page.getByRole("combobox", { name: item.replace("…", "") }).fill(words);
    await found.first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
  };
  await choose("Link to a ticket…", "1042");
  await found.first().click();
  await page.getByText("Linked tickets (1)").waitFor();
  await choose("Merge into another ticket…", "");
  await page.keyboard.press("Enter");
  await page.getByText(`Merged #1043 into #${number}`).waitFor();
  await page.getByText("#1043 was merged into this").click();
  await page.getByRole("link", { name: "Open #1043" }).click();
  const head = page.locator(".thread-head");
  await page.locator(".ticket-facts").getByText("Merged", { exact: true }).waitFor();
  await head.getByText(`into #${number}`).waitFor();
  await page.locator(row(43)).getByText("Merged", { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(troubles).toEqual([]);
});

it("the undo of a change selects its ticket: opened again if it was open, with the focus in the list otherwise", async () => {
  const { page } = await bench.open(`/console/inbox/${uuid(42)}`);
  const undo = () => page.getByRole("button", { name: "Undo" }).click();
  const steps: ReadonlyArray<[key: string, option: string | null, said: string]> = [
    ["z", "Tomorrow", "Snoozed #1042"],
    ["e", null, "Resolved #1042"],
  ];
  for (const [key, option, said] of steps) {
    await page.locator(".thread-head h1").focus();
    await page.keyboard.press(key);
    if (option) await page.getByRole("option", { name: option }).click();
    await page.getByText(said).waitFor();
    await page.waitForURL((url) => !url.pathname.endsWith(uuid(42)));
    await undo();
    await page.waitForURL((url) => url.pathname.endsWith(uuid(42)));
    await page.locator(`${row(42)}[aria-current="true"]`).waitFor();
  }
  await page.goto(`${bench.mock.origin}/console/inbox`);
  await page.locator(row(43)).focus();
  await page.keyboard.press("z");
  await page.getByRole("option", { name: "Tomorrow" }).click();
  await expect.poll(() => page.locator(row(43)).count()).toBe(0);
  await undo();
  await page.locator(`${row(43)}:focus`).waitFor();
  await page.keyboard.press("a");
  await page.getByRole("option", { name: "Bo Bauer" }).click();
  await expect.poll(() => ticket(43)?.assignee?.name).toBe("Bo Bauer");
  await undo();
  await expect.poll(() => ticket(43)?.assignee).toBeNull();
});
