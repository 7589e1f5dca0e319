import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MockTicket } from "./mock-ticket.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(async () => {
  await on.leave();
  on.server.tickets.clear();
  on.server.pageSize = 20;
  on.server.resolution = { reopen_until: null, rating: null, transcript: null };
});

/** Waits for a value; a busy machine takes its time over a picture. */
const soon = <T>(get: () => T) => expect.poll(get, { timeout: 20_000 });
const button = (name: string) => on.page.getByRole("button", { name, exact: true });
const rows = () => on.page.locator("parley-conversations .row");
const composer = () => on.page.getByRole("textbox", { name: "Message" });

/** Asks and reads the answer. */
async function askAndRead(text: string): Promise<void> {
  const before = await on.page.locator("parley-message .sources").count();
  await on.ask(text);
  await soon(() => on.page.locator("parley-message .sources").count()).toBe(before + 1);
}

async function choose(item: string): Promise<void> {
  await button("More").click();
  await on.page.getByRole("menuitem", { name: item }).click();
}

/** One more ticket of the visitor, with these last words of a person. */
function otherTicket(words: string, minutesAgo = 5): MockTicket {
  const ticket = new MockTicket(900 + on.server.tickets.size);
  ticket.visitor = on.server.ticket.visitor;
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  ticket.say("visitor", "Before", { created_at: at });
  ticket.say("agent", words, { created_at: at, agent: { id: "d", name: "Dana Okafor" } });
  ticket.seen = 1;
  on.server.tickets.set(`other-${on.server.tickets.size}`, ticket);
  return ticket;
}

describe("a visitor's conversations", () => {
  it("are listed with who said what when, and what is unread; a new one leaves the others as they are", async () => {
    await on.visit();
    await on.open();
    await askAndRead("How do I allow subdomains?");
    const first = on.server.ticket;
    otherTicket("It was sent **today**.");
    await choose("New conversation");
    await soon(() => on.page.locator("parley-message").count()).toBe(0);
    expect(first.status).toBe("open");
    expect(on.server.count("/api/v1/chat/end")).toBe(0);
    await askAndRead("And the second?");
    await choose("Your conversations");
    await soon(() => rows().count()).toBe(3);
    const texts = await rows().allInnerTexts();
    expect(texts[2]).toMatch(/Before\n5 min\. ago\nDana Okafor: It was sent/);
    expect(texts[1]).toContain("How do I allow subdomains?");
    expect(texts[2]).toContain("5 min. ago");
    expect(await rows().nth(2).getByText("1 unread").count()).toBe(1);
    expect(await rows().nth(0).getAttribute("aria-current")).toBe("true");
    await rows().nth(1).click();
    await on.page.getByText("How do I allow subdomains?").waitFor();
    // The list shows both questions until the conversation has opened.
    await soon(() => on.page.getByText("And the second?").count()).toBe(0);
    await askAndRead("One more thing");
    expect(first.received).toEqual(["How do I allow subdomains?", "One more thing"]);
  });

  it("of which a new one takes what is said before it has begun, and the one before does not", async () => {
    await on.visit();
    await on.open();
    await askAndRead("How do I allow subdomains?");
    const first = on.server.ticket;
    let begin = () => {};
    const isAsked = new Promise<void>((asked) => {
      void on.page.route("**/api/v1/chat/tickets", async (route) => {
        asked();
        await new Promise<void>((resolve) => {
          begin = resolve;
        });
        await route.continue();
      });
    });
    await choose("New conversation");
    await isAsked;
    await on.ask("And the second?");
    await on.page.getByText("And the second?").waitFor();
    begin();
    await on.page.getByText("How do I allow subdomains?").waitFor({ state: "detached" });
    await soon(() => on.page.locator("parley-message .sources").count()).toBe(1);
    expect(first.received).toEqual(["How do I allow subdomains?"]);
    expect(on.server.ticket.received).toEqual(["And the second?"]);
    expect(await on.page.getByText("And the second?").count()).toBe(1);
  });

  it("are one's own after a reload, on the one that was shown last", async () => {
    await on.visit();
    await on.open();
    await askAndRead("How do I allow subdomains?");
    await choose("New conversation");
    await soon(() => on.page.locator("parley-message").count()).toBe(0);
    await askAndRead("And the second?");
    await choose("Your conversations");
    await rows().nth(1).click();
    await soon(() => on.page.getByText("And the second?").count()).toBe(0);
    await on.page.reload();
    await on.page.getByText("How do I allow subdomains?").waitFor();
    await choose("Your conversations");
    await soon(() => rows().count()).toBe(2);
  });

  it("are gone through by keyboard: into the list, along it, and back with Escape to the field and its draft", async () => {
    await on.visit();
    await on.open();
    await askAndRead("How do I allow subdomains?");
    otherTicket("It was sent today.");
    await composer().fill("A draft");
    await button("More").press("Enter");
    await on.page.locator("[role=menuitem]:focus").waitFor();
    await on.page.keyboard.press("Enter");
    await expect
      .poll(() =>
        rows()
          .nth(0)
          .evaluate((row) => row.matches(":focus")),
      )
      .toBe(true);
    await on.page.keyboard.press("ArrowDown");
    expect(
      await rows()
        .nth(1)
        .evaluate((row) => row.matches(":focus")),
    ).toBe(true);
    await on.page.keyboard.press("Escape");
    await soon(() => composer().evaluate((field) => field.matches(":focus"))).toBe(true);
    expect(await composer().inputValue()).toBe("A draft");
    expect(await on.panel.isVisible()).toBe(true);
  });

  it("come page by page, and say when there are none or when they cannot be had", async () => {
    on.server.pageSize = 2;
    await on.visit();
    await on.open();
    on.server.failures.set("/api/v1/chat/tickets", { status: 503, code: "unavailable" });
    await choose("Your conversations");
    await on.page.getByRole("alert").getByText("couldn’t be loaded").waitFor();
    on.server.failures.clear();
    await button("Retry").click();
    await on.page.getByText("No conversations yet.").waitFor();
    await button("Back").click();
    await askAndRead("How do I allow subdomains?");
    for (const minutes of [5, 50, 500]) otherTicket(`Sent ${minutes}`, minutes);
    await choose("Your conversations");
    await soon(() => rows().count()).toBe(2);
    await button("Older conversations").click();
    await soon(() => rows().count()).toBe(4);
    expect(await button("Older conversations").count()).toBe(0);
  });

  it("that cannot be opened leave the list where it is", async () => {
    await on.visit();
    await on.open();
    await askAndRead("How do I allow subdomains?");
    const gone = otherTicket("It was sent today.");
    await choose("Your conversations");
    await soon(() => rows().count()).toBe(2);
    gone.visitor = "somebody else";
    await rows().nth(1).click();
    await on.page.getByRole("alert").waitFor();
    await button("Back").click();
    await on.page.getByText("How do I allow subdomains?").waitFor();
  });

  it("are in the panel's language", async () => {
    await on.visit({ lang: "de" });
    await on.open();
    await on.page.getByRole("button", { name: "Mehr" }).click();
    await on.page.getByRole("menuitem", { name: "Ihre Unterhaltungen" }).click();
    await on.page.getByText("Noch keine Unterhaltungen.").waitFor();
  });

  it("tell the server how far each was read, once", async () => {
    await on.visit();
    await on.open();
    await askAndRead("How do I allow subdomains?");
    await soon(() => on.server.count("/api/v1/chat/seen")).toBe(1);
    expect(on.server.ticket.line.unread).toBe(0);
  });
});

const daysAhead = new Date(Date.now() + 86_400_000).toISOString();

/** A conversation that a person has ended. */
async function ended(): Promise<MockTicket> {
  await on.visit();
  await on.open();
  await askAndRead("How do I allow subdomains?");
  const { ticket } = on.server;
  ticket.handTo("human", "resolved", { id: "d", name: "Dana Okafor" });
  await on.page.getByText("Conversation resolved").first().waitFor();
  return ticket;
}

describe("after its end a conversation", () => {
  it("is rated by a face, with words if one likes, once", async () => {
    on.server.resolution = { reopen_until: null, rating: { score: null }, transcript: null };
    const ticket = await ended();
    await button("Good").click();
    await soon(() => ticket.ratings).toEqual([{ score: 4 }]);
    await on.page.getByRole("textbox", { name: "Anything we should know? (optional)" }).fill(" Quick <b> ");
    await on.page.locator("parley-after form button[type=submit]").click();
    await soon(() => ticket.ratings.at(-1)).toEqual({ score: 4, comment: "Quick <b>" });
    await on.page.getByText("Thank you").waitFor();
    expect(await button("Good").getAttribute("aria-pressed")).toBe("true");
    expect(await button("Bad").isDisabled()).toBe(true);
  });

  it("shows the face that was chosen before, and asks nothing of a tenant that does not ask", async () => {
    on.server.resolution = { reopen_until: null, rating: { score: 2 }, transcript: null };
    await ended();
    await soon(() => button("Bad").getAttribute("aria-pressed")).toBe("true");
    await on.leave();
    on.server.resolution = { reopen_until: null, rating: null, transcript: null };
    await ended();
    await button("New conversation").waitFor();
    expect(await button("Good").count()).toBe(0);
  });

  it("does not take a face for told that the server did not take", async () => {
    on.server.resolution = { reopen_until: null, rating: { score: null }, transcript: null };
    const ticket = await ended();
    on.server.failures.set("/api/v1/chat/rating", { status: 503, code: "unavailable" });
    await button("Good").click();
    await on.page.getByRole("alert").getByText("We are getting many questions").waitFor();
    on.server.failures.clear();
    await button("Very good").click();
    await soon(() => ticket.ratings).toEqual([{ score: 5 }]);
  });

  it("is sent by e-mail to the known address or another, and says when it cannot be", async () => {
    on.server.resolution = { reopen_until: null, rating: null, transcript: { email: "ada@mail.example" } };
    const ticket = await ended();
    await button("Send by e-mail").click();
    const field = on.page.getByRole("textbox", { name: "E-mail address" });
    expect(await field.inputValue()).toBe("ada@mail.example");
    on.server.failures.set("/api/v1/chat/transcript", { status: 429, code: "rate_limited" });
    await field.press("Enter");
    await on.page.getByText("Already sent.").waitFor();
    on.server.failures.clear();
    await field.fill("bob@mail.example");
    await field.press("Enter");
    await on.page.getByText("We’re sending it to bob@mail.example.").waitFor();
    expect(ticket.mailedTo).toEqual(["bob@mail.example"]);
  });

  it("is opened again within the tenant's time, and goes on", async () => {
    on.server.resolution = { reopen_until: daysAhead, rating: null, transcript: null };
    const ticket = await ended();
    await button("Continue this conversation").click();
    await soon(() => on.page.locator("parley-after").count()).toBe(0);
    await askAndRead("And then?");
    expect(on.server.ticket).toBe(ticket);
  });

  it("says openly that it is too late, and begins anew", async () => {
    on.server.resolution = { reopen_until: daysAhead, rating: null, transcript: null };
    const ticket = await ended();
    on.server.failures.set("/api/v1/chat/reopen", { status: 409, code: "ticket_closed" });
    await button("Continue this conversation").click();
    await on.page.getByText("ended too long ago").waitFor();
    expect(await button("Continue this conversation").count()).toBe(0);
    await button("New conversation").click();
    await soon(() => on.server.ticket === ticket).toBe(false);
    await soon(() => on.page.locator("parley-message").count()).toBe(0);
    await askAndRead("From the start");
    expect(on.server.ticket.visitor).toBe(ticket.visitor);
  });
});

describe("a conversation that nobody has ended", () => {
  it("is sent by e-mail from the menu, and ended there to say how it went", async () => {
    on.server.resolution = { reopen_until: null, rating: { score: null }, transcript: { email: null } };
    await on.visit();
    await on.open();
    await askAndRead("How do I allow subdomains?");
    const { ticket } = on.server;
    await choose("Send by e-mail");
    const field = on.page.getByRole("textbox", { name: "E-mail address" });
    await soon(() => field.evaluate((input) => input.matches(":focus"))).toBe(true);
    expect(await button("Good").count()).toBe(0);
    await field.fill("ada@mail.example");
    await field.press("Enter");
    await on.page.getByText("We’re sending it to ada@mail.example.").waitFor();
    expect(ticket.mailedTo).toEqual(["ada@mail.example"]);
    on.server.failures.set("/api/v1/chat/end", { status: 503, code: "unavailable" });
    await choose("End conversation");
    await on.page.getByText("End this conversation?").waitFor();
    await button("Keep it open").click();
    await on.page.getByText("End this conversation?").waitFor({ state: "detached" });
    expect(on.server.count("/api/v1/chat/end")).toBe(0);
    await choose("End conversation");
    await button("End conversation").click();
    await on.page.getByRole("alert").getByText("We are getting many questions").waitFor();
    on.server.failures.clear();
    await button("End conversation").click();
    await button("Good").click();
    await button("New conversation").waitFor();
    await on.page.getByPlaceholder("New conversation").waitFor();
    expect(await button("Continue this conversation").count()).toBe(0);
    await soon(() => ticket.ratings).toEqual([{ score: 4 }]);
    expect(await on.page.getByText("Conversation resolved").count()).toBe(0);
    await button("More").click();
    await on.page.getByRole("menuitem", { name: "Your conversations" }).waitFor();
    expect(await on.page.getByRole("menuitem", { name: "End conversation" }).count()).toBe(0);
    expect(await on.page.getByRole("menuitem", { name: "Send by e-mail" }).count()).toBe(0);
  });
});
