import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Article } from "../../../../protocol/articles.ts";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const words = "Words that fill a line or two of a page, again and again. ".repeat(12);
const section = (n: number, content = `## Part ${n}\n\n${words}`) => ({ chunk_id: `c${n}`, page: n, content });
const article = (more: Partial<Article> = {}): Article => ({
  id: "a",
  title: "The manual",
  url: "https://docs.example/manual",
  locale: "en",
  sections: [1, 2, 3, 4, 5].map((n) => section(n)),
  passage: "c3",
  before: null,
  after: null,
  ...more,
});

/** Mounts the element in a box of the panel's size. Each request takes the next answer; a number is an error status. */
async function mount(answers: (Article | number | "late")[]): Promise<void> {
  await on.page.evaluate(`window.paths = []; window.answers = ${JSON.stringify(answers)};
    window.get = (path) => { window.paths.push(path); const answer = window.answers.shift();
      if (answer === "late") return new Promise((done) => { window.tell = (late) => done({ json: () => late }); });
      return typeof answer === "number" ? Promise.reject(Object.assign(new Error(), { status: answer })) : Promise.resolve({ json: () => answer }); };
    window.reader = { access: { api: { get: window.get }, token: "t" } };
    (async () => { const element = document.createElement("parley-article");
    Object.assign(element, { locale: window.locale, client: window.reader, screen: { name: "article", id: "a", passage: "c3", title: "Told before" } });
    document.querySelector("main").replaceChildren(element);
    await element.updateComplete; })()`);
  await on.page.evaluate(() => {
    const box = document.querySelector("parley-article");
    // The page's policy allows only scripts to set it.
    if (box instanceof HTMLElement) Object.assign(box.style, { height: "500px", width: "380px", overflowY: "auto" });
  });
}

const paths = () => on.page.evaluate("window.paths");
const passageTop = () =>
  on.page.evaluate(() => {
    const host = document.querySelector("parley-article");
    const passage = host?.shadowRoot?.querySelector(".passage");
    return host && passage ? passage.getBoundingClientRect().top - host.getBoundingClientRect().top : Number.NaN;
  });

describe("parley-article", () => {
  it("is accessible while it is on its way and when it is there", async () => {
    await mount(["late"]);
    expect(await on.violations()).toEqual([]);
    expect(await on.page.getByRole("heading", { name: "Told before" }).count()).toBe(1);
    await on.page.evaluate(`window.tell(${JSON.stringify(article())})`);
    await on.page.getByRole("heading", { name: "The manual" }).waitFor();
    expect(await on.violations()).toEqual([]);
    expect(await on.page.getByRole("link", { name: "Open source" }).getAttribute("rel")).toBe("noopener noreferrer");
  });

  it("marks the passage, brings it into sight and puts the focus on it", async () => {
    await mount([article()]);
    expect(await paths()).toEqual(["articles/a?passage=c3"]);
    await expect.poll(passageTop).toBeLessThan(120);
    await expect.poll(passageTop).toBeGreaterThan(0);
    const passage = on.page.getByRole("region", { name: "Cited passage" });
    await passage.getByRole("heading", { name: "Part 3" }).waitFor();
    expect(
      await on.page.evaluate(() => document.querySelector("parley-article")?.shadowRoot?.activeElement?.className),
    ).toBe("passage");
  });

  it("begins at the title when the passage is gone from it", async () => {
    await mount([article({ passage: null })]);
    await on.page.getByRole("heading", { name: "The manual" }).waitFor();
    expect(await on.page.locator(".passage").count()).toBe(0);
    expect(await on.page.evaluate(() => document.querySelector("parley-article")?.scrollTop)).toBe(0);
  });

  it("reads on in both directions, and what is read stays where it is", async () => {
    const before = article({ sections: [section(-1), section(0)], before: null, after: 0, passage: null });
    const after = article({ sections: [section(6)], before: 6, after: null, passage: null });
    await mount([article({ before: 1, after: 5 }), before, after]);
    await expect.poll(passageTop).toBeLessThan(120);
    const first = on.page.getByText("Part 1", { exact: true });
    await on.page.getByRole("button", { name: "Earlier in this article" }).click();
    await expect.poll(paths).toContain("articles/a?before=1");
    await on.page.getByText("Part -1").waitFor({ state: "attached" });
    await expect.poll(() => on.page.locator("section").count()).toBe(7);
    // The first section stays at the upper edge, where the button was, with the new sections above it.
    await expect.poll(async () => (await first.boundingBox())?.y ?? -999).toBeGreaterThan(0);
    await on.page.getByRole("button", { name: "Continue reading" }).click();
    await on.page.getByText("Part 6").waitFor({ state: "attached" });
    expect(await paths()).toContain("articles/a?after=5");
    expect(await on.page.getByRole("button").count()).toBe(0);
  });

  it("says that it is gone, or that it could not be loaded, and tries again", async () => {
    await mount([404]);
    expect(await on.page.getByRole("alert").textContent()).toBe("This article is no longer available.");
    await mount([0, article()]);
    expect(await on.page.getByRole("alert").textContent()).toContain("couldn’t be loaded");
    await on.page.getByRole("button", { name: "Retry" }).click();
    await on.page.getByRole("heading", { name: "The manual" }).waitFor();
    await mount([article({ sections: [{ surprise: true }] as never })]);
    expect(await on.page.getByRole("alert").textContent()).toContain("couldn’t be loaded");
  });

  it("runs nothing, loads nothing and links nowhere that a hostile document would like", async () => {
    const hostile = [
      "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'><iframe src=https://evil.example></iframe>",
      "[a](javascript:window.hacked=1) ![b](https://evil.example/p.gif) [c](data:text/html,x)",
      "<style>*{display:none}</style> | x |\n|---|\n| <svg onload=window.hacked=1> |",
      "```html\n<script>window.hacked = 1</script>\n```",
      `[1] [2] ${"> ".repeat(300)}deep ${"W".repeat(3_000)}`,
    ].join("\n\n");
    const title = "<img src=x onerror='window.hacked = 1'>";
    const requests: string[] = [];
    on.page.on("request", (request) => requests.push(request.url()));
    await mount([
      article({ title, url: "javascript:window.hacked=1", sections: [section(3, hostile), section(4, hostile)] }),
    ]);
    await on.page.getByText("deep WWW").last().waitFor({ state: "attached" });
    expect(await on.page.evaluate("window.hacked")).toBeUndefined();
    expect(requests).toEqual([]);
    expect(await on.page.locator("script, img, iframe, style:not(:root > *), svg[onload]").count()).toBe(0);
    expect(await on.page.locator("main a").evaluateAll((all) => all.map((a) => a.getAttribute("href")))).toEqual([
      "https://evil.example/p.gif",
      "https://evil.example/p.gif",
    ]);
    expect(
      await on.page.evaluate(() => {
        const host = document.querySelector("parley-article");
        return host ? host.scrollWidth <= host.clientWidth : false;
      }),
    ).toBe(true);
    expect(await on.page.getByRole("heading", { name: title }).count()).toBe(1);
  });
});
