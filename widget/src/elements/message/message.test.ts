import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";
import { messageItem } from "../../../test/items.ts";
import { citation, grade } from "../../../test/mock-ticket.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const mount = (more: Parameters<typeof messageItem>[0]) => on.mount("parley-message", { item: messageItem(more) });

describe("parley-message", () => {
  it("is accessible, whoever said it", async () => {
    await mount({ content: "Yes [1].", citations: [citation(1)], grade: grade("low") });
    expect(await on.violations()).toEqual([]);
    await mount({ role: "visitor", state: "failed", failure: { code: "rate_limited", retryable: true } });
    expect(await on.violations()).toEqual([]);
    await mount({ role: "agent", agent: { id: "a1", name: "Dana Okafor" } });
    expect(await on.violations()).toEqual([]);
  });

  it("shows an agent's name, initials and time", async () => {
    await mount({ role: "agent", agent: { id: "a1", name: "Dana Okafor" }, content: "Hi" });
    expect((await on.page.locator(".who").textContent())?.replace(/\s+/g, " ").trim()).toBe("DO Dana Okafor 10:24");
  });

  it("shows a visitor's words as they were written, without markup", async () => {
    await mount({ role: "visitor", content: "**x** <b>y</b>\n  [a](https://b.example)" });
    expect(await on.page.locator(".bubble").textContent()).toBe("**x** <b>y</b>\n  [a](https://b.example)");
    expect(await on.page.locator(".bubble *").count()).toBe(0);
  });

  it("lists each document once, with the numbers of its quotes", async () => {
    const citations = [citation(2), citation(1, { document_id: "document-2" }), citation(3, { title: "Security" })];
    await mount({ content: "Yes [1][2][3].", citations, grade: grade("high") });
    expect((await on.page.locator(".sources li").allTextContents()).map((text) => text.trim())).toEqual([
      "1, 2Allowed domains",
      "3Security",
    ]);
    await on.page.locator(".sources button").last().click();
    expect(await on.heard()).toMatchObject([["parley-cite", { citation: { index: 3 } }]]);
  });

  it("says plainly when an answer is weak, and nothing when it is good", async () => {
    await mount({ grade: grade("high") });
    expect(await on.page.locator(".hint").count()).toBe(0);
    await mount({ grade: grade("medium") });
    expect(await on.page.locator(".hint").textContent()).toContain("may be incomplete");
    await mount({ grade: grade("low") });
    expect(await on.page.locator(".hint").textContent()).toContain("not sure");
  });

  it("can be rated and copied once it is an answer", async () => {
    await mount({ grade: grade("high") });
    await on.page.getByRole("button", { name: "Helpful", exact: true }).click();
    expect(await on.heard()).toEqual([["parley-rate", { id: "m1", rating: "up" }]]);
    await mount({ grade: null });
    expect(await on.page.getByRole("button").count()).toBe(0);
    await mount({ grade: grade("high"), state: "streaming" });
    expect(await on.page.getByRole("button").count()).toBe(0);
  });

  it("offers to send again only where that may help", async () => {
    await mount({ role: "visitor", state: "failed", failure: { code: "unavailable", retryable: true } });
    await on.page.getByRole("button", { name: "Retry" }).click();
    expect(await on.heard()).toEqual([["parley-retry", { id: "m1" }]]);
    await mount({ role: "visitor", state: "failed", failure: { code: "payload_too_large", retryable: false } });
    expect(await on.page.getByRole("button").count()).toBe(0);
    expect(await on.page.getByRole("alert").textContent()).toContain("too long");
  });
});
