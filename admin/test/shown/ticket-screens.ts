import type { Page } from "playwright-core";
import { fillWithTools } from "../mock-approvals.ts";
import { uuid } from "../mock-data.ts";
import type { Mock } from "../mock-server.ts";
import { presenceOf } from "../mock-team.ts";
import { ben, shownTickets } from "./acme-seeds.ts";
import type { ShownScreen } from "./shown-screen.ts";

const at = (ticket: string) => `/console/inbox/${ticket}`;
const draft = at(shownTickets.draft);

/** An open ticket, and everything that helps to answer it. */
export const ticketScreens: readonly ShownScreen[] = [
  { name: "ticket", path: draft, ready: ".draft" },
  { name: "ticket-whole", path: draft, ready: ".draft", width: 1_440, height: 900 },
  {
    name: "ticket-source",
    path: draft,
    ready: ".draft",
    async act(page) {
      await page.locator(".draft").getByRole("button", { name: "Source 1: Changing your plan" }).click();
      await page.getByRole("dialog", { name: "Source 1" }).waitFor();
    },
  },
  {
    name: "ticket-answer",
    path: draft,
    ready: ".draft",
    async act(page) {
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("list", { name: "Sources of the reply" }).waitFor();
    },
  },
  { name: "ticket-check", path: draft, ready: ".draft", act: check },
  {
    name: "ticket-recap",
    path: at(shownTickets.mine),
    ready: ".recap",
    async act(page) {
      await page.locator("details.recap summary").click();
      await page.getByText("Summarize again").waitFor();
    },
  },
  {
    name: "ticket-translation",
    path: `${at(shownTickets.arabic)}?view=all`,
    ready: ".language-line",
    before: translated,
    async act(page) {
      await page.getByLabel("Translate the thread").check();
      await page.locator(".translation").nth(1).waitFor();
    },
  },
  {
    name: "ticket-answer-translated",
    path: `${at(shownTickets.arabic)}?view=all`,
    ready: ".language-line",
    before(mock) {
      translated(mock);
      const ticket = mock.tickets.get(shownTickets.arabic)?.ticket;
      if (ticket)
        Object.assign(ticket, {
          owner: "human",
          status: "in_progress",
          assignee: { id: "person-1", name: "Ada Agent" },
        });
    },
    async act(page) {
      await page.getByLabel("Reply to ticket").fill("Open the settings, then choose Password.");
      await page.getByRole("button", { name: "Translate to Arabic" }).click();
      await page.locator(".answer-translation").waitFor();
    },
  },
  {
    name: "ticket-note",
    path: draft,
    ready: ".draft",
    async act(page) {
      await page.keyboard.press("n");
      await page.keyboard.type("@Ben");
      await page.locator("[role=option]").first().waitFor();
    },
  },
  {
    name: "ticket-viewers",
    path: draft,
    ready: ".draft",
    async act(page, mock) {
      while (mock.streams() < 2) await page.waitForTimeout(50);
      mock.colleague(shownTickets.draft, { ...presenceOf("typing"), person: ben });
      await page.locator(".viewer").first().waitFor();
    },
  },
  {
    name: "ticket-canned",
    path: at(shownTickets.mine),
    ready: "textarea",
    async act(page) {
      await page.getByLabel("Reply to ticket").focus();
      await page.keyboard.type("/");
      await page.locator("[role=option]").first().waitFor();
    },
  },
  {
    name: "ticket-add-source",
    path: draft,
    ready: ".draft",
    async act(page) {
      await page.getByRole("button", { name: "Add a source" }).click();
      await page.getByRole("combobox", { name: "Search the library for a source" }).fill("invoices");
      await page.locator("[role=option]").first().waitFor();
    },
  },
  {
    name: "ticket-tools",
    path: at(shownTickets.mine),
    ready: ".approval",
    width: 1_440,
    height: 900,
    before: withTools,
  },
  { name: "ticket-tools-narrow", path: at(shownTickets.mine), ready: ".approval", before: withTools },
  { name: "approvals", path: "/console/approvals", ready: ".approval", before: withTools },
  { name: "approval", path: "/console/approvals", ready: ".approval", part: ".approval", before: withTools },
  { name: "approvals-none", path: "/console/approvals", ready: ".notice" },
  { name: "ticket-no-draft", path: at(shownTickets.weak), ready: "details.draft-folded" },
  {
    name: "ticket-no-draft-open",
    path: at(shownTickets.weak),
    ready: "details.draft-folded",
    act: (page) => page.locator("details.draft-folded > summary").click(),
  },
  { name: "ticket-german", path: at(shownTickets.german), ready: ".thread-head h1" },
  { name: "ticket-merged", path: `${at(shownTickets.merged)}?view=all`, ready: ".merge-line" },
  { name: "ticket-hint", path: draft, ready: ".draft", act: (page) => openHint(page) },
  {
    name: "ticket-menu",
    path: draft,
    ready: ".draft",
    async act(page) {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("button", { name: "Delete ticket…" }).waitFor();
    },
  },
  {
    name: "ticket-delete",
    path: draft,
    ready: ".draft",
    async act(page) {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("button", { name: "Delete visitor…" }).click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "ticket-link",
    path: draft,
    ready: ".draft",
    async act(page) {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("button", { name: "Link to a ticket…" }).click();
      await page.getByRole("combobox", { name: "Link to a ticket" }).fill("bill");
      await page.locator("#related-list").getByRole("option").first().waitFor();
    },
  },
  {
    name: "ticket-about",
    path: draft,
    ready: ".draft",
    async act(page) {
      const button = page.getByRole("button", { name: "About this ticket" });
      if (await button.isVisible()) await button.click();
    },
  },
  {
    name: "ticket-resolved",
    path: draft,
    ready: ".draft",
    async act(page) {
      await page.getByRole("button", { name: /Send as is/ }).click();
      await page.getByText("Resolved #1342").waitFor();
    },
  },
];

async function openHint(page: Page): Promise<void> {
  const about = page.getByRole("button", { name: "About this ticket" });
  const hint = page.getByRole("button", { name: "Give a hint" }).first();
  if (!(await hint.isVisible())) await about.click();
  await page.getByRole("button", { name: "Give a hint" }).last().click();
  await page.locator(":popover-open textarea, dialog[open] textarea").first().waitFor();
}

async function check(page: Page): Promise<void> {
  await page
    .getByLabel("Reply to ticket")
    .fill("It ends with the billing period. You keep your data for 60 days. A credit is paid out on request.");
  await page.getByRole("button", { name: "Check against sources" }).click();
  await page.locator(".proof-row").first().waitFor();
}

function translated(mock: Mock): void {
  mock.assist = { ...mock.assist, spoken: "ar", translation: "ready" };
  const words: Record<string, string> = {
    [uuid(941)]: "How can I change my password?",
    [uuid(942)]: "Open **Settings** and choose Password.",
  };
  const ticket = `POST /admin/tickets/${shownTickets.arabic}`;
  mock.instead.set(`${ticket}/translations`, ({ body }) => {
    const { message_id: id, language } = body as { message_id: string; language: string };
    return { message_id: id, language, content: words[id] ?? "", lost: [] };
  });
  mock.instead.set(`${ticket}/translate`, () => ({
    language: "ar",
    content: "افتح الإعدادات ثم اختر كلمة المرور.",
    lost: [],
  }));
}

function withTools(mock: Mock): void {
  const detail = mock.tickets.get(shownTickets.mine);
  if (detail) fillWithTools(detail);
}
