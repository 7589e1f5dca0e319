import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { type Mock, startMockServer } from "./mock-server.ts";

/** The minified file: parsing it takes a third of the time of the readable one. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** In ms; on a machine busy with other tests, a page may take ten seconds to render. Only a page that never appears takes this long. */
const pageTimeoutMs = 30_000;

export interface ConsoleBench {
  mock: Mock;
  browser: Browser;
  /** Opens the console in its own browser context and records errors. */
  open(path: string, options?: BrowserContextOptions): Promise<ConsolePage>;
  /** Closes all open pages, so that no test receives the streams of another. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export interface ConsolePage {
  page: Page;
  /** Script errors, policy violations and requests to other hosts, since the page was opened. */
  troubles: string[];
}

/** Serves the built console with the mock server and starts a real browser. */
export async function openBench(): Promise<ConsoleBench> {
  const folders = {
    console: await builtOnce("admin/vite.config.ts"),
    widget: await builtOnce("widget/vite.config.ts"),
  };
  const browser = await launchBrowser();
  const mock = await startMockServer(folders);
  return {
    mock,
    browser,
    async open(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(pageTimeoutMs);
      const page = await context.newPage();
      const troubles = watch(page, mock.origin);
      await page.goto(mock.origin + path);
      return { page, troubles };
    },
    async leave() {
      for (const context of browser.contexts()) await context.close();
      mock.dropStreams();
    },
    async close() {
      await browser.close();
      await mock.close();
    },
  };
}

function watch(page: Page, origin: string): string[] {
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("console", (entry) => {
    // Rejected requests are part of the tests; the browser logs each one.
    if (entry.type() === "error" && !entry.text().startsWith("Failed to load resource")) {
      troubles.push(`console: ${entry.text()}`);
    }
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) troubles.push(`request: ${request.url()}`);
  });
  return troubles;
}

/** Accessibility faults of the current page, as `rule: element`. */
export function faultsOf(page: Page): Promise<string[]> {
  return check(page, ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]);
}

/** Colour faults only, for a page whose other theme was checked completely. */
export function colourFaultsOf(page: Page): Promise<string[]> {
  return check(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] });
}

/** Layout faults only, for a page that was checked completely at another width. */
export function layoutFaultsOf(page: Page): Promise<string[]> {
  const values = [
    "aria-hidden-focus",
    "landmark-one-main",
    "landmark-unique",
    "region",
    "scrollable-region-focusable",
    "target-size",
  ];
  return check(page, { type: "rule", values });
}

async function check(page: Page, runOnly: NonNullable<axe.RunOptions["runOnly"]>): Promise<string[]> {
  // Wait for transitions: colours in the middle of a fade are not part of the design.
  const isStill = () =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== "running" || animation.effect?.getComputedTiming().iterations === Infinity,
      );
  await page.waitForFunction(isStill);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    // Report violations only: reporting passed checks takes a third of the time.
    const found = await axe.run(document, { runOnly: only, resultTypes: ["violations"] });
    return found.violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
  }, runOnly);
}
