import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

describe("parley-feedback", () => {
  it("is accessible, also while it asks for a reason", async () => {
    await on.mount("parley-feedback", {});
    expect(await on.violations()).toEqual([]);
    await on.page.getByRole("button", { name: "Not helpful" }).click();
    expect(await on.violations()).toEqual([]);
  });

  it("tells a thumb up at once and thanks", async () => {
    await on.mount("parley-feedback", {});
    await on.page.getByRole("button", { name: "Helpful", exact: true }).click();
    expect(await on.heard()).toEqual([["parley-rate", { rating: "up" }]]);
    expect(await on.page.getByRole("status").textContent()).toContain("Thank you");
  });

  it("tells a thumb down at once and its reason afterwards", async () => {
    await on.mount("parley-feedback", {});
    await on.page.getByRole("button", { name: "Not helpful" }).click();
    await on.page.getByRole("textbox").fill("  No example ");
    await on.page.getByRole("button", { name: "Send" }).click();
    expect(await on.heard()).toEqual([
      ["parley-rate", { rating: "down" }],
      ["parley-rate", { rating: "down", reason: "No example" }],
    ]);
  });

  it("does not insist on a reason, and a pressed thumb is pressed once", async () => {
    await on.mount("parley-feedback", {});
    await on.page.getByRole("button", { name: "Not helpful" }).click();
    await on.update({ rating: "down" });
    await on.page.keyboard.press("Escape");
    expect(await on.page.getByRole("textbox").count()).toBe(0);
    await on.page.getByRole("button", { name: "Not helpful" }).click();
    expect(await on.heard()).toHaveLength(1);
    expect(await on.page.getByRole("button", { name: "Not helpful" }).getAttribute("aria-pressed")).toBe("true");
  });
});
