import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { uuid } from "./mock-data.ts";
import { seedDocuments, seedSets, seedSettings, seedSites } from "./mock-library.ts";
import { searchResults } from "./mock-search.ts";
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
    sites: seedSites(),
    sets: seedSets(),
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
  await expect.poll(() => page.getByRole("textbox", { name: /^Answer/ }).inputValue()).toBe("Yes, for four euros.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Yes, for four euros.").waitFor();
  await page.getByRole("button", { name: "Approve: Do you gift-wrap parcels?" }).click();
  await page.getByText("Approved the snippet. It is live").waitFor();
  await page.getByRole("link", { name: /^Library.*1$/ }).waitFor();
  await page.getByRole("radio", { name: /^Live/ }).check();
  await page.getByRole("button", { name: "Withdraw: Do you gift-wrap parcels?" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Withdraw: Do you gift-wrap parcels?" }).count()).toBe(0);
  expect(page.url()).toContain("state=live");
  const id = uuid(701);
  expect(changes()).toEqual([`PATCH /snippets/${id}`, `POST /snippets/${id}/approve`, `POST /snippets/${id}/withdraw`]);
});

it("a page of the web says when it came and why it does not, is fetched now, and by a schedule; sitemaps stand in a list", async () => {
  const { page, troubles } = await bench.open("/console/library");
  await page.getByRole("rowheader", { name: /^Refunds.*Every week: fetched 11 hours ago, next in 33 hours/ }).waitFor();
  await page
    .getByRole("rowheader", { name: /The server answered with status 503\. First failed 3 days ago\./ })
    .waitFor();
  await page.getByRole("link", { name: "Invoices and receipts" }).click();
  const fetching = page.getByRole("region", { name: "Fetching" });
  await fetching.getByText("The previous version stays live.").waitFor();
  await fetching.getByText("No longer listed in its sitemap").waitFor();
  await fetching.getByLabel("Fetch again").selectOption("daily");
  await page.getByText("Refreshed every day").waitFor();
  await fetching.getByRole("button", { name: "Fetch now" }).click();
  await fetching.getByRole("button", { name: "Fetching" }).waitFor();
  expect(await fetching.getByText("status 503").count()).toBe(0);
  await page.goto(`${bench.mock.origin}/console/library/sites`);
  const trouble = page.getByRole("listitem").filter({ hasText: "sitemap-of-everything" });
  await trouble
    .getByText(
      "This is not a sitemap. First failed 13 days ago. Automatic fetching has stopped: fetch it when it works again.",
    )
    .waitFor();
  await trouble.getByRole("combobox").selectOption("off");
  await trouble.getByRole("button", { name: /^Check now/ }).click();
  await trouble.getByRole("button", { name: /^Reading/ }).waitFor();
  await trouble.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => trouble.count()).toBe(0);
  const [invoices, shop] = [uuid(903), uuid(1501)];
  expect(changes()).toEqual([
    `PATCH /documents/${invoices}`,
    `POST /documents/${invoices}/fetch`,
    `PATCH /sites/${shop}`,
    `POST /sites/${shop}/fetch`,
    `DELETE /sites/${shop}`,
  ]);
  await page.getByRole("button", { name: "Add sitemap" }).click();
  await page.getByLabel("Address").fill("https://www.example.com/sitemap.xml");
  await page.getByRole("button", { name: "Choose pages" }).click();
  await page.getByText("255 of 255 pages chosen.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(troubles).toEqual([]);
});

it("sets are made, renamed, coloured and deleted, documents get a type, and the list is narrowed down by all of it", async () => {
  const { page, troubles } = await bench.open("/console/library");
  const row = (title: string) => page.getByRole("rowheader", { name: new RegExp(`^${title}`) });
  await row("Refunds").locator(".label-teal").waitFor();
  await page.getByRole("combobox", { name: "Set" }).selectOption("Billing");
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
  await page.getByRole("combobox", { name: "Set" }).selectOption("");
  await page.getByRole("combobox", { name: "Type" }).selectOption("policy");
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(2);
  await page.getByRole("searchbox", { name: "Find documents" }).fill("plan changing");
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
  await page.getByRole("searchbox", { name: "Find documents" }).fill("");
  await page.getByRole("combobox", { name: "Type" }).selectOption("");
  await page.getByRole("combobox", { name: "State" }).selectOption("unreachable");
  await row("Invoices").waitFor();
  await page.getByRole("combobox", { name: "State" }).selectOption("");
  await page.getByRole("button", { name: "Sets…" }).click();
  const dialog = page.getByRole("dialog", { name: "Sets" });
  await dialog.getByLabel("Name of a new set").fill("Terms");
  await dialog.getByRole("button", { name: "Add set" }).click();
  await dialog.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
  await dialog.getByLabel("Name of a new set").fill("Shipping");
  await dialog.getByRole("button", { name: "Add set" }).click();
  await dialog.getByLabel("Colour of Billing").selectOption("pink");
  await dialog.getByLabel("Name of Billing").fill("Invoicing");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Name of Invoicing").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete Terms" }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => dialog.getByLabel("Name of Terms").count()).toBe(0);
  await page.keyboard.press("Escape");
  await row("Refunds").locator(".label-pink").waitFor();
  await page.getByRole("link", { name: "Refunds" }).click();
  await page.getByLabel("Facts").getByText("Invoicing").waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Type").selectOption("regulation");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Facts").getByText("Regulation").waitFor();
  expect(changes()).toEqual([
    "POST /sets",
    "POST /sets",
    "PATCH /sets/Billing",
    "PATCH /sets/Billing",
    "DELETE /sets/Terms",
    `PATCH /documents/${uuid(902)}`,
  ]);
  expect(troubles).toEqual([]);
});

it("unsaved settings are shown, kept over a reload and asked about when their page is left", async () => {
  const { page } = await bench.open("/console/settings");
  await page.getByLabel("Company name").fill("Corner Shop");
  await page.getByRole("banner").or(page.locator(".settings-head")).getByText("Unsaved changes").waitFor();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect.poll(() => page.getByLabel("Company name").inputValue()).toBe("Corner Shop");
  // Changes of all settings pages are saved together, so another settings page asks nothing and names the page to correct.
  await page.getByLabel("Accent colour", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: /Accent colour/ }).fill("#zz");
  await page.getByRole("link", { name: "Memory", exact: true }).click();
  await page.getByText("Unsaved changes. Check the fields of Appearance.").waitFor();
  await page.getByRole("link", { name: "Appearance", exact: true }).click();
  await page.getByRole("textbox", { name: /Accent colour/ }).fill("#2f5bea");
  await page.getByRole("link", { name: "Search tester" }).click();
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => page.getByLabel("Company name").inputValue()).toBe("Corner Shop");
  await page.goBack();
  await question.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Settings Unsaved changes" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => page.getByLabel("Company name").inputValue()).toBe("Example Shop");
  await page.getByLabel("Company name").fill("Corner Shop");
  await page.getByRole("link", { name: "Inbox", exact: true }).click();
  await question.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved the settings").waitFor();
  expect(bench.mock.settings.name).toBe("Corner Shop");
  await expect.poll(() => page.getByRole("link", { name: "Settings", exact: true }).count()).toBe(1);
});

it("domains are added with a plain refusal and removed after a question; the script tag says where it is live", async () => {
  const { page } = await bench.open("/console/settings/install");
  await page.getByLabel("Add a domain").fill("*");
  await page.keyboard.press("Enter");
  await page.getByText("it would allow every site").waitFor();
  await page.getByLabel("Add a domain").fill("new.example.com");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove https://new.example.com" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => page.getByRole("button", { name: "Remove https://new.example.com" }).count()).toBe(0);
  expect(changes()).toEqual(["POST /domains", "POST /domains", "DELETE /domains"]);
  await expect.poll(() => page.getByLabel("Script tag").inputValue()).toContain("data-tenant");
  await page.getByText("Live: chats were opened on").waitFor();
});

it("settings are read-only for everybody but admins, who are named, and nothing can be saved", async () => {
  bench.mock.role = "agent";
  const { page } = await bench.open("/console/settings");
  await page.getByText("Only admins can change settings.").waitFor();
  expect(await page.getByLabel("Company name").isDisabled()).toBe(true);
  expect(await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Data" }).count()).toBe(0);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Domains and install" }).click();
  await page.getByText("Live: chats were opened on").waitFor();
  expect(await page.getByRole("button", { name: /^(Save|Discard|Add|Remove)/ }).count()).toBe(0);
});

it("the search tester shows the answer that would be given and its fate, what was read for it, what is weak and what was left out", async () => {
  const { page, troubles } = await bench.open("/console/search?q=downgrade");
  const answer = page.getByRole("region", { name: "Answer preview" });
  await answer.getByText("Shown: confidence is at least 0.70.").waitFor();
  await answer.getByText("A downgrade takes effect").waitFor();
  await page.getByRole("heading", { name: /Changing your plan quoted as 1/ }).waitFor();
  await page.getByText("2 left out").click();
  await page.getByText("repeats passage 1, which ranks higher").waitFor();
  for (const result of bench.mock.results) result.parts = { bm25: 0, coverage: 0, vector: 0.11 };
  await page.getByLabel("Question").fill("unknown zzzz qqqq");
  await page.keyboard.press("Enter");
  await answer.getByText("Handed over: confidence is below 0.70.").waitFor();
  await page.getByText("No match; 3 passages checked").waitFor();
  expect(await page.locator(".result-text").first().isVisible()).toBe(false);
  await page.getByText("3 weak matches").click();
  expect(await page.locator(".result-text").first().isVisible()).toBe(true);
  await page.getByRole("radio", { name: "As an agent" }).check();
  await expect.poll(() => answer.count()).toBe(0);
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  expect(troubles).toEqual([]);
  bench.mock.results = searchResults();
});

it("a document shows what was read, what changed between versions, where it was quoted, and is changed, restored and read again", async () => {
  const { page, troubles } = await bench.open("/console/library");
  await page.getByRole("link", { name: "Changing your plan" }).click();
  await page.getByText("You can change your plan at any time.").waitFor();
  const parts = page.getByRole("navigation", { name: "Parts of the document" });
  await parts.getByRole("link", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Compare version 2 with version 1" }).click();
  await page.locator("del", { hasText: "five" }).waitFor();
  expect(await page.locator("ins").allTextContents()).toEqual(["two "]);
  await page.getByRole("button", { name: "Restore version 2" }).click();
  await page.getByText("Restored version 2").waitFor();
  await parts.getByRole("link", { name: "Cited in" }).click();
  expect(await page.getByRole("link", { name: /#1042/ }).getAttribute("href")).toBe(`/console/inbox/${uuid(42)}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Set").fill("Billing");
  await page.getByLabel("Audience").selectOption("internal");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Facts").getByText("team only", { exact: true }).waitFor();
  const changed = bench.mock.requests.find(({ method }) => method === "PATCH");
  expect(changed?.body).toEqual({ set: "Billing", audience: "internal" });
  // Unchanged fields keep their value: a new title does not make an internal document public.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Title").fill("Plans");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Plans", level: 1 }).waitFor();
  const again = bench.mock.requests.findLast(({ method }) => method === "PATCH");
  expect(again?.body).toEqual({ title: "Plans" });
  await page.getByRole("button", { name: "Re-index" }).click();
  await page.getByText("The old version stays live").waitFor();
  await page.getByRole("button", { name: "Delete document" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("rowheader", { name: "Refunds" }).waitFor();
  expect(await page.getByRole("rowheader", { name: "Plans" }).count()).toBe(0);
  expect(troubles).toEqual([]);
});

it("a page is added by its address, and of a sitemap what is chosen by folder, by page and by words", async () => {
  const { page, troubles } = await bench.open("/console/library");
  const open = async (address: string) => {
    await page.getByRole("button", { name: "Add document" }).click();
    await page.getByLabel("Web page").check();
    await page.getByLabel("Address").fill(address);
  };
  await open("www.example.com");
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
  await page.getByText("must start with https://").waitFor();
  await page.getByLabel("Address").fill("https://www.example.com/help");
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

  await open("https://none.example.com/");
  await page.getByLabel("This is a sitemap").check();
  await page.getByLabel("Fetch again").selectOption("daily");
  await page.getByRole("button", { name: "Choose pages" }).click();
  await page.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
  await page.getByLabel("Address").fill("https://www.example.com/sitemap.xml");
  await page.getByRole("button", { name: "Choose pages" }).click();
  await page.getByText("255 of 255 pages chosen. 1 in the library already. 1 blocked by robots.txt.").waitFor();
  const box = (name: string | RegExp) => page.getByRole("checkbox", { name });
  await box(/^blog\//).uncheck();
  await page.getByRole("button", { name: "Pages in /help/", exact: true }).press("Enter");
  expect(await box(/^plans.*in the library/).isDisabled()).toBe(true);
  await box("returns").uncheck();
  const mixed = await box(/^help\//).evaluate((element) => (element as HTMLInputElement).indeterminate);
  expect(mixed).toBe(true);
  await page.getByLabel("Find pages").fill("post-1 2026");
  await page.getByRole("button", { name: "All 111 shown" }).click();
  await box(/^post-17$/).press("Space");
  await page.getByLabel("Find pages").fill("2026 post");
  await page.getByRole("button", { name: /^Show 50 more/ }).waitFor();
  await page.getByRole("button", { name: "None of them" }).click();
  await page.getByLabel("Find pages").fill("post-250");
  await box("post-250").check();
  await page.getByLabel("Find pages").fill("");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Add 5 pages" }).click();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(troubles).toEqual([]);
  const added = bench.mock.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(added).toEqual([
    { url: "https://www.example.com/help", refresh: "weekly" },
    { address: "https://none.example.com/" },
    { address: "https://www.example.com/sitemap.xml" },
    {
      sitemap: "https://www.example.com/sitemap.xml",
      pages: ["/", "/help/", "/help/orders/late", "/help/orders/lost", "/blog/2026/post-250"].map(
        (path) => `https://www.example.com${path}`,
      ),
      refresh: "daily",
    },
  ]);
});

it("the audit log is for admins, shows settings before and after, and is filtered by person and action", async () => {
  const { page } = await bench.open("/console/inbox");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByText("Ada Agent changed settings").waitFor();
  await page.locator("ins", { hasText: "<b>Welcome</b>" }).waitFor();
  await page.getByText("Ada Agent changed the assignee of ticket #1042").waitFor();
  await page.locator("del", { hasText: "nobody" }).waitFor();
  await page.locator("ins", { hasText: "Ben Okafor" }).waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("refunds");
  await page.keyboard.press("Enter");
  await page.getByText("Ada Agent deleted the label Refunds").waitFor();
  await expect.poll(() => page.getByText("Ada Agent changed settings").count()).toBe(0);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await page.keyboard.press("Enter");
  await page.getByText("Ada Agent changed settings").waitFor();
  await page.getByLabel("Type").selectOption({ label: "Tickets" });
  await page.getByText("Revoked key resolved ticket #1042").waitFor();
  await expect.poll(() => page.getByText("Ada Agent changed settings").count()).toBe(0);
  await page.getByLabel("Changed by").selectOption({ label: "Ada Agent" });
  await expect.poll(() => page.getByText("Revoked key resolved").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Download CSV" }).getAttribute("href")).toBe(
    "/api/v1/admin/audit.csv?actor=person-1&action=ticket",
  );
  bench.mock.role = "manager";
  await page.reload();
  await page.getByText("The audit log is available to admins").waitFor();
  expect(await page.getByRole("link", { name: "Audit log" }).count()).toBe(0);
});

it("an empty tenant shows its first steps, which tick themselves off, until they are dismissed", async () => {
  Object.assign(bench.mock, { documents: [], settings: { ...seedSettings(), domains: [] } });
  const { page } = await bench.open("/console");
  await page.getByText("0 of 4 steps done").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Ask something" }).click();
  await page.getByLabel("Question").fill("downgrade");
  await page.keyboard.press("Enter");
  await page.getByText("Shown: confidence").waitFor();
  bench.mock.documents = seedDocuments();
  await page.getByRole("link", { name: "Setup" }).click();
  await page.getByText("2 of 4 steps done").waitFor();
  await page.getByRole("heading", { name: "Try it here (done)" }).waitFor();
  // Other entries of the menu keep their places when the setup goes.
  const library = page.getByRole("link", { name: /^Library/ }).first();
  const before = await library.boundingBox();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.locator("a[data-ticket]").first().waitFor();
  expect(await page.getByRole("link", { name: "Setup" }).count()).toBe(0);
  expect((await library.boundingBox())?.y).toBe(before?.y);
  await page.goto(`${bench.mock.origin}/console`);
  await page.locator("a[data-ticket]").first().waitFor();
  expect(await page.getByRole("link", { name: "Setup" }).count()).toBe(0);
});

it("whoever goes on before it is known that nothing is left to set up is not fetched back to the inbox", async () => {
  const { page } = await bench.open("/console/forgot");
  const held: Record<"look" | "page", (() => void)[]> = { look: [], page: [] };
  await page.route("**/api/v1/admin/embed*", (route) => void held.look.push(() => void route.continue()));
  await page.goto(`${bench.mock.origin}/console`);
  await expect.poll(() => held.look.length).toBeGreaterThan(0);
  await page.route("**/*.js", (route) => void held.page.push(() => void route.continue()));
  await page.getByRole("link", { name: "People" }).click();
  await expect.poll(() => held.page.length).toBeGreaterThan(0);
  const looked = page.waitForResponse("**/api/v1/admin/embed*");
  for (const go of held.look) go();
  await looked;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  for (const go of held.page) go();
  await page.getByRole("heading", { name: "People", exact: true }).waitFor();
});

it("a snippet that is due is listed, counted and confirmed; a day is set and taken away in its form", async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const live = bench.mock.snippets.find(({ state }) => state === "live");
  if (!live) throw new Error("no snippet is live");
  live.review_by = day;
  const { page, troubles } = await bench.open("/console/library/snippets?state=due");
  const [wait = 0] = [bench.mock.snippets.filter(({ state }) => state === "proposed").length];
  await page.getByTitle(`${wait + 1} to review`).waitFor();
  await page.getByRole("button", { name: `Still correct: ${live.question}` }).click();
  await page.getByText("Nothing is due for review.").waitFor();
  expect(Date.parse(live.review_by ?? "") - Date.now()).toBeGreaterThan(180 * 86_400_000);
  await page.goto(`${bench.mock.origin}/console/library/snippets?state=live`);
  await page.getByRole("button", { name: `Edit: ${live.question}` }).click();
  await page.getByLabel("Review by").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => live.review_by).toBeNull();
  expect(troubles).toEqual([]);
});

it("agents propose snippets and change their own; deciding is for managers", async () => {
  bench.mock.role = "agent";
  const { page } = await bench.open("/console/library/snippets");
  await page.getByRole("button", { name: "Edit: Can I change the name" }).waitFor();
  expect(await page.getByRole("button", { name: /^(Approve|Reject|Delete|Edit: Do you)/ }).count()).toBe(0);
  await page.getByRole("button", { name: "New snippet" }).click();
  await page.getByLabel("Question").fill("Do you ship to Malta?");
  await page.getByRole("button", { name: "Propose" }).click();
  await page.getByText("Enter a question and an answer.").waitFor();
  await page.getByRole("textbox", { name: /^Answer/ }).fill("Yes, in five days.");
  await page.getByRole("button", { name: "Propose" }).click();
  await page.getByRole("heading", { name: "Do you ship to Malta?" }).waitFor();
});
