import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { grade } from "./mock-ticket.ts";
import { escalatedTurn } from "./turns.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

const spoken = () => on.page.locator("parley-chat .spoken p").allTextContents();

describe("a handover", () => {
  it("is told once, to the eye, to the ear and after a reload", async () => {
    on.server.turn = escalatedTurn;
    await on.visit();
    await on.open();
    await on.ask("Pizza?");
    const card = on.page.locator("parley-escalation section");
    await expect
      .poll(async () => (await card.textContent())?.replace(/\s+/g, " ").trim())
      .toBe(`Ticket #${on.server.ticket.number}. You can leave this page. The answer will appear here.`);
    const sentence = on.page.locator("parley-message").getByText("so I asked a colleague.");
    expect(await sentence.textContent()).toBe("I could not find this in our documents, so I asked a colleague.");
    await expect
      .poll(spoken)
      .toEqual([
        "Assistant: I could not find this in our documents, so I asked a colleague.",
        `Ticket #${on.server.ticket.number}. You can leave this page. The answer will appear here.`,
      ]);
    await on.page.reload();
    if (!(await on.panel.isVisible())) await on.open();
    await expect
      .poll(() => sentence.textContent())
      .toBe("I could not find this in our documents, so I asked a colleague.");
    expect(await on.page.getByText("The answer will appear here").count()).toBe(1);
  });
});

describe("what is spoken", () => {
  it("is what is shown, without the signs of its Markdown and the numbers of its sources", async () => {
    const content = "Two **plans**:\n\n| Plan | Price |\n| --- | ---: |\n| Basic | 9 € |\n\nUse `*.example.com` [1].";
    on.server.turn = (ticket, { turnId }) => {
      ticket.say("assistant", content, { grade: grade("high") }, turnId);
      ticket.append("end", {}, turnId);
    };
    await on.visit();
    await on.open();
    await on.ask("Which?");
    await expect.poll(spoken).toEqual(["Assistant: Two plans:", "Plan, Price", "Basic, 9 €", "Use *.example.com."]);
  });
});
