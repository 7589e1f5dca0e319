import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
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

const screens: ReadonlyArray<{ name: string; path: string; ready: string }> = [
  { name: "inbox", path: "/console/inbox", ready: "a[data-ticket]" },
  { name: "thread", path: `/console/inbox/${uuid(42)}`, ready: ".draft" },
  { name: "hostile thread", path: `/console/inbox/${uuid(45)}`, ready: ".draft" },
  { name: "library", path: "/console/library", ready: "table" },
  { name: "document", path: `/console/library/${uuid(901)}`, ready: ".doc-text" },
  { name: "versions", path: `/console/library/${uuid(901)}?tab=versions`, ready: ".doc-versions" },
  { name: "snippets", path: "/console/library/snippets", ready: ".snippet" },
  { name: "search", path: "/console/search?q=downgrade", ready: ".result" },
  { name: "audit", path: "/console/audit", ready: ".audit" },
  { name: "settings", path: "/console/settings", ready: ".settings" },
  { name: "unknown address", path: "/console/nowhere", ready: ".notice" },
];

describe.each([
  { device: "desktop", viewport: { width: 1440, height: 900 }, colorScheme: "light" as const },
  { device: "desktop", viewport: { width: 1440, height: 900 }, colorScheme: "dark" as const },
  { device: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" as const },
])("on a $device in $colorScheme colours", (options) => {
  it("every screen is accessible, runs nothing it was given, and asks nobody else", async () => {
    const { page, troubles } = await bench.open("/console/", options);
    const faults: string[] = [];
    for (const screen of screens) {
      await page.goto(bench.mock.origin + screen.path);
      await page.locator(screen.ready).first().waitFor();
      faults.push(...(await faultsOf(page)).map((fault) => `${screen.name}: ${fault}`));
      expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(`${screen.name} ${overflow}`).toBe(`${screen.name} 0`);
    }
    expect(faults).toEqual([]);
    expect(troubles).toEqual([]);
  });
});

it("dialogs, the palette and the sign-in page are accessible too", async () => {
  const { page } = await bench.open("/console/library");
  const faults: string[] = [];
  await page.getByRole("button", { name: "Add document" }).click();
  await page.getByLabel("Title").waitFor();
  faults.push(...(await faultsOf(page)));
  await page.getByLabel("Upload files").click();
  faults.push(...(await faultsOf(page)));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("option").first().waitFor();
  faults.push(...(await faultsOf(page)));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ada Agent, account menu" }).click();
  await page.getByText("Keyboard shortcuts").waitFor();
  faults.push(...(await faultsOf(page)));
  bench.mock.signedIn = false;
  await page.goto(`${bench.mock.origin}/console/`);
  await page.getByLabel("E-mail").waitFor();
  faults.push(...(await faultsOf(page)));
  expect(faults).toEqual([]);
});

it("hostile text in messages, names, titles and sources stays text", async () => {
  const { page, troubles } = await bench.open(`/console/inbox/${uuid(45)}`);
  await page.locator(".draft").waitFor();
  for (const source of await page.locator("summary").all()) await source.click();
  await page.locator(".draft .mark").first().click();
  await page.getByRole("dialog", { name: "Source 1" }).waitFor();
  await page.keyboard.press("Escape");
  const foreign = await page.evaluate(
    () =>
      document.querySelectorAll(".log script, .log img, .log iframe, .log object, .log [onerror], .md [style]").length,
  );
  expect(foreign).toBe(0);
  const links = await page
    .locator(".page a[href]")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.filter((href) => !/^(https?|mailto):/.test(href))).toEqual([]);
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  expect(troubles).toEqual([]);
});

it("a citation mark opens its source by keyboard and gives the focus back", async () => {
  const { page } = await bench.open(`/console/inbox/${uuid(42)}`);
  // One element, not "the first that matches": texts above it may still be written and get marks of the same name.
  const mark = await page
    .locator(".draft")
    .getByRole("button", { name: "Source 1: Changing your plan" })
    .elementHandle();
  if (!mark) throw new Error("the draft has no mark");
  await mark.focus();
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: "Source 1" })
    .getByText("takes effect at the end of the billing period")
    .waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => mark.evaluate((element) => element === document.activeElement)).toBe(true);
});

it("documents are added by paste and by file, shown at work, and deleted after a question", async () => {
  const { page } = await bench.open("/console/library");
  await page.getByRole("button", { name: "Add document" }).click();
  await page.getByLabel("Title").fill("Opening hours");
  await page.getByLabel("Text", { exact: true }).fill("We are open from 9 to 17.");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("rowheader", { name: /Opening hours/ }).waitFor();
  await page.getByRole("button", { name: "Add document" }).click();
  await page.getByLabel("Upload files").click();
  await page.locator("input[type=file]").setInputFiles([
    { name: "guide.md", mimeType: "text/markdown", buffer: Buffer.from("# Guide\n\nText") },
    { name: "photo.png", mimeType: "image/png", buffer: Buffer.from([1, 2, 3]) },
  ]);
  await page.getByText("Only PDF, Word, HTML").waitFor();
  await page.locator(".upload", { hasText: "guide.md" }).getByText("Queued").waitFor();
  for (const document of bench.mock.documents)
    Object.assign(document, { status: "ready", progress: 1, embedded: document.chunks });
  await page.locator(".upload", { hasText: "guide.md" }).getByText("Ready").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  const added = bench.mock.requests.filter((call) => call.method === "POST").map((call) => call.body);
  expect(added).toMatchObject([
    { source: "pasted/Opening hours", format: "markdown" },
    { source: "guide.md", upload: "# Guide\n\nText" },
  ]);
  for (const document of bench.mock.documents) Object.assign(document, { status: "ready", embedded: document.chunks });
  await expect.poll(() => page.getByText("Queued").count()).toBe(0);
  await page.getByRole("button", { name: "Delete Opening hours" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => page.getByRole("rowheader", { name: /Opening hours/ }).count()).toBe(0);
});

it("the search tester keeps its question in the address and says when nothing is found", async () => {
  const { page } = await bench.open("/console/search");
  await page.getByLabel("Question").fill("downgrade");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Changing your plan" }).waitFor();
  expect(await page.getByRole("meter", { name: /Meaning/ }).count()).toBe(3);
  await page.reload();
  await page.getByRole("heading", { name: "Changing your plan" }).waitFor();
  await page.getByLabel("Question").fill("nothing");
  await page.keyboard.press("Enter");
  await page.getByText("Nothing found").waitFor();
});

it("the search tester finds what visitors find until an agent's view is chosen, and marks what is internal", async () => {
  const { page } = await bench.open("/console/search?q=downgrade");
  await page.getByRole("heading", { name: "Changing your plan" }).waitFor();
  expect(await page.getByRole("heading", { name: /Goodwill credits/ }).count()).toBe(0);
  await page.getByRole("radio", { name: "As a visitor" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: /Goodwill credits.*internal/ }).waitFor();
  expect(await page.getByText("internal", { exact: true }).count()).toBe(1);
  await page.reload();
  await page.getByRole("heading", { name: /Goodwill credits/ }).waitFor();
  await page.getByRole("radio", { name: "As a visitor" }).check();
  await expect.poll(() => page.getByRole("heading", { name: /Goodwill credits/ }).count()).toBe(0);
});

it("settings show in the preview as they are edited and are saved as a difference", async () => {
  const { page } = await bench.open("/console/settings");
  await page.getByLabel("Name", { exact: true }).fill("Corner Shop");
  await page.getByLabel("Accent colour", { exact: true }).fill("#ffee00");
  const preview = page.getByLabel("Preview of the widget");
  await preview.getByText("Corner Shop").waitFor();
  await expect
    .poll(() => preview.locator(".preview-head").evaluate((head) => getComputedStyle(head).backgroundColor))
    .toBe("rgb(255, 238, 0)");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").waitFor();
  expect(bench.mock.requests.find((call) => call.method === "PATCH")?.body).toEqual({
    name: "Corner Shop",
    theme: { accent: "#ffee00", accent_text: "#111111" },
  });
});

it("the form shows in the preview as it is put together, is not saved by halves, and is saved as a difference", async () => {
  const { page } = await bench.open("/console/settings");
  const preview = page.getByLabel("Preview of the widget");
  await preview.getByText("A few details for our team").waitFor();
  await page.getByLabel("Before the first message").check();
  await preview.getByText("Before your message is sent").waitFor();
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  expect(bench.mock.requests.some((call) => call.method === "PATCH")).toBe(false);
  await page.getByLabel("Field 3: label").fill("Order <b>number</b>");
  await preview.getByText("Order <b>number</b>").waitFor();
  await page.getByRole("button", { name: "Move field 3 up" }).click();
  await page.getByLabel("Field 3: options").fill("Invoice");
  await page.getByText("Two to 12 options").waitFor();
  await page.getByLabel("Field 3: options").fill("Invoice\nParcel");
  await page.getByLabel("Consent", { exact: true }).fill("I agree to all.");
  await preview.getByText("I agree to all.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").waitFor();
  expect(bench.mock.requests.find((call) => call.method === "PATCH")?.body).toEqual({
    form: {
      when: "start",
      fields: [
        { id: "email", kind: "email", label: null, required: true },
        { id: "text", kind: "text", label: "Order <b>number</b>", required: false },
        { id: "topic", kind: "choice", label: "Topic", required: false, options: ["Invoice", "Parcel"] },
      ],
      consent: { text: "I agree to all.", link: { label: "Privacy", url: "https://example.com/privacy" } },
    },
  });
});

it("what the first screen says is saved as a difference, and hours that mean nothing are not", async () => {
  const { page } = await bench.open("/console/settings");
  await page.getByLabel("Notice", { exact: true }).fill("Parcels are late.");
  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByLabel("Link 1: words").fill("Status");
  await page.getByLabel("Tell opening hours").check();
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByLabel("Saturday").fill("9:00 to noon");
  await page.getByRole("button", { name: "Save" }).click();
  expect(bench.mock.requests.some((call) => call.method === "PATCH")).toBe(false);
  await page.getByText("Write hours such as").waitFor();
  await page.getByLabel("Saturday").fill("9:00 – 12:00");
  await page.getByLabel("Link 1: address").fill("https://status.example.com/");
  await page.getByLabel("People mostly answer within").fill("30");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").waitFor();
  const day = [{ from: "09:00", to: "17:00" }];
  expect(bench.mock.requests.find((call) => call.method === "PATCH")?.body).toEqual({
    home: {
      links: [{ label: "Status", url: "https://status.example.com/" }],
      notice: { text: "Parcels are late.", link: null, until: null },
      hours: {
        zone: "Europe/Berlin",
        week: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [{ from: "09:00", to: "12:00" }] },
        holidays: [],
      },
      answer_minutes: 30,
    },
  });
});

it("the chosen colours stay after a reload", async () => {
  const { page } = await bench.open("/console/library", { colorScheme: "light" });
  await page.getByRole("button", { name: "Ada Agent, account menu" }).click();
  await page.getByLabel("Dark", { exact: true }).click();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(background).toBe("rgb(19, 20, 23)");
  await page.reload();
  await expect.poll(background).toBe("rgb(19, 20, 23)");
});
