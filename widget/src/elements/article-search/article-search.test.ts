import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FoundArticle } from "../../../../protocol/articles.ts";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const article = (n: number, more: Partial<FoundArticle> = {}): FoundArticle => ({
  id: `a${n}`,
  title: `Article ${n}`,
  heading: "Part > Chapter",
  chunk_id: `c${n}`,
  quote: "Words of a quote.",
  marks: [{ start: 0, end: 5 }],
  ...more,
});

/** Search calls; the test answers each one. */
beforeEach(async () => {
  await on.mount("parley-article-search", {});
  await on.page.evaluate(`window.asked = []; Object.assign(document.querySelector("parley-article-search"), {
    search: (typed, signal) => new Promise((answer, refuse) => window.asked.push({ typed, signal, answer, refuse })) })`);
});
const field = () => on.page.getByRole("searchbox");
const asked = () => on.page.evaluate("window.asked.map(({ typed, signal }) => [typed, signal.aborted])");
const answer = (at: number, found: FoundArticle[]) =>
  on.page.evaluate(`window.asked[${at}].answer(${JSON.stringify(found)})`);

async function find(found: FoundArticle[]): Promise<void> {
  await field().fill("words");
  await expect.poll(asked).toHaveLength(1);
  await answer(0, found);
}

describe("parley-article-search", () => {
  it("is accessible, empty and with what was found", async () => {
    expect(await on.violations()).toEqual([]);
    await find([article(1), article(2)]);
    await on.page.getByRole("listitem").nth(1).waitFor();
    expect(await on.violations()).toEqual([]);
    expect(await on.page.locator("mark").allTextContents()).toEqual(["Words", "Words"]);
    expect(await on.page.getByRole("status").textContent()).toBe("2 found");
  });

  it("asks once for what is typed quickly, and shows the answer to the last of it", async () => {
    // All values in one step, because a busy machine pauses between two key presses.
    await field().evaluate((input) => {
      for (const value of ["a", "ab", "abc"]) {
        Object.assign(input, { value });
        input.dispatchEvent(new Event("input"));
      }
    });
    await expect.poll(asked).toEqual([["abc", false]]);
    await field().fill("abcd");
    await expect.poll(asked).toEqual([
      ["abc", true],
      ["abcd", false],
    ]);
    await answer(1, [article(2)]);
    await answer(0, [article(1)]);
    await expect.poll(() => on.page.locator(".title").allTextContents()).toEqual(["Article 2"]);
  });

  it("goes through what was found by the arrows, and back to an empty field by Escape", async () => {
    await find([article(1), article(2)]);
    await on.page.getByRole("listitem").first().waitFor();
    const focused = () =>
      on.page.evaluate("document.querySelector('parley-article-search').shadowRoot.activeElement?.textContent.trim()");
    await on.page.keyboard.press("ArrowDown");
    expect(await focused()).toContain("Article 1");
    await on.page.keyboard.press("ArrowDown");
    await on.page.keyboard.press("ArrowDown");
    expect(await focused()).toContain("Article 2");
    await on.page.keyboard.press("Enter");
    expect(await on.heard()).toEqual([["parley-article", { id: "a2", passage: "c2", title: "Article 2" }]]);
    await on.page.keyboard.press("Escape");
    expect(await field().inputValue()).toBe("");
    await expect.poll(() => on.page.getByRole("listitem").count()).toBe(0);
  });

  it("says when nothing was found, and when it could not look", async () => {
    await find([]);
    await expect.poll(() => on.page.getByRole("status").textContent()).toBe("No results. Ask us below.");
    await field().fill("more");
    await expect.poll(asked).toHaveLength(2);
    await on.page.evaluate("window.asked[1].refuse(new Error('away'))");
    await expect.poll(() => on.page.getByRole("status").textContent()).toContain("Please try again");
  });

  it("shows titles and quotes as they are written", async () => {
    const words = "<img src=x onerror=alert(1)> **&amp;**";
    await find([article(1, { title: words, heading: `${words}!`, quote: words, marks: [{ start: 0, end: 4 }] })]);
    await expect
      .poll(() => on.page.locator(".title, .heading, .quote").allTextContents())
      .toEqual([words, `${words}!`, words]);
    expect(await on.page.locator("img").count()).toBe(0);
  });
});
