import type { ShownScreen } from "./shown-screen.ts";

/** Analytics, members and the user's profile. */
export const teamScreens: readonly ShownScreen[] = [
  { name: "analytics", path: "/console/analytics?days=30", ready: ".uplot" },
  { name: "analytics-team", path: "/console/analytics/team?days=30", ready: ".uplot", height: 1_400 },
  { name: "analytics-quality", path: "/console/analytics/quality?days=30", ready: ".uplot", height: 1_400 },
  { name: "analytics-empty", path: "/console/analytics?days=7", ready: ".notice" },
  {
    name: "analytics-tickets",
    path: "/console/analytics/tickets?measure=first_answer&from=2026-11-01&to=2026-11-02",
    ready: ".analytics-tickets",
  },
  { name: "people", path: "/console/people", ready: ".invitations" },
  {
    name: "invite",
    path: "/console/people",
    ready: ".invitations",
    async act(page) {
      await page.getByRole("button", { name: "Invite" }).first().click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "person",
    path: "/console/people",
    ready: ".invitations",
    async act(page) {
      await page.getByRole("button", { name: "Change Ben Okafor" }).click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "keys", path: "/console/people/keys", ready: "table" },
  {
    name: "new-key",
    path: "/console/people/keys",
    ready: "table",
    async act(page) {
      await page.getByRole("button", { name: /key/i }).first().click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "profile", path: "/console/profile", ready: ".profile", height: 1_700 },
  {
    name: "second-step-setup",
    path: "/console/profile",
    ready: ".profile",
    async act(page, mock) {
      await page
        .getByRole("button", { name: /second step|Set up/i })
        .first()
        .click();
      await page.getByLabel("Your password").fill(mock.password);
      await page.keyboard.press("Enter");
      await page.locator(".qr-code").waitFor();
    },
  },
  { name: "audit", path: "/console/audit", ready: ".audit" },
];
