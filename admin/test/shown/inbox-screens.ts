import { uuid } from "../mock-data.ts";
import type { ShownScreen } from "./shown-screen.ts";

const inbox = "/console/inbox";
const row = (n: number) => `a[data-ticket="${uuid(n)}"]`;
const open = `a[data-ticket]`;

/** The list, and actions on several tickets. */
export const inboxScreens: readonly ShownScreen[] = [
  { name: "inbox", path: inbox, ready: open },
  { name: "inbox-all", path: `${inbox}?view=all`, ready: open },
  { name: "inbox-empty", path: inbox, ready: ".list .notice", before: (mock) => (mock.tickets = new Map()) },
  {
    name: "inbox-loading",
    path: inbox,
    ready: open,
    async act(page) {
      // The request never gets a response.
      await page.route(/admin\/tickets\?/, () => {});
      await page.reload();
      await page.locator(".list .skeleton").waitFor();
    },
  },
  {
    name: "inbox-failed",
    path: inbox,
    ready: ".list .notice",
    before: (mock) => mock.refusals.set("GET /admin/tickets", { status: 503, code: "unavailable", times: 20 }),
  },
  { name: "inbox-filtered", path: `${inbox}?view=all&label=${uuid(7501)}&priority=high%2Cnone`, ready: open },
  { name: "inbox-search", path: `${inbox}?q=invoice`, ready: open },
  { name: "inbox-nothing-found", path: `${inbox}?q=zebra`, ready: ".list .notice" },
  {
    name: "inbox-marked",
    path: `${inbox}?view=all`,
    ready: row(342),
    async act(page) {
      if (await page.getByRole("button", { name: "Select" }).isVisible()) {
        await page.getByRole("button", { name: "Select" }).click();
        for (const n of [342, 343, 351]) await page.locator(row(n)).click();
      } else for (const n of [1342, 1343, 1351]) await page.getByLabel(`Select #${n}`).check({ force: true });
      await page.getByText("3 selected").waitFor();
    },
  },
  ...(
    [
      ["labels", "l", "Billing"],
      ["priority", "p", "Urgent"],
      ["assignee", "i", "Ben Okafor"],
      ["snooze", "z", "Tomorrow"],
      ["filter", "f", "High"],
    ] as const
  ).map(
    ([name, key, option]): ShownScreen => ({
      name: `choose-${name}`,
      path: `${inbox}?view=all`,
      ready: row(343),
      without: "phone",
      async act(page) {
        await page.locator(row(343)).focus();
        await page.keyboard.press(key);
        await page.getByRole("option", { name: option }).first().waitFor();
      },
    }),
  ),
  {
    name: "choose-among-many-labels",
    path: `${inbox}?view=all`,
    ready: row(343),
    before(mock) {
      const first = mock.labels[0];
      if (!first) return;
      const more = Array.from({ length: 190 }, (_, at) => ({
        ...first,
        id: uuid(7700 + at),
        name: `Product line ${at + 1}, region Oberösterreich`,
      }));
      mock.labels = [...mock.labels, ...more];
      mock.tickets.get(uuid(343))?.ticket.labels.push(...more.slice(0, 16));
    },
    async act(page) {
      await page.locator(row(343)).click();
      await page.locator(".thread-head h1").waitFor();
      await page.keyboard.press("l");
      await page.getByRole("option", { name: "Billing" }).waitFor();
    },
  },
  {
    name: "snooze-until",
    path: `${inbox}?view=all`,
    ready: row(343),
    without: "phone",
    async act(page) {
      await page.locator(row(343)).focus();
      await page.keyboard.press("z");
      await page.getByRole("option", { name: /time/i }).click();
      await page.locator("dialog[open] form").waitFor();
    },
  },
  {
    name: "save-view",
    path: `${inbox}?view=all&label=${uuid(7501)}`,
    ready: open,
    async act(page) {
      await page.getByRole("button", { name: "Edit view" }).click();
      await page.getByLabel("Name").waitFor();
    },
  },
  {
    name: "palette",
    path: inbox,
    ready: open,
    async act(page) {
      await page.keyboard.press("Control+k");
      await page.locator(".palette-item").first().waitFor();
    },
  },
  {
    name: "shortcuts",
    path: inbox,
    ready: open,
    async act(page) {
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  {
    name: "account-menu",
    path: inbox,
    ready: open,
    async act(page) {
      await page.getByRole("button", { name: "Ada Agent, account menu" }).click();
      await page.getByText("Keyboard shortcuts").waitFor();
    },
  },
  { name: "mentions", path: "/console/mentions", ready: ".page li" },
  { name: "replies", path: "/console/replies", ready: ".page li" },
];
