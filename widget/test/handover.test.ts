import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "./axe.ts";
import { grade } from "./mock-ticket.ts";
import { asideSections, citedTurn, escalatedTurn } from "./turns.ts";
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
      .toBe(`Conversation #${on.server.ticket.number} You’ll see the reply here.`);
    const sentence = on.page.locator("parley-message").getByText("so I've passed it to our team.");
    expect(await sentence.textContent()).toBe(
      "I couldn't find this in our documentation, so I've passed it to our team.",
    );
    await expect
      .poll(spoken)
      .toEqual([
        "Assistant: I couldn't find this in our documentation, so I've passed it to our team.",
        `Conversation #${on.server.ticket.number}. You’ll see the reply here.`,
      ]);
    await on.page.reload();
    if (!(await on.panel.isVisible())) await on.open();
    await expect
      .poll(() => sentence.textContent())
      .toBe("I couldn't find this in our documentation, so I've passed it to our team.");
    expect(await on.page.getByText("You’ll see the reply here").count()).toBe(1);
  });
});

describe("while the team is waited for", () => {
  /** A conversation that waits. */
  async function waiting() {
    on.server.turn = escalatedTurn;
    await on.visit();
    await on.open();
    await on.ask("Pizza?");
    await on.page.locator("parley-escalation").waitFor();
    on.server.turn = citedTurn;
    return on.server.ticket;
  }
  const composer = () => on.page.getByRole("textbox", { name: "Message" });
  const back = () => on.page.getByRole("button", { name: "Back" }).click();
  const suggestion = () => on.page.getByRole("button", { name: "How do I allow subdomains?" });

  it("a question on the first screen begins a conversation that the assistant answers", async () => {
    const ticket = await waiting();
    await back();
    expect(await composer().getAttribute("placeholder")).toBe("Ask a question…");
    await on.page.getByText("AI assistant", { exact: true }).waitFor();
    await suggestion().click();
    await on.page.locator("parley-message .sources").waitFor();
    expect(on.server.ticket.received).toEqual(["How do I allow subdomains?"]);
    expect(on.server.ticket).not.toBe(ticket);
    expect(ticket.received).toEqual(["Pizza?"]);
    expect(ticket.status).toBe("pending_human");
    await back();
    await on.ask("And in words of my own?");
    // The assistant has this one: the conversation goes on.
    await expect.poll(() => on.server.ticket.received.length).toBe(2);
    expect(ticket.received).toEqual(["Pizza?"]);
  });

  it("a new conversation that cannot begin brings the old one back, with the question to be sent again", async () => {
    const ticket = await waiting();
    await back();
    await on.page.route("**/api/v1/chat/tickets", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await suggestion().click();
    await on.page.getByText("Not sent.").waitFor();
    await on.page.getByText("Pizza?").waitFor();
    expect(ticket.received).toEqual(["Pizza?"]);
    await on.page.unrouteAll();
    await on.page.getByRole("button", { name: "Retry" }).click();
    await on.page.locator("parley-message .sources").waitFor();
    expect(ticket.received).toEqual(["Pizza?"]);
    expect(on.server.ticket.received).toEqual(["How do I allow subdomains?"]);
  });

  it("the newest message that was added shows the way to an answer from the assistant", async () => {
    const ticket = await waiting();
    await on.ask("And what does it cost?");
    const anew = on.page.getByRole("paragraph").filter({ hasText: "Another question?" });
    await anew.waitFor();
    await on.ask("And how long does it take?");
    await expect.poll(() => ticket.received.length).toBe(3);
    await expect.poll(() => anew.count()).toBe(1);
    expect(await axeFindings(on.page)).toEqual([]);
    await anew.getByRole("button", { name: "New conversation" }).click();
    // The list of conversations may show its last message.
    await on.page.locator("parley-message").getByText("And how long does it take?").waitFor({ state: "detached" });
    await on.ask("What does it cost?");
    await on.page.locator("parley-message .sources").waitFor();
    expect(on.server.ticket).not.toBe(ticket);
  });

  it("sections for a message that was added take the place of that way", async () => {
    const ticket = await waiting();
    await on.ask("And what does it cost?");
    const anew = on.page.getByText("Another question?");
    await anew.waitFor();
    ticket.say("assistant", `I've passed this to our team (#${ticket.number}). These may help in the meantime:`, {
      related: asideSections(),
    });
    await on.page.getByRole("list", { name: "Sections that may help" }).waitFor();
    expect(await anew.count()).toBe(0);
    // Tables and code are not part of the excerpt.
    expect(await on.page.locator("parley-related .head").allInnerTexts()).toEqual([
      "Allow a subdomain\nAllowed domains\nAbout: Allow a subdomain.",
      "Remove a domain\nAllowed domains",
    ]);
  });

  it("the field adds to the conversation, and each message says so, after a reload too", async () => {
    const ticket = await waiting();
    expect(await composer().getAttribute("placeholder")).toBe("Add a message for the team");
    await on.ask("It is urgent");
    await on.ask("By noon, please");
    const added = on.page.getByText(`Added to #${ticket.number}`);
    await expect.poll(() => added.count()).toBe(2);
    expect(ticket.received).toEqual(["Pizza?", "It is urgent", "By noon, please"]);
    await on.page.reload();
    await expect.poll(() => added.count()).toBe(2);
    ticket.handTo("human", "in_progress", { id: "d", name: "Dana Okafor" });
    ticket.say("agent", "On it.", { agent: { id: "d", name: "Dana Okafor" } });
    await on.page.locator("parley-message").getByText("On it.").waitFor();
    await on.ask("Thanks");
    await on.page.locator("parley-message").getByText("Thanks").waitFor();
    expect(await added.count()).toBe(2);
    expect(await composer().getAttribute("placeholder")).toBe("Write a message…");
  });
});

describe("a person with a picture", () => {
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

  it("shows it in the head and beside their messages; initials stay where it is gone, or there is none", async () => {
    await on.visit();
    const faces = (name: string) => `${on.server.origin}/api/v1/chat/faces/${name}`;
    await on.page.route(faces("*"), (route) =>
      route.request().url().endsWith("gone")
        ? route.fulfill({ status: 404, headers: { "access-control-allow-origin": "*" } })
        : route.fulfill({
            contentType: "image/png",
            headers: { "access-control-allow-origin": "*" },
            body: Buffer.from(dot, "base64"),
          }),
    );
    const ada = { id: "ada", name: "Ada Bell", avatar_url: faces("ada") };
    await on.open();
    await on.ask("Hello");
    on.server.ticket.handTo("human", "in_progress", ada);
    const head = on.page.locator("parley-header parley-face");
    await head.locator("canvas.drawn").waitFor();
    on.server.ticket.say("agent", "It is me.", { agent: ada });
    const beside = on.page.locator("parley-message parley-face.person");
    await beside.locator("canvas.drawn").waitFor();
    const cy = { id: "cy", name: "Cy Dent", avatar_url: faces("gone") };
    const di = { id: "di", name: "Di Ek" };
    for (const agent of [cy, di]) on.server.ticket.say("agent", `I am ${agent.name}.`, { agent });
    await expect.poll(() => beside.allInnerTexts()).toEqual(["AB", "CD", "DE"]);
    expect(await beside.locator("canvas.drawn").count()).toBe(1);
    await expect.poll(() => head.textContent()).toBe("DE");
    await expect.poll(() => head.locator("canvas.drawn").count()).toBe(0);
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
