import { uuid } from "../mock-data.ts";
import type { ShownScreen } from "./shown-screen.ts";

const token = "t".repeat(43);

/** Sign-in and the first steps. */
export const releaseScreens: readonly ShownScreen[] = [
  { name: "sign-in", path: "/console/", ready: "form", before: (mock) => (mock.signedIn = false) },
  {
    name: "sign-in-wrong",
    path: "/console/",
    ready: "form",
    before: (mock) => (mock.signedIn = false),
    async act(page) {
      await page.getByLabel("E-mail").fill("ada@acme.example.com");
      await page.getByLabel("Password").fill("not this one");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "sign-in-provider",
    path: "/console/",
    ready: "form",
    part: ".sign-in",
    before: (mock) =>
      Object.assign(mock, { signedIn: false, ways: { password: true, oidc: { name: "Acme Login" }, passkeys: null } }),
  },
  {
    name: "second-step",
    path: "/console/",
    ready: "form",
    before: (mock) => Object.assign(mock, { signedIn: false, secondStep: true }),
    async act(page, mock) {
      await page.getByLabel("E-mail").fill("ada@acme.example.com");
      await page.getByLabel("Password").fill(mock.password);
      await page.keyboard.press("Enter");
      await page.getByLabel("Code").waitFor();
    },
  },
  { name: "forgotten-password", path: "/console/forgot", ready: "form", before: (mock) => (mock.signedIn = false) },
  { name: "new-password", path: `/console/reset#${token}`, ready: "form", before: (mock) => (mock.signedIn = false) },
  {
    name: "invitation",
    path: `/console/invitation#${token}`,
    ready: "form",
    before: (mock) => (mock.signedIn = false),
  },
  {
    name: "invitation-over",
    path: "/console/invitation#old",
    ready: ".gate .btn",
    before: (mock) => (mock.signedIn = false),
  },
  {
    name: "first-steps",
    path: "/console/",
    ready: ".setup-steps",
    before(mock) {
      mock.tickets = new Map();
      mock.documents = mock.documents.slice(0, 1);
      mock.settings.domains = [];
      mock.instead.delete("GET /admin/embed");
    },
  },
  { name: "unknown-address", path: "/console/nowhere", ready: ".notice" },
  { name: "unknown-ticket", path: `/console/inbox/${uuid(9)}`, ready: ".thread .notice" },
];
