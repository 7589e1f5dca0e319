import type { Page } from "playwright-core";
import { uuid } from "../mock-data.ts";
import type { Mock } from "../mock-server.ts";
import type { ShownScreen } from "./shown-screen.ts";

const library = "/console/library";
const document = `${library}/${uuid(901)}`;

/** Documents, and gaps in them. */
export const libraryScreens: readonly ShownScreen[] = [
  { name: "library", path: library, ready: "table" },
  { name: "library-empty", path: library, ready: ".notice", before: (mock) => (mock.documents = []) },
  {
    name: "library-failed",
    path: library,
    ready: ".notice",
    before: (mock) => mock.refusals.set("GET /admin/documents", { status: 503, code: "unavailable", times: 20 }),
  },
  { name: "add-document", path: library, ready: "table", act: (page) => add(page, "Paste text") },
  { name: "add-document-files", path: library, ready: "table", act: (page) => add(page) },
  { name: "add-document-web", path: library, ready: "table", act: (page) => add(page, "Web page") },
  { name: "document", path: document, ready: ".doc-text" },
  { name: "document-chunks", path: `${document}?tab=chunks`, ready: ".doc-pages" },
  { name: "document-versions", path: `${document}?tab=versions`, ready: ".doc-versions" },
  {
    name: "document-compared",
    path: `${document}?tab=versions`,
    ready: ".doc-versions",
    async act(page) {
      await page.getByRole("button", { name: "Compare version 2 with version 1" }).click();
      await page.locator("ins, .diff-added, .word-added").first().waitFor();
    },
  },
  { name: "document-cited", path: `${document}?tab=cited`, ready: ".doc-citations" },
  { name: "document-failed", path: `${library}/${uuid(905)}`, ready: ".document-error" },
  {
    name: "document-edit",
    path: document,
    ready: ".doc-text",
    async act(page) {
      await page.getByRole("button", { name: "Edit" }).click();
      await page.locator("dialog[open] form").waitFor();
    },
  },
  { name: "snippets", path: `${library}/snippets`, ready: ".snippet" },
  { name: "snippets-due", path: `${library}/snippets?state=due`, ready: ".snippet", before: makeDue },
  { name: "sitemaps", path: `${library}/sites`, ready: ".site" },
  { name: "snippets-empty", path: `${library}/snippets`, ready: ".notice", before: (mock) => (mock.snippets = []) },
  {
    name: "new-snippet",
    path: `${library}/snippets`,
    ready: ".snippet",
    async act(page) {
      await page.getByRole("button", { name: "New snippet" }).click();
      await page.locator("dialog[open] form").waitFor();
    },
  },
  { name: "search-empty", path: "/console/search", ready: ".page h1" },
  { name: "search", path: "/console/search?q=When+does+a+downgrade+count%3F", ready: ".result" },
  { name: "gaps", path: "/console/gaps", ready: ".gap" },
  { name: "gaps-empty", path: "/console/gaps", ready: ".notice", before: (mock) => (mock.gaps = []) },
  { name: "gap", path: `/console/gaps/${uuid(1201)}`, ready: ".gap-questions" },
  { name: "releases", path: "/console/releases", ready: ".releases" },
  { name: "releases-empty", path: "/console/releases", ready: ".notice", before: (mock) => (mock.gate.releases = []) },
  { name: "release", path: `/console/releases/${uuid(8001)}`, ready: ".replay" },
  {
    name: "release-answers",
    path: `/console/releases/${uuid(8001)}`,
    ready: ".replay",
    act: (page) => page.locator("#release-results").evaluate((title) => title.scrollIntoView()),
  },
  {
    name: "release-settings",
    path: `/console/releases/${uuid(8002)}`,
    ready: ".tried-setting",
    height: 1_100,
    async act(page) {
      await page.getByLabel("Change guidance").check();
      await page.getByText("Models", { exact: true }).click();
      await page.getByLabel("Confidence: provider").selectOption("ollama");
    },
  },
  { name: "release-outdated", path: `/console/releases/${uuid(8002)}`, ready: ".release-note" },
  { name: "release-reading", path: `/console/releases/${uuid(8003)}`, ready: ".release-documents .progress" },
  { name: "release-published", path: `/console/releases/${uuid(8004)}`, ready: ".release-changes" },
  { name: "release-running", path: `/console/releases/${uuid(8001)}`, ready: ".release-progress", before: atWork },
  {
    name: "release-publish",
    path: `/console/releases/${uuid(8001)}`,
    ready: ".replay",
    async act(page) {
      await page.getByRole("button", { name: "Publish" }).click();
      await page.locator("dialog[open] .dialog-foot").waitFor();
    },
  },
  { name: "regression", path: "/console/releases/questions", ready: ".regression" },
  {
    name: "regression-edit",
    path: "/console/releases/questions",
    ready: ".regression",
    async act(page) {
      await page.getByRole("button", { name: "Edit: How long can I return an order?" }).click();
      await page.locator("dialog[open] form").waitFor();
    },
  },
  { name: "gap-answered", path: `/console/gaps/${uuid(1204)}`, ready: ".gap-answered" },
];

/** A run in progress. */
function atWork(mock: Mock): void {
  const run = mock.gate.runs.get(uuid(8001));
  if (run) Object.assign(run, { state: "running", done: 48, finished_at: null });
}

/** All live snippets are due for review in three days. */
function makeDue(mock: Mock): void {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  for (const snippet of mock.snippets) if (snippet.state === "live") snippet.review_by = day;
}

async function add(page: Page, way?: string): Promise<void> {
  await page.getByRole("button", { name: "Add document" }).click();
  await page.locator("dialog[open]").waitFor();
  if (way) await page.getByLabel(way).check({ force: true });
}
