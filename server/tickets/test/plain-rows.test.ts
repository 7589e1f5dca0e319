import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TicketDetail, TicketListResponse, TicketSummary } from "../../../protocol/admin.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";

let desk: ConversationRig;
beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.script.score = 0.2;
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function asked(words: string): Promise<string> {
  const visitor = await desk.visitor();
  await desk.say(visitor, words);
  return visitor.session.ticket.id;
}

const summaryOf = async (id: string): Promise<TicketSummary> =>
  (await call<TicketDetail>("GET", `tickets/${id}`)).ticket;
const markdown = "**Order** `A-17`: where is [my parcel](https://shop.example/p/17)?\n\n- it was due *yesterday*";

describe("a ticket in a list", () => {
  it("has a title and a preview without Markdown, and the message as it was typed", async () => {
    const id = await asked(markdown);
    const line = "Order A-17: where is my parcel? it was due yesterday";
    expect(await summaryOf(id)).toMatchObject({ subject: line, preview: line });
    const { messages } = await call<TicketDetail>("GET", `tickets/${id}`);
    expect(messages[0]?.content).toBe(markdown);
  });

  it("shows the visitor's newest message while it waits for the team", async () => {
    desk.rig.script.score = 0.1;
    const visitor = await desk.visitor();
    await desk.say(visitor, "Where is my parcel?");
    expect((await summaryOf(visitor.session.ticket.id)).preview).toBe("Where is my parcel?");
    await desk.say(visitor, "It was sent on **Monday**.");
    expect((await summaryOf(visitor.session.ticket.id)).preview).toBe("It was sent on Monday.");
  });

  it("has the start of an answer, without the marks of its sources", async () => {
    desk.rig.script.score = 0.95;
    desk.rig.script.words = ["# Parcels\n\nThey arrive within **two days** [1]."];
    const id = await asked("When do parcels arrive?");
    expect((await summaryOf(id)).preview).toBe("Parcels They arrive within two days.");
  });

  it("shows a title that an agent typed in Markdown without its marks", async () => {
    const id = await asked("Where is my parcel?");
    await call("PATCH", `tickets/${id}`, { title: "**Lost** parcel `A-17`" });
    expect((await summaryOf(id)).subject).toBe("Lost parcel A-17");
    await call("PATCH", `tickets/${id}`, { title: "---" });
    expect((await summaryOf(id)).subject).toBe("---");
  });

  it("is found with a snippet without Markdown", async () => {
    const id = await asked("I read about **quartz** _polishing_ in `the manual`.");
    const { items } = await call<TicketListResponse>("GET", "tickets?view=all&q=quartz");
    const match = items.find((item) => item.id === id)?.match;
    expect(match?.snippet?.map(({ text }) => text).join("")).toBe("I read about quartz polishing in the manual.");
    expect(match?.snippet?.filter(({ hit }) => hit)).toEqual([{ text: "quartz", hit: true }]);
    expect(match?.title?.map(({ text }) => text).join("")).toBe("I read about quartz polishing in the manual.");
  });
});
