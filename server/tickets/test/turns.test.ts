import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { openBackend, type TestBackend } from "../../test/support/backends.ts";
import { seedTwoTenants } from "../../test/support/database.ts";
import { anAgent, createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { handBackTicket } from "../desk/hand-back.ts";
import { resolveTicket } from "../desk/resolve.ts";
import { readInbox, readTicket } from "../desk/tickets.ts";
import { replyToTicket, takeTicket } from "../desk/verbs.ts";
import { rateAnswer } from "../turns/rate-answer.ts";

let backend: TestBackend;
let db: Database;
let rig: TurnRig;
let a: string;
let b: string;
const ada = anAgent();

beforeAll(async () => {
  backend = await openBackend();
  ({ db } = backend);
  ({ a, b } = await seedTwoTenants(db));
  rig = createTurnRig(db, backend.hub);
});
afterAll(async () => {
  await rig.turns.drain(1_000);
  await rig.deps.hub.close();
  await backend.close();
});
beforeEach(() => {
  rig.script.words = ["You", " can", " [1]."];
  rig.script.score = 0.9;
  delete rig.script.beforeAnswer;
  delete rig.script.betweenWords;
});

const types = (events: { type: string }[]) =>
  events.map((event) => event.type).filter((type) => type !== "status" && type !== "token");

async function count(tenantId: string, sql: string, params: unknown[]): Promise<number> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    tx.query<{ n: number }>(`select count(*)::int as n from ${sql}`, params),
  );
  return rows[0]?.n ?? -1;
}

describe("a turn", () => {
  it("streams the answer and stores message, citation, receipt and gapless events", async () => {
    const ticket = await rig.openTicket(a);
    const events = await rig.ask(a, ticket, "How?");
    expect(types(events)).toEqual(["message", "message", "end"]);
    const text = events.flatMap((event) => (event.type === "token" ? [event.content] : [])).join("");
    expect(text).toBe("You can [1].");
    const { messages } = await rig.history(a, ticket);
    expect(messages.map((message) => [message.role, message.content])).toEqual([
      ["visitor", "How?"],
      ["assistant", "You can [1]."],
    ]);
    expect(messages[1]?.citations).toMatchObject([{ index: 1, quote: "You can do it.", title: "Guide" }]);
    expect(messages[1]?.grade?.score).toBe(0.9);
    expect(await count(a, "model_calls where ticket_id = $1 and cost_micros = 7", [ticket])).toBe(1);
    expect((await rig.stored(a, ticket)).map((event) => event.sequence)).toEqual([1, 2, 3]);
  });

  it("does nothing new when the same message comes again, and refuses its id for other text", async () => {
    const ticket = await rig.openTicket(a);
    const id = newId();
    const first = await rig.ask(a, ticket, "Once", id);
    const again = await rig.ask(a, ticket, "Once", id);
    expect(types(again)).toEqual(types(first));
    expect(await count(a, "messages where ticket_id = $1", [ticket])).toBe(2);
    await expect(rig.ask(a, ticket, "Other", id)).rejects.toMatchObject({ code: "message_conflict" });
  });

  it("takes messages that come meanwhile as the next turn, one turn at a time", async () => {
    const ticket = await rig.openTicket(a);
    let release = () => {};
    const asked: string[] = [];
    rig.script.beforeAnswer = (question) => {
      asked.push(question);
      return asked.length > 1
        ? Promise.resolve()
        : new Promise((resolve) => {
            release = resolve;
          });
    };
    await rig.turns.send({ tenantId: a, ticketId: ticket, messageId: newId(), content: "First" });
    await waitFor(() => asked.length === 1);
    await rig.turns.send({ tenantId: a, ticketId: ticket, messageId: newId(), content: "Second" });
    await rig.turns.send({ tenantId: a, ticketId: ticket, messageId: newId(), content: "Third" });
    expect(await count(a, "turns where ticket_id = $1 and status = 'running'", [ticket])).toBe(1);
    release();
    await waitFor(async () => (await count(a, "turns where ticket_id = $1 and status = 'done'", [ticket])) === 2);
    expect(asked).toEqual(["First", "Second\nThird"]);
  });

  it("is stopped by a command, keeps nothing of the text and says so", async () => {
    const ticket = await rig.openTicket(a);
    rig.script.betweenWords = async () => {
      await rig.turns.stop(a, ticket);
    };
    const events = await rig.ask(a, ticket, "Stop me");
    expect(types(events)).toEqual(["message", "cancel", "end"]);
    expect(await count(a, "messages where ticket_id = $1 and role = 'assistant'", [ticket])).toBe(0);
  });

  it("fails visibly when the model fails unexpectedly, and is retried by sending the same message", async () => {
    const ticket = await rig.openTicket(a);
    const id = newId();
    rig.script.beforeAnswer = async () => {
      throw new Error("boom");
    };
    expect(types(await rig.ask(a, ticket, "Try", id))).toEqual(["message", "error", "end"]);
    delete rig.script.beforeAnswer;
    expect(types(await rig.ask(a, ticket, "Try", id))).toEqual(["message", "end"]);
    expect(await count(a, "messages where ticket_id = $1", [ticket])).toBe(2);
  });

  it("whose process died is answered by another, once", async () => {
    const ticket = await rig.openTicket(a);
    const messageId = newId();
    const turnId = newId();
    await withTenant(db, a, async (tx) => {
      await tx.query("update tickets set last_sequence = 1 where id = $1", [ticket]);
      await tx.query(
        "insert into messages (tenant_id, id, ticket_id, turn_id, sequence, role, content) values ($1, $2, $3, $4, 1, 'visitor', 'Lost?')",
        [a, messageId, ticket, turnId],
      );
      await tx.query(
        "insert into turns (tenant_id, id, ticket_id, kind, owner_epoch, lease_holder, lease_expires_at) values ($1, $2, $3, 'visitor', 0, 'dead', now() - interval '1 second')",
        [a, turnId, ticket],
      );
    });
    await rig.turns.startSweep();
    await waitFor(async () => (await rig.history(a, ticket)).messages.length === 2);
    expect(types(await rig.stored(a, ticket))).toEqual(["cancel", "message", "end"]);
    expect(await count(a, "messages where ticket_id = $1", [ticket])).toBe(2);
  });
});

describe("what a turn says itself", () => {
  const spoken = async (locale: string, question: string) => {
    const ticket = await rig.openTicket(a);
    const visitor = "visitors set locale = $2 where id = (select visitor_id from tickets where id = $1)";
    await withTenant(db, a, (tx) => tx.query(`update ${visitor}`, [ticket, locale]));
    rig.script.score = 0.2;
    const events = await rig.ask(a, ticket, question);
    return events.flatMap((event) => (event.type === "status" || event.type === "escalation" ? [event.content] : []));
  };

  it.each([
    ["ja-JP", "API?", /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, "資料を検索しています"],
    ["iw-IL", "API?", /\p{Script=Hebrew}/u, "חיפוש במסמכים"],
    [
      "en-GB",
      "Wie kann ich das Passwort ändern?",
      /wird|werden|weiter|Frage|Ticket|Team/,
      "Dokumentation wird durchsucht",
    ],
  ])("is in the visitor's language (%s: %s)", async (locale, question, isOwn, searching) => {
    const said = await spoken(locale, question);
    expect(said).toContain(searching);
    expect(said.at(-1)).toMatch(/#\d+/);
    for (const sentence of said) expect(sentence).toMatch(isOwn);
  });
});

describe("an escalation", () => {
  it("hands the ticket to a person, whose answer resumes the paused graph and arrives once", async () => {
    const ticket = await rig.openTicket(a);
    rig.script.score = 0.2;
    const events = await rig.ask(a, ticket, "Unknown thing?");
    expect(types(events)).toEqual(["message", "message", "escalation", "message", "owner", "end"]);
    const detail = await readTicket(rig.deps, { tenantId: a, ticketId: ticket, personId: "agent-1" });
    expect(detail.ticket).toMatchObject({ status: "pending_human", owner: "human", escalation_reason: "low_grade" });
    expect(detail.draft).toMatchObject({ content: "You can [1].", grade: { score: 0.2 } });
    expect(
      await count(a, "langgraph.checkpoints where ticket_id = $1 and tenant_id = $2", [ticket, a]),
    ).toBeGreaterThan(0);
    expect(await count(b, "langgraph.checkpoints where ticket_id = $1", [ticket])).toBe(0);

    const resolve = () =>
      resolveTicket(
        rig.desk,
        { tenantId: a, ticketId: ticket, ...ada },
        { answer: "It is blue.", saveAsSnippet: true },
      );
    const results = await Promise.allSettled([resolve(), resolve()]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const { messages, ticket: after } = await rig.history(a, ticket);
    expect(messages.filter((message) => message.role === "agent").map((message) => message.content)).toEqual([
      "It is blue.",
    ]);
    expect(after.status).toBe("resolved");
    await expect(resolve()).rejects.toMatchObject({ code: "already_resolved" });
    expect(await count(a, "snippets where ticket_id = $1", [ticket])).toBe(1);
  });

  it("keeps the visitor's messages in the log and out of the graph while a person owns the ticket", async () => {
    const ticket = await rig.openTicket(a);
    rig.script.score = 0.2;
    await rig.ask(a, ticket, "Unknown?");
    const before = await count(a, "turns where ticket_id = $1", [ticket]);
    expect(types(await rig.ask(a, ticket, "Hello?"))).toEqual(["message"]);
    expect(await count(a, "turns where ticket_id = $1", [ticket])).toBe(before);
  });

  it("reopens a resolved ticket when its visitor writes again", async () => {
    const ticket = await rig.openTicket(a);
    rig.script.score = 0.2;
    await rig.ask(a, ticket, "Unknown?");
    const target = { tenantId: a, ticketId: ticket, ...ada };
    await resolveTicket(rig.desk, target, { answer: "Yes.", saveAsSnippet: false });
    rig.script.score = 0.9;
    expect(types(await rig.ask(a, ticket, "And now?"))).toEqual(["owner", "message", "message", "end"]);
    expect((await rig.history(a, ticket)).ticket).toMatchObject({ status: "open", owner: "assistant" });
  });
});

describe("a visitor's thumb", () => {
  it("down is noted once and ends the reuse of that answer; it needs an answer of the own ticket", async () => {
    const ticket = await rig.openTicket(a);
    await rig.ask(a, ticket, "Rate me");
    const answer = (await rig.history(a, ticket)).messages[1];
    let purges = 0;
    const deps = {
      db,
      purgeCache: async () => {
        purges += 1;
      },
    };
    const rating = { tenantId: a, ticketId: ticket, messageId: answer?.id ?? "", rating: "down" as const };
    await rateAnswer(deps, { ...rating, rating: "up" });
    expect(purges).toBe(0);
    await rateAnswer(deps, { ...rating, reason: "wrong" });
    // Stored together with the rating, so that another process can purge it if this one dies now.
    expect(await count(a, "cache_purges where what = 'answer' and target = $1", [answer?.content ?? ""])).toBe(1);
    expect(purges).toBe(1);
    expect(await count(a, "feedback where ticket_id = $1 and rating = 'down' and reason = 'wrong'", [ticket])).toBe(1);
    await expect(rateAnswer(deps, { ...rating, tenantId: b })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the desk", () => {
  it("takes a ticket over in the middle of a turn, and the turn's text is dropped", async () => {
    const ticket = await rig.openTicket(a);
    let taken = false;
    rig.script.betweenWords = async () => {
      if (!taken) {
        taken = true;
        await takeTicket(rig.desk, { tenantId: a, ticketId: ticket, ...ada });
      }
    };
    const events = await rig.ask(a, ticket, "Race");
    expect(types(events)).toEqual(["message", "owner", "cancel", "end"]);
    expect(await count(a, "messages where ticket_id = $1 and role = 'assistant'", [ticket])).toBe(0);
  });

  it("replies once however often the reply is sent, and gives the ticket back", async () => {
    const ticket = await rig.openTicket(a);
    await rig.ask(a, ticket, "Hi there, how?");
    const target = { tenantId: a, ticketId: ticket, ...ada };
    const messageId = newId();
    await replyToTicket(rig.desk, target, { content: "Hello from Ada", messageId });
    await replyToTicket(rig.desk, target, { content: "Hello from Ada", messageId });
    expect(await count(a, "messages where ticket_id = $1 and role = 'agent'", [ticket])).toBe(1);
    expect((await rig.history(a, ticket)).ticket).toMatchObject({ status: "pending_visitor", owner: "human" });
    await handBackTicket(rig.desk, target);
    expect(types(await rig.ask(a, ticket, "Thanks, and how else?"))).toEqual(["message", "message", "end"]);
  });

  it("shows a tenant its own tickets only", async () => {
    const ticket = await rig.openTicket(a);
    await rig.ask(a, ticket, "Mine");
    const query = { personId: "p", limit: 50 };
    expect((await readInbox(rig.deps, a, query)).items.some((item) => item.id === ticket)).toBe(true);
    expect((await readInbox(rig.deps, b, query)).items).toEqual([]);
    await expect(readTicket(rig.deps, { tenantId: b, ticketId: ticket, personId: "agent-1" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(takeTicket(rig.desk, { tenantId: b, ticketId: ticket, ...ada })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(rig.ask(b, ticket, "Intruder")).rejects.toMatchObject({ code: "not_found" });
    await expect(
      resolveTicket(rig.desk, { tenantId: b, ticketId: ticket, ...ada }, { answer: "x", saveAsSnippet: false }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("pages the inbox without losing or repeating a ticket", async () => {
    for (let n = 0; n < 3; n++) await rig.ask(a, await rig.openTicket(a), `Zebra ${n}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await readInbox(rig.deps, a, { personId: "p", limit: 2, q: "Zebra", ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((item) => item.id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(3);
    expect(seen).toHaveLength(3);
  });
});
