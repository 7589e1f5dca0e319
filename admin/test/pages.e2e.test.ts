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
  // Use one element, not the first match: texts above it may still be rendering and get marks of the same name.
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
  await page.locator("input[type=file]").waitFor({ state: "attached" });
  await page.getByLabel("Paste text").click();
  await page.getByLabel("Title").fill("Opening hours");
  await page.getByLabel("Text", { exact: true }).fill("We are open from 9 to 17.");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("rowheader", { name: /Opening hours/ }).waitFor();
  await page.getByRole("button", { name: "Add document" }).click();
  await page.locator("input[type=file]").setInputFiles([
    { name: "guide.md", mimeType: "text/markdown", buffer: Buffer.from("# Guide\n\nText") },
    { name: "photo.png", mimeType: "image/png", buffer: Buffer.from([1, 2, 3]) },
  ]);
  await page.getByText("Only PDF, Word, Excel").waitFor();
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
  await expect.poll(() => page.getByRole("meter", { name: /Meaning/ }).count()).toBe(3);
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
  await page.getByRole("heading", { name: /Goodwill credits.*team only/ }).waitFor();
  expect(await page.getByText("team only", { exact: true }).count()).toBe(1);
  await page.reload();
  await page.getByRole("heading", { name: /Goodwill credits/ }).waitFor();
  await page.getByRole("radio", { name: "As a visitor" }).check();
  await expect.poll(() => page.getByRole("heading", { name: /Goodwill credits/ }).count()).toBe(0);
});

it("settings show in the preview as they are edited and are saved as a difference", async () => {
  const { page } = await bench.open("/console/settings");
  const name = page.getByLabel("Company name");
  await name.fill("Corner");
  await page.frameLocator("iframe").getByText("Corner", { exact: true }).first().waitFor();
  // The preview has reloaded meanwhile, and has not taken the keyboard focus.
  await page.keyboard.type(" Shop");
  await expect.poll(() => name.inputValue()).toBe("Corner Shop");
  await page.getByLabel("Accent colour", { exact: true }).fill("#ffee00");
  // The real widget in a frame, with the unsaved settings.
  const preview = page.frameLocator("iframe");
  await preview.getByText("Corner Shop", { exact: true }).first().waitFor();
  await expect
    .poll(() => preview.locator("[data-parley=launcher] button").evaluate((it) => getComputedStyle(it).backgroundColor))
    .toBe("rgb(255, 238, 0)");
  await page.getByRole("radio", { name: "Answer", exact: true }).check();
  await preview.getByText("three to five days").first().waitFor();
  await preview
    .getByRole("button", { name: /Source 1/ })
    .first()
    .waitFor();
  await page.getByRole("radio", { name: "Hand-over", exact: true }).check();
  await preview.getByText("I've passed this to our team").first().waitFor();
  await page.getByLabel("Language of the preview").selectOption("German");
  await preview.getByText("Ich habe das an unser Team weitergeleitet").first().waitFor();
  await preview.getByPlaceholder("Nachricht für das Team ergänzen").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved the settings").waitFor();
  expect(bench.mock.requests.find((call) => call.method === "PATCH")?.body).toEqual({
    name: "Corner Shop",
    theme: { accent: "#ffee00", accent_text: "#111111" },
  });
});

it("memory is switched on where it says of whom what is remembered", async () => {
  const { page } = await bench.open("/console/settings/memory");
  const memory = page.getByRole("checkbox", { name: /^Remember returning visitors/ });
  expect(await memory.isChecked()).toBe(false);
  const guide = page.getByRole("link", { name: "Learn more about memory" });
  expect(await guide.getAttribute("href")).toBe("/docs/guide/memory");
  await memory.focus();
  await page.keyboard.press("Space");
  expect(await memory.isChecked()).toBe(true);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved the settings").waitFor();
  expect(bench.mock.requests.find((call) => call.method === "PATCH")?.body).toEqual({ memory_enabled: true });
  bench.mock.role = "agent";
  await page.reload();
  await memory.waitFor();
  expect(await memory.isChecked()).toBe(true);
  expect(await memory.isDisabled()).toBe(true);
});

it("the form shows in the preview as it is put together, is not saved by halves, and is saved as a difference", async () => {
  const { page } = await bench.open("/console/settings/form");
  const preview = page.frameLocator("iframe");
  await page.getByRole("radio", { name: "Hand-over", exact: true }).check();
  await preview.getByText("A few details for our team").waitFor();
  await page.getByLabel("Before the first message").check();
  await page.getByRole("radio", { name: "Answer", exact: true }).check();
  await preview.getByText("Before we send your message").waitFor();
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
  await page.getByText("Saved the settings").waitFor();
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
  const { page } = await bench.open("/console/settings/home-screen");
  await page.getByLabel("Notice", { exact: true }).fill("Parcels are late.");
  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByLabel("Link 1: text").fill("Status");
  await page.getByLabel("Show opening hours").check();
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByLabel("Saturday").fill("9:00 to noon");
  await page.getByRole("button", { name: "Save" }).click();
  expect(bench.mock.requests.some((call) => call.method === "PATCH")).toBe(false);
  await page.getByText("Enter hours, for example").waitFor();
  await page.getByLabel("Saturday").fill("9:00 – 12:00");
  await page.getByLabel("Link 1: address").fill("https://status.example.com/");
  await page.getByLabel("Typical reply time").fill("30");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved the settings").waitFor();
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

it("a page of an allowed domain is checked, and what is wrong stands first with the line that mends it", async () => {
  const { page, troubles } = await bench.open("/console/settings/install");
  await page.getByRole("button", { name: "Check shop.example.com" }).click();
  const rows = page.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(5);
  await expect.poll(() => page.getByLabel("Check a page").inputValue()).toBe("shop.example.com/");
  await expect.poll(() => rows.first().textContent()).toContain("Problem: ");
  await rows.first().getByText("connect-src 'self' https://chat.example.com").waitFor();
  await page.getByText("The chat is blocked on").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Check a page").fill("ftp://shop.example.com");
  await page.keyboard.press("Enter");
  await page.getByText("The URL must begin with http:// or https://.").waitFor();
  expect(troubles).toEqual([]);
});

it("levels of service are set by priority, and tickets show when they are due", async () => {
  const due = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const [late, soon] = [...bench.mock.tickets.values()].filter(({ ticket }) => ticket.status === "pending_human");
  if (late) late.ticket.due = { kind: "first_answer", at: due(-130) };
  if (soon) soon.ticket.due = { kind: "resolution", at: due(9.5) };
  const { page } = await bench.open(`/console/inbox/${late?.ticket.id}`);
  await page.locator(".ticket-facts").getByText("First answer 2h late").waitFor();
  await page.locator(".row-meta").getByText("Resolution due 9m").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${bench.mock.origin}/console/settings`);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Reply times" }).press("Enter");
  await page.getByRole("heading", { name: "Reply times", level: 1 }).waitFor();
  await page.getByLabel("Reply-time targets").check();
  await page.getByText("so every minute counts").waitFor();
  await page.getByLabel("Around the clock").check();
  const field = page.getByLabel("First answer, High");
  await field.fill("soon");
  await page.getByRole("button", { name: "Save" }).click();
  expect(bench.mock.requests.some((call) => call.method === "PATCH")).toBe(false);
  await field.fill("1h 30m");
  await page.getByLabel("Resolved, Urgent").fill("");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved the settings").waitFor();
  expect(bench.mock.requests.find((call) => call.method === "PATCH")?.body).toEqual({
    service_levels: {
      hours: "always",
      targets: {
        none: { first_answer: 60, next_answer: 240, resolution: 1_440 },
        low: {},
        high: { first_answer: 90 },
        urgent: { first_answer: 15, next_answer: 60 },
      },
    },
  });
});

it("labels are added, renamed, and deleted after a question that names the number of tickets", async () => {
  const { page, troubles } = await bench.open("/console/settings/labels");
  await page.getByLabel("Name of a new label").fill("Returns");
  await page.getByRole("button", { name: "Add label" }).click();
  await page.getByText("Added “Returns”").waitFor();
  await page.getByLabel("Name of Bug").fill("Fault");
  await page.keyboard.press("Enter");
  await page.getByLabel("Name of Fault").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete Billing" }).click();
  await page.getByRole("dialog").getByText("It is removed from 12 tickets.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => page.getByLabel("Name of Billing").count()).toBe(0);
  expect(bench.mock.labels.map(({ name }) => name)).toEqual(["Fault", "Returns"]);
  expect(troubles).toEqual([]);
});

it("a webhook is made, its secret is shown once, and what did not arrive is read and sent again", async () => {
  const { page, troubles } = await bench.open("/console/settings/webhooks");
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("Name").fill("Warehouse");
  await page.getByLabel("Address").fill("https://warehouse.example/hook");
  await page.getByLabel("New message").check();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create" }).click();
  const secret = page.getByLabel("Secret", { exact: true });
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("article", { name: "Warehouse" }).waitFor();
  expect(bench.mock.requests.find(({ method }) => method === "POST")?.body).toEqual({
    name: "Warehouse",
    url: "https://warehouse.example/hook",
    format: "parley",
    events: ["ticket.escalated", "ticket.resolved", "message.created"],
  });
  expect(await page.content()).not.toContain("whsec_");
  const first = page.getByRole("article", { name: "Customer database" });
  await first.getByRole("button", { name: "Deliveries" }).click();
  await first.locator("summary", { hasText: "Failed" }).click();
  await first.getByRole("button", { name: "Send again", exact: true }).click();
  await page.getByText("Sent again").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const sent = () => bench.mock.requests.filter(({ method }) => method === "POST").map(({ path }) => path);
  expect(sent().at(-1)).toMatch(/\/deliveries\/[^/]+\/replay$/);
  await first.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => first.count()).toBe(0);
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  expect(troubles).toEqual([]);
});

it("retention is saved once it is said what goes, and a visitor is erased with a receipt", async () => {
  const { page, troubles } = await bench.open("/console/settings/data");
  const tickets = page.getByLabel("Tickets", { exact: true });
  await tickets.selectOption("Custom (days)");
  await page.getByLabel("Tickets: days").fill("7");
  await page.getByText("Enter 14 to 3650 days.").waitFor();
  await page.getByLabel("Tickets: days").fill("200");
  await tickets.selectOption("365 days");
  await page.getByLabel("Audit log", { exact: true }).selectOption("Forever");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").getByText("1,204 tickets, 96 files").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save and delete" }).click();
  await page.getByText("Saved the retention. Older data will be deleted within a minute").waitFor();
  expect(bench.mock.requests.find(({ method }) => method === "PATCH")?.body).toEqual({ tickets: 365, audit: null });
  await page.getByRole("textbox", { name: "E-mail address" }).fill("ada@mail.example");
  await page.getByRole("button", { name: "Erase…" }).click();
  await page.getByRole("dialog").getByText("1 visitor, 2 tickets, 31 messages, 1 file").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Erase", exact: true }).click();
  await expect.poll(() => page.getByRole("link", { name: "Receipt" }).count()).toBe(2);
  expect(bench.mock.requests.filter(({ path }) => path.endsWith("/erasures")).map(({ body }) => body)).toContainEqual({
    kind: "visitor",
    email: "ada@mail.example",
  });
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Receipt" }).first().click();
  expect((await file).suggestedFilename()).toMatch(/^receipt-.*\.json$/);
  expect(troubles).toEqual([]);
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

it("a colleague is invited, changed and removed, and what they worked on is told", async () => {
  const { page, troubles } = await bench.open("/console/people");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail").fill("dora@example.com");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Sent the invitation to dora@example.com").waitFor();
  await page.getByRole("button", { name: "New link for dora@example.com" }).click();
  await expect.poll(() => page.getByLabel("Link", { exact: true }).inputValue()).toMatch(/\/console\/invitation#t+$/);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Change Ben Okafor" }).click();
  await page.getByText("Also manages the library.").click();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save role" }).click();
  await page.getByText("Changed the role of Ben Okafor to manager").waitFor();
  expect(await page.getByRole("button", { name: "Change Ada Agent" }).count()).toBe(0);
  await page.getByRole("button", { name: "Change Ben Okafor" }).click();
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByText("They have 2 open tickets. These will be unassigned.").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => page.getByRole("rowheader", { name: /Ben Okafor/ }).count()).toBe(0);
  bench.mock.staff.people.sends_mail = false;
  bench.mock.role = "agent";
  await page.goto(`${bench.mock.origin}/console/people`);
  await page.getByRole("rowheader", { name: /Ada Agent/ }).waitFor();
  expect(await page.getByRole("button", { name: /Invite|Change|Withdraw/ }).count()).toBe(0);
  expect(troubles).toEqual([]);
});

it("an API key is shown once and revoked after a question", async () => {
  const { page } = await bench.open("/console/people/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Nightly");
  await page.getByLabel("Expires").selectOption({ label: "In 30 days" });
  await page.getByRole("button", { name: "Create key" }).click();
  await expect.poll(() => page.getByLabel("Key", { exact: true }).inputValue()).toBe("pk_made-once");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Revoke Nightly" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("Expired or revoked (2)").waitFor();
  const made = bench.mock.requests.find(({ method, path }) => method === "POST" && path.endsWith("/admin/keys"));
  expect(made?.body).toMatchObject({ name: "Nightly", expires_in_days: 30 });
});

it("what the person is told of is kept at once, and shown by the browser while nobody looks", async () => {
  const { page } = await bench.open("/console/profile");
  await page.getByLabel("A ticket needs a reply: by e-mail").check();
  await page.getByLabel("A ticket needs a reply: in the browser").uncheck();
  await page.getByLabel("Daily summary").check();
  await expect
    .poll(() => bench.mock.staff.notices)
    .toMatchObject({ digest: true, mail: { waiting: true, mine: true }, browser: { waiting: false, mine: true } });
  await page.reload();
  await expect.poll(() => page.getByLabel("Daily summary").isChecked()).toBe(true);
  await page.context().grantPermissions(["notifications"], { origin: bench.mock.origin });
  await page.addInitScript(`
    globalThis.shown = [];
    const Real = Notification;
    globalThis.Notification = class { constructor(title, { body }) { shown.push(title + ": " + body); } static permission = "granted"; };
    Object.defineProperty(document, "hidden", { get: () => true });`);
  await page.goto(`${bench.mock.origin}/console/people`);
  await page.getByRole("heading", { name: "People" }).waitFor();
  const shown = () => page.evaluate<string[]>("globalThis.shown");
  const ticket = [...bench.mock.tickets.values()].find(({ ticket: { status } }) => status === "pending_human");
  if (!ticket) throw new Error("the mock has no ticket that waits");
  // An event before the page listens again would be lost.
  const listens = async () => {
    bench.mock.dropStreams();
    await expect.poll(() => bench.mock.streams()).toBe(1);
  };
  await listens();
  bench.mock.deskChanged(ticket.ticket.id, ["person-1"]);
  await expect.poll(shown).toHaveLength(1);
  expect((await shown())[0]).toContain("You were mentioned: #");
  // Disabled notices are not shown, and none is shown twice.
  bench.mock.deskChanged(ticket.ticket.id);
  bench.mock.deskChanged(ticket.ticket.id, ["person-1"]);
  bench.mock.staff.notices.browser.waiting = true;
  await page.reload();
  await page.getByRole("heading", { name: "People" }).waitFor();
  await listens();
  bench.mock.deskChanged(ticket.ticket.id);
  await expect.poll(shown).toEqual([expect.stringContaining("A ticket needs a reply: #")]);
});

it("the second step is set up with a first code, and asked for when signing in", async () => {
  const { page } = await bench.open("/console/profile");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Your password").fill("correct horse");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => page.getByLabel("Key", { exact: true }).inputValue()).toBe("JBSWY3DPEHPK3PXP");
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Code from the app").fill("123 456");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("abcd-efgh-ijkm-npqr").waitFor();
  Object.assign(bench.mock, { signedIn: false, secondStep: true });
  await page.goto(`${bench.mock.origin}/console/people`);
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("The code is wrong.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Code", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "People" }).waitFor();
});

it("an invitation makes an account and leads into the console; a forgotten password tells what to do", async () => {
  bench.mock.signedIn = false;
  const { page } = await bench.open(`/console/invitation#${"t".repeat(43)}`);
  await page.getByLabel("Your name").fill("Carla");
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL("**/console/inbox");
  expect(bench.mock.requests.filter(({ path }) => path.includes("ttt"))).toEqual([]);
  bench.mock.signedIn = false;
  bench.mock.staff.people.sends_mail = false;
  await page.goto(`${bench.mock.origin}/console/`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("E-mail").fill("carla@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("Ask an admin to create a password link").waitFor();
});

it("a switch of workspace is made in one tab and ends the page of the other", async () => {
  bench.mock.tenants = [
    { id: uuid(1), name: "Example Shop" },
    { id: uuid(2), name: "Other Shop" },
  ];
  const { page } = await bench.open("/console/people");
  const other = await page.context().newPage();
  await other.goto(`${bench.mock.origin}/console/library`);
  await other.getByRole("heading", { name: "Documents" }).waitFor();
  await page.getByRole("button", { name: "Ada Agent, account menu" }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Other Shop" }).click();
  await page.locator(".rail-tenant", { hasText: "Other Shop" }).waitFor();
  await other.getByText("You switched workspaces").waitFor();
});

it("a line is tried on the newest questions, saved, and set with a scale of its own", async () => {
  const { page } = await bench.open("/console/settings/confidence");
  await page.getByText("Close to the threshold").waitFor();
  const given = page.locator(".trial > div").first();
  await expect.poll(() => given.textContent()).toContain("75");
  await page.getByRole("slider").fill("0.55");
  await page.getByText("Changes (36)").waitFor();
  await expect.poll(() => given.textContent()).toContain("111");
  expect(await page.getByRole("button", { name: "Use this scale and threshold" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved the settings").waitFor();
  expect(bench.mock.settings.threshold).toBe(0.55);
  await page.getByText("Close to the threshold").waitFor();
  await page.getByRole("button", { name: "Use this scale and threshold" }).click();
  await page.getByText("Set the threshold to 0.62").waitFor();
  await expect.poll(() => page.getByRole("slider").inputValue()).toBe("0.62");
});

it("a model is chosen by name, kept over a reload, and saved with a budget; nothing else is sent", async () => {
  const { page } = await bench.open("/console/settings/models");
  await page.getByLabel("Answers: provider").selectOption("ollama");
  await page.getByText("Enter a model of ollama for answers.").waitFor();
  await page.getByLabel("Answers: model").fill("llama3.1:8b");
  await page.getByLabel("Monthly budget (USD)").fill("2.5");
  await page.getByLabel("Your team").check();
  await page.reload();
  await expect.poll(() => page.getByLabel("Answers: model").inputValue()).toBe("llama3.1:8b");
  await page.getByLabel("Daily token limit").fill("many");
  await page.getByText("Enter a number, or leave empty").waitFor();
  await page.getByLabel("Daily token limit").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved the settings").waitFor();
  expect(bench.mock.settings.models).toEqual({ generate: { provider: "ollama", model: "llama3.1:8b" } });
  expect(bench.mock.settings.budget).toEqual({
    tokens_per_day: null,
    micros_per_month: 2_500_000,
    over_budget: "human",
  });
  await page.getByLabel("Answers: provider").selectOption("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => bench.mock.settings.models).toEqual({});
  // Without a connected provider there is no field with a single option.
  await page.route("**/api/v1/admin/usage", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), providers: ["extractive"] } });
  });
  await page.reload();
  await page.getByText("No AI model is connected.").waitFor();
  expect(await page.getByLabel("Answers: provider").count()).toBe(0);
});
