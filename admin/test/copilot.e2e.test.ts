import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { answeredBody, delivery, oldRefunds, refunds } from "./mock-copilot-results.ts";
import { uuid } from "./mock-data.ts";

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { role: "agent" }));

const conversationPath = (n: number) => `/console/copilot/${uuid(7000 + n)}`;
const box = (page: Page) => page.getByRole("textbox", { name: "Message to the copilot" });
/** Position of an element on the screen. */
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
};
/** All sent messages, including those that start a conversation. */
const sent = () =>
  bench.mock.requests
    .filter(({ method, path }) => method === "POST" && /\/copilot\/conversations(\/[^/]+\/messages)?$/.test(path))
    .map(({ body }) => (body as { message?: unknown }).message ?? body);

it("tags an action and documents by keyboard, sends their ids, and shows what becomes of the run as it comes", async () => {
  const { page, troubles } = await bench.open("/console/copilot");
  await box(page).click();
  await page.keyboard.type("@comp");
  await page.getByRole("option", { name: /^Actions: Compare/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.keyboard.type("@refund");
  await expect
    .poll(() => page.getByRole("option").allTextContents())
    .toEqual([expect.stringContaining("Refund policy"), expect.stringContaining("Refund policy (version 1)")]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.type("with @delivery");
  await page.getByRole("option", { name: /Terms of delivery/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("in short");
  await page.keyboard.press("Enter");
  await page.locator(".copilot-running").waitFor();
  expect(sent()[0]).toMatchObject({
    text: "Compare Refund policy (version 1) with Terms of delivery \nin short",
    mentions: { action: "compare", documents: [oldRefunds.version_id, delivery.version_id] },
  });
  await expect.poll(() => box(page).textContent()).toBe("");
  await expect.poll(() => box(page).evaluate((element) => element === document.activeElement)).toBe(true);
  const conversation = bench.mock.copilot.conversations[0];
  if (!conversation) throw new Error("no conversation was begun");
  expect(new URL(page.url()).pathname).toBe(`/console/copilot/${conversation.id}`);
  bench.mock.copilotChanged(conversation.id, "Reading Terms of delivery");
  await page.getByText("Reading Terms of delivery…").waitFor();
  Object.assign(conversation.messages.at(-1) ?? {}, {
    state: "done",
    action: "inquire",
    content: "Here it is.",
    body: answeredBody(),
  });
  bench.mock.copilotChanged(conversation.id);
  await page.getByText("The time begins on the day after").first().waitFor();
  expect(troubles).toEqual([]);
});

it("keeps what was typed over a reload, and over a refusal under the same id", async () => {
  const { page } = await bench.open(conversationPath(7));
  await box(page).click();
  await page.keyboard.type("And @terms");
  await page.getByRole("option", { name: /Terms of delivery/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.reload();
  await expect.poll(() => box(page).textContent()).toContain("And Terms of delivery");
  bench.mock.refusals.set(`POST /conversations/${uuid(7007)}/messages`, { status: 503, code: "unavailable", times: 1 });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("The server is not available right now").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".copilot-running").waitFor();
  const ids = sent().map((message) => (message as { id: string }).id);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

it("cuts and pastes tags whole, and pastes foreign markup as plain text", async () => {
  const { page, troubles } = await bench.open("/console/copilot");
  await box(page).click();
  await page.keyboard.type("@refund");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+x");
  await expect.poll(() => box(page).locator(".copilot-tag").count()).toBe(0);
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Control+v");
  await expect.poll(() => box(page).locator(".copilot-tag").count()).toBe(2);
  await box(page).evaluate((element) => {
    const data = new DataTransfer();
    data.setData("text/html", "<img src=x onerror='window.pwned=1'><b>bold</b>");
    data.setData("text/plain", "bold");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => box(page).textContent()).toContain("bold");
  expect(await box(page).locator("b, img[src]").count()).toBe(0);
  await page.keyboard.press("Enter");
  await page.locator(".copilot-running").waitFor();
  expect(sent()[0]).toMatchObject({ mentions: { documents: [refunds.version_id] } });
  expect(troubles).toEqual([]);
});

it("attaches a text, pasted or from a file, and refuses other files", async () => {
  const { page } = await bench.open("/console/copilot");
  await page.getByRole("button", { name: "Attach a text" }).click();
  const dialog = page.getByRole("dialog", { name: "Attach a text" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from([1]) });
  await dialog.getByText("Only text (.txt) and Markdown (.md) can be").waitFor();
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "long.txt", mimeType: "text/plain", buffer: Buffer.alloc(240_001, "a") });
  await dialog.getByText("At most 60,000 characters can be attached; long.txt has 240 kB.").waitFor();
  const reply = { name: "reply.md", type: "text/markdown" };
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: reply.name, mimeType: reply.type, buffer: Buffer.from("You have 30 days.") });
  await dialog.getByText("17 bytes, 17 characters").waitFor();
  expect(await dialog.getByRole("alert").count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Remove reply.md" }).press("Enter");
  const dropped = await page.evaluateHandle(({ name, type }) => {
    const data = new DataTransfer();
    data.items.add(new File(["You have 14 days."], name, { type }));
    return data;
  }, reply);
  await dialog.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Attach");
  await page.keyboard.press("Enter");
  await page.locator(".copilot-attached").getByText("reply.md").waitFor();
  await page.reload();
  await page.getByText("reply.md").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".copilot-running").waitFor();
  expect(sent()[0]).toMatchObject({ text: "Check this text.", attached: "You have 14 days." });
});

it("asks back with cards that are answered by keyboard; one answered elsewhere is told and read again", async () => {
  const { page, troubles } = await bench.open(conversationPath(4));
  await page.getByText("Choose 2 to 5 documents.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("checkbox", { name: /Terms of delivery/ }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: /How we write/ }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.getByText("You chose 2 documents.").waitFor();
  await page.locator(".copilot-running").waitFor();

  await page.goto(`${bench.mock.origin}${conversationPath(10)}`);
  const question = bench.mock.copilot.conversations.find(({ id }) => id === uuid(7010))?.messages[1];
  await page.getByRole("button", { name: /^Compare/ }).waitFor();
  Object.assign(question?.questions[0] ?? {}, { answered: "Summarize" });
  Object.assign(question ?? {}, { state: "done" });
  await page.getByRole("button", { name: /^Compare/ }).click();
  await page.getByText("You chose Summarize.").waitFor();
  await page.getByText("answered in another window").waitFor();

  await page.goto(`${bench.mock.origin}${conversationPath(9)}`);
  await page.getByRole("button", { name: "Continue anyway" }).waitFor();
  await page.getByRole("button", { name: "Search the web" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".copilot-log").getByText("Tell me what you need").waitFor();

  await page.goto(`${bench.mock.origin}${conversationPath(8)}`);
  await page.getByLabel("The text").fill("You have 14 days.");
  await page.getByRole("button", { name: "Check this text" }).click();
  await page.locator(".copilot-running").waitFor();
  expect(troubles).toEqual([]);
});

it("compares in a table whose lines can be filtered, and leads from a mark to the passage in its document", async () => {
  const { page, troubles } = await bench.open(conversationPath(1));
  const aspects = page.locator(".copilot-comparison tbody th > span:first-child");
  await expect
    .poll(() => aspects.allTextContents())
    .toEqual(["Time for returns", "Return postage", "Condition of goods"]);
  expect(await page.locator(".copilot-changed").allTextContents()).toEqual(["30 days", "14 days"]);
  await page.getByRole("button", { name: /^Changed/ }).click();
  await expect.poll(() => aspects.allTextContents()).toEqual(["Time for returns"]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("comparison.csv");
  await page.getByRole("button", { name: "Source 2: Refund policy" }).first().focus();
  await page.getByRole("dialog", { name: "Source 2" }).getByText("within 14 days").waitFor();
  await page.keyboard.press("Enter");
  const link = page.getByRole("dialog", { name: "Source 2" }).getByRole("link", { name: "Open in the library" });
  expect(await link.getAttribute("href")).toContain(`/console/library/${refunds.document_id}?version=1#passage=`);
  await page.keyboard.press("Escape");
  expect(await faultsOf(page)).toEqual([]);
  expect(troubles).toEqual([]);
});

it("shows formatted text, never Markdown syntax, in results and in the list", async () => {
  const { page } = await bench.open(conversationPath(7));
  const result = bench.mock.copilot.conversations
    .flatMap(({ messages }) => messages)
    .flatMap(({ body }) => body?.result ?? []);
  for (const each of result) {
    if (each.action === "summarize")
      for (const document of each.documents)
        for (const point of document.points) point.text = "Send `POST /orders` in **14 days**";
    if (each.action === "compare")
      for (const row of each.rows) for (const cell of row.cells) cell.text = "Within **14** days, by `POST`";
  }
  const listed = bench.mock.copilot.conversations[0]?.messages.at(-1);
  if (listed) listed.content = "**One** difference [1].";
  await page.reload();
  await page.locator(".copilot-points code").first().waitFor();
  await page.locator(".copilot-row").getByText("One difference.").waitFor();
  expect(await page.locator("main").textContent()).not.toMatch(/\*\*|`/);
  await page.goto(`${bench.mock.origin}${conversationPath(1)}`);
  await page.locator(".copilot-comparison").getByText("Within 14 days, by POST").first().waitFor();
  expect(await page.locator(".copilot-comparison").textContent()).not.toMatch(/\*\*|`/);
});

it("takes verdicts on findings, with a reason, and takes them back", async () => {
  const { page } = await bench.open(conversationPath(2));
  await page.getByText("Against the policies").waitFor();
  await page.getByRole("button", { name: "Accept: Time for returns" }).click();
  await page.getByText("Accepted by Ada Agent").waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Your verdict on Time for returns");
  await page.getByRole("button", { name: "Dismiss: Order number" }).click();
  await page.getByLabel("Why?").press("Escape");
  await expect.poll(focused).toBe("Your verdict on Order number");
  await page.getByRole("button", { name: "Dismiss: Order number" }).click();
  await page.getByLabel("Why?").fill("It is in the subject.");
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await page.getByText("It is in the subject.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Verdict", { exact: true }).selectOption("dismissed");
  await expect.poll(() => page.locator(".copilot-findings tbody tr").count()).toBe(1);
  await page.getByRole("button", { name: "Undo: Order number" }).click();
  await page.getByText("No findings of this type.").waitFor();
  await page.getByLabel("Severity").selectOption("high");
  await page.getByLabel("Verdict", { exact: true }).selectOption("");
  await expect.poll(() => page.locator(".copilot-findings tbody tr").count()).toBe(1);
});

it("stops what runs, tries again what failed, and hears of a run although no event comes", async () => {
  const { page } = await bench.open(conversationPath(6));
  await page.locator(".copilot-failed").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => page.locator(".copilot-cancelled").count()).toBe(2);
  await page.goto(`${bench.mock.origin}${conversationPath(5)}`);
  await page.locator(".copilot-running").waitFor();
  const running = bench.mock.copilot.conversations.find(({ id }) => id === uuid(7005))?.messages[1];
  Object.assign(running ?? {}, { state: "done", content: "Summed up in silence." });
  await page.getByText("Summed up in silence.").waitFor();
});

it("shows untrusted words as text, doubt, and what quotes without judging", async () => {
  const { page, troubles } = await bench.open(conversationPath(3));
  await page.getByText("Few sources were found").waitFor();
  await page.locator(".copilot-log").getByText("Quotes only", { exact: true }).waitFor();
  await page.getByText("Confidence: 86 %, by a model").waitFor();
  await page.getByText("7,864 tokens").waitFor();
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  expect(await page.locator(".copilot-result img").count()).toBe(0);
  const mark = page.locator(".md .mark").first();
  await mark.hover();
  await page.getByRole("dialog", { name: "Source 1" }).getByText("within 30 days").waitFor();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.poll(() => page.locator(".citation").count()).toBe(0);
  await mark.click();
  await page.getByRole("dialog", { name: "Source 1" }).getByRole("link", { name: "Open in the library" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".copilot-sources summary").first().click();
  await page.getByRole("link", { name: "Open source 1 in the library" }).first().click();
  await page.waitForURL(/\/console\/library\//);
  expect(troubles).toEqual([]);
});

it("finds, renames, archives, restores and deletes conversations", async () => {
  const { page } = await bench.open("/console/copilot");
  await page.getByLabel("Find a conversation").fill("moon");
  await expect.poll(() => page.locator(".copilot-row").count()).toBe(1);
  await page.getByRole("button", { name: /^More: Do we deliver/ }).click();
  await page.getByRole("button", { name: "Rename…" }).click();
  await page.getByLabel("Title").fill("Moon shipping");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByRole("link", { name: /Moon shipping/ }).waitFor();
  await page.getByRole("button", { name: "More: Moon shipping" }).click();
  await page.getByRole("button", { name: "Archive", exact: true }).last().click();
  await page.getByText("Nothing found").waitFor();
  await page.getByRole("button", { name: "Archive", exact: true }).first().click();
  await page.getByRole("button", { name: "More: Moon shipping" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Nothing found").waitFor();
  expect(bench.mock.copilot.conversations.some(({ title }) => title === "Moon shipping")).toBe(false);
});

it.each([
  ["rules", "not_judged", "Not judged: no language model is set up", "plain"],
  ["model", "in_line", "In line with the policies", "good"],
] as const)("calls a text right only when a model has judged it: by %s", async (judge, status, words, tone) => {
  const message = bench.mock.copilot.conversations[1]?.messages[1];
  if (message?.body?.result?.action !== "audit") throw new Error("the mock has no audit there");
  message.body.confidence = { retrieval: null, level: null, inference: null, judge };
  message.body.result = { ...message.body.result, status, findings: [] };
  const { page } = await bench.open(`/console/copilot/${bench.mock.copilot.conversations[1]?.id}`);
  await page.locator(`.copilot-status-${tone}`).getByText(words).waitFor();
  await expect.poll(() => page.locator(".copilot-status").count()).toBe(1);
});

it("begins with examples that fill the box, and says when there is no model or it cannot be loaded", async () => {
  bench.mock.copilot.menu.has_model = false;
  bench.mock.refusals.set("GET /copilot/conversations", { status: 503, code: "unavailable", times: 1 });
  const { page, troubles } = await bench.open("/console/copilot");
  await page.getByText("No AI model is connected").waitFor();
  await page.getByText("The conversations could not be loaded").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".copilot-row").first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${bench.mock.origin}${conversationPath(999)}`);
  await page.getByText("The conversation could not be loaded").waitFor();
  expect(await box(page).count()).toBe(0);
  await page.getByRole("link", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: /^Ask.*“How long does a refund take\?”$/ }).click();
  await expect.poll(() => box(page).textContent()).toBe("How long does a refund take?");
  // Without a model the action is tagged, and two versions of a document are compared word by word.
  await page.getByRole("button", { name: /^Compare.*“Compare Refund policy .* and Refund policy”$/ }).click();
  await expect.poll(() => box(page).locator(".copilot-tag").allTextContents()).toHaveLength(3);
  await page.keyboard.press("Enter");
  await page.locator(".copilot-running").waitFor();
  // The example fills the composer of the new conversation, not that of the conversation started with it.
  await box(page).waitFor();
  expect(await box(page).locator(".copilot-tag").count()).toBe(0);
  expect(troubles).toEqual([]);
});

it("keeps what one writes with clear of notes, on a phone, too", async () => {
  const { page } = await bench.open(conversationPath(23));
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    bench.mock.refusals.set(`PATCH /conversations/${uuid(7023)}`, { status: 503, code: "unavailable", times: 1 });
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.locator(".toast").waitFor();
    const note = await boxOf(page, ".toasts");
    const field = await box(page).boundingBox();
    if (!field) throw new Error("the field is shown");
    const isBeside = note.x + note.width <= field.x || note.x >= field.x + field.width;
    expect(isBeside || note.y + note.height <= field.y || note.y >= field.y + field.height).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await page.locator("h1").click();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".toast").count()).toBe(0);
  }
});

it("shows whoever signs in after another one nothing of theirs", async () => {
  const { page } = await bench.open(conversationPath(7));
  await page.locator(".copilot-turn").first().waitFor();
  await page.getByRole("button", { name: /account menu/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  // The request stays unanswered: until then the page can only show old data.
  await page.route(`**/copilot/conversations/${uuid(7007)}`, () => {});
  await page.getByLabel("E-mail").fill("bo@example.com");
  await page.getByLabel("Password").fill(bench.mock.password);
  await page.keyboard.press("Enter");
  await box(page).waitFor();
  expect(await page.locator(".copilot-turn").count()).toBe(0);
});

it("is two levels on a phone, and only for agents", async () => {
  const { page } = await bench.open("/console/copilot", { viewport: { width: 390, height: 844 } });
  await page.locator(".copilot-row").first().waitFor();
  expect(await box(page).isVisible()).toBe(false);
  await page.getByRole("link", { name: /What has changed/ }).click();
  await page.locator(".copilot-comparison").waitFor();
  expect(await page.locator(".copilot-list").isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to the conversations" }).click();
  await page.locator(".copilot-row").first().waitFor();
  bench.mock.role = "viewer";
  await page.reload();
  await page.getByText("The copilot is available to agents").waitFor();
});
