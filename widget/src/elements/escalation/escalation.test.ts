import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const item = {
  kind: "escalation",
  key: "e",
  order: 1,
  createdAt: "2026-03-01T10:00:00.000Z",
  ticketNumber: 1042,
  expectedBy: null,
};
const text = async () => (await on.page.locator("section").textContent())?.replace(/\s+/g, " ").trim();

describe("parley-escalation", () => {
  it("is accessible and tells the ticket's number and where the reply will be", async () => {
    await on.mount("parley-escalation", { item });
    expect(await on.violations()).toEqual([]);
    expect(await text()).toBe("We’ve passed this to our team. Conversation #1042 You’ll see the reply here.");
  });

  it("tells when an answer is expected, if that is known", async () => {
    await on.mount("parley-escalation", { item: { ...item, expectedBy: "2199-03-01T12:00:00.000Z" } });
    expect(await text()).toContain("Reply expected by 2199-03-01T12:00.");
    expect(await text()).not.toContain("see the reply here");
    await on.mount("parley-escalation", { item: { ...item, expectedBy: "2026-03-01T12:00:00.000Z" } });
    expect(await text()).not.toContain("Expected");
  });
});
