import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "./axe.ts";
import { citedTurn, relatedTurn, suggestingTurn } from "./turns.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

const chips = () => on.page.getByRole("list", { name: "Related" }).getByRole("button");
const cards = () => on.page.getByRole("list", { name: "Sections that may help" }).getByRole("listitem");
const solve = (heading: string) => on.page.getByRole("button", { name: `This solved it: ${heading}`, exact: true });
const sent = (path: string) => on.server.requests.filter((request) => request.path === `/api/v1/chat/${path}`);

async function asked(question = "May subdomains chat?"): Promise<void> {
  await on.visit();
  await on.open();
  await on.ask(question);
}

describe("sections below an answer", () => {
  it("stand as buttons with their headings, and a tap shows one as the next answer", async () => {
    on.server.turn = relatedTurn;
    await asked();
    await expect
      .poll(() => chips().allInnerTexts())
      .toEqual(["Remove a domain", "What happens when the list of allowed domains is empty?"]);
    expect(await axeFindings(on.page)).toEqual([]);
    await chips().first().press("Enter");
    await on.page.locator("parley-markdown").getByText("All about it: Allowed domains.").waitFor();
    expect(sent("related")[0]?.body).toMatchObject({ chunk_id: expect.stringMatching(/11$/) });
    expect(sent("stream")).toHaveLength(1);
  });

  it("say so when one cannot be shown, and lead to the article once the team has the conversation", async () => {
    on.server.turn = relatedTurn;
    await asked();
    on.server.failures.set("/api/v1/chat/related", { status: 409, code: "conflict" });
    await chips().first().click();
    await on.page.getByText("That didn’t work. Please try again.").waitFor();
    on.server.ticket.handTo("human", "in_progress", { id: "ada", name: "Ada" });
    await on.page.getByText("Ada").first().waitFor();
    await chips().first().click();
    await on.page.locator("parley-article").waitFor();
    expect(sent("related")).toHaveLength(1);
  });
});

describe("sections while the team is asked", () => {
  it("open in place, lead to their article, and solve the question", async () => {
    on.server.turn = suggestingTurn("over");
    await asked();
    await expect.poll(() => cards().count()).toBe(3);
    expect(await axeFindings(on.page)).toEqual([]);
    const card = cards().nth(1);
    const head = card.getByRole("button", { name: "Remove a domain Allowed domains" });
    expect(await head.getAttribute("aria-expanded")).toBe("false");
    await head.press("Enter");
    await card.getByText("The change holds at once.").waitFor();
    expect(await head.getAttribute("aria-expanded")).toBe("true");
    expect(await axeFindings(on.page)).toEqual([]);
    await card.getByRole("button", { name: "Read the article: Allowed domains" }).click();
    await on.page.locator("parley-article").waitFor();
    await on.page.getByRole("button", { name: "Back", exact: true }).click();
    await solve("Remove a domain").click();
    await on.page.getByText("Glad this helped.").waitFor();
    expect(sent("solved")[0]?.body).toEqual({ chunk_id: expect.stringMatching(/11$/) });
    await expect.poll(() => solve("Allow a subdomain").count()).toBe(0);
    expect(on.server.ticket.status).toBe("resolved");
  });

  it("solve nothing any more once somebody has the conversation", async () => {
    on.server.turn = suggestingTurn("over");
    await asked();
    await solve("Remove a domain").waitFor();
    on.server.ticket.handTo("human", "in_progress", { id: "ada", name: "Ada" });
    await expect.poll(() => solve("Remove a domain").count()).toBe(0);
    expect(await on.page.getByRole("button", { name: "Ask our team" }).count()).toBe(0);
  });

  it("come with a button for the team where nobody was asked yet, until something else was said", async () => {
    on.server.turn = suggestingTurn("first");
    await asked();
    const team = on.page.getByRole("button", { name: "Ask our team" });
    await team.waitFor();
    await expect.poll(() => solve("Remove a domain").count()).toBe(1);
    on.server.turn = citedTurn;
    await team.click();
    await expect.poll(() => team.count()).toBe(0);
    await expect.poll(() => solve("Remove a domain").count()).toBe(0);
    expect(on.server.ticket.received).toHaveLength(2);
    expect(on.server.ticket.received[1]).toContain("person");
  });
});
