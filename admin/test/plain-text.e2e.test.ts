import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TicketDetail } from "../../protocol/admin.ts";
import { type ConsoleBench, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { message, minutesAgo, uuid } from "./mock-data.ts";
import { searchResults } from "./mock-search.ts";

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { mentions: [] }));

const ticket = `/console/inbox/${uuid(42)}`;
const author = { id: "person-2", name: "Bo Bauer" };
const ada = { id: "person-1", name: "Ada Agent" };

function change(edit: (detail: TicketDetail) => void): void {
  const detail = bench.mock.tickets.get(uuid(42));
  if (detail) edit(detail);
}

/** Opens a page and returns its texts and elements at a place. */
async function read(path: string, place: string) {
  const { page, troubles } = await bench.open(path);
  const found = page.locator(place).first();
  await found.waitFor();
  return { page, found, troubles, text: async () => ((await found.textContent()) ?? "").trim() };
}

describe("a text in Markdown is formatted in", () => {
  it("a visitor's message", async () => {
    change(({ messages }) => messages.push(message(901, "visitor", "**Two** things:\n\n- `A-17`\n- <b>x</b>", 1)));
    const { found, text } = await read(ticket, ".message-visitor:has-text('Two things')");
    expect(await found.locator("strong").allTextContents()).toContain("Two");
    expect(await found.locator("li").allTextContents()).toEqual(["A-17", "<b>x</b>"]);
    expect(await text()).not.toContain("**");
  });

  it("a note, with the mentioned names marked, but not in code", async () => {
    const content = "**Ask** @Ada Agent about `@Ada Agent`";
    change(({ notes }) => notes.push({ id: uuid(902), author, content, mentions: [ada], created_at: minutesAgo(1) }));
    const { found } = await read(ticket, ".message-note");
    expect(await found.locator("strong").allTextContents()).toContain("Ask");
    expect(await found.locator("mark").allTextContents()).toEqual(["@Ada Agent"]);
    expect(await found.locator("code").textContent()).toBe("@Ada Agent");
  });

  it("the visitor's comment on a rating", async () => {
    change(({ ratings }) =>
      ratings.push({ score: 5, comment: "Very *fast*", resolved_at: minutesAgo(1), created_at: minutesAgo(1) }),
    );
    const { found } = await read(ticket, ".message-rating");
    expect(await found.locator("em").textContent()).toBe("fast");
  });

  it("a result of the search tester", async () => {
    const [first] = searchResults();
    bench.mock.results = first ? [{ ...first, text: "## Downgrades\n\nAt the **end** of the period." }] : [];
    const { page } = await bench.open("/console/search");
    await page.getByRole("searchbox").or(page.getByLabel("Question")).first().fill("downgrade");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".result-text strong").allTextContents()).toEqual(["end"]);
    expect(await page.locator(".result-text").textContent()).not.toMatch(/[#*]/);
  });
});

describe("a text in Markdown has no marks on one line, in", () => {
  it("the row and the title of a ticket, as the server sends them", async () => {
    const { text } = await read("/console/inbox?view=all", `a[data-ticket="${uuid(42)}"] .row-preview`);
    expect(await text()).toContain("Your conversation is #1042.");
  });

  it("the line that says how the assistant understood the question", async () => {
    change((detail) =>
      Object.assign(detail, { question: "Is **unused time** paid out [as money](https://x.example)?" }),
    );
    const { page } = await bench.open(ticket);
    await page.getByText("Is unused time paid out as money?").first().waitFor();
  });

  it("a mention", async () => {
    const { id, number, subject } = bench.mock.tickets.get(uuid(42))?.ticket ?? { id: "", number: 0, subject: "" };
    const content = "@Ada Agent the **plan** has `no` refund";
    bench.mock.mentions = [
      { note_id: uuid(903), ticket: { id, number, subject }, author, content, created_at: minutesAgo(2) },
    ];
    const { text } = await read("/console/mentions", ".mention-text");
    expect(await text()).toBe("@Ada Agent the plan has no refund");
  });

  it("the list of gaps and a gap's page", async () => {
    for (const gap of bench.mock.gaps) gap.question = "Can I pay **by instalments**?";
    const { page, text } = await read("/console/gaps", ".gap h2");
    expect(await text()).toBe("Can I pay by instalments?");
    await page.locator(".gap h2 a").first().click();
    await page.getByRole("heading", { level: 1, name: "Can I pay by instalments?" }).waitFor();
  });

  it("a citation's quote", async () => {
    change(({ messages }) => {
      const [citation] = messages[1]?.citations ?? [];
      if (messages[1] && citation) messages[1].citations = [{ ...citation, quote: "At the **end** of `the` period." }];
    });
    const { page } = await bench.open(ticket);
    await page.locator(".message-assistant button.mark").first().click();
    await expect.poll(() => page.locator(".citation blockquote").textContent()).toBe("At the end of the period.");
  });

  it("a canned reply in the suggestions", async () => {
    const [first] = bench.mock.canned;
    bench.mock.canned = first
      ? [{ ...first, name: "refund", content: "**Refunds** take [5 days](https://x.example)." }]
      : [];
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").pressSequentially("/refund");
    await expect.poll(() => page.locator(".suggest-item .muted").textContent()).toContain("Refunds take 5 days.");
  });
});
