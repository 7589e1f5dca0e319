import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { role: "manager" }));

const addressOf = (path: string) => new URL(path, bench.mock.origin).href;

it("the period stands in the address, also one of one's own, and a wrong one is not asked for", async () => {
  const { page } = await bench.open("/console/analytics");
  await page.getByRole("heading", { name: "New tickets", exact: true }).waitFor();
  expect(await page.getByRole("radio", { name: "30 days" }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: "90 days" }).check();
  await expect.poll(() => page.url()).toBe(addressOf("/console/analytics?days=90"));
  await page.getByText("12 days are still being counted").waitFor();
  await page.getByRole("link", { name: "AI quality" }).click();
  await page.getByRole("heading", { name: "Confidence", exact: true }).waitFor();
  expect(page.url()).toBe(addressOf("/console/analytics/quality?days=90"));
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await page.getByRole("heading", { name: "First human reply" }).waitFor();
  expect(await page.locator(".tile").count()).toBe(4);
  expect(await page.getByRole("heading", { name: "Confidence", exact: true }).count()).toBe(0);
  await page.getByRole("link", { name: "Overview" }).click();
  await expect.poll(() => page.url()).toBe(addressOf("/console/analytics?days=90"));
  await page.getByText("model calls have no known price").waitFor();
  await page.getByRole("radio", { name: "Custom" }).check();
  await page.getByLabel("From", { exact: true }).fill("2026-10-31");
  await page.getByLabel("To", { exact: true }).fill("2026-10-01");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("The first day is after the last.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("From", { exact: true }).fill("2026-10-01");
  await page.getByLabel("To", { exact: true }).fill("2026-10-20");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect.poll(() => page.url()).toBe(addressOf("/console/analytics?from=2026-10-01&to=2026-10-20"));
  await page.getByText(/Oct 1\D+20, 2026, compared with Sep 11\D+30, 2026/).waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole("radio", { name: "90 days" }).isChecked()).toBe(true);
  await page.goForward();
  await page.getByLabel("From", { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Download CSV" }).getAttribute("href")).toBe(
    "/api/v1/admin/analytics.csv?from=2026-10-01&to=2026-10-20&part=points",
  );
});

it("a chart is gone through by keyboard, read as a table, and leads to its tickets", async () => {
  const { page } = await bench.open("/console/analytics?days=30");
  const chart = page.getByRole("slider", { name: /^New tickets/ });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect
    .poll(() => chart.getAttribute("aria-valuetext"))
    .toMatch(/Nov 22, 2026\. New tickets \d+, Previous period \d+/);
  await page.keyboard.press("Home");
  await expect.poll(() => chart.getAttribute("aria-valuenow")).toBe("0");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "New tickets" }).waitFor();
  expect(page.url()).toBe(addressOf("/console/analytics/tickets?measure=tickets&from=2026-11-23&to=2026-11-23"));
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("link", { name: /#1051/ }).waitFor();
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  await page.goBack();
  await page.getByRole("button", { name: "Show as table: Topics" }).click();
  const table = page.getByRole("region", { name: "Topics, as a table" });
  expect(await table.getByRole("row").count()).toBe(31);
  expect(await faultsOf(page)).toEqual([]);
  await table.getByRole("link").first().click();
  await page.getByRole("heading", { name: "Tickets with the label Delivery" }).waitFor();
});

it("the pointer shows a day's values, and a click opens its tickets", async () => {
  const { page } = await bench.open("/console/analytics/team?days=30");
  const card = page.getByRole("region", { name: "Service levels" });
  await card.getByRole("slider").hover();
  await expect.poll(() => card.locator(".legend-name").textContent()).toMatch(/Nov \d+, 2026/);
  await card.getByRole("slider").click();
  await page.getByRole("heading", { name: "Tickets with service levels met" }).waitFor();
});

it("hold-outs stand beside the conversations that the assistant got, and few are not compared", async () => {
  const { page } = await bench.open("/console/analytics/quality?days=30");
  const card = page.getByRole("region", { name: "Effect of the assistant", exact: true });
  const held = card.getByRole("row", { name: /^Straight to your team/ });
  await held.waitFor();
  expect(await held.textContent()).toMatch(/21\D*%.*91\D*%/);
  expect(await card.getByRole("row", { name: /^Assistant first/ }).textContent()).toMatch(/14\D*%.*84\D*%/);
  expect(await card.getByText("too small to compare").count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await held.getByRole("link").click();
  await page.getByRole("heading", { name: "Conversations sent straight to your team, for comparison" }).waitFor();
  await page.goto(addressOf("/console/analytics/quality?from=2026-11-20&to=2026-11-23"));
  await card.getByText("too small to compare").waitFor();
  await page.goto(addressOf("/console/analytics/quality?days=90"));
  await card.getByText("No comparison group in this period").waitFor();
});

it("what is meant is said beside each number, and colours follow the theme", async () => {
  const { page } = await bench.open("/console/analytics/quality?days=30", { colorScheme: "light" });
  await page.locator(".tile").getByLabel("What does “Wrong cached answers” mean?").click();
  await page.getByText("Most visitors do not rate, so the true share is higher.").first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const inkOf = () =>
    page
      .locator(".chart canvas")
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        const blue = [];
        for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) blue.push(data[at + 2] ?? 0);
        return blue.reduce((sum, each) => sum + each, 0) / Math.max(1, blue.length);
      });
  await page.locator(".chart canvas").first().waitFor();
  const light = await inkOf();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(inkOf).toBeGreaterThan(light + 20);
});

it("a failure is told and tried again, and who may not look is not shown the way", async () => {
  bench.mock.refusals.set("GET /analytics", { status: 503, code: "unavailable", times: 1 });
  const { page } = await bench.open("/console/analytics");
  await page.getByText("Analytics could not be loaded").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "New tickets", exact: true }).waitFor();
  bench.mock.role = "agent";
  await page.goto(addressOf("/console/analytics"));
  await page.getByRole("heading", { name: "Analytics are available to managers" }).waitFor();
  expect(await page.getByRole("link", { name: "Analytics" }).count()).toBe(0);
  expect(bench.mock.requests.filter(({ path }) => path.includes("analytics")).length).toBeLessThanOrEqual(2);
});
