import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const clarification = {
  id: "c1",
  prompt: "Do you mean “Basic” or “Pro”?",
  options: [
    { id: "1", label: "Basic" },
    { id: "2", label: "Pro" },
  ],
  state: "open",
  chosen: null,
};

describe("parley-clarification", () => {
  it("is accessible and named by its question", async () => {
    await on.mount("parley-clarification", { clarification });
    expect(await on.violations()).toEqual([]);
    await on.page.getByRole("group", { name: clarification.prompt }).waitFor();
    expect(await on.page.locator(".choice").allInnerTexts()).toEqual(["Basic", "Pro"]);
  });

  it("tells what was chosen, with mouse and keys", async () => {
    await on.mount("parley-clarification", { clarification });
    await on.page.getByRole("button", { name: "Pro" }).click();
    await on.page.getByRole("button", { name: "Pro" }).press("ArrowDown");
    await on.page.keyboard.press("Enter");
    await on.page.getByRole("button", { name: "Never mind" }).click();
    expect(await on.heard()).toEqual([
      ["parley-choose", { choice: "2" }],
      ["parley-choose", { choice: "1" }],
      ["parley-choose", { choice: null }],
    ]);
  });

  it("takes no second answer while one is on its way, and keeps the focus", async () => {
    await on.mount("parley-clarification", { clarification });
    await on.page.getByRole("button", { name: "Pro" }).focus();
    await on.update({ clarification: { ...clarification, state: "sent", chosen: "2" } });
    await on.page.keyboard.press("Enter");
    expect(await on.heard()).toEqual([]);
    expect(
      await on.page
        .locator(".choice[aria-pressed=true]")
        .textContent()
        .then((text) => text?.trim()),
    ).toBe("Pro");
    expect(
      await on.page.evaluate("document.querySelector('main').firstElementChild.shadowRoot.activeElement?.innerText"),
    ).toBe("Pro");
  });
});
