import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Home } from "../../../../protocol/home.ts";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";
import { messageItem } from "../../../test/items.ts";
import { initialState, type ViewState } from "../../view/state.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const plain: Home = { links: [], notice: null, opening: null, answer_minutes: null, ai_notice: null };

async function mount(more: Partial<ViewState> = {}): Promise<void> {
  const view = { ...initialState, greeting: "Hello!", starters: ["A question?"], home: plain, ...more };
  await on.mount("parley-home", { view });
}

describe("parley-home", () => {
  it("is accessible with all that a tenant can say, and says nothing of what is not set", async () => {
    await mount();
    expect(await on.violations()).toEqual([]);
    expect(await on.page.locator(".hours, .notice, a").count()).toBe(0);
    const link = { label: "Status", url: "https://status.example/" };
    const home: Home = {
      links: [link],
      notice: { text: "Late parcels.", link, until: null },
      opening: { is_open: false, changes_at: null },
      answer_minutes: 30,
      ai_notice: null,
    };
    await mount({ home });
    expect(await on.violations()).toEqual([]);
    expect(await on.page.locator(".hours").textContent()).toMatch(/Away right now\s+Usually replies within 30 minutes/);
    expect(await on.page.getByRole("link").evaluateAll((all) => all.map((a) => a.getAttribute("rel")))).toEqual([
      "noopener noreferrer",
      "noopener noreferrer",
    ]);
  });

  it("links only where a link may lead", async () => {
    const link = { label: "Bad", url: "javascript:alert(1)" };
    await mount({ home: { ...plain, links: [link], notice: { text: "<b>Note</b>", link, until: null } } });
    expect(await on.page.getByRole("link").count()).toBe(0);
    expect(await on.page.getByText("<b>Note</b>").count()).toBe(1);
  });

  it("asks a suggested question", async () => {
    await mount();
    await on.page.getByRole("list", { name: "Suggested questions" }).getByRole("button").click();
    expect(await on.heard()).toEqual([["parley-ask", { content: "A question?" }]]);
  });

  it("leads back to the conversation that is there, until its own list of them has some", async () => {
    await mount({ items: [messageItem({ content: "You **can**, with `*.example.com`." })] });
    expect(await on.page.getByRole("button", { name: "You can, with *.example.com." }).count()).toBe(1);
    await on.page
      .locator("parley-conversations")
      .evaluate((list) => list.dispatchEvent(new CustomEvent("parley-listed", { detail: { count: 2 } })));
    await expect.poll(() => on.page.getByRole("button", { name: "You can" }).count()).toBe(0);
    expect(await on.page.getByRole("heading", { name: "Your conversations" }).isVisible()).toBe(true);
    await mount();
    expect(await on.page.getByRole("heading", { name: "Your conversations" }).count()).toBe(0);
  });
});
