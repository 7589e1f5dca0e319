import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, colourFaultsOf, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";
import { delivery, refunds } from "./mock-copilot-results.ts";
import { uuid } from "./mock-data.ts";

/** The retrieval context of a question to the copilot: visible before and after, and changeable by keyboard. */
let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock));

const box = (page: Page) => page.getByRole("textbox", { name: "Message to the copilot" });
const sheet = (page: Page) => page.getByRole("dialog");

async function typeQuestion(page: Page) {
  await box(page).click();
  await page.keyboard.type("How long can customers send goods back?");
  const opener = page.getByRole("button", { name: /Context: 3 passages of 2 documents/ });
  await opener.waitFor();
  return opener;
}

it("what would go in is told while a question is typed, is changed by keyboard, and goes along with it", async () => {
  const { page, troubles } = await bench.open("/console/copilot?new=1");
  const opener = await typeQuestion(page);
  await opener.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove: Terms of delivery" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Put back: Terms of delivery" }).waitFor();
  await page.getByRole("button", { name: "Dismiss: Refund policy" }).click();
  await page.getByRole("button", { name: "Put back: Refund policy" }).click();
  await page.getByRole("button", { name: "Remove: Refund policy" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => sheet(page).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("copilot-context-open");
  expect(bench.mock.copilot.dismissed).toEqual([refunds.document_id]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".copilot-running").waitFor();
  const said = bench.mock.copilot.conversations[0]?.messages[0];
  expect(said?.mentions.leave_out).toEqual([delivery.document_id]);
  expect(troubles).toEqual([]);
});

it("what went in stands with the answer, and can be pinned", async () => {
  const { page, troubles } = await bench.open(`/console/copilot/${uuid(7003)}`);
  await page.getByRole("button", { name: "Context" }).first().click();
  await page.getByText("you dismissed it three times since 10 November").waitFor();
  await page.getByText("Left out because it took too long").waitFor();
  await page.getByRole("button", { name: "Always include: Terms of delivery" }).click();
  await page.getByText("from now on").waitFor();
  const changed = bench.mock.copilot.preferences.find(({ document_id: id }) => id === delivery.document_id);
  expect(changed?.stance).toBe("always");
  expect(troubles).toEqual([]);
});

it("preferences are read, set and forgotten", async () => {
  const { page, troubles } = await bench.open("/console/copilot?new=1");
  await page.getByRole("button", { name: "Preferences" }).click();
  await page.getByText("you tagged it three times since 3 November").waitFor();
  await page.getByRole("group", { name: "Refund policy" }).getByRole("radio", { name: "Never" }).check();
  await page.getByText("you set it: never").waitFor();
  await page.getByRole("button", { name: "Forget: Refund policy" }).click();
  await expect.poll(() => bench.mock.copilot.preferences.length).toBe(1);
  await page.getByRole("button", { name: "Forget all" }).click();
  await page.getByText("Nothing yet").waitFor();
  expect(troubles).toEqual([]);
});

it("its sheets are readable for everybody, in light and dark and on phones", async () => {
  for (const width of [1_280, 390]) {
    const { page } = await bench.open("/console/copilot?new=1");
    await page.setViewportSize({ width, height: 844 });
    await (await typeQuestion(page)).click();
    await page.getByRole("heading", { name: /Will be included/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await colourFaultsOf(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Preferences" }).click();
    await page.getByRole("button", { name: "Forget all" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await colourFaultsOf(page)).toEqual([]);
    await bench.leave();
  }
});
