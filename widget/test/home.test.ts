import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Article } from "../../protocol/articles.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterEach(() => on.leave());
afterAll(() => on?.stop());

const found = { title: "Allowed domains", heading: null, quote: "Subdomains are allowed.", marks: [] };
const article = (id: string): Article => ({
  id,
  title: "Allowed domains",
  url: null,
  locale: "en",
  sections: ["c1", "c2", "c3"].map((chunk_id) => ({
    chunk_id,
    page: null,
    content: `Words of ${chunk_id}. `.repeat(60),
  })),
  passage: "c2",
  before: null,
  after: null,
});
const home = () => on.page.locator("parley-home");
const back = () => on.page.getByRole("button", { name: "Back" });

describe("the first screen", () => {
  it("says that an AI answers, before the first answer and above it, in the visitor's language or the tenant's words", async () => {
    await on.visit({ lang: "de" });
    await on.open();
    const notice = "Hier antwortet ein KI-Assistent. Er kann Fehler machen.";
    expect(await home().getByText(notice).isVisible()).toBe(true);
    expect(await on.page.locator("parley-header").getByText("KI-Assistent").isVisible()).toBe(true);
    await on.ask("Subdomains?");
    await on.page.locator("parley-timeline").getByText(notice).waitFor();
    await on.leave();
    on.server.home = { ...on.server.home, ai_notice: "Aria is an AI." };
    await on.visit();
    await on.open();
    await home().getByText("Aria is an AI.").waitFor();
  });

  it("is shown where there is no conversation, with all that is said in one answer", async () => {
    on.server.home = {
      links: [{ label: "Status", url: "https://status.example/" }],
      notice: { text: "Parcels are late.", link: null, until: null },
      opening: { is_open: true, changes_at: null },
      answer_minutes: 30,
      ai_notice: null,
    };
    await on.visit();
    await on.open();
    for (const words of ["Parcels are late.", "Status", "We’re here", "Usually replies within 30 minutes"])
      expect(await on.page.getByText(words).isVisible(), words).toBe(true);
    expect(on.server.requests.map(({ path }) => path.split("/").at(-1)).sort()).toEqual(["events", "init"]);
  });

  it("gives way to the conversation as soon as something is asked, and to nothing after a reload", async () => {
    await on.visit();
    await on.open();
    await on.page.getByRole("button", { name: "How do I allow subdomains?" }).click();
    await on.page.locator("parley-message .sources").waitFor();
    expect(await home().count()).toBe(0);
    await on.page.reload();
    await on.page.locator("parley-message .sources").waitFor();
    expect(await home().count()).toBe(0);
    await back().click();
    await home().waitFor();
    expect(await back().count()).toBe(0);
    await home().getByRole("button", { name: "Yes. Add an entry" }).click();
    await on.page.locator("parley-message .sources").waitFor();
  });

  it("keeps the draft that stands in the field", async () => {
    await on.visit();
    await on.open();
    await on.page.locator("parley-composer textarea").fill("half a question");
    on.server.ticket.say("assistant", "A word from elsewhere.");
    await on.page.getByText("A word from elsewhere.", { exact: true }).waitFor();
    expect(await on.page.locator("parley-composer textarea").inputValue()).toBe("half a question");
  });

  it("comes again with a new conversation", async () => {
    await on.visit();
    await on.open();
    await on.ask("How do I allow subdomains?");
    await on.page.locator("parley-message .sources").waitFor();
    await on.page.getByRole("button", { name: "More" }).click();
    await on.page.getByRole("menuitem", { name: "New conversation" }).click();
    await home().waitFor();
  });
});

describe("an article", () => {
  it("is found while typing, read, and left for what was found, which has the focus again", async () => {
    on.server.found = [{ ...found, id: "a", chunk_id: "c2" }];
    on.server.article = article;
    await on.visit();
    await on.open();
    await on.page.getByRole("searchbox").fill("subdom");
    await on.page.getByRole("button", { name: "Allowed domains" }).click();
    await on.page.getByText("Words of c2.").first().waitFor();
    const asked = on.server.requests.filter(({ path }) => path.includes("/articles"));
    expect(asked.every(({ headers }) => headers.authorization?.startsWith("Bearer "))).toBe(true);
    await back().click();
    expect(await on.page.getByRole("searchbox").inputValue()).toBe("subdom");
    const focused = () =>
      on.page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.textContent?.replace(/\s+/g, " ").trim();
      });
    await expect.poll(focused).toContain("Allowed domains");
  });

  it("opens from a citation at its passage by keyboard alone, and Escape goes back to the mark", async () => {
    on.server.article = article;
    await on.visit();
    await on.open();
    await on.ask("How do I allow subdomains?");
    const mark = on.page.locator("parley-markdown .mark").first();
    // What can be said of an answer comes with its end; before it the text may still be drawn anew.
    await on.page.locator("parley-feedback").waitFor();
    await mark.press("Enter");
    await on.page.getByRole("button", { name: "Read the article" }).press("Enter");
    await on.page.getByRole("region", { name: "Cited passage" }).waitFor();
    await on.page.keyboard.press("Escape");
    await on.page.locator("parley-article").waitFor({ state: "detached" });
    await expect
      .poll(() => mark.evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node))
      .toBe(true);
    expect(await on.panel.isVisible()).toBe(true);
  });

  it("that is gone says so, and the answer is one step back", async () => {
    await on.visit();
    await on.open();
    await on.ask("How do I allow subdomains?");
    await on.page.locator("parley-message .sources button").first().click();
    await on.page.getByRole("button", { name: "Read the article" }).click();
    await on.page.getByText("This article is no longer available.").waitFor();
    await back().click();
    expect(await on.page.locator("parley-message .sources").isVisible()).toBe(true);
  });

  it("without a connection can be tried again", async () => {
    on.server.article = article;
    await on.visit();
    await on.open();
    await on.ask("How do I allow subdomains?");
    await on.page.route("**/articles/**", (route) => route.abort());
    await on.page.locator("parley-message .sources button").first().click();
    await on.page.getByRole("button", { name: "Read the article" }).click();
    await on.page.getByText("The article couldn’t be loaded.").waitFor();
    await on.page.unroute("**/articles/**");
    await on.page.getByRole("button", { name: "Retry" }).click();
    await on.page.getByText("Words of c2.").first().waitFor();
  });
});

describe("the card of a hand-over", () => {
  it("sends the address that is left, once", async () => {
    on.server.reachable = false;
    on.server.resolution.transcript = { email: null };
    on.server.turn = (ticket) => {
      const expected_by = new Date(Date.now() + 3_600_000).toISOString();
      ticket.append("escalation", { ticket_number: 1042, reason: "low_grade", content: "A person.", expected_by });
      ticket.handTo("human", "pending_human");
      ticket.append("end", {});
    };
    await on.visit();
    await on.open();
    await on.ask("A person, please");
    await on.page.getByLabel("Get the reply by e-mail (optional)").fill("vera@example.org");
    await on.page.getByLabel("Get the reply by e-mail (optional)").press("Enter");
    await on.page.getByText("We’ll e-mail vera@example.org.").waitFor();
    expect(on.server.requests.filter(({ path }) => path.endsWith("/contact")).map(({ body }) => body)).toEqual([
      { email: "vera@example.org" },
    ]);
    expect(await on.page.getByText(/Reply expected by/).count()).toBe(1);
    // As the server says from now on.
    on.server.reachable = true;
    await on.page.reload();
    await on.page.getByText("We’ll e-mail vera@example.org.").waitFor();
    await on.page.getByRole("button", { name: "Change" }).waitFor();
    on.server.ticket.handTo("human", "in_progress", { id: "a1", name: "Dana Okafor" });
    await on.page.reload();
    await on.page.getByText("We’ll e-mail vera@example.org.").waitFor();
  });

  it("asks for no address when no e-mail can be sent", async () => {
    on.server.reachable = false;
    on.server.resolution.transcript = null;
    on.server.turn = (ticket) => {
      ticket.append("escalation", { ticket_number: 1042, reason: "low_grade", content: "A person." });
      ticket.handTo("human", "pending_human");
      ticket.append("end", {});
    };
    await on.visit();
    await on.open();
    await on.ask("A person, please");
    await on.page.locator("parley-escalation").getByText("Conversation #1042").waitFor();
    expect(await on.page.locator("parley-reach").count()).toBe(0);
  });
});
