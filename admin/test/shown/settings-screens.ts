import type { Mock } from "../mock-server.ts";
import type { ShownScreen } from "./shown-screen.ts";

const settings = "/console/settings";

/** Enables settings that most tenants leave off, so that the screens show them. */
function fillIn(mock: Mock): void {
  const day = [{ from: "09:00", to: "17:00" }];
  const none = { first_answer: 60, next_answer: 240, resolution: 1_440 };
  mock.settings.service_levels = {
    hours: "opening",
    targets: { none, low: {}, high: { first_answer: 30 }, urgent: { first_answer: 15 } },
  };
  mock.settings.home = {
    ...mock.settings.home,
    notice: { text: "Parcels to the islands take two days longer this week.", link: null, until: null },
    answer_minutes: 30,
    ai_notice: null,
    hours: { zone: "Europe/Berlin", week: { mon: day, tue: day, wed: day, thu: day, fri: day }, holidays: [] },
  };
}

/** The settings pages. */
export const settingsScreens: readonly ShownScreen[] = [
  {
    name: "settings",
    path: settings,
    ready: ".settings",
    act: (page) => page.frameLocator("iframe").getByText("How do I allow subdomains?").first().waitFor(),
  },
  ...(
    [
      ["widget", ""],
      ["first-screen", "/home-screen"],
      ["noticed", "/notifications"],
      ["form", "/form"],
      ["answers", "/answers"],
      ["memory", "/memory"],
      ["service-levels", "/reply-times"],
      ["assignment", "/assignment"],
      ["files", "/attachments"],
    ] as const
  ).map(([name, path]) => ({
    name: `settings-${name}`,
    path: `${settings}${path}`,
    ready: ".settings-group",
    part: ".settings-group",
    height: 9_000,
    before: fillIn,
  })),
  ...(["domains", "embed"] as const).map((name) => ({
    name: `settings-${name}`,
    path: `${settings}/install`,
    ready: `#${name}`,
    part: `#${name}`,
    height: 9_000,
    before: fillIn,
  })),
  {
    name: "page-check",
    path: `${settings}/install`,
    ready: "#page-check",
    part: "#page-check",
    height: 9_000,
    async act(page) {
      await page.getByLabel("Check a page").fill("https://acme.example.com/help");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.locator(".check-sum").waitFor();
    },
  },
  {
    name: "settings-unsaved",
    path: settings,
    ready: ".settings",
    act: (page) => page.getByLabel("Name", { exact: true }).fill("Acme Cloud Services"),
  },
  {
    name: "settings-failed",
    path: settings,
    ready: ".notice",
    before: (mock) => mock.refusals.set("GET /admin/settings", { status: 503, code: "unavailable", times: 20 }),
  },
  { name: "settings-viewer", path: settings, ready: ".settings", before: (mock) => (mock.role = "agent") },
  { name: "confidence", path: `${settings}/confidence`, ready: ".worth", height: 1_800 },
  { name: "models", path: `${settings}/models`, ready: ".spending", height: 1_900 },
  { name: "data", path: `${settings}/data`, ready: ".kept-runs", height: 1_900 },
  { name: "health", path: `${settings}/health`, ready: ".check-row" },
  { name: "webhooks", path: `${settings}/webhooks`, ready: ".webhook" },
  {
    name: "webhook-new",
    path: `${settings}/webhooks`,
    ready: ".webhook",
    async act(page) {
      await page.getByRole("button", { name: "New webhook" }).click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "webhook-deliveries",
    path: `${settings}/webhooks`,
    ready: ".webhook",
    async act(page) {
      await page
        .getByRole("button", { name: /Deliveries/ })
        .first()
        .click();
      await page.locator(".deliveries li, .deliveries tr").first().waitFor();
    },
  },
];
