import { uuid } from "../mock-data.ts";
import type { ShownScreen } from "./shown-screen.ts";

const copilot = "/console/copilot";
const talk = (n: number) => `${copilot}/${uuid(7000 + n)}`;

/** The copilot: the beginning, each kind of result, each question, and what can go wrong. */
export const copilotScreens: readonly ShownScreen[] = [
  { name: "copilot", path: `${copilot}?new=1`, ready: ".copilot-input" },
  { name: "copilot-list", path: copilot, ready: ".copilot-row" },
  {
    name: "copilot-menu",
    path: `${copilot}?new=1`,
    ready: ".copilot-input",
    async act(page) {
      await page.locator(".copilot-input").click();
      await page.keyboard.type("What is new in @ref");
      await page.getByRole("option", { name: /version 1\)/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.keyboard.type("and @");
      await page.getByRole("option", { name: /Terms of delivery/ }).waitFor();
    },
  },
  {
    name: "copilot-without-model",
    path: `${copilot}?new=1`,
    ready: ".copilot-without-model",
    before: (mock) => {
      mock.copilot.menu.has_model = false;
    },
  },
  { name: "copilot-compared", path: talk(1), ready: ".copilot-comparison", height: 1_100 },
  {
    name: "copilot-audited",
    path: talk(2),
    ready: ".copilot-findings",
    height: 1_400,
    async act(page) {
      await page.getByRole("button", { name: "Accept: Time for returns" }).click();
      await page.getByRole("button", { name: "Take back: Time for returns" }).waitFor();
      await page.getByRole("button", { name: "Dismiss: Order number" }).click();
    },
  },
  {
    name: "copilot-answered",
    path: talk(3),
    ready: ".copilot-doubt",
    height: 1_200,
    async act(page) {
      await page.locator(".copilot-sources summary").first().click();
      await page.locator(".md .mark").first().hover();
      await page.locator(".citation").waitFor();
    },
  },
  { name: "copilot-which-documents", path: talk(4), ready: ".copilot-question" },
  { name: "copilot-running", path: talk(5), ready: ".copilot-running" },
  { name: "copilot-failed", path: talk(6), ready: ".copilot-failed" },
  { name: "copilot-summed", path: talk(7), ready: ".copilot-points" },
  { name: "copilot-which-text", path: talk(8), ready: ".copilot-question" },
  { name: "copilot-little", path: talk(9), ready: ".copilot-question" },
  { name: "copilot-what-to-do", path: talk(10), ready: ".copilot-question" },
  {
    name: "copilot-unavailable",
    path: talk(1),
    ready: ".notice",
    before: (mock) =>
      mock.refusals.set(`GET /copilot/conversations/${uuid(7001)}`, { status: 503, code: "unavailable", times: 20 }),
  },
];
