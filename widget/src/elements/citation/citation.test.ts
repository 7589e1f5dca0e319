import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";
import { citation } from "../../../test/mock-ticket.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

describe("parley-citation", () => {
  it("is an accessible dialog with title, place, quote and link", async () => {
    await on.mount("parley-citation", { citation: citation(3, { page: 12 }) });
    expect(await on.violations()).toEqual([]);
    const text = await on.page.getByRole("dialog", { name: "Source 3: Allowed domains" }).textContent();
    expect(text).toContain("Page 12 · How do I allow subdomains?");
    expect(text).toContain("every subdomain");
    expect(await on.page.getByRole("link").getAttribute("target")).toBe("_blank");
  });

  it("shows the words of a quote, not the signs of its Markdown", async () => {
    const quote = "### Plans\n\n| Plan | Price |\n| --- | ---: |\n| **Basic** | 9 € |";
    await on.mount("parley-citation", { citation: citation(1, { quote }) });
    expect(await on.page.locator("blockquote").textContent()).toBe("Plans\n\nPlan, Price\nBasic, 9 €");
  });

  it("links only where a link may lead", async () => {
    await on.mount("parley-citation", { citation: citation(1, { url: "javascript:alert(1)" }) });
    expect(await on.page.getByRole("link").count()).toBe(0);
  });

  it("closes by Escape and by its button", async () => {
    await on.mount("parley-citation", { citation: citation(1) });
    await on.page.evaluate("document.querySelector('parley-citation').focus()");
    await on.page.keyboard.press("Escape");
    await on.page.getByRole("button", { name: "Close source" }).click();
    expect((await on.heard()).map(([name]) => name)).toEqual(["parley-citation-close", "parley-citation-close"]);
  });
});
