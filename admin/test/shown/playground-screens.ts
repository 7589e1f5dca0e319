import { uuid } from "../mock-data.ts";
import type { ShownScreen } from "./shown-screen.ts";

const playground = "/console/playground";
const run = (n: number) => `${playground}/${uuid(8000 + n)}`;

/** The playground: the start, an answer with its steps, two side by side, a draft, and errors. */
export const playgroundScreens: readonly ShownScreen[] = [
  { name: "playground", path: playground, ready: ".play-row" },
  {
    name: "playground-answered",
    path: run(1),
    ready: ".play-answer .play-outcome",
    height: 1_100,
    async act(page) {
      const steps = page.getByRole("button", { name: "Steps", exact: true });
      await steps.click();
      for (const name of ["Check cache", "Search", "Rate confidence"])
        await page.locator(".play-step summary", { hasText: name }).first().click();
      await page.getByText("Left out: 2").click();
      await page.locator(".play-evidence").first().waitFor();
    },
  },
  {
    name: "playground-side-by-side",
    path: run(2),
    ready: ".play-answer .play-outcome",
    async act(page) {
      await page.getByRole("button", { name: "Steps", exact: true }).click();
      await page.locator(".play-figures").waitFor();
    },
  },
  {
    name: "playground-draft",
    path: run(1),
    ready: ".play-answer .play-outcome",
    height: 1_000,
    async act(page) {
      await page.getByRole("button", { name: "Try with this change" }).click();
      await page.locator(".play-document-list").waitFor();
      await page.getByLabel("Search only these document sets").check();
    },
  },
  { name: "playground-running", path: run(3), ready: ".play-running" },
  { name: "playground-failed", path: run(4), ready: ".play-failed" },
  { name: "playground-person", path: run(5), ready: ".play-escalated" },
  {
    name: "playground-empty",
    path: `${playground}?new=1`,
    ready: ".play-talk .notice",
    before: (mock) => {
      mock.playground.runs = [];
      mock.playground.documents = [];
    },
  },
  {
    name: "playground-unavailable",
    path: run(1),
    ready: ".play-talk .notice",
    before: (mock) =>
      mock.refusals.set(`GET /playground/runs/${uuid(8001)}`, { status: 503, code: "unavailable", times: 20 }),
  },
];
