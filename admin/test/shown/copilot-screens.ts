import { uuid } from "../mock-data.ts";
import type { ShownScreen } from "./shown-screen.ts";

const copilot = "/console/copilot";
const conversation = (n: number) => `${copilot}/${uuid(7000 + n)}`;

/** The copilot: the start, each kind of result, each question, and errors. */
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
  { name: "copilot-compared", path: conversation(1), ready: ".copilot-comparison", height: 1_100 },
  {
    name: "copilot-audited",
    path: conversation(2),
    ready: ".copilot-findings",
    height: 1_400,
    async act(page) {
      await page.getByRole("button", { name: "Accept: Time for returns" }).click();
      await page.getByRole("button", { name: "Undo: Time for returns" }).waitFor();
      await page.getByRole("button", { name: "Dismiss: Order number" }).click();
    },
  },
  {
    name: "copilot-answered",
    path: conversation(3),
    ready: ".copilot-doubt",
    height: 1_200,
    async act(page) {
      await page.locator(".copilot-sources summary").first().click();
      await page.locator(".md .mark").first().hover();
      await page.locator(".citation").waitFor();
    },
  },
  {
    name: "copilot-context-before",
    path: `${copilot}?new=1`,
    ready: ".copilot-input",
    async act(page) {
      await page.locator(".copilot-input").click();
      await page.keyboard.type("How long can customers send goods back?");
      await page.getByRole("button", { name: /Context: 3 passages/ }).click();
      await page.getByRole("heading", { name: /Will be included/ }).waitFor();
    },
  },
  {
    name: "copilot-context-after",
    path: conversation(3),
    ready: ".copilot-doubt",
    async act(page) {
      await page.getByRole("button", { name: "Context" }).first().click();
      await page.getByRole("heading", { name: /Included/ }).waitFor();
    },
  },
  {
    name: "copilot-preferences",
    path: `${copilot}?new=1`,
    ready: ".copilot-input",
    async act(page) {
      await page.getByRole("button", { name: "Preferences" }).click();
      await page.getByRole("button", { name: "Forget all" }).waitFor();
    },
  },
  {
    name: "copilot-preferences-empty",
    path: `${copilot}?new=1`,
    ready: ".copilot-input",
    before: (mock) => {
      mock.copilot.preferences = [];
    },
    async act(page) {
      await page.getByRole("button", { name: "Preferences" }).click();
      await page.getByText("Nothing yet").waitFor();
    },
  },
  { name: "copilot-which-documents", path: conversation(4), ready: ".copilot-question" },
  { name: "copilot-running", path: conversation(5), ready: ".copilot-running" },
  { name: "copilot-failed", path: conversation(6), ready: ".copilot-failed" },
  { name: "copilot-summed", path: conversation(7), ready: ".copilot-points" },
  { name: "copilot-which-text", path: conversation(8), ready: ".copilot-question" },
  { name: "copilot-little", path: conversation(9), ready: ".copilot-question" },
  { name: "copilot-what-to-do", path: conversation(10), ready: ".copilot-question" },
  { name: "copilot-branched", path: conversation(20), ready: ".copilot-merged", height: 1_400 },
  {
    name: "copilot-branch",
    path: conversation(21),
    ready: ".copilot-given",
    height: 1_200,
    async act(page) {
      await page.locator(".copilot-given summary").click();
    },
  },
  { name: "copilot-branch-closed", path: conversation(22), ready: ".copilot-closed" },
  { name: "copilot-branch-anchor", path: conversation(23), ready: ".copilot-given", height: 1_200 },
  {
    name: "copilot-branch-empty",
    path: conversation(23),
    ready: ".copilot-given",
    before: (mock) => {
      const branch = mock.copilot.conversations.find(({ id }) => id === uuid(7023));
      if (branch) Object.assign(branch, { messages: [], title: "" });
    },
  },
  {
    name: "copilot-branch-menu",
    path: conversation(3),
    ready: ".copilot-said",
    async act(page) {
      await page.getByRole("button", { name: "Branch from here" }).first().click();
      await page.getByRole("button", { name: "Everything up to here" }).waitFor();
    },
  },
  {
    name: "copilot-branch-words",
    path: conversation(3),
    ready: ".copilot-said",
    async act(page) {
      await page.getByRole("button", { name: "Branch from here" }).first().click();
      await page.getByRole("button", { name: "Selected text…" }).click();
      await page.getByRole("dialog").getByRole("textbox").waitFor();
    },
  },
  {
    name: "copilot-tree",
    path: conversation(21),
    ready: ".copilot-given",
    async act(page) {
      await page.getByRole("button", { name: "Branches" }).click();
      await page.locator(".copilot-tree").waitFor();
    },
  },
  {
    name: "copilot-tree-unavailable",
    path: conversation(21),
    ready: ".copilot-given",
    before: (mock) =>
      mock.refusals.set(`GET /copilot/conversations/${uuid(7021)}/tree`, {
        status: 503,
        code: "unavailable",
        times: 20,
      }),
    async act(page) {
      await page.getByRole("button", { name: "Branches" }).click();
      await page.getByText("The branches could not be loaded").waitFor();
    },
  },
  { name: "copilot-beside", path: `${conversation(21)}?with=${uuid(7023)}`, ready: ".copilot-sides", height: 1_400 },
  {
    name: "copilot-delete-branched",
    path: conversation(20),
    ready: ".copilot-merged",
    async act(page) {
      if (page.viewportSize()?.width === 390) await page.goto(new URL("/console/copilot", page.url()).href);
      await page.getByRole("button", { name: "More: How long may something be sent back?" }).click();
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.locator(".copilot-erase").waitFor();
    },
  },
  {
    name: "copilot-unavailable",
    path: conversation(1),
    ready: ".notice",
    before: (mock) =>
      mock.refusals.set(`GET /copilot/conversations/${uuid(7001)}`, { status: 503, code: "unavailable", times: 20 }),
  },
];
