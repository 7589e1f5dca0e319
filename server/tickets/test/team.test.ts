import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../protocol/admin.ts";
import type { CannedReply } from "../../../protocol/admin-canned.ts";
import type { Mention } from "../../../protocol/admin-notes.ts";
import { allRoutes } from "../../../protocol/routes/all.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { addPerson } from "../../accounts/tenants/people.ts";
import type { GenerateInput } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { originA } from "../../test/support/http.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";

interface Person {
  id: string;
  name: string;
  cookie: string;
}

let desk: ConversationRig;
let ann: Person;
let bob: Person;
let stranger: string;
const inputs: GenerateInput[] = [];
const stop = new AbortController();

beforeAll(async () => {
  desk = await startConversationRig();
  const modelFor = desk.rig.deps.modelFor;
  desk.rig.deps.modelFor = (options) => {
    const model = modelFor(options);
    return {
      ...model,
      generate: (input, onToken, signal) => {
        inputs.push(input);
        return model.generate(input, onToken, signal);
      },
    };
  };
  ann = await person("Ann", "manager");
  bob = await person("Bob", "agent");
  const { tenants } = desk.http.ctx;
  const email = "eve@shop-b.example";
  stranger = (await addPerson(tenants, operator, { tenantId: desk.http.b.tenant_id, email, role: "agent" })).personId;
}, 60_000);
afterAll(async () => {
  stop.abort();
  await desk[Symbol.asyncDispose]();
});
beforeEach(() => {
  desk.rig.script.score = 0.2;
  delete desk.rig.script.beforeAnswer;
});

async function person(name: string, role: "agent" | "manager"): Promise<Person> {
  const email = `${name.toLowerCase()}@shop-a.example`;
  const input = { tenantId: desk.tenantId, email, name, role };
  const { personId, password } = await addPerson(desk.http.ctx.tenants, operator, input);
  const response = await fetch(`${desk.http.url}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: desk.http.url },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { id: personId, name, cookie: cookie.join("; ") };
}

/** Calls the admin API as a person; a body makes the request a POST. */
async function as<T = TicketDetail>({ cookie }: Person, path: string, body?: object, method = "POST") {
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method: body === undefined && method === "POST" ? "GET" : method,
    headers: { cookie, "content-type": "application/json", origin: desk.http.url },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as T & { error?: { code: string; message: string } },
  };
}

/** A ticket that waits for an agent, with a draft. */
async function escalated(
  question = "How long does the blue one last?",
): Promise<{ visitor: VisitorClient; id: string }> {
  const visitor = await desk.visitor();
  await desk.say(visitor, question);
  return { visitor, id: visitor.session.ticket.id };
}

const settled = (id: string) =>
  waitFor(async () => (await desk.count("turns where ticket_id = $1 and status = 'running'", [id])) === 0);

/** The text of a feed, from the time it was opened. */
async function listen(path: string, headers: Record<string, string>) {
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, stop.signal]);
  const response = await fetch(`${desk.http.url}/api/v1/${path}`, { headers, signal });
  expect(response.status).toBe(200);
  const heard = { text: "", isOver: false, close: () => closing.abort() };
  const read = async () => {
    for await (const bytes of response.body ?? []) heard.text += Buffer.from(bytes).toString("utf8");
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      heard.isOver = true;
    });
  return heard;
}

const visitorHeaders = ({ session }: VisitorClient) => ({ authorization: `Bearer ${session.token}`, origin: originA });

describe("a note", () => {
  it("is the team's: whoever is mentioned is told, colleagues see it at once", async () => {
    const { id } = await escalated();
    const live = await listen("admin/events", { cookie: bob.cookie });
    const note = { note_id: newId(), content: "Is this about batch 7? @Bob", mentions: [bob.id] };
    const { status, body } = await as(ann, `tickets/${id}/notes`, note);
    expect(status).toBe(200);
    expect(body.notes).toMatchObject([
      { id: note.note_id, author: { id: ann.id, name: "Ann" }, content: note.content, mentions: [{ name: "Bob" }] },
    ]);
    await waitFor(() => live.text.includes(`"ticket_id":"${id}","mentions":["${bob.id}"]`), { what: "the notice" });
    expect((await as(ann, `tickets/${id}/notes`, note)).body.notes).toHaveLength(1);
    expect((await as(bob, `tickets/${id}/notes`, note)).body.error?.code).toBe("message_conflict");
    const mentions = await as<{ items: Mention[] }>(bob, "mentions");
    expect(mentions.body.items).toMatchObject([{ ticket: { id }, author: { name: "Ann" }, content: note.content }]);
    expect((await as<{ items: Mention[] }>(ann, "mentions")).body.items).toEqual([]);
    await as(bob, `tickets/${id}/mentions-seen`, {});
    expect((await as<{ items: Mention[] }>(bob, "mentions")).body.items).toEqual([]);
    for (const wrong of [stranger, newId()])
      expect((await as(ann, `tickets/${id}/notes`, { content: "x", mentions: [wrong] })).status).toBe(400);
    expect((await as(ann, `tickets/${id}/notes`, { content: " \n" })).status).toBe(400);
    expect(await desk.count("audit_log where action = 'ticket.note' and detail::text like '%batch%'", [])).toBe(0);
    expect(await desk.count("audit_log where action = 'ticket.note' and target_id = $1", [id])).toBe(1);
    live.close();
  });

  it("reaches no visitor: no route, feed or mail has it, and no model is told", async () => {
    const secret = `whisper${newId().replaceAll("-", "")}`;
    const { visitor, id } = await escalated();
    const feed = await listen("chat/events", { ...visitorHeaders(visitor), "last-event-id": "0" });
    const before = await desk.history(visitor);
    await as(ann, `tickets/${id}/take`, {});
    expect((await as(ann, `tickets/${id}/notes`, { content: secret })).status).toBe(200);
    await as(bob, `tickets/${id}/typing`, { note: true });
    await as(ann, `tickets/${id}/messages`, { content: "Nine years." });
    inputs.length = 0;
    desk.rig.script.score = 0.9;
    await as(ann, `tickets/${id}/hand-back`, {});
    await desk.say(visitor, "And the red one?");
    await settled(id);
    await as(ann, `tickets/${id}/take`, {});
    await as(ann, `tickets/${id}/hint`, { hint: "Red is like blue." });
    await settled(id);
    expect(inputs.length).toBeGreaterThan(1);
    const got: string[] = [JSON.stringify(inputs), JSON.stringify(await desk.rig.stored(desk.tenantId, id))];
    for (const path of ["history", "tickets", "resolution", "events?until=now&last_event_id=0", `articles?q=${secret}`])
      got.push(await (await visitor.call(path)).text());
    const posts: [string, object][] = [
      [`tickets/${id}/open`, {}],
      ["seen", { sequence: 1 }],
      ["transcript", { email: "ada@mail.example" }],
      ["stream", { message_id: newId(), content: "What did the team note?" }],
      ["tickets", {}],
    ];
    for (const [path, body] of posts)
      got.push(await (await visitor.call(path, { method: "POST", body: JSON.stringify(body) })).text());
    got.push(feed.text);
    expect(got.filter((text) => text.includes(secret))).toEqual([]);
    // The visitor does not even learn that there is a note: the feed has no typing event of its author.
    expect(feed.text).not.toContain("Bob");
    expect(before.messages.length).toBeGreaterThan(0);
    expect((await as(ann, `tickets/${id}`)).body.notes).toMatchObject([{ content: secret }]);
    feed.close();
  });
});

describe("two people on one ticket", () => {
  it("see each other, and who writes, and nobody else does", async () => {
    const { visitor, id } = await escalated();
    const theirs = await listen("chat/events", visitorHeaders(visitor));
    const byAnn = await listen(`admin/tickets/${id}/events`, { cookie: ann.cookie });
    const byBob = await listen(`admin/tickets/${id}/events`, { cookie: bob.cookie });
    const says = (heard: { text: string }, who: Person, state: string) =>
      waitFor(() => heard.text.includes(`"person":{"id":"${who.id}","name":"${who.name}"},"state":"${state}"`), {
        what: `${who.name}: ${state}`,
      });
    await says(byAnn, bob, "hello");
    await says(byBob, ann, "here");
    await as(bob, `tickets/${id}/typing`, { note: true });
    await says(byAnn, bob, "typing");
    await as(bob, `tickets/${id}/typing`, { note: true, over: true });
    await says(byAnn, bob, "rests");
    byBob.close();
    await says(byAnn, bob, "left");
    expect(theirs.text).not.toContain("presence");
    expect(await desk.count("ticket_events where payload::text like '%presence%'", [])).toBe(0);
    byAnn.close();
    theirs.close();
  });
});

describe("a ticket that ends as spam", () => {
  it("asks nobody anything, and is as before when that is taken back", async () => {
    const { visitor, id } = await escalated();
    await as(ann, `tickets/${id}/take`, {});
    const before = (await as(ann, `tickets/${id}`)).body;
    expect(before.undo_until).toBeNull();
    const spam = (await as(ann, `tickets/${id}/spam`, {})).body;
    expect(spam).toMatchObject({ ticket: { status: "resolved", waiting_since: null }, ended_as: "spam" });
    expect(spam.messages).toHaveLength(before.messages.length);
    expect(await (await visitor.call("resolution")).json()).toMatchObject({ rating: null, transcript: null });
    expect((await visitor.call("rating", { method: "POST", body: '{"score":1}' })).status).toBe(409);
    expect((await as(bob, `tickets/${id}`)).body.undo_until).toBeNull();
    expect((await as(bob, `tickets/${id}/undo`, {})).body.error?.code).toBe("already_handled");
    const { body } = await as(ann, `tickets/${id}/undo`, {});
    const { updated_at: _before, ...was } = before.ticket;
    expect(body).toMatchObject({ ticket: was, draft: before.draft, question: before.question, ended_as: null });
    expect((await desk.history(visitor)).ticket).toMatchObject({ status: "in_progress", owner: "human" });
    expect((await as(ann, `tickets/${id}/undo`, {})).body.error?.code).toBe("already_handled");
    // The ticket can be answered as usual.
    expect((await as(ann, `tickets/${id}/resolve`, { answer: "Nine years." })).status).toBe(200);
    expect((await as(ann, `tickets/${id}`)).body.ended_as).toBeNull();
    expect(await desk.count("audit_log where target_id = $1 and action in ('ticket.spam', 'ticket.undo')", [id])).toBe(
      2,
    );
  });
});

describe("a decision that is taken back", () => {
  it("leaves what was said, and gives the ticket to whoever had it", async () => {
    const { visitor, id } = await escalated();
    const before = (await as(bob, `tickets/${id}`)).body;
    const resolved = (await as(bob, `tickets/${id}/resolve`, { answer: "Nine years." })).body;
    expect(Date.parse(resolved.undo_until ?? "")).toBeGreaterThan(Date.now());
    const undone = (await as(bob, `tickets/${id}/undo`, {})).body;
    expect(undone.ticket).toMatchObject({ status: "pending_human", assignee: null });
    expect(undone.draft).toEqual(before.draft);
    expect(undone.ticket.waiting_since).toBe(before.ticket.waiting_since);
    expect((await desk.history(visitor)).messages.at(-1)?.content).toBe("Nine years.");
  });

  it("stops an assistant that was given the ticket, and is too late once the visitor went on", async () => {
    const { visitor, id } = await escalated();
    await as(ann, `tickets/${id}/take`, {});
    await desk.say(visitor, "And what about the red one?");
    let release = () => {};
    desk.rig.script.beforeAnswer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await as(ann, `tickets/${id}/hand-back`, {});
    await waitFor(async () => (await desk.count("turns where ticket_id = $1 and status = 'running'", [id])) === 1);
    const { body } = await as(ann, `tickets/${id}/undo`, {});
    expect(body.ticket).toMatchObject({ status: "in_progress", owner: "human", assignee: { id: ann.id } });
    release();
    await settled(id);
    delete desk.rig.script.beforeAnswer;
    expect((await desk.history(visitor)).messages.at(-1)).toMatchObject({ content: "And what about the red one?" });
    expect(
      await desk.count("messages where ticket_id = $1 and addressee = 'assistant' and turn_id is null", [id]),
    ).toBe(0);
    await as(ann, `tickets/${id}/resolve`, { answer: "Here." });
    await desk.say(visitor, "One more thing.");
    await settled(id);
    expect((await as(ann, `tickets/${id}/undo`, {})).body.error?.code).toBe("already_handled");
  });
});

describe("a visitor who is blocked", () => {
  it("reads on and is heard no more, until that ends", async () => {
    const { visitor, id } = await escalated();
    const { visitor: context, ticket } = (await as(bob, `tickets/${id}`)).body;
    expect(context).toMatchObject({ blocked_at: null, is_identified: false, device: null, tickets: [] });
    const block = `visitors/${ticket.visitor.id}/block`;
    expect((await as(bob, block, {})).status).toBe(200);
    expect((await as(bob, block, {})).status).toBe(200);
    const count = await desk.count("tickets", []);
    // All routes that let a visitor say something, including future ones. The harmless ones read, leave, or withdraw.
    const harmless =
      "cancelTurn createStreamTicket endTicket openAnotherTicket openOwnTicket sayTicketSeen " +
      "correctOwnMemory eraseOwnMemory eraseOwnMemories";
    const says = allRoutes.filter(
      ({ auth, method, id: name }) => auth === "visitor" && method !== "GET" && !harmless.split(" ").includes(name),
    );
    expect(says.length).toBeGreaterThan(10);
    for (const { path, method } of says) {
      const place = path.replace("/api/v1/chat/", "").replace(":id", newId());
      const response = await visitor.call(place, { method, body: "{}" });
      expect(response.status, path).toBe(403);
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      expect(error).toMatchObject({ code: "not_accepted" });
      expect(error.message).not.toMatch(/block|spam/i);
    }
    expect((await visitor.call("history")).status).toBe(200);
    // After a rejection the widget would start as a new visitor.
    const again = await visitor.call("tickets", { method: "POST", body: "{}" });
    expect(((await again.json()) as { ticket: { id: string } }).ticket.id).toBe(id);
    expect(await desk.count("tickets", [])).toBe(count);
    expect((await as(ann, `tickets/${id}`)).body.visitor.blocked_at).not.toBeNull();
    expect((await as(bob, `visitors/${ticket.visitor.id}/unblock`, {})).status).toBe(200);
    expect((await desk.say(visitor, "Thank you")).status).toBe(200);
    expect(await desk.count("audit_log where target_id = $1", [ticket.visitor.id])).toBe(2);
    expect((await as(bob, `visitors/${newId()}/block`, {})).status).toBe(404);
  });

  it("is known by the other tickets, and a ticket by who had it", async () => {
    const { visitor, id } = await escalated("Where is my order?");
    const next = await visitor.call("tickets", { method: "POST", body: "{}" });
    const { token, ticket } = (await next.json()) as { token: string; ticket: { id: string } };
    await fetch(`${desk.http.url}/api/v1/chat/stream`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, origin: originA, "content-type": "application/json" },
      body: JSON.stringify({ message_id: newId(), content: "And my refund?" }),
    }).then((response) => response.text());
    await as(ann, `tickets/${ticket.id}/take`, {});
    const { body } = await as(ann, `tickets/${ticket.id}`);
    expect(body.visitor.tickets).toMatchObject([{ id, subject: "Where is my order?", status: "pending_human" }]);
    expect(body.visitor.ticket_count).toBe(1);
    expect(body.owners).toMatchObject([
      { owner: "human", status: "pending_human", agent: null },
      { owner: "human", status: "in_progress", agent: { name: "Ann" } },
    ]);
  });
});

describe("canned replies", () => {
  it("are the team's, kept by managers, or one's own and nobody else's", async () => {
    const canned = "canned-replies";
    const add = (who: Person, body: object) => as<CannedReply>(who, canned, body);
    const shared = await add(ann, { name: "refund", content: "Hello {{visitor.name}}", is_shared: true });
    expect(shared).toMatchObject({ status: 201, body: { name: "refund", is_shared: true } });
    expect((await add(bob, { name: "mine too", content: "x", is_shared: true })).status).toBe(403);
    expect((await add(ann, { name: "Refund", content: "x", is_shared: true })).body.error?.code).toBe("conflict");
    const own = await add(bob, { name: "refund", content: "Mine" });
    expect(own.status).toBe(201);
    const names = async (who: Person) =>
      (await as<{ items: CannedReply[] }>(who, canned)).body.items.map(({ content }) => content).toSorted();
    expect(await names(bob)).toEqual(["Hello {{visitor.name}}", "Mine"]);
    expect(await names(ann)).toEqual(["Hello {{visitor.name}}"]);
    expect((await as(ann, `${canned}/${own.body.id}`, { content: "Stolen" }, "PATCH")).status).toBe(404);
    expect((await as(bob, `${canned}/${shared.body.id}`, { content: "Mine" }, "PATCH")).status).toBe(403);
    expect((await as(bob, `${canned}/${shared.body.id}`, undefined, "DELETE")).status).toBe(403);
    expect((await as(bob, `${canned}/${own.body.id}`, { name: "own" }, "PATCH")).status).toBe(200);
    expect((await as(bob, `${canned}/${own.body.id}`, undefined, "DELETE")).status).toBe(200);
    for (const wrong of [
      { name: "", content: "x" },
      { name: "a/b", content: "x" },
      { name: "a", content: " " },
      { name: "a", content: "You are {{visitor.age}}" },
    ])
      expect((await add(bob, wrong)).status).toBe(400);
    expect(await names(bob)).toEqual(["Hello {{visitor.name}}"]);
  });
});
