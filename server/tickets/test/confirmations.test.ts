import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminConfirmation, WaitingConfirmations } from "../../../protocol/admin-confirmations.ts";
import type { StreamEventOf } from "../../../protocol/events.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ActingScript, actingAssistant, moveArguments, seedBookingTool } from "../../test/support/acting.ts";
import {
  type Answered,
  type ConversationRig,
  startConversationRig,
  storedTypes,
} from "../../test/support/conversation.ts";
import { originB } from "../../test/support/http.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { TurnRunner } from "../turns/runner.ts";

let desk: ConversationRig;
let script: ActingScript;
const tools: Record<string, ActingScript["tool"]> = {};

beforeAll(async () => {
  desk = await startConversationRig();
  for (const approval of ["visitor", "agent", "both"] as const)
    tools[approval] = await seedBookingTool(desk.http.db, desk.tenantId, approval);
  const acting = actingAssistant(desk.http.db, toolOf("visitor"));
  ({ script } = acting);
  Object.assign(desk.rig.deps, acting.deps);
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  script.executed = [];
  script.asked = [];
  script.status = "completed";
  script.tool = toolOf("visitor");
  script.beforeExecute = undefined;
});

function toolOf(approval: string) {
  const tool = tools[approval];
  if (!tool) throw new Error(`no tool that ${approval} approves`);
  return tool;
}

function requiredIn(answer: Answered): StreamEventOf<"confirmation_required"> {
  const found = answer.events.find((event) => event.type === "confirmation_required");
  if (!found) throw new Error(`no confirmation in ${storedTypes(answer.events)}`);
  return found;
}

async function propose(approval: "visitor" | "agent" | "both" = "visitor") {
  script.tool = toolOf(approval);
  const visitor = await desk.visitor();
  const answer = await desk.say(visitor, "Move my booking to Friday");
  const required = requiredIn(answer);
  return { visitor, answer, required, id: required.confirmation_id, ticketId: visitor.session.ticket.id };
}

const say = (visitor: VisitorClient, id: string, approved: boolean) =>
  desk.post(visitor, `confirmations/${id}`, { approved });

async function decide(ticketId: string, id: string, approved: boolean) {
  const answered = await desk.desk(`tickets/${ticketId}/confirmations/${id}`, { approved });
  const body: unknown = answered.body; // of another route than the rig's
  return { status: answered.status, body: body as { confirmation: AdminConfirmation; error?: { code: string } } };
}

async function waiting(): Promise<AdminConfirmation[]> {
  const body: unknown = (await desk.desk("confirmations")).body;
  return (body as WaitingConfirmations).items;
}

const sql = (text: string, params: unknown[]) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => (await tx.query<Record<string, unknown>>(text, params)).rows);

async function statusOf(id: string) {
  const [row] = await sql("select status, decided_by, answer_turn_id from confirmations where id = $1", [id]);
  return row;
}

async function runOut(id: string) {
  await sql("update confirmations set expires_at = now() - interval '1 second' where id = $1", [id]);
}

/** One sweep by another process. */
async function sweepOnce() {
  const other = new TurnRunner({ ...desk.rig.deps, holder: "another" });
  await other.startSweep();
  await other.drain(1_000);
}

describe("a write that waits for the visitor's yes", () => {
  it("is asked in words and as a card, its turn is over, and a reload shows it again", async () => {
    const { visitor, answer, required, id, ticketId } = await propose();
    expect(storedTypes(answer.events)).toEqual(["message", "message", "confirmation_required", "end"]);
    expect(required).toMatchObject({
      action: "Move a booking",
      description: "Booking B-7 is moved to 4 December.",
      arguments: moveArguments,
      fields: [
        { name: "booking_id", label: "Booking", value: "B-7" },
        { name: "new_date", label: "New date", value: "2026-12-04" },
      ],
      waits_for: "visitor",
    });
    const left = Date.parse(required.expires_at) - Date.now();
    expect(left).toBeGreaterThan(590_000);
    expect(left).toBeLessThanOrEqual(600_500);
    const { messages, pending } = await desk.history(visitor);
    expect(messages.at(-1)?.content).toBe(
      "Booking B-7 is moved to 4 December.\n\nShall I go ahead? Nothing changes until you approve.",
    );
    expect(pending).toMatchObject({ type: "confirmation", confirmation_id: id, waits_for: "visitor" });
    const init = { method: "POST", body: JSON.stringify({ tenant_id: desk.tenantId }) };
    expect(await (await visitor.call("init", init)).json()).toMatchObject({ ticket: { id: ticketId }, pending });
    expect(await desk.count("turns where ticket_id = $1 and status = 'clarifying'", [ticketId])).toBe(1);
    expect(await desk.count("turns where ticket_id = $1 and status = 'running'", [ticketId])).toBe(0);
    expect(await waiting()).toEqual([]);
    const { body } = await desk.desk(`tickets/${ticketId}`);
    expect(body.confirmations).toMatchObject([
      { confirmation_id: id, status: "pending", seconds_left: expect.any(Number) },
    ]);
    expect(body.tool_calls).toEqual([]);
  });

  it("is bound to its visitor, ticket, connection, address, tool, definition and arguments", async () => {
    const { id, ticketId } = await propose();
    const [row] = await sql(
      "select arguments_hash as seal, connection_id, tool_id, visitor_id from confirmations where id = $1",
      [id],
    );
    const { toolId, connectionId } = toolOf("visitor");
    const seal = desk.rig.deps.sealCall({
      tenantId: desk.tenantId,
      id,
      ticketId,
      visitorId: String(row?.["visitor_id"]),
      approval: "visitor",
      connection: { id: connectionId, kind: "mcp", url: "https://bookings.example/mcp", locked_headers: null },
      tool: { id: toolId, name: "move_booking", definition_hash: "defined" },
      arguments: { new_date: "2026-12-04", booking_id: "B-7" },
    });
    expect(row).toMatchObject({ seal, connection_id: connectionId, tool_id: toolId });
  });

  it("is made after a yes, in a turn of its own, and the answer keeps what the tool did", async () => {
    const { visitor, id, ticketId } = await propose();
    const answer = await say(visitor, id, true);
    expect(storedTypes(answer.events)).toEqual(["confirmation_response", "message", "end"]);
    expect(answer.events[0]).toMatchObject({ approved: true, outcome: "approved", by: "visitor" });
    expect(script.executed).toEqual([id]);
    const { messages, pending } = await desk.history(visitor);
    expect(pending).toBeNull();
    expect(messages.at(-1)).toMatchObject({
      content: "Moved: completed.",
      tools: [{ tool_call_id: id, title: "Move a booking", kind: "write", status: "completed", content: "Moved." }],
    });
    const told = answer.events.find((event) => event.type === "message");
    expect(told?.type === "message" && told.message.tools).toEqual(messages.at(-1)?.tools);
    const { body } = await desk.desk(`tickets/${ticketId}`);
    expect(body.confirmations).toMatchObject([{ status: "approved", decided_by: "visitor", visitor_approved: true }]);
    expect(body.tool_calls).toMatchObject([{ id, kind: "write", status: "completed", confirmation_id: id }]);
  });

  it("is not made after a no", async () => {
    const { visitor, id } = await propose();
    const answer = await say(visitor, id, false);
    expect(storedTypes(answer.events)).toEqual(["confirmation_response", "message", "end"]);
    expect(answer.events[0]).toMatchObject({ approved: false, outcome: "declined", by: "visitor" });
    // The declined change stays with the answer, so that a reload shows it.
    expect((await desk.history(visitor)).messages.at(-1)).toMatchObject({
      content: "Okay, nothing was changed.",
      tools: [{ tool_call_id: id, title: "Move a booking", kind: "write", status: "declined" }],
    });
    expect(script.executed).toEqual([]);
  });

  it("keeps waiting when the visitor writes a word instead of using a button", async () => {
    const { visitor, id } = await propose();
    for (const word of ["yes", "yes please", "Thanks!"]) {
      await desk.say(visitor, word);
      const { messages, pending } = await desk.history(visitor);
      expect(messages.some(({ content }) => content.startsWith("You moved on"))).toBe(false);
      expect(pending).toMatchObject({ type: "confirmation", confirmation_id: id });
    }
    expect(script.executed).toEqual([]);
    expect(storedTypes((await say(visitor, id, true)).events)).toEqual(["confirmation_response", "message", "end"]);
    expect(script.executed).toEqual([id]);
  });

  it("does not point to buttons that the visitor does not have: the team's, or those of a change that has expired", async () => {
    const ofTeam = await propose("agent");
    await desk.say(ofTeam.visitor, "yes");
    expect((await desk.history(ofTeam.visitor)).pending).toBeNull();
    const expired = await propose();
    await runOut(expired.id);
    await desk.say(expired.visitor, "yes");
    const { messages, pending } = await desk.history(expired.visitor);
    expect(pending).toBeNull();
    expect(messages.some(({ content }) => content.startsWith("There was no answer in time"))).toBe(true);
  });

  it("has one effect however often the same answer comes, and refuses the other one", async () => {
    const { visitor, id } = await propose();
    const all = await Promise.all(Array.from({ length: 8 }, () => say(visitor, id, true)));
    const messages = all.map(({ events }) =>
      events.filter((event) => event.type === "message").map(({ event_id }) => event_id),
    );
    for (const answer of all) expect(storedTypes(answer.events)).toEqual(["confirmation_response", "message", "end"]);
    for (const ids of messages) expect(ids).toEqual(messages[0]);
    expect(script.executed).toEqual([id]);
    const other = await say(visitor, id, false);
    expect([other.status, other.body?.error?.code]).toEqual([409, "already_answered"]);
  });

  it("goes on in a new turn after one that failed, and is still made once", async () => {
    const { visitor, id } = await propose();
    script.beforeExecute = () => Promise.reject(new Error("the database was away"));
    expect(storedTypes((await say(visitor, id, true)).events)).toEqual(["confirmation_response", "error", "end"]);
    script.beforeExecute = undefined;
    expect(storedTypes((await say(visitor, id, true)).events)).toEqual(["message", "end"]);
    expect(storedTypes((await say(visitor, id, true)).events)).toEqual(["message", "end"]);
    expect(script.executed).toEqual([id]);
  });

  it("cannot be stopped once it is approved: what came of it is told", async () => {
    const { visitor, id } = await propose();
    let go = () => {};
    script.beforeExecute = () =>
      new Promise((resolve) => {
        go = () => resolve();
      });
    const answer = say(visitor, id, true);
    await waitFor(() =>
      desk.count("turns where confirmation_id = $1 and status = 'running'", [id]).then((n) => n === 1),
    );
    await visitor.call("cancel", { method: "POST", body: "{}" });
    await waitFor(async () => {
      go();
      return script.executed.length === 1;
    });
    expect(storedTypes((await answer).events)).toEqual(["confirmation_response", "message", "end"]);
  });
});

describe("whose answer counts", () => {
  it("is nobody else's: another visitor, another tenant, another ticket", async () => {
    const { visitor, id } = await propose();
    const stranger = await desk.visitor();
    const neighbour = await VisitorClient.init(`${desk.http.url}/api/v1`, desk.http.b.tenant_id, originB);
    for (const [who, which] of [
      [stranger, id],
      [neighbour, id],
      [visitor, newId()],
    ] as const) {
      const refused = await say(who, which, true);
      expect([refused.status, refused.body?.error?.code]).toEqual([404, "not_found"]);
    }
    const second = await propose();
    const elsewhere = await decide(second.ticketId, id, true);
    expect([elsewhere.status, elsewhere.body.error?.code]).toEqual([404, "not_found"]);
    for (const wrong of [{}, { approved: "yes" }, { approved: true, arguments: {} }])
      expect((await desk.post(visitor, `confirmations/${id}`, wrong)).status).toBe(400);
    expect((await desk.post(visitor, "confirmations/no-id", { approved: true })).status).toBe(404);
    expect(script.executed).toEqual([]);
    expect(await statusOf(id)).toMatchObject({ status: "pending" });
  });

  it.each([
    ["visitor", "agent"],
    ["agent", "visitor"],
    ["both", "agent"],
  ] as const)("of a change that %s approves is not the %s's to begin with", async (approval, wrong) => {
    const { visitor, id, ticketId } = await propose(approval);
    // The visitor may decline at any time.
    for (const approved of wrong === "agent" ? [true, false] : [true]) {
      const refused = wrong === "agent" ? await decide(ticketId, id, approved) : await say(visitor, id, approved);
      expect([refused.status, refused.body?.error?.code]).toEqual([409, "conflict"]);
    }
    expect(await statusOf(id)).toMatchObject({ status: "pending" });
    expect(script.executed).toEqual([]);
  });

  it("is one of two tabs that say different things at once", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { visitor, id } = await propose();
      const both = await Promise.all([say(visitor, id, true), say(visitor, id, false)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(script.executed.filter((one) => one === id)).toHaveLength(both[0]?.status === 200 ? 1 : 0);
    }
  });
});

describe("a write that waits for an agent", () => {
  it("is on the list of what waits, and goes on with an agent's yes while the ticket stays the assistant's", async () => {
    const { visitor, answer, id, ticketId } = await propose("agent");
    expect(requiredIn(answer).waits_for).toBe("agent");
    expect((await desk.history(visitor)).messages.at(-1)?.content).toMatch(/Our team has to approve this first/);
    const [item] = (await waiting()).filter(({ confirmation_id }) => confirmation_id === id);
    expect(item).toMatchObject({
      ticket: { id: ticketId },
      waits_for: "agent",
      approval: "agent",
      arguments: moveArguments,
    });
    expect(item?.seconds_left).toBeGreaterThan(590);
    const decided = await decide(ticketId, id, true);
    expect([decided.status, decided.body.confirmation.status]).toEqual([200, "approved"]);
    await waitFor(async () => (await desk.history(visitor)).messages.at(-1)?.content === "Moved: completed.");
    const { messages, ticket } = await desk.history(visitor);
    expect(messages.at(-2)?.content).toBe("Our team has approved this. I'm doing it now.");
    expect(ticket.owner).toBe("assistant");
    expect(script.executed).toEqual([id]);
    expect((await waiting()).some(({ confirmation_id }) => confirmation_id === id)).toBe(false);
    expect((await decide(ticketId, id, true)).status).toBe(200);
    expect((await decide(ticketId, id, false)).body.error?.code).toBe("already_answered");
    expect((await say(visitor, id, true)).body?.error?.code).toBe("already_answered");
    const actions = await sql("select action from audit_log where target_id = $1 order by created_at", [ticketId]);
    expect(actions).toEqual([{ action: "ticket.approve_call" }]);
  });

  it("is not made after an agent's no", async () => {
    const { visitor, id, ticketId } = await propose("agent");
    expect((await decide(ticketId, id, false)).body.confirmation).toMatchObject({
      status: "declined",
      decided_by: "agent",
    });
    await waitFor(
      async () => (await desk.history(visitor)).messages.at(-1)?.content.includes("nothing was changed") === true,
    );
    expect(script.executed).toEqual([]);
  });

  it("asks the visitor first where both have to agree, and tells both sides who is next", async () => {
    const { visitor, id, ticketId } = await propose("both");
    const first = await say(visitor, id, true);
    expect(storedTypes(first.events)).toEqual(["confirmation_required", "message", "end"]);
    expect(requiredIn(first)).toMatchObject({ confirmation_id: id, waits_for: "agent" });
    const again = await say(visitor, id, true);
    expect(again.events.map(({ event_id }) => event_id).slice(0, 2)).toEqual(
      first.events.map(({ event_id }) => event_id).slice(0, 2),
    );
    expect((await desk.history(visitor)).pending).toMatchObject({ type: "confirmation", waits_for: "agent" });
    expect((await waiting()).some(({ confirmation_id }) => confirmation_id === id)).toBe(true);
    expect(script.executed).toEqual([]);
    expect((await decide(ticketId, id, true)).status).toBe(200);
    await waitFor(async () => script.executed.length === 1);
    expect(storedTypes((await say(visitor, id, true)).events)).toEqual([
      "confirmation_response",
      "message",
      "message",
      "end",
    ]);
    expect(script.executed).toEqual([id]);
  });
});

describe("a visitor's no while an agent is asked", () => {
  it.each(["agent", "both"] as const)(
    "ends a write that %s approve, and the agent's yes comes too late",
    async (approval) => {
      const { visitor, id, ticketId } = await propose(approval);
      if (approval === "both") await say(visitor, id, true);
      const answer = await say(visitor, id, false);
      expect(storedTypes(answer.events)).toEqual(["confirmation_response", "message", "end"]);
      expect(answer.events[0]).toMatchObject({ approved: false, outcome: "declined", by: "visitor" });
      expect((await desk.history(visitor)).messages.at(-1)?.content).toBe("Okay, nothing was changed.");
      expect((await waiting()).some(({ confirmation_id }) => confirmation_id === id)).toBe(false);
      expect((await decide(ticketId, id, true)).body.error?.code).toBe("already_answered");
      expect((await say(visitor, id, false)).events.map(({ event_id }) => event_id)).toEqual(
        answer.events.map(({ event_id }) => event_id),
      );
      expect((await say(visitor, id, true)).body?.error?.code).toBe("already_answered");
      expect(script.executed).toEqual([]);
    },
  );
});

/** Events that end a confirmation without an answer, and their results. */
const refusals: {
  name: string;
  run(asked: Awaited<ReturnType<typeof propose>>): Promise<unknown>;
  outcome: "expired" | "withdrawn";
  by: "visitor" | "agent" | "system";
  /** The sentence that the visitor reads; null for none. */
  words: RegExp | null;
}[] = [
  {
    name: "ten minutes without an answer",
    run: ({ id }) => runOut(id).then(sweepOnce),
    outcome: "expired",
    by: "system",
    words: /There was no answer in time, so nothing was changed: “Move a booking”\./,
  },
  {
    name: "an answer that comes too late",
    run: async ({ visitor, id }) => {
      await runOut(id);
      const late = await say(visitor, id, true);
      expect([late.status, late.body?.error?.code]).toEqual([410, "confirmation_expired"]);
    },
    outcome: "expired",
    by: "system",
    words: /There was no answer in time/,
  },
  {
    name: "another message of the visitor",
    run: ({ visitor }) => desk.say(visitor, "What does shipping cost?"),
    outcome: "withdrawn",
    by: "visitor",
    words: /You moved on to something else, so nothing was changed: “Move a booking”\./,
  },
  {
    name: "a message after the ten minutes",
    run: ({ visitor, id }) => runOut(id).then(() => desk.say(visitor, "What does shipping cost?")),
    outcome: "expired",
    by: "system",
    words: /There was no answer in time/,
  },
  {
    name: "a take-over",
    run: ({ ticketId }) => desk.desk(`tickets/${ticketId}/take`, {}),
    outcome: "withdrawn",
    by: "agent",
    words: null,
  },
  {
    name: "an agent's reply",
    run: ({ ticketId }) => desk.desk(`tickets/${ticketId}/messages`, { content: "I look into it." }),
    outcome: "withdrawn",
    by: "agent",
    words: null,
  },
  {
    name: "an agent's answer that resolves the ticket",
    run: ({ ticketId }) => desk.desk(`tickets/${ticketId}/resolve`, { answer: "Done by hand." }),
    outcome: "withdrawn",
    by: "agent",
    words: null,
  },
  {
    name: "an end by the visitor",
    run: ({ visitor }) => visitor.call("end", { method: "POST", body: "{}" }),
    outcome: "withdrawn",
    by: "visitor",
    words: null,
  },
];

describe("what is no answer is a no", () => {
  it.each(refusals)("$name", async ({ run, outcome, by, words }) => {
    for (const approval of ["visitor", "agent"] as const) {
      const asked = await propose(approval);
      const { visitor, id, ticketId } = asked;
      await run(asked);
      expect(await statusOf(id)).toEqual({ status: outcome, decided_by: by, answer_turn_id: null });
      expect(await sql("select pending_confirmation from tickets where id = $1", [ticketId])).toEqual([
        { pending_confirmation: null },
      ]);
      const told = await sql(
        "select payload from ticket_events where ticket_id = $1 and type = 'confirmation_response'",
        [ticketId],
      );
      expect(told).toEqual([{ payload: { confirmation_id: id, approved: false, outcome, by } }]);
      const { messages, pending } = await desk.history(visitor);
      expect(pending).toBeNull();
      const inWords = messages.filter(({ tools }) => tools?.some((tool) => tool.tool_call_id === id));
      expect(inWords.map(({ content }) => content)).toEqual(words ? [expect.stringMatching(words)] : []);
      if (words) expect(inWords[0]?.tools).toMatchObject([{ status: outcome, kind: "write" }]);
      // A late approval is rejected.
      const late = await say(visitor, id, true);
      expect([late.status, late.body?.error?.code]).toEqual(
        outcome === "expired" ? [410, "confirmation_expired"] : [409, "already_answered"],
      );
      expect((await decide(ticketId, id, true)).status).toBe(outcome === "expired" ? 410 : 409);
      expect(script.executed).toEqual([]);
    }
  });

  it("answers the message that came instead, knowing that the change was not made", async () => {
    const { visitor } = await propose();
    const answer = await desk.say(visitor, "What does shipping cost?");
    expect(storedTypes(answer.events)).toEqual(["confirmation_response", "message", "message", "message", "end"]);
    expect(script.asked.at(-1)?.question).toBe("What does shipping cost?");
    expect(script.asked.at(-1)?.history.at(-1)).toMatch(/so nothing was changed: “Move a booking”/);
  });

  it("asks nothing when the visitor has written again while the write was being proposed", async () => {
    const visitor = await desk.visitor();
    const { ticket } = visitor.session;
    let go = () => {};
    const original = desk.rig.deps.assistant.runTurn;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    desk.rig.deps.assistant.runTurn = async (input) => {
      if (input.question.startsWith("Move")) await held;
      return original(input);
    };
    try {
      const first = desk.say(visitor, "Move my booking to Friday");
      await waitFor(async () => (await desk.count("turns where ticket_id = $1", [ticket.id])) === 1);
      const second = desk.say(visitor, "No, wait: what does it cost?");
      await waitFor(async () => (await desk.count("messages where ticket_id = $1", [ticket.id])) === 2);
      go();
      expect(storedTypes((await first).events)).toContain("end");
      await second;
    } finally {
      desk.rig.deps.assistant.runTurn = original;
    }
    const { messages, pending } = await desk.history(visitor);
    expect(pending).toBeNull();
    expect(messages.map(({ content }) => content).slice(2)).toEqual([
      expect.stringMatching(/You moved on to something else, so nothing was changed/),
      "You can.",
    ]);
    expect(await sql("select status from confirmations where ticket_id = $1", [ticket.id])).toEqual([
      { status: "withdrawn" },
    ]);
  });

  it("lets one thing win when an answer, a message and a take-over come at once", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { visitor, id, ticketId } = await propose();
      await Promise.all([
        say(visitor, id, true),
        desk.desk(`tickets/${ticketId}/take`, {}),
        desk.say(visitor, "What does shipping cost?"),
      ]);
      const row = await statusOf(id);
      expect(["approved", "withdrawn"]).toContain(row?.["status"]);
      const told = await sql("select from ticket_events where ticket_id = $1 and type = 'confirmation_response'", [
        ticketId,
      ]);
      expect(told).toHaveLength(1);
      if (row?.["status"] === "withdrawn") expect(script.executed).not.toContain(id);
    }
  });
});

describe("a process that dies", () => {
  it("while a write waits takes nothing with it: another one goes on with the answer", async () => {
    const { visitor, id } = await propose();
    const other = new TurnRunner({ ...desk.rig.deps, holder: "another" });
    const { http } = desk;
    const before = http.ctx.turns;
    http.ctx.turns = other;
    try {
      expect(storedTypes((await say(visitor, id, true)).events)).toEqual(["confirmation_response", "message", "end"]);
    } finally {
      http.ctx.turns = before;
      await other.drain(1_000);
    }
    expect(script.executed).toEqual([id]);
  });

  it("before or after an approved write was made leaves it to a new turn, which makes it at most once", async () => {
    for (const dies of ["before", "after"] as const) {
      const { visitor, id, ticketId } = await propose();
      script.executed = [];
      let left = 0;
      const original = desk.rig.deps.assistant.runTurn;
      desk.rig.deps.assistant.runTurn = async (input) => {
        if (dies === "after") await input.ports.tools?.execute(id, new AbortController().signal, () => {});
        left += 1;
        // The process has died, so nothing else follows.
        return new Promise(() => {});
      };
      void desk.post(visitor, `confirmations/${id}`, { approved: true }).catch(() => undefined);
      await waitFor(() => left === 1);
      desk.rig.deps.assistant.runTurn = original;
      await sql("update turns set lease_expires_at = now() - interval '1 second' where ticket_id = $1", [ticketId]);
      await sweepOnce();
      await waitFor(async () => (await desk.history(visitor)).messages.at(-1)?.content === "Moved: completed.");
      expect(script.executed).toEqual([id]);
      const [row] = await sql("select answer_turn_id from confirmations where id = $1", [id]);
      expect(await sql("select status from turns where id = $1", [row?.["answer_turn_id"]])).toEqual([
        { status: "done" },
      ]);
    }
  });

  it("leaves a write of which nobody knows what came to a person, and says so", async () => {
    const { visitor, id, ticketId } = await propose();
    script.status = "unknown";
    const answer = await say(visitor, id, true);
    expect(storedTypes(answer.events)).toEqual(["confirmation_response", "escalation", "message", "owner", "end"]);
    const { messages, ticket } = await desk.history(visitor);
    expect(ticket.owner).toBe("human");
    expect(messages.at(-1)?.content).toMatch(
      /^I can't tell whether this was done: “Move a booking”\. Please don't try again yet.* #\d+/,
    );
    expect(messages.at(-1)?.tools).toMatchObject([{ status: "unknown" }]);
    const { body } = await desk.desk(`tickets/${ticketId}`);
    expect(body.ticket.escalation_reason).toBe("tool_failure");
    expect(body.tool_calls).toMatchObject([{ id, status: "unknown", settled: null }]);
  });
});
