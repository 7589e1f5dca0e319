import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { uuid } from "./mock-data.ts";

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock, { before: new Map(), delayMs: 0 }));

const ticket = `/console/inbox/${uuid(42)}?view=all`;
const shown = (page: Page) => page.locator(".toast > span").allTextContents();

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
}

describe("a message about an action", () => {
  it("is said only after the server has confirmed it", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Resolve", exact: true }).waitFor();
    let confirm = () => {};
    const confirmed = new Promise<void>((done) => (confirm = done));
    await page.route(/\/tickets\/[^/]+\/resolve$/, async (route) => {
      await confirmed;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/resolve$/);
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    await asked;
    expect(await shown(page)).toEqual([]);
    confirm();
    await expect.poll(() => shown(page)).toEqual(["Resolved #1042"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => shown(page)).toEqual(["Undone: resolved #1042"]);
  });

  it("names what was done to which ticket, and that nothing was done when the server refused", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Resolve", exact: true }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("option", { name: /^Urgent/ }).click();
    await expect.poll(() => shown(page)).toEqual(["Set the priority of #1042 to urgent"]);
    bench.mock.refusals.set(`PATCH /tickets/${uuid(42)}`, { status: 503, code: "unavailable", times: 1 });
    await page.keyboard.press("p");
    await page.getByRole("option", { name: /^High/ }).click();
    await expect.poll(async () => (await shown(page)).at(-1)).toMatch(/^Not changed\./);
  });

  it("shows the newest two at most", async () => {
    const { page } = await bench.open(ticket);
    await page.getByRole("button", { name: "Assign to me" }).waitFor();
    for (const level of ["Urgent", "High", "Low"]) {
      await page.keyboard.press("p");
      await page.getByRole("option", { name: new RegExp(`^${level}`) }).click();
      await expect.poll(async () => (await shown(page)).at(-1)).toMatch(new RegExp(level, "i"));
    }
    expect(await shown(page)).toHaveLength(2);
  });

  it.each([
    { width: 1360, height: 850 },
    { width: 390, height: 844 },
  ])("covers and moves no navigation and no composer, at $width pixels", async (viewport) => {
    const { page } = await bench.open(ticket, { viewport });
    await page.getByRole("button", { name: "Assign to me" }).waitFor();
    const isPhone = viewport.width < 900;
    const before = isPhone ? null : await boxOf(page, ".rail");
    await page.keyboard.press("i");
    await expect.poll(() => shown(page)).toEqual(["Assigned #1042 to Ada Agent"]);
    const toasts = await boxOf(page, ".toasts");
    const beside = await boxOf(page, isPhone ? "main" : ".composer");
    expect(toasts.x + toasts.width <= beside.x || toasts.y >= beside.y + beside.height).toBe(true);
    if (before) {
      expect(await boxOf(page, ".rail")).toEqual(before);
      expect(toasts.x).toBeGreaterThanOrEqual(before.x + before.width);
    }
    expect(toasts.y + toasts.height).toBeLessThanOrEqual(viewport.height);
    expect(await faultsOf(page)).toEqual([]);
  });
});
