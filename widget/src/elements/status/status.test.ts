import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const line = (content: string, documents: { id: string; title: string }[] = []) => ({ line: { content, documents } });

describe("parley-status", () => {
  it("is accessible and names the documents, a few of many", async () => {
    const documents = ["A", "B", "C", "D", "E"].map((title) => ({ id: title, title }));
    await on.mount("parley-status", line("Searching", documents));
    expect(await on.violations()).toEqual([]);
    expect((await on.page.locator(".pill").allTextContents()).map((text) => text.trim())).toEqual([
      "A",
      "B",
      "C",
      "+2",
    ]);
  });

  it("shows each step in turn and goes away when there is none", async () => {
    await on.mount("parley-status", line("Reading"));
    const seen = await on.page.evaluate(`(async () => {
      const status = document.querySelector("parley-status");
      const words = () => status.shadowRoot.querySelector(".words")?.textContent;
      status.line = null;
      await new Promise((done) => setTimeout(done, 400));
      status.line = { content: "First", documents: [] };
      await status.updateComplete;
      status.line = { content: "Searching", documents: [] };
      await status.updateComplete;
      return words();
    })()`);
    expect(seen).toBe("First");
    await on.page.getByText("Searching").waitFor();
    await on.update({ line: null });
    await expect.poll(() => on.page.locator(".line").count()).toBe(0);
  });
});
