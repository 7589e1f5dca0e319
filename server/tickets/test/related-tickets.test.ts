import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../protocol/admin.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { analyticsSources } from "../../operations/store/analytics-sources.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { originA } from "../../test/support/http.ts";
import { anAgent } from "../../test/support/turns.ts";
import { mergeTicket } from "../desk/merge.ts";

const rounds = 8;

let desk: ConversationRig;
beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.script.score = 0.2;
});

/** A visitor's ticket, with the visitor's token. */
interface Open {
  id: string;
  number: number;
  token: string;
}

async function chat<T>({ token }: Pick<Open, "token">, path: string, body?: object): Promise<T> {
  const response = await fetch(`${desk.http.url}/api/v1/chat/${path}`, {
    method: body ? "POST" : "GET",
    headers: { origin: originA, authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return (text.startsWith("{") ? JSON.parse(text) : text) as T;
}
const say = (open: Open, content: string) => chat(open, "stream", { message_id: newId(), content });
const saidIn = async (open: Open) =>
  (await chat<{ messages: { role: string; content: string }[] }>(open, "history")).messages;

/** A visitor's tickets, each waiting for an agent. */
async function ticketsOf(count: number): Promise<Open[]> {
  const visitor = await desk.visitor();
  const opened: Open[] = [];
  let session: Pick<InitResponse, "ticket" | "token"> = visitor.session;
  for (let made = 0; made < count; made += 1) {
    if (made > 0) session = await chat<InitResponse>({ token: session.token }, "tickets", {});
    const open = { id: session.ticket.id, number: session.ticket.number, token: session.token };
    await say(open, `Where is parcel ${made}?`);
    opened.push(open);
  }
  return opened;
}
const two = async () => (await ticketsOf(2)) as [Open, Open];

const detail = async ({ id }: Open): Promise<TicketDetail> => (await desk.desk(`tickets/${id}`)).body;
const merge = (from: Open, into: Open) => desk.desk(`tickets/${from.id}/merge`, { into: into.id });
const inTenant = <T extends object>(sql: string, params: unknown[] = []) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => (await tx.query<T>(sql, params)).rows);
const wait = async ({ id }: Open) =>
  expect.poll(() => desk.count("turns where ticket_id = $1 and status = 'running'", [id])).toBe(0);

describe("related tickets", () => {
  it("are named beside each other, of whichever visitors, until the relation ends on either side", async () => {
    const [one] = (await ticketsOf(1)) as [Open];
    const [other] = (await ticketsOf(1)) as [Open];
    const { body } = await desk.desk(`tickets/${one.id}/links`, { ticket_id: other.id });
    expect(body.related.links).toMatchObject([{ id: other.id, number: other.number, status: "pending_human" }]);
    await desk.desk(`tickets/${other.id}/links`, { ticket_id: one.id });
    expect((await detail(other)).related.links.map(({ id }) => id)).toEqual([one.id]);
    expect((await desk.desk(`tickets/${one.id}/links`, { ticket_id: one.id })).status).toBe(409);
    expect((await desk.desk(`tickets/${one.id}/links`, { ticket_id: newId() })).status).toBe(404);
    const gone = await fetch(`${desk.http.url}/api/v1/admin/tickets/${other.id}/links/${one.id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${desk.http.a.api_key}` },
    });
    expect(gone.status).toBe(200);
    expect((await detail(one)).related.links).toEqual([]);
  });
});

describe("a duplicate", () => {
  it("ends where it goes on in the other ticket: it waits no more, the visitor is told, and webhooks hear of it once", async () => {
    const [dup, main] = await two();
    await inTenant(
      `insert into webhooks (tenant_id, id, name, url, events, secret) values ($1, $2, 'W', 'https://w.example', '["ticket.merged", "ticket.resolved"]', 's')`,
      [desk.tenantId, newId()],
    );
    const { status, body } = await merge(dup, main);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ticket: { status: "resolved", ended_as: "merged", waiting_since: null, due: null },
      ended_as: "merged",
      related: { merged_into: { id: main.id, number: main.number } },
    });
    expect(body.owners.at(-1)).toMatchObject({ merged_into: main.number });
    expect((await detail(main)).related.merged).toMatchObject([{ id: dup.id, number: dup.number, ended_as: "merged" }]);
    expect((await saidIn(dup)).at(-1)).toMatchObject({
      role: "system",
      content: `This conversation continues in #${main.number}. You'll find it in your conversations.`,
    });
    expect(await chat<object>(dup, "resolution")).toMatchObject({ rating: null });
    expect(await inTenant("select type from webhook_deliveries where ticket_id = $1", [dup.id])).toEqual([
      { type: "ticket.merged" },
    ]);
    // A merge helped nobody, so the daily numbers do not count it as resolved.
    const span = { since: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) };
    const ended = await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.all(sql`select ticket_id from (${analyticsSources.ended(span)}) e where ticket_id = ${dup.id}`),
    );
    expect(ended).toEqual([]);
    expect(
      await inTenant("select action from audit_log where action = 'ticket.merge' and target_id = $1", [dup.id]),
    ).toHaveLength(1);
    await inTenant("delete from webhooks");
  });

  it("is as before when that is taken back", async () => {
    const [dup, main] = await two();
    const before = await detail(dup);
    const merged = await merge(dup, main);
    expect(merged.body.undo_until).not.toBeNull();
    const { body } = await desk.desk(`tickets/${dup.id}/undo`, {});
    expect(body.related.merged_into).toBeNull();
    expect(body.ended_as).toBeNull();
    expect(body.ticket).toMatchObject({ status: "pending_human", waiting_since: before.ticket.waiting_since });
    expect(body.draft).toEqual(before.draft);
    expect((await saidIn(dup)).at(-1)?.content).toContain(`#${dup.number}`);
    expect((await detail(main)).related.merged).toEqual([]);
  });

  it("is refused into another visitor's ticket, into one that is over or goes on elsewhere, and into itself", async () => {
    const [dup, main] = await two();
    const [stranger] = (await ticketsOf(1)) as [Open];
    const refused = await merge(dup, stranger);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain("Link them instead");
    expect((await merge(dup, dup)).status).toBe(409);
    await merge(dup, main);
    const [again] = (await ticketsOf(1)) as [Open];
    expect((await merge(again, dup)).status).toBe(409);
    expect((await merge(main, dup)).status).toBe(409);
    await desk.desk(`tickets/${main.id}/resolve`, { answer: "Here it is." });
    expect((await merge(dup, main)).body.error?.code).toBe("already_resolved");
  });

  it("takes what its visitor says once more, and waits for whoever has the other ticket", async () => {
    const [dup, main] = await two();
    await desk.desk(`tickets/${main.id}/take`, {});
    await merge(dup, main);
    await say(dup, "And the invoice?");
    const open = await detail(dup);
    const holder = (await detail(main)).ticket.assignee;
    expect(open.ticket).toMatchObject({ status: "pending_human", owner: "human", assignee: holder });
    expect(open.ticket.waiting_since).not.toBeNull();
    expect(open.messages.at(-1)?.content).toBe("And the invoice?");
    expect(open.related.merged_into).toBeNull();
    expect(open.ended_as).toBeNull();
  });

  it("is the assistant's when its visitor goes on and nobody has the other ticket any more", async () => {
    const [dup, main] = await two();
    await merge(dup, main);
    await desk.desk(`tickets/${main.id}/resolve`, { answer: "It is there." });
    desk.rig.script.score = 0.9;
    await say(dup, "How does it go?");
    await wait(dup);
    expect((await detail(dup)).ticket).toMatchObject({ status: "open", owner: "assistant" });
  });

  it("goes on at the end of a chain, and stays resolved when the other ticket is deleted", async () => {
    const [first, second, last] = (await ticketsOf(3)) as [Open, Open, Open];
    await merge(first, second);
    await merge(second, last);
    await desk.desk(`tickets/${last.id}/take`, {});
    await say(first, "Hello?");
    expect((await detail(first)).ticket.assignee).toEqual((await detail(last)).ticket.assignee);
    const gone = await fetch(`${desk.http.url}/api/v1/admin/tickets/${last.id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${desk.http.a.api_key}` },
    });
    expect(gone.status).toBe(200);
    expect(await detail(second)).toMatchObject({ ticket: { status: "resolved" }, related: { merged_into: null } });
  });

  it("is one of the two when both are merged into each other at once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = await two();
      const deps = { db: desk.http.db, hub: desk.http.ctx.desk.hub };
      const by = { tenantId: desk.tenantId, ...anAgent() };
      const results = await Promise.allSettled([
        mergeTicket(deps, { ...by, ticketId: one.id }, other.id),
        mergeTicket(deps, { ...by, ticketId: other.id }, one.id),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await desk.count("ticket_merges where ticket_id = any($1::uuid[])", [[one.id, other.id]])).toBe(1);
    }
  });
});
