import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sampleOf } from "../../scripts/setup/test-chance.mjs";
import { type ConsoleBench, colourFaultsOf, faultsOf, layoutFaultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { fillWithTools } from "./mock-approvals.ts";
import { modelUsage } from "./mock-assistant.ts";
import { uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";

let bench: ConsoleBench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock));

/** A ticket in which tools have read data, made changes and proposed one. */
function withTools(mock: Mock): void {
  const ticket = mock.tickets.get(uuid(42));
  if (!ticket) throw new Error("the ticket is seeded");
  fillWithTools(ticket);
}

/** A ticket whose last answer the visitor reported as wrong. */
function withReport(mock: Mock): void {
  const ticket = mock.tickets.get(uuid(42));
  const answer = ticket?.messages.findLast(({ role }) => role === "assistant");
  if (!ticket || !answer) throw new Error("the ticket is seeded");
  ticket.dislikes = [
    {
      message_id: answer.id,
      is_reported: true,
      reason: "It is six parts, not three.",
      gap_id: null,
      created_at: answer.created_at,
    },
  ];
}

/** No model is connected: the page links to the guide. */
function withoutModel(mock: Mock): void {
  mock.instead.set("GET /admin/usage", () => ({ ...modelUsage(), providers: ["extractive"] }));
}

const screens: ReadonlyArray<{ name: string; path: string; ready: string; before?: (mock: Mock) => void }> = [
  { name: "inbox", path: "/console/inbox", ready: "a[data-ticket]" },
  { name: "thread", path: `/console/inbox/${uuid(42)}`, ready: ".draft" },
  { name: "hostile thread", path: `/console/inbox/${uuid(45)}`, ready: ".draft" },
  { name: "no approvals", path: "/console/approvals", ready: ".notice" },
  { name: "library", path: "/console/library", ready: "table" },
  { name: "document", path: `/console/library/${uuid(901)}`, ready: ".doc-text" },
  { name: "versions", path: `/console/library/${uuid(901)}?tab=versions`, ready: ".doc-versions" },
  { name: "web page", path: `/console/library/${uuid(903)}`, ready: ".refresh-card" },
  { name: "sitemaps", path: "/console/library/sites", ready: ".site" },
  { name: "snippets", path: "/console/library/snippets", ready: ".snippet" },
  { name: "gaps", path: "/console/gaps", ready: ".gap" },
  { name: "questions asked once", path: "/console/gaps?status=once", ready: ".gap" },
  { name: "gap", path: `/console/gaps/${uuid(1203)}`, ready: ".gap-questions" },
  { name: "releases", path: "/console/releases", ready: ".releases" },
  { name: "release", path: `/console/releases/${uuid(8001)}`, ready: ".replay" },
  { name: "release that is read", path: `/console/releases/${uuid(8003)}`, ready: ".release-documents .progress" },
  { name: "published release", path: `/console/releases/${uuid(8004)}`, ready: ".release-changes" },
  { name: "test questions", path: "/console/releases/questions", ready: ".regression" },
  { name: "answered gap", path: `/console/gaps/${uuid(1204)}`, ready: ".gap-answered" },
  { name: "search", path: "/console/search?q=downgrade", ready: ".result" },
  { name: "analytics", path: "/console/analytics?days=90", ready: ".uplot" },
  { name: "analytics of the team", path: "/console/analytics/team?days=90", ready: ".uplot" },
  { name: "analytics of AI quality", path: "/console/analytics/quality?days=90", ready: ".uplot" },
  { name: "analytics without anything", path: "/console/analytics?days=7", ready: ".notice" },
  {
    name: "tickets behind a number",
    path: "/console/analytics/tickets?measure=first_answer&from=2026-11-01&to=2026-11-02",
    ready: ".analytics-tickets",
  },
  { name: "audit", path: "/console/audit", ready: ".audit" },
  { name: "tools", path: "/console/tools", ready: ".uplot" },
  { name: "connection", path: `/console/tools/${uuid(6001)}`, ready: ".tool-row" },
  { name: "connection that fails", path: `/console/tools/${uuid(6002)}`, ready: ".tools-problem" },
  { name: "hostile connection", path: `/console/tools/${uuid(6003)}`, ready: ".notice" },
  { name: "tool", path: `/console/tools/${uuid(6001)}/${uuid(6101)}`, ready: ".decision" },
  { name: "changed tool", path: `/console/tools/${uuid(6001)}/${uuid(6102)}`, ready: ".changed" },
  { name: "undecided tool", path: `/console/tools/${uuid(6001)}/${uuid(6103)}`, ready: ".decision" },
  { name: "action", path: `/console/tools/${uuid(6002)}/${uuid(6106)}`, ready: ".rest-preview" },
  { name: "calls", path: "/console/tools/calls", ready: ".call" },
  { name: "copilot's beginning", path: "/console/copilot?new=1", ready: ".copilot-input" },
  { name: "comparison", path: `/console/copilot/${uuid(7001)}`, ready: ".copilot-comparison" },
  { name: "audit of a text", path: `/console/copilot/${uuid(7002)}`, ready: ".copilot-findings" },
  { name: "copilot's answer", path: `/console/copilot/${uuid(7003)}`, ready: ".copilot-doubt" },
  { name: "copilot's question", path: `/console/copilot/${uuid(7004)}`, ready: ".copilot-question" },
  { name: "playground", path: "/console/playground", ready: ".play-row" },
  { name: "playground's answer", path: `/console/playground/${uuid(8001)}`, ready: ".play-outcome" },
  { name: "two answers side by side", path: `/console/playground/${uuid(8002)}`, ready: ".play-outcome" },
  { name: "failed answer of the playground", path: `/console/playground/${uuid(8004)}`, ready: ".play-failed" },
  { name: "failed run", path: `/console/copilot/${uuid(7006)}`, ready: ".copilot-failed" },
  { name: "branched conversation", path: `/console/copilot/${uuid(7020)}`, ready: ".copilot-merged" },
  { name: "branch", path: `/console/copilot/${uuid(7021)}`, ready: ".copilot-given" },
  { name: "closed branch", path: `/console/copilot/${uuid(7022)}`, ready: ".copilot-closed" },
  { name: "two branches", path: `/console/copilot/${uuid(7021)}?with=${uuid(7023)}`, ready: ".copilot-sides" },
  { name: "appearance", path: "/console/settings", ready: ".settings" },
  { name: "home screen", path: "/console/settings/home-screen", ready: ".settings" },
  { name: "pre-chat form", path: "/console/settings/form", ready: ".settings" },
  { name: "e-mail", path: "/console/settings/email", ready: ".settings" },
  { name: "notifications", path: "/console/settings/notifications", ready: ".settings" },
  { name: "install", path: "/console/settings/install", ready: "#domains" },
  { name: "answers", path: "/console/settings/answers", ready: ".settings" },
  { name: "memory", path: "/console/settings/memory", ready: ".settings" },
  { name: "reply times", path: "/console/settings/reply-times", ready: ".settings" },
  { name: "assignment", path: "/console/settings/assignment", ready: ".settings" },
  { name: "labels", path: "/console/settings/labels", ready: ".manage-sets" },
  { name: "attachments", path: "/console/settings/attachments", ready: ".settings" },
  { name: "confidence", path: "/console/settings/confidence", ready: ".worth" },
  { name: "models", path: "/console/settings/models", ready: ".spending" },
  {
    name: "models without a provider",
    path: "/console/settings/models",
    ready: ".read-only-note",
    before: withoutModel,
  },
  { name: "data", path: "/console/settings/data", ready: ".kept-runs" },
  { name: "webhooks", path: "/console/settings/webhooks", ready: ".webhook" },
  { name: "health", path: "/console/settings/health", ready: ".check-row" },
  { name: "people", path: "/console/people", ready: ".invitations" },
  { name: "keys", path: "/console/people/keys", ready: "table" },
  { name: "profile", path: "/console/profile", ready: ".profile" },
  { name: "approvals", path: "/console/approvals", ready: ".approval", before: withTools },
  { name: "reported answer", path: `/console/inbox/${uuid(42)}`, ready: ".message-reported", before: withReport },
  { name: "thread with tools", path: `/console/inbox/${uuid(42)}`, ready: ".approval", before: withTools },
];

const nowhere = "/console/nowhere";

/**
 * Opens a screen through a link within the console. Loading the console anew for each costs twice as much, because axe is loaded and warmed
 * up each time. An empty page comes between, so that nothing of the previous screen is mistaken for this one.
 */
async function follow(page: Page, { path, ready }: (typeof screens)[number]): Promise<void> {
  await page.evaluate(goTo, nowhere);
  const nothing = page.getByRole("heading", { name: "Page not found" });
  await nothing.waitFor();
  await page.evaluate(goTo, path);
  await nothing.waitFor({ state: "detached" });
  await page.locator(ready).first().waitFor();
}

function goTo(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

const names = screens.map(({ name }) => name);
/** Every screen is checked completely on a desktop with the light theme; some of them also with other settings. */
const inDark = new Set(sampleOf(names, 20, "screens of the console in dark colours"));
const onPhone = new Set(sampleOf(names, 20, "screens of the console on a phone"));

describe.each([
  { device: "desktop, light and dark", viewport: { width: 1440, height: 900 }, isDarkToo: true, wrongWith: faultsOf },
  { device: "phone", viewport: { width: 390, height: 844 }, isDarkToo: false, wrongWith: layoutFaultsOf },
])("on a $device", ({ viewport, isDarkToo, wrongWith }) => {
  it("every screen is accessible, runs nothing it was given, and asks nobody else", async () => {
    const { page, troubles } = await bench.open(nowhere, { viewport, colorScheme: "light" });
    await page.locator(".notice").waitFor();
    const faults = (await wrongWith(page)).map((fault) => `unknown address: ${fault}`);
    for (const screen of screens.filter(({ name }) => isDarkToo || onPhone.has(name))) {
      screen.before?.(bench.mock);
      await follow(page, screen);
      faults.push(...(await wrongWith(page)).map((fault) => `${screen.name}: ${fault}`));
      if (isDarkToo && inDark.has(screen.name)) {
        await page.emulateMedia({ colorScheme: "dark" });
        faults.push(...(await colourFaultsOf(page)).map((fault) => `${screen.name}, dark: ${fault}`));
        await page.emulateMedia({ colorScheme: "light" });
      }
      expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(`${screen.name} ${overflow}`).toBe(`${screen.name} 0`);
    }
    await page.goto(`${bench.mock.origin}/console/inbox/${uuid(42)}`);
    await page.getByLabel("Reply to ticket").fill("It ends then. You have 60 days. Ask us. We call.");
    await page.getByRole("button", { name: "Check against sources" }).click();
    await page.locator(".proof-row").first().waitFor();
    faults.push(...(await wrongWith(page)).map((fault) => `check: ${fault}`));
    // All agent assist at once: summary, translated thread, translated reply.
    bench.mock.assist = { ...bench.mock.assist, spoken: "de", translation: "ready" };
    await page.goto(`${bench.mock.origin}/console/inbox/${uuid(44)}`);
    await page.locator("details.recap summary").click();
    await page.getByLabel("Translate the thread").check();
    await page.locator(".translation").first().waitFor();
    await page.getByLabel("Reply to ticket").fill("It ends then.");
    await page.getByRole("button", { name: "Translate to German" }).click();
    await page.locator(".answer-translation").waitFor();
    faults.push(...(await wrongWith(page)).map((fault) => `assist: ${fault}`));
    if (isDarkToo) {
      await page.emulateMedia({ colorScheme: "dark" });
      faults.push(...(await colourFaultsOf(page)).map((fault) => `assist, dark: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(troubles).toEqual([]);
  });
});

it("dialogs, the palette and the sign-in page are accessible too", async () => {
  const { page } = await bench.open("/console/library");
  const faults: string[] = [];
  await page.getByRole("button", { name: "Add document" }).click();
  await page.locator("input[type=file]").waitFor({ state: "attached" });
  faults.push(...(await faultsOf(page)));
  await page.getByLabel("Paste text").click();
  await page.getByLabel("Title").waitFor();
  faults.push(...(await faultsOf(page)));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("option").first().waitFor();
  faults.push(...(await faultsOf(page)));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ada Agent, account menu" }).click();
  await page.getByText("Keyboard shortcuts").waitFor();
  faults.push(...(await faultsOf(page)));
  bench.mock.signedIn = false;
  await page.goto(`${bench.mock.origin}/console/`);
  await page.getByLabel("E-mail").waitFor();
  faults.push(...(await faultsOf(page)));
  bench.mock.ways = { password: true, oidc: { name: "Corp Login" }, passkeys: bench.mock.origin };
  await page.reload();
  await page.getByRole("button", { name: "Continue with Corp Login" }).click();
  await page.getByRole("alert").getByText("No account here has your").waitFor();
  faults.push(...(await faultsOf(page)));
  bench.mock.ways.password = false;
  await page.reload();
  await page.getByRole("button", { name: "Continue with Corp Login" }).waitFor();
  expect(await page.getByLabel("Password").count()).toBe(0);
  faults.push(...(await faultsOf(page)));
  for (const gate of [`invitation#${"t".repeat(43)}`, `reset#${"t".repeat(43)}`, "forgot"]) {
    await page.goto(`${bench.mock.origin}/console/${gate}`);
    await page.getByRole("form").waitFor();
    faults.push(...(await faultsOf(page)));
  }
  expect(faults).toEqual([]);
});
