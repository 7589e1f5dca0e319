import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TicketDetail, type TicketListResponse, ticketDetailSchema } from "../../../protocol/admin.ts";
import type { GapDetail, GapListResponse } from "../../../protocol/admin-gaps.ts";
import { answerBasisSchema, type ReportState } from "../../../protocol/answer-basis.ts";
import type { Message } from "../../../protocol/messages.ts";
import { withTenant } from "../../database/transaction.ts";
import { runGaps } from "../../knowledge/gaps/run-gaps.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { originB } from "../../test/support/http.ts";
import { seedDocument, wordVectors } from "../../test/support/library.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";

let desk: ConversationRig;
const purged: string[] = [];

const inTenant = <T extends object>(sql: string, params: unknown[] = []) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => (await tx.query<T>(sql, params)).rows);

beforeAll(async () => {
  desk = await startConversationRig();
  const { ctx } = desk.http;
  ctx.gaps = { ...ctx.gaps, hub: ctx.desk.hub, embeddings: wordVectors };
  ctx.knowledge = { ...ctx.knowledge, purgeCache: async (tenantId) => void purged.push(tenantId) };
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.rig.script.score = 0.9;
  desk.http.ctx.gaps.askAgain = async () => ({ isAnswered: false, score: 0, citations: [] });
  purged.length = 0;
  for (const table of ["tickets", "documents", "gap_runs", "gaps", "cache_purges"])
    await inTenant(`delete from ${table}`);
});

async function run(): Promise<void> {
  await inTenant("update gap_runs set next_at = now()");
  expect(await runGaps(desk.http.ctx.gaps, desk.tenantId)).toBe(true);
}

const admin = async <T>(path: string, method = "GET") => {
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${desk.http.a.api_key}` },
  });
  return (await response.json()) as T;
};
const gaps = async (status = "open") => (await admin<GapListResponse>(`gaps?status=${status}`)).items;

async function answered(question = "Do you gift-wrap a parcel?") {
  const visitor = await desk.visitor();
  await desk.say(visitor, question);
  const message = (await desk.history(visitor)).messages.findLast(({ role }) => role === "assistant");
  if (!message) throw new Error("there is no answer");
  return { visitor, id: message.id };
}

const send = (visitor: VisitorClient, id: string, body: object = {}) =>
  visitor.call(`answers/${id}/report`, { method: "POST", body: JSON.stringify(body) });

async function report(visitor: VisitorClient, id: string, body: object = {}): Promise<ReportState> {
  const response = await send(visitor, id, body);
  expect(response.status).toBe(200);
  return (await response.json()) as ReportState;
}

const notices = async (visitor: VisitorClient): Promise<Message[]> =>
  (await desk.history(visitor)).messages.filter((message) => message.report);

/** A new document answers what is asked again. */
async function correct(): Promise<void> {
  const text = "Yes, we gift-wrap a parcel for three euros.";
  const { id, chunkIds } = await seedDocument(desk.http.db, desk.tenantId, {
    source: "wrap",
    title: "Wrapping",
    texts: [text],
  });
  const citation = { chunk_id: chunkIds[0] ?? "", document_id: id, title: "Wrapping", quote: text };
  desk.http.ctx.gaps.askAgain = async () => ({ isAnswered: true, score: 0.9, citations: [citation] });
}

describe("a report of a wrong answer", () => {
  it("takes the answer out of the cache and opens a gap for a single question, with the conversation", async () => {
    const { visitor, id } = await answered();
    expect(await report(visitor, id, { text: "  It is three euros. " })).toMatchObject({ state: "open" });
    expect(purged).toEqual([desk.tenantId]);
    expect(await inTenant("select what, target from cache_purges")).toEqual([
      { what: "answer", target: "You can [1]." },
    ]);
    expect(await inTenant("select rating, reason from feedback where message_id = $1", [id])).toEqual([
      { rating: "down", reason: "It is three euros." },
    ]);
    const [gap] = await gaps();
    expect(gap).toMatchObject({ question: "Do you gift-wrap a parcel?", questions: 1, causes: { reported: 1 } });
    const { items } = await admin<GapDetail>(`gaps/${gap?.id}`);
    expect(items.map(({ ticket, report: words }) => [ticket.id, words])).toEqual([
      [visitor.session.ticket.id, "It is three euros."],
    ]);
    const basis = answerBasisSchema.parse(await (await visitor.call(`answers/${id}`)).json());
    expect(basis.report).toMatchObject({ state: "open" });
  });

  it("shows the team the visitor's words beside the answer, and lists the ticket until the report has an outcome", async () => {
    const { visitor, id } = await answered();
    const { id: other } = await answered("Where is your shop in Lusaka?");
    await report(visitor, id, { text: "It is three euros." });
    const ticketId = visitor.session.ticket.id;
    const detail = ticketDetailSchema.parse(await admin(`tickets/${ticketId}`));
    expect(detail.dislikes).toMatchObject([{ message_id: id, is_reported: true, reason: "It is three euros." }]);
    const listed = async () => admin<TicketListResponse>("tickets?view=reported");
    expect(await listed()).toMatchObject({ items: [{ id: ticketId, is_reported: true }], counts: { reported: 1 } });
    const { items } = await admin<TicketListResponse>("tickets?view=all");
    expect(items.filter((ticket) => ticket.is_reported)).toHaveLength(1);
    await inTenant("update feedback set told_at = now(), outcome = 'dismissed' where message_id <> $1", [other]);
    expect(await listed()).toMatchObject({ items: [], counts: { reported: 0 } });
  });

  it("leads to its gap, and lets the team write in a ticket that has ended, until the visitor is told", async () => {
    const { visitor, id } = await answered();
    await report(visitor, id);
    const ticketId = visitor.session.ticket.id;
    const [gap] = await gaps();
    const end = () => inTenant("update tickets set status = 'closed', resolved_at = now() where id = $1", [ticketId]);
    await end();
    const { dislikes } = await admin<TicketDetail>(`tickets/${ticketId}`);
    expect(dislikes).toMatchObject([{ message_id: id, gap_id: gap?.id }]);
    expect(await admin(`tickets/${ticketId}/take`, "POST")).toMatchObject({
      ticket: { status: "in_progress", owner: "human", ended_as: null },
    });
    await inTenant("update feedback set told_at = now(), outcome = 'dismissed'");
    await end();
    expect(await admin(`tickets/${ticketId}/take`, "POST")).toMatchObject({ error: { code: "already_resolved" } });
  });

  it("counts once, however often it is sent, and keeps its gap when questions are arranged again", async () => {
    const { visitor, id } = await answered();
    const first = await report(visitor, id, { text: "No." });
    const [gap] = await gaps();
    expect(await report(visitor, id, { text: "Something else" })).toEqual(first);
    expect(purged).toHaveLength(1);
    await run();
    await inTenant("update gap_runs set clustered_at = now() - interval '3 days'");
    await answered("Where is your shop in Lusaka?");
    await run();
    expect((await gaps()).map((one) => one.id)).toEqual([gap?.id]);
    expect(await inTenant("select reason from feedback")).toEqual([{ reason: "No." }]);
  });

  it("is told in the conversation when a newer document closes the gap, once, with the question to ask again", async () => {
    const { visitor, id } = await answered();
    await report(visitor, id);
    await run();
    expect(await notices(visitor)).toEqual([]);
    await correct();
    await run();
    await run();
    const [told, ...more] = await notices(visitor);
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      role: "system",
      content: "We’ve corrected this: “Do you gift-wrap a parcel?” Ask again to get the new answer.",
      report: { outcome: "corrected", message_id: id, question: "Do you gift-wrap a parcel?" },
    });
    const basis = answerBasisSchema.parse(await (await visitor.call(`answers/${id}`)).json());
    expect(basis.report).toMatchObject({ state: "corrected" });
    const list = (await (await visitor.call("tickets?limit=5")).json()) as { items: { unread: number }[] };
    expect(list.items[0]?.unread).toBe(2);
  });

  it("is told when the team ignores the gap, after the time to undo that", async () => {
    const { visitor, id } = await answered();
    await report(visitor, id);
    const [gap] = await gaps();
    await run();
    await admin(`gaps/${gap?.id}/ignore`, "POST");
    await run();
    expect(await notices(visitor)).toEqual([]);
    await inTenant(
      "update gaps set ignored = jsonb_set(ignored, '{at}', to_jsonb((now() - interval '1 minute')::text))",
    );
    await run();
    expect((await notices(visitor)).map(({ report: notice }) => notice?.outcome)).toEqual(["dismissed"]);
  });

  it("opens the gap anew when the team has ignored that question before", async () => {
    const first = await answered();
    await report(first.visitor, first.id);
    const [gap] = await gaps();
    await run();
    await admin(`gaps/${gap?.id}/ignore`, "POST");
    const second = await answered();
    await run();
    await report(second.visitor, second.id);
    expect(await gaps("ignored")).toHaveLength(1);
    expect(await gaps("open")).toMatchObject([{ questions: 1 }]);
  });

  it("sends the outcome by e-mail to a visitor who left an address, by the rules of an agent's reply", async () => {
    const { visitor, id } = await answered();
    await report(visitor, id);
    await correct();
    await run();
    const [thread] = await inTenant<{ due_at: Date | null }>("select due_at from email_threads where ticket_id = $1", [
      visitor.session.ticket.id,
    ]);
    expect(thread?.due_at).not.toBeNull();
  });

  it("is accepted from the visitor of the ticket only, for an answer only, and with a short sentence", async () => {
    const { visitor, id } = await answered();
    const stranger = await desk.visitor();
    const elsewhere = await VisitorClient.init(`${desk.http.url}/api/v1`, desk.http.b.tenant_id, originB);
    for (const other of [stranger, elsewhere]) expect((await send(other, id)).status).toBe(404);
    const own = (await desk.history(visitor)).messages.find(({ role }) => role === "visitor");
    expect((await send(visitor, own?.id ?? "")).status).toBe(404);
    expect((await send(visitor, id, { text: "x".repeat(301) })).status).toBe(400);
    expect(await gaps()).toEqual([]);
    expect(await inTenant("select 1 from feedback")).toEqual([]);
  });
});
