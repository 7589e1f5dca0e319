import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";
import { citation } from "../../../test/mock-ticket.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

describe("parley-markdown", () => {
  it("is accessible, with links, code, a table and marks", async () => {
    await on.mount("parley-markdown", {
      content: "See [docs](https://docs.example) [1].\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
      citations: [citation(1)],
    });
    expect(await on.violations()).toEqual([]);
  });

  it("fits a table of two or three columns into a phone, also with long host names", async () => {
    const host = "`updates.push.services.mozilla.example.com`";
    await on.page.setViewportSize({ width: 390, height: 800 });
    const overflow = () => on.page.locator(".wide").evaluate((box) => box.scrollWidth - box.clientWidth);
    const first = () =>
      on.page
        .locator("td")
        .first()
        .evaluate((cell) => cell.getBoundingClientRect().width);
    await on.mount("parley-markdown", {
      content: `| problem | reason |\n|---|---|\n| The test does not arrive | The server must reach ${host} and ${host}. |\n`,
    });
    await expect.poll(overflow).toBe(0);
    await on.update({
      content: `| name | default | meaning |\n|---|---|---|\n| \`SMTP_URL\` | \`none\` | ${"A long text about it. ".repeat(20)} ${host} |\n`,
    });
    await expect.poll(first).toBeGreaterThan(70);
    expect(await overflow()).toBe(0);
  });

  it("adds to what stands there while the text grows, and starts over when the text is another", async () => {
    await on.mount("parley-markdown", { content: "One", streaming: true });
    const first = await on.page.locator("p").elementHandle();
    await on.update({ content: "One **two**" });
    await on.update({ content: "One **two** three", streaming: false });
    // The text is rendered in parts, some in each frame.
    await expect.poll(() => first?.evaluate((node) => node.isConnected && node.textContent)).toBe("One two three");
    await on.update({ content: "Another text" });
    await expect.poll(() => on.page.locator("p").allTextContents()).toEqual(["Another text"]);
  });

  it("tells which source was asked for, once the answer is final", async () => {
    await on.mount("parley-markdown", { content: "Yes [1][2]. And", streaming: true });
    expect(await on.page.locator(".mark").first().isDisabled()).toBe(true);
    await on.update({ content: "Yes [1][2]. And so.", streaming: false, citations: [citation(1)] });
    // One frame later, the mark without a source is text again.
    await expect.poll(() => on.page.locator(".text").textContent()).toBe("Yes 1[2]. And so.");
    await on.page.locator(".mark").click();
    expect(await on.heard()).toMatchObject([["parley-cite", { citation: { index: 1 } }]]);
  });
});
