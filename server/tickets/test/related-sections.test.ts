import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../protocol/admin.ts";
import type { StreamEventOf } from "../../../protocol/events.ts";
import type { Message } from "../../../protocol/messages.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { keepDays } from "../../operations/analytics/keep-days.ts";
import { type ConversationRig, startConversationRig, storedTypes } from "../../test/support/conversation.ts";
import { originB } from "../../test/support/http.ts";
import { seedDocument } from "../../test/support/library.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";

let desk: ConversationRig;
let chunks: RetrievedChunk[];
const sections = [
  ["Send a parcel", "Pack it well. Then print the label at home."],
  ["Change the address", "Open the order. Press Change address."],
  ["Pay the fee", "The fee is three euros for each parcel."],
  ["Lost parcels", "Wait for ten days. Then tell us its number."],
] as const;
const question = "How do I get it there?";

beforeAll(async () => {
  desk = await startConversationRig();
  const { db } = desk.http;
  const { id, chunkIds } = await seedDocument(db, desk.tenantId, {
    source: "parcels",
    title: "Parcels",
    texts: sections.map(([, text]) => text),
  });
  await withTenant(db, desk.tenantId, (tx) =>
    tx.query(
      "update chunks set heading = s.heading from unnest($1::uuid[], $2::text[]) as s(id, heading) where chunks.id = s.id",
      [chunkIds, sections.map(([heading]) => `Parcels > ${heading}`)],
    ),
  );
  chunks = sections.map(([heading, text], index) => ({
    chunk_id: chunkIds[index] ?? "",
    document_id: id,
    version_id: newId(),
    title: "Parcels",
    source: "parcels",
    url: "https://help.example/parcels",
    page: null,
    heading: `Parcels > ${heading}`,
    text,
    score: 0.9 - index / 10,
    parts: {},
    section: { text, isCut: index === 2 },
  }));
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.chunks.splice(0, desk.rig.chunks.length, ...chunks);
  desk.rig.script.score = 0.9;
  desk.rig.script.words = ["Print", " the label [1]."];
  delete desk.rig.script.beforeAnswer;
});

async function answered(visitor?: VisitorClient) {
  const client = visitor ?? (await desk.visitor());
  await desk.say(client, question);
  return { visitor: client, message: await lastMessage(client) };
}

async function unsure(visitor?: VisitorClient) {
  desk.rig.script.score = 0.2;
  const client = visitor ?? (await desk.visitor());
  const { events } = await desk.say(client, question);
  return { visitor: client, events, message: await lastMessage(client) };
}

async function lastMessage(visitor: VisitorClient): Promise<Message> {
  const last = (await desk.history(visitor)).messages.at(-1);
  if (!last) throw new Error("nothing was said");
  return last;
}

const open = (visitor: VisitorClient, message_id: string, chunk_id = chunks[1]?.chunk_id, client_id = newId()) =>
  desk.post(visitor, "related", { message_id, chunk_id, client_id });
const solve = (visitor: VisitorClient, chunk_id = chunks[1]?.chunk_id) => desk.post(visitor, "solved", { chunk_id });
const status = async (visitor: VisitorClient) => (await desk.history(visitor)).ticket.status;
const stranger = () => VisitorClient.init(`${desk.http.url}/api/v1`, desk.http.b.tenant_id, originB);
const ticketOf = async (visitor: VisitorClient): Promise<TicketDetail> =>
  (await desk.desk(`tickets/${visitor.session.ticket.id}`)).body;

async function setHandOver(hand_over: string, key = desk.http.a.api_key): Promise<number> {
  const response = await fetch(`${desk.http.url}/api/v1/admin/settings`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ hand_over }),
  });
  return response.status;
}

describe("sections below an answer", () => {
  it("are the next two that it does not cite, best first, for every reader", async () => {
    const { visitor, message } = await answered();
    expect(message.related).toEqual(
      [1, 2].map((index) => ({
        chunk_id: chunks[index]?.chunk_id,
        document_id: chunks[index]?.document_id,
        title: "Parcels",
        heading: chunks[index]?.heading,
        url: "https://help.example/parcels",
      })),
    );
    expect((await ticketOf(visitor)).messages.at(-1)?.related).toEqual(message.related);
    const events = await desk.rig.stored(desk.tenantId, visitor.session.ticket.id);
    expect(JSON.stringify(events)).toContain(chunks[2]?.chunk_id);
  });

  it("are kept with the answer in the cache", async () => {
    const { cacheFor } = desk.rig.deps;
    const kept: Parameters<ReturnType<typeof cacheFor>["store"]>[0][] = [];
    const lookup = async () => {
      const [first] = kept;
      return first ? { ...first, kind: "exact" as const, similarity: 1 } : null;
    };
    desk.rig.deps.cacheFor = () => ({
      lookup,
      lookupByPassages: async () => null,
      store: async (entry) => void kept.push(entry),
    });
    const first = await answered();
    const again = await answered();
    desk.rig.deps.cacheFor = cacheFor;
    expect(again.message).toMatchObject({ cached: true, content: first.message.content });
    expect(again.message.related).toEqual(first.message.related);
    expect(again.message.related).toHaveLength(2);
  });

  it("are none where one section was found, and each name stands once", async () => {
    const [first, second] = chunks;
    if (!first || !second) throw new Error("there are four");
    desk.rig.chunks.splice(0, desk.rig.chunks.length, first, { ...second, heading: first.heading });
    expect((await answered()).message.related).toBeUndefined();
    const namesake = { ...second, chunk_id: newId(), document_id: newId() };
    desk.rig.chunks.splice(0, desk.rig.chunks.length, first, second, namesake);
    expect((await answered()).message.related).toHaveLength(1);
  });

  it("open as a message with the heading and an answer with the section, once, without a search or a model", async () => {
    const { visitor, message } = await answered();
    desk.rig.script.beforeAnswer = () => Promise.reject(new Error("no model is asked"));
    const clientId = newId();
    expect(await open(visitor, message.id, chunks[1]?.chunk_id, clientId)).toMatchObject({ status: 200 });
    expect(await open(visitor, message.id, chunks[1]?.chunk_id, clientId)).toMatchObject({ status: 200 });
    const { messages, active_turn } = await desk.history(visitor);
    expect(messages.slice(2).map(({ id, role, content }) => [id === clientId, role, content])).toEqual([
      [true, "visitor", "Change the address"],
      [false, "assistant", "Open the order. Press Change address. [1]"],
    ]);
    expect(messages.at(-1)?.citations).toMatchObject([{ index: 1, chunk_id: chunks[1]?.chunk_id, title: "Parcels" }]);
    expect(active_turn).toBeNull();
    expect(messages[1]?.related?.map(({ opened }) => opened)).toEqual([true, undefined]);
    expect(await open(visitor, message.id, chunks[2]?.chunk_id, clientId)).toMatchObject({
      status: 409,
      body: { error: { code: "message_conflict" } },
    });
    const told = await desk.rig.stored(desk.tenantId, visitor.session.ticket.id);
    expect(storedTypes(told).slice(-3)).toEqual(["message", "message", "end"]);
    delete desk.rig.script.beforeAnswer;
    // Opening a section leaves no pending message.
    expect(storedTypes((await desk.say(visitor, "And then?")).events)).toEqual(["message", "message", "end"]);
  });

  it("are refused to other visitors and tenants, and where the answer does not offer them", async () => {
    const { visitor, message } = await answered();
    const refused = { status: 404, body: { error: { code: "not_found" } } };
    expect(await open(await desk.visitor(), message.id)).toMatchObject(refused);
    expect(await open(await stranger(), message.id)).toMatchObject(refused);
    expect(await open(visitor, message.id, chunks[3]?.chunk_id)).toMatchObject(refused);
    expect(await open(visitor, newId())).toMatchObject(refused);
    const own = await seedDocument(desk.http.db, desk.http.b.tenant_id, { source: "theirs", texts: ["Theirs."] });
    expect(await open(visitor, message.id, own.chunkIds[0])).toMatchObject(refused);
    expect((await open(visitor, "1")).status).toBe(400);
    expect((await desk.history(visitor)).messages).toHaveLength(2);
  });

  it("are refused once their document is hidden, and while the team has the ticket", async () => {
    const { visitor, message } = await answered();
    const setAudience = (audience: string) =>
      withTenant(desk.http.db, desk.tenantId, (tx) =>
        tx.query("update documents set audience = $2 where id = $1", [chunks[0]?.document_id, audience]),
      );
    await setAudience("internal");
    expect(await open(visitor, message.id)).toMatchObject({ status: 404 });
    await setAudience("public");
    await desk.desk(`tickets/${visitor.session.ticket.id}/take`, {});
    expect(await open(visitor, message.id)).toMatchObject({
      status: 409,
      body: { error: { code: "already_handled" } },
    });
  });

  it("count as a correction of the answer", async () => {
    const corrections = async () => {
      await keepDays(desk.http.db, desk.tenantId, { freshMs: 0, olderMs: 0 });
      const { body } = await desk.desk("analytics?days=1");
      return (body as unknown as { values: { corrections: number } }).values.corrections;
    };
    const before = await corrections();
    const { visitor, message } = await answered();
    await open(visitor, message.id);
    await open(visitor, message.id, chunks[2]?.chunk_id);
    expect(await corrections()).toBe(before + 1);
    const { body } = await desk.desk("analytics/tickets?measure=corrections&days=1");
    const { items } = body as unknown as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toContain(visitor.session.ticket.id);
  });
});

describe("sections while the team is asked", () => {
  it("come with the hand-over, with their text", async () => {
    const { visitor, events, message } = await unsure();
    const { number } = visitor.session.ticket;
    expect(message.content).toBe(`I've passed this to our team (#${number}). These may help in the meantime:`);
    expect(message.related?.map(({ heading, text, is_cut }) => [heading, text, is_cut])).toEqual([
      ["Parcels > Send a parcel", sections[0][1], undefined],
      ["Parcels > Change the address", sections[1][1], undefined],
      ["Parcels > Pay the fee", sections[2][1], true],
    ]);
    const handOver = events.find((event): event is StreamEventOf<"escalation"> => event.type === "escalation");
    expect(handOver?.related).toEqual(message.related);
    expect(await status(visitor)).toBe("pending_human");
  });

  it("are none when the visitor asked for a person, or nothing was near", async () => {
    const visitor = await desk.visitor();
    await desk.say(visitor, "I want to talk to a human");
    expect((await lastMessage(visitor)).related).toBeUndefined();
    desk.rig.script.words = [];
    const unanswered = await unsure();
    expect(unanswered.message.related).toBeUndefined();
    expect(unanswered.message.content).toContain("I couldn't find a reliable answer");
    desk.rig.chunks.splice(0);
    expect((await unsure()).message.related).toBeUndefined();
  });

  it("solve the ticket for its visitor, once, and tell the team which one did", async () => {
    const { visitor, message } = await unsure();
    expect(await solve(visitor)).toMatchObject({ status: 200 });
    expect(await solve(visitor)).toMatchObject({ status: 200 });
    expect(await status(visitor)).toBe("resolved");
    const ticket = await ticketOf(visitor);
    expect(ticket.messages.find(({ id }) => id === message.id)?.related?.map(({ solved }) => solved)).toEqual([
      undefined,
      true,
      undefined,
    ]);
    const told = await desk.rig.stored(desk.tenantId, visitor.session.ticket.id);
    const ends = told.filter(({ type }) => type === "owner") as unknown as { payload: object }[];
    expect(ends.at(-1)?.payload).toMatchObject({
      status: "resolved",
      solved_with: { message_id: message.id, title: "Parcels", heading: "Parcels > Change the address" },
    });
    expect(ends).toHaveLength(2);
    expect(await solve(visitor, chunks[2]?.chunk_id)).toMatchObject({ body: { error: { code: "already_handled" } } });
    // The visitor may continue.
    desk.rig.script.score = 0.9;
    expect(storedTypes((await desk.say(visitor, "And the fee?")).events)).toContain("message");
    expect(await status(visitor)).toBe("open");
  });

  it("solve nothing for another visitor or tenant, for what was not shown, or once an agent has answered", async () => {
    const { visitor } = await unsure();
    const refused = { status: 404, body: { error: { code: "not_found" } } };
    expect(await solve(await desk.visitor())).toMatchObject(refused);
    expect(await solve(await stranger())).toMatchObject(refused);
    expect(await solve(visitor, chunks[3]?.chunk_id)).toMatchObject(refused);
    await desk.desk(`tickets/${visitor.session.ticket.id}/messages`, { content: "On its way." });
    expect(await solve(visitor)).toMatchObject({ status: 409, body: { error: { code: "already_handled" } } });
    const { visitor: sure, message } = await (async () => {
      desk.rig.script.score = 0.9;
      return answered();
    })();
    expect(message.related).toHaveLength(2);
    expect(await solve(sure)).toMatchObject(refused);
  });

  it("count as resolved, and as no agent's work", async () => {
    const values = async () => {
      await keepDays(desk.http.db, desk.tenantId, { freshMs: 0, olderMs: 0 });
      const { body } = await desk.desk("analytics?days=1");
      const { values: all, agents } = body as unknown as {
        values: { resolved: number; resolution_median: number | null };
        agents: { resolved: number }[];
      };
      return { ...all, byAgents: agents.reduce((sum, { resolved }) => sum + resolved, 0) };
    };
    const before = await values();
    await solve((await unsure()).visitor);
    const after = await values();
    expect(after.resolved).toBe(before.resolved + 1);
    expect(after.byAgents).toBe(before.byAgents);
    expect(after.resolution_median).toBe(before.resolution_median);
  });
});

describe("a tenant that suggests first", () => {
  beforeAll(async () => {
    expect(await setHandOver("suggest_first")).toBe(200);
    expect(await setHandOver("never")).toBe(400);
  });
  afterAll(() => setHandOver("at_once"));

  it("shows the sections and asks nobody, until the visitor wants the team for that question", async () => {
    const { visitor, message } = await unsure();
    expect(message.content).toBe("I'm not sure enough to answer this. These sections may help:");
    expect(message.related).toHaveLength(3);
    expect(await status(visitor)).toBe("open");
    await desk.say(visitor, "I'd like to talk to a human");
    const ticket = await ticketOf(visitor);
    expect(ticket).toMatchObject({ ticket: { status: "pending_human", escalation_reason: "asked_for_person" } });
    expect(JSON.stringify(ticket)).toContain(`"question":"${question}"`);
  });

  it("asks the team at once where nothing was near", async () => {
    desk.rig.chunks.splice(0);
    const { visitor } = await unsure();
    expect(await status(visitor)).toBe("pending_human");
  });

  it("lets a section solve the question before anybody is asked, as long as it is the last word", async () => {
    const { visitor } = await unsure();
    expect(await solve(visitor)).toMatchObject({ status: 200 });
    expect(await status(visitor)).toBe("resolved");
    const { visitor: other } = await unsure();
    desk.rig.script.score = 0.9;
    await desk.say(other, "And the fee?");
    expect(await solve(other)).toMatchObject({ status: 409 });
  });

  it("is one tenant's own wish", async () => {
    const response = await fetch(`${desk.http.url}/api/v1/admin/settings`, {
      headers: { authorization: `Bearer ${desk.http.b.api_key}` },
    });
    expect(await response.json()).toMatchObject({ hand_over: "at_once" });
  });
});
