import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { historyResponseSchema, initResponseSchema } from "../../../protocol/requests.ts";
import type { GenerateInput } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig, storedTypes } from "../../test/support/conversation.ts";
import { originA } from "../../test/support/http.ts";
import { anAgent } from "../../test/support/turns.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { handBackTicket } from "../desk/hand-back.ts";
import { sendHint } from "../desk/hint.ts";
import { approveDraft, resolveTicket } from "../desk/resolve.ts";
import { takeTicket } from "../desk/verbs.ts";

/** Rounds of each race; more on a backend that runs statements in parallel. PARLEY_TEST_RACES=1000 for a long run. */
const rounds = Number(process.env.PARLEY_TEST_RACES ?? (process.env["TEST_BACKEND"] === "production" ? 8 : 2));
const agents = Array.from({ length: 20 }, (_, index) => anAgent(`agent-${index}`, `Agent ${index}`));

let desk: ConversationRig;
let inputs: GenerateInput[] = [];

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
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.script.score = 0.2;
  desk.rig.script.words = ["You", " can", " [1]."];
  delete desk.rig.script.beforeAnswer;
  inputs = [];
});

/** A ticket that waits for an agent, with a draft. */
async function escalated(): Promise<{ visitor: VisitorClient; id: string }> {
  desk.rig.script.score = 0.2;
  const visitor = await desk.visitor();
  await desk.say(visitor, "How long does the blue one last?");
  return { visitor, id: visitor.session.ticket.id };
}

function settled(id: string): Promise<unknown> {
  return waitFor(async () => (await desk.count("turns where ticket_id = $1 and status = 'running'", [id])) === 0);
}

const stored = (id: string) => desk.rig.stored(desk.tenantId, id);

describe("the audit log", () => {
  it("has one line for what was done once, however often it was asked for", async () => {
    const { id } = await escalated();
    const reply = { content: "Two years.", message_id: newId() };
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await desk.desk(`tickets/${id}/take`, {})).status).toBe(200);
      expect((await desk.desk(`tickets/${id}/messages`, reply)).status).toBe(200);
    }
    for (const action of ["take", "reply"])
      expect(await desk.count("audit_log where target_id = $1 and action = $2", [id, `ticket.${action}`])).toBe(1);
  });
});

describe("a ticket of 250 messages", () => {
  it("is read 100 at a time, from the newest on, by its visitor and by agents, and by nobody else", async () => {
    const visitor = await desk.visitor();
    const ticketId = visitor.session.ticket.id;
    await withTenant(desk.http.db, desk.tenantId, async (tx) => {
      await tx.query(
        `insert into messages (tenant_id, id, ticket_id, turn_id, sequence, role, content)
         select $1, gen_random_uuid(), $2, gen_random_uuid(), n, 'visitor', 'm' || n from generate_series(1, 250) n`,
        [desk.tenantId, ticketId],
      );
      await tx.query("update tickets set last_sequence = 250, message_count = 250 where id = $1", [ticketId]);
    });
    const whole = Array.from({ length: 250 }, (_, index) => `m${index + 1}`);
    const contents = (page: { messages: { content: string }[] }) => page.messages.map(({ content }) => content);
    const newest = await desk.history(visitor);
    expect(contents(newest)).toEqual(whole.slice(150));
    const { body: detail } = await desk.desk(`tickets/${ticketId}`);
    expect(contents(detail)).toEqual(whole.slice(150));
    const again = await fetch(`${desk.http.url}/api/v1/chat/init`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: originA,
        authorization: `Bearer ${visitor.session.token}`,
      },
      body: JSON.stringify({ tenant_id: desk.tenantId }),
    });
    const session = initResponseSchema.parse(await again.json());
    expect([contents(session), session.earlier_cursor]).toEqual([whole.slice(150), newest.earlier_cursor]);
    type Page = { messages: { content: string }[]; earlier_cursor: string | null };
    const pagesOf = async (from: Page, read: (before: string) => Promise<Page>) => {
      const pages = [contents(from)];
      for (let page = from; page.earlier_cursor !== null; ) {
        page = await read(page.earlier_cursor);
        pages.unshift(contents(page));
      }
      expect(pages.map(({ length }) => length)).toEqual([50, 100, 100]);
      return pages.flat();
    };
    const ofVisitor = async (before: string) =>
      historyResponseSchema.parse(await (await visitor.call(`history?before=${before}`)).json());
    expect(await pagesOf(newest, ofVisitor)).toEqual(whole);
    const path = `tickets/${ticketId}/messages`;
    expect(await pagesOf(detail, async (before) => (await desk.desk(`${path}?before=${before}`)).body)).toEqual(whole);
    expect((await visitor.call("history?before=x")).status).toBe(400);
    expect((await desk.desk(`${path}?before=-1`)).status).toBe(400);
    const foreign = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
      headers: { authorization: `Bearer ${desk.http.b.api_key}` },
    });
    expect(foreign.status).toBe(404);
  });
});

describe("a hint", () => {
  it("lets the assistant go on with it, and its answer reaches the visitor", async () => {
    const { visitor, id } = await escalated();
    desk.rig.script.score = 0.9;
    const answer = await desk.desk(`tickets/${id}/hint`, { hint: "Look at the batteries page." });
    expect(answer.status).toBe(200);
    await settled(id);
    expect(inputs.at(-1)).toMatchObject({
      question: "How long does the blue one last?",
      hint: "Look at the batteries page.",
    });
    const history = await desk.history(visitor);
    expect(history.messages.at(-1)).toMatchObject({
      role: "assistant",
      content: "You can [1].",
      grade: { score: 0.9 },
    });
    expect(history.ticket).toMatchObject({ owner: "assistant", status: "open" });
    const detail = (await desk.desk(`tickets/${id}`)).body;
    expect(detail.draft).toBeNull();
    expect(detail.ticket.escalation_reason).toBeNull();
    expect(storedTypes(await stored(id)).slice(-3)).toEqual(["owner", "message", "end"]);
    expect(await desk.count("audit_log where target_id = $1 and action = 'ticket.hint'", [id])).toBe(1);
  });

  it("is graded: an answer that is still weak is shown to no visitor and comes back to whoever held the ticket", async () => {
    const { visitor, id } = await escalated();
    const before = await desk.history(visitor);
    const waiting = (await desk.desk(`tickets/${id}`)).body.ticket.waiting_since;
    await desk.desk(`tickets/${id}/hint`, { hint: "Something vague." });
    await settled(id);
    const detail = (await desk.desk(`tickets/${id}`)).body;
    expect(detail.ticket).toMatchObject({ status: "pending_human", owner: "human", waiting_since: waiting });
    await desk.desk(`tickets/${id}/take`, {});
    let release = () => {};
    desk.rig.script.beforeAnswer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await desk.desk(`tickets/${id}/hint`, { hint: "Something as vague." });
    const said = desk.say(visitor, "Are you still there?");
    await waitFor(async () => (await desk.count("messages where ticket_id = $1 and role = 'visitor'", [id])) === 2);
    delete desk.rig.script.beforeAnswer;
    release();
    await settled(id);
    await said;
    const { ticket } = (await desk.desk(`tickets/${id}`)).body;
    expect(ticket).toMatchObject({ status: "in_progress", owner: "human", waiting_since: waiting });
    expect(ticket.assignee).not.toBeNull();
    expect((await desk.history(visitor)).messages.slice(0, -1)).toEqual(before.messages);
    const told = (await stored(id)).filter(({ type }) => type === "escalation" || type === "owner");
    // No events show the ticket going to the assistant and back.
    expect(told.filter((event) => event.type === "escalation")).toHaveLength(1);
    expect(told.filter((event) => event.type === "owner" && event.owner === "assistant")).toEqual([]);
    expect(detail.draft).toMatchObject({ is_weak: true, grade: { score: 0.2 } });
    desk.rig.script.score = 0.9;
    expect((await desk.desk(`tickets/${id}/hint`, { hint: "A better one." })).status).toBe(200);
    await settled(id);
    expect(inputs.at(-1)?.hint).toBe("A better one.");
    expect((await desk.desk(`tickets/${id}`)).body.ticket).toMatchObject({ status: "open", owner: "assistant" });
  });

  it("works on a ticket that an agent took without an escalation", async () => {
    const visitor = await desk.visitor();
    desk.rig.script.score = 0.9;
    await desk.say(visitor, "How does it begin, in general?");
    const { id } = visitor.session.ticket;
    await desk.desk(`tickets/${id}/take`, {});
    await desk.desk(`tickets/${id}/hint`, { hint: "At the front." });
    await settled(id);
    expect(inputs.at(-1)).toMatchObject({ question: "How does it begin, in general?", hint: "At the front." });
  });

  it("leaves the ticket with a person when the try fails or its process dies", async () => {
    const { visitor, id } = await escalated();
    desk.rig.script.beforeAnswer = async () => Promise.reject(new Error("boom"));
    await desk.desk(`tickets/${id}/hint`, { hint: "Try." });
    await settled(id);
    expect((await desk.history(visitor)).ticket).toMatchObject({ owner: "human", status: "pending_human" });
    let release = () => {};
    desk.rig.script.beforeAnswer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await desk.desk(`tickets/${id}/hint`, { hint: "Try again." });
    await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.query(
        "update turns set lease_expires_at = now() - interval '1 second' where ticket_id = $1 and status = 'running'",
        [id],
      ),
    );
    delete desk.rig.script.beforeAnswer;
    desk.rig.script.score = 0.9;
    await desk.rig.turns.startSweep();
    release();
    await waitFor(async () => (await desk.history(visitor)).messages.at(-1)?.content === "You can [1].");
    expect(
      await desk.count("messages where ticket_id = $1 and content = 'You can [1].' and grade->>'score' = '0.9'", [id]),
    ).toBe(1);
  });

  it("needs words, a ticket of one's own tenant, and one that waits for a person", async () => {
    const { id } = await escalated();
    expect((await desk.desk(`tickets/${id}/hint`, { hint: " " })).status).toBe(400);
    expect((await desk.desk(`tickets/${newId()}/hint`, { hint: "x" })).status).toBe(404);
    const visitor = await desk.visitor();
    const open = await desk.desk(`tickets/${visitor.session.ticket.id}/hint`, { hint: "x" });
    expect([open.status, open.body.error?.code]).toEqual([409, "already_handled"]);
    const foreign = await fetch(`${desk.http.url}/api/v1/admin/tickets/${id}/hint`, {
      method: "POST",
      headers: { authorization: `Bearer ${desk.http.b.api_key}`, "content-type": "application/json" },
      body: JSON.stringify({ hint: "stolen" }),
    });
    expect(foreign.status).toBe(404);
  });
});

describe("a resolution without words", () => {
  it("ends the ticket once and says nothing, and the visitor can go on", async () => {
    const { visitor, id } = await escalated();
    const before = await desk.history(visitor);
    const answers = await Promise.all([1, 2, 3].map(() => desk.desk(`tickets/${id}/resolve`, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const after = await desk.history(visitor);
    expect(after.messages).toEqual(before.messages);
    expect(after.ticket).toMatchObject({ status: "resolved" });
    expect(await desk.count("audit_log where target_id = $1 and action = 'ticket.resolve'", [id])).toBe(1);
    desk.rig.script.score = 0.9;
    await desk.say(visitor, "One more thing.");
    expect((await desk.history(visitor)).messages.at(-1)).toMatchObject({ role: "assistant", content: "You can [1]." });
  });

  it("is kept as no snippet", async () => {
    const { id } = await escalated();
    const refused = await desk.desk(`tickets/${id}/resolve`, { answer: " ", save_as_snippet: true });
    expect([refused.status, refused.body.error?.code]).toEqual([400, "invalid_request"]);
  });
});

describe("an answer kept as a snippet", () => {
  it("is live, with the job that makes it known, by a manager, and proposed by an agent", async () => {
    const made: string[] = [];
    desk.rig.desk.publishSnippet = async (_tenant, jobId) => void made.push(jobId);
    desk.http.ctx.desk = desk.rig.desk;
    const { id } = await escalated();
    await desk.desk(`tickets/${id}/resolve`, { answer: "Five years.", save_as_snippet: true });
    expect(await desk.count("snippets where ticket_id = $1 and status = 'live'", [id])).toBe(1);
    expect(await desk.count("jobs where id = $1 and kind = 'snippet' and status = 'queued'", made)).toBe(1);
    const { id: other } = await escalated();
    const target = { tenantId: desk.tenantId, ticketId: other, ...agents[0]! };
    await resolveTicket(desk.rig.desk, target, { answer: "Six years.", saveAsSnippet: true });
    expect(
      await desk.count("snippets where ticket_id = $1 and status = 'proposed' and author = 'Agent 0'", [other]),
    ).toBe(1);
    expect(made).toHaveLength(1);
    const kept =
      "audit_log where action in ('snippet.publish', 'snippet.propose') and detail ->> 'ticket_id' = any($1)";
    expect(await desk.count(kept, [[id, other]])).toBe(2);
  });
});

describe("an approved draft", () => {
  it("is sent as the agent's answer with its sources, and resolves the ticket", async () => {
    const { visitor, id } = await escalated();
    const answer = await desk.desk(`tickets/${id}/approve-draft`, {});
    expect(answer.status).toBe(200);
    expect(answer.body.ticket.status).toBe("resolved");
    const last = (await desk.history(visitor)).messages.at(-1);
    expect(last).toMatchObject({ role: "agent", content: "You can [1].", citations: [{ index: 1, title: "Guide" }] });
    expect(await desk.count("audit_log where target_id = $1 and action = 'ticket.approve_draft'", [id])).toBe(1);
    const again = await desk.desk(`tickets/${id}/approve-draft`, {});
    expect([again.status, again.body.error?.code]).toEqual([409, "already_resolved"]);
  });

  it("may be edited first: sources that the text names no longer are left out", async () => {
    const { visitor, id } = await escalated();
    await desk.desk(`tickets/${id}/approve-draft`, { content: "Five years, in short." });
    expect((await desk.history(visitor)).messages.at(-1)).toMatchObject({
      content: "Five years, in short.",
      citations: [],
    });
  });

  it("needs a draft", async () => {
    const visitor = await desk.visitor();
    await desk.say(visitor, "I want to talk to a person");
    const answer = await desk.desk(`tickets/${visitor.session.ticket.id}/approve-draft`, {});
    expect([answer.status, answer.body.error?.code]).toEqual([409, "no_draft"]);
  });
});

describe("a hand-back", () => {
  it("begins a new episode that knows what people said and has nothing of the old loop", async () => {
    const { visitor, id } = await escalated();
    await desk.desk(`tickets/${id}/messages`, { content: "The blue one lasts five years." });
    await desk.say(visitor, "Thanks. My order is 4711.");
    desk.rig.script.score = 0.9;
    const back = await desk.desk(`tickets/${id}/hand-back`, {});
    expect(back.body.ticket).toMatchObject({ status: "open", owner: "assistant", assignee: null });
    const { rows } = await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.query<{ earlier_summary: string }>("select earlier_summary from tickets where id = $1", [id]),
    );
    expect(rows[0]?.earlier_summary).toMatch(
      /An agent: The blue one lasts five years\.\nThe visitor: Thanks\. My order is 4711\.$/,
    );
    let history: GenerateInput["history"] = [];
    const { modelFor } = desk.rig.deps;
    desk.rig.deps.modelFor = (options) => ({
      ...modelFor(options),
      contextualize: async (input) => {
        history = input.history;
        return { question: `${input.question} (blue)`, unchanged: false };
      },
    });
    // The assistant has to answer the visitor's messages since the agent's last one.
    await waitFor(async () => (await desk.history(visitor)).messages.at(-1)?.role === "assistant");
    const answer = await desk.say(visitor, "And how long does the red one last?");
    desk.rig.deps.modelFor = modelFor;
    expect(storedTypes(answer.events)).toEqual(["message", "message", "end"]);
    expect(history).toEqual([
      { role: "system", content: rows[0]?.earlier_summary },
      { role: "assistant", content: "You can [1].", is_answer: true, sections: [expect.stringMatching(/#$/)] },
    ]);
    expect(inputs.at(-1)).not.toHaveProperty("hint");
    const late = await desk.desk(`tickets/${id}/hand-back`, {});
    expect([late.status, late.body.error?.code]).toEqual([409, "already_handled"]);
  });

  it("answers what the visitor said since a person's last words, and what comes while it is under way", async () => {
    const { visitor, id } = await escalated();
    await desk.say(visitor, "Is it blue?");
    await desk.desk(`tickets/${id}/messages`, { content: "It is." });
    await desk.say(visitor, "And is it heavy?");
    desk.rig.script.score = 0.9;
    const { assistant } = desk.rig.deps;
    desk.rig.deps.assistant = {
      ...assistant,
      resumeTurn: async (input) => {
        await desk.say(visitor, "One more: is it waterproof?");
        return assistant.resumeTurn(input);
      },
    };
    const before = inputs.length;
    await desk.desk(`tickets/${id}/hand-back`, {}).finally(() => {
      desk.rig.deps.assistant = assistant;
    });
    await waitFor(async () => (await desk.count("turns where ticket_id = $1 and status = 'done'", [id])) === 2);
    expect(inputs.slice(before).map(({ question }) => question)).toEqual([
      "And is it heavy?\nOne more: is it waterproof?",
    ]);
  });

  it("keeps what the visitor says to a person out of the graph", async () => {
    const { visitor, id } = await escalated();
    const before = inputs.length;
    await desk.say(visitor, "Are you there?");
    await desk.desk(`tickets/${id}/take`, {});
    await desk.say(visitor, "Hello?");
    expect(inputs).toHaveLength(before);
    expect(await desk.count("turns where ticket_id = $1", [id])).toBe(1);
  });
});

describe("a ticket that an agent holds", () => {
  it("is taken from a colleague only on purpose, and a colleague's reply leaves it where it is", async () => {
    const { id } = await escalated();
    const target = { tenantId: desk.tenantId, ticketId: id };
    const [ada, ben] = agents as [(typeof agents)[0], (typeof agents)[0]];
    await takeTicket(desk.http.ctx.desk, { ...target, ...ada });
    const refused = await desk.desk(`tickets/${id}/take`, {});
    expect([refused.status, refused.body.error?.code]).toEqual([409, "already_taken"]);
    await desk.desk(`tickets/${id}/messages`, { content: "A word from me." });
    expect((await desk.desk(`tickets/${id}`)).body.ticket.assignee?.id).toBe(ada.agent.id);
    expect((await desk.desk(`tickets/${id}/take`, { take_over: true })).status).toBe(200);
    await expect(takeTicket(desk.http.ctx.desk, { ...target, ...ben })).rejects.toMatchObject({
      code: "already_taken",
    });
  });
});

describe("twenty agents at once", () => {
  const target = (id: string) => ({ tenantId: desk.tenantId, ticketId: id });
  type Verb = (id: string, agent: (typeof agents)[0]) => Promise<void>;
  const verbs: Record<string, Verb> = {
    hint: (id, who) => sendHint(desk.rig.desk, { ...target(id), ...who }, `From ${who.agent.name}`),
    resolve: (id, who) => {
      const resolution = { answer: `From ${who.agent.name}`, saveAsSnippet: false };
      return resolveTicket(desk.rig.desk, { ...target(id), ...who }, resolution);
    },
    "approve the draft": (id, who) => approveDraft(desk.rig.desk, { ...target(id), ...who }, { saveAsSnippet: false }),
    "hand back": (id, who) => handBackTicket(desk.rig.desk, { ...target(id), ...who }),
    take: (id, who) => takeTicket(desk.rig.desk, { ...target(id), ...who }),
  };
  const losses = /^(already_handled|already_resolved|already_taken)$/;

  async function race(id: string, run: Verb): Promise<void> {
    // Delay the assistant's answer: once it has answered a hint, or failed, the next agent can take the ticket, and the race would be over.
    let decide = () => {};
    const decided = new Promise<void>((resolve) => {
      decide = resolve;
    });
    desk.rig.script.beforeAnswer = () => decided;
    const results = await Promise.allSettled(agents.map((agent) => run(id, agent)));
    decide();
    await settled(id);
    delete desk.rig.script.beforeAnswer;
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect((result.reason as { code: string }).code).toMatch(losses);
  }

  for (const [name, run] of Object.entries(verbs)) {
    it(`who ${name}: one wins, whatever comes of it`, async () => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await escalated();
        desk.rig.script.score = round % 2 === 0 ? 0.2 : 0.9;
        await race(id, run);
        expect(await desk.count("messages where ticket_id = $1 and role = 'agent'", [id])).toBeLessThanOrEqual(1);
      }
    }, 600_000);
  }

  it("who do different things: one wins", async () => {
    const mixed = [verbs.hint, verbs.resolve, verbs["approve the draft"], verbs["hand back"]] as Verb[];
    for (let round = 0; round < rounds; round++) {
      const { id } = await escalated();
      await race(id, (ticket, agent) => mixed[(agents.indexOf(agent) + round) % mixed.length]!(ticket, agent));
    }
  }, 600_000);
});
