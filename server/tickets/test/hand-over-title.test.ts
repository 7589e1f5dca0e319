import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../protocol/admin.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";

let desk: ConversationRig;
const answered = { score: 0.9, words: ["You can [1]."] };
const unsure = { score: 0.1, words: [] };
const first = "How do I cancel my order?";
const second = "Do you deliver to Peru?";
const wish = "I want to talk to a person";

beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => Object.assign(desk.rig.script, answered));

const ticketOf = async (visitor: VisitorClient): Promise<TicketDetail> =>
  (await desk.desk(`tickets/${visitor.session.ticket.id}`)).body;

async function say(visitor: VisitorClient, content: string, script: typeof answered | typeof unsure = answered) {
  Object.assign(desk.rig.script, script);
  await desk.say(visitor, content);
}

describe("the title of a ticket", () => {
  it("is the question that the assistant handed over, not one that it answered", async () => {
    const visitor = await desk.visitor();
    await say(visitor, first);
    expect((await ticketOf(visitor)).ticket.subject).toBe(first);
    await say(visitor, second, unsure);
    expect((await ticketOf(visitor)).ticket.subject).toBe(second);
    const found = await desk.desk("tickets?q=deliver%20Peru");
    expect(JSON.stringify(found.body)).toContain(visitor.session.ticket.id);
  });

  it("is the question before a wish for the team", async () => {
    const visitor = await desk.visitor();
    await say(visitor, first);
    await say(visitor, second);
    await say(visitor, wish);
    expect((await ticketOf(visitor)).ticket).toMatchObject({ subject: second, question: wish });
  });

  it("is the first question after a wish for the team without one", async () => {
    const visitor = await desk.visitor();
    await say(visitor, wish);
    await say(visitor, second);
    expect((await ticketOf(visitor)).ticket.subject).toBe(second);
  });

  it("stays as an agent has written it", async () => {
    const visitor = await desk.visitor();
    await say(visitor, first);
    const path = `${desk.http.url}/api/v1/admin/tickets/${visitor.session.ticket.id}`;
    const headers = { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" };
    const changed = await fetch(path, { method: "PATCH", headers, body: JSON.stringify({ title: "Mine" }) });
    expect(changed.status).toBe(200);
    await say(visitor, second, unsure);
    expect((await ticketOf(visitor)).ticket.subject).toBe("Mine");
  });
});

describe("the summary for the team", () => {
  it("names only open questions when no model writes it", async () => {
    const { modelFor } = desk.rig.deps;
    desk.rig.deps.modelFor = (options) => ({ ...modelFor(options), summarize: async () => "" });
    const visitor = await desk.visitor();
    await say(visitor, first);
    await say(visitor, second, unsure);
    desk.rig.deps.modelFor = modelFor;
    expect((await ticketOf(visitor)).summary).toBe(`The assistant's confidence was too low.\nQuestion: ${second}`);
  });
});
