import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StreamEventOf } from "../../../protocol/events.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import {
  type Answered,
  type ConversationRig,
  startConversationRig,
  storedTypes,
  twoPlans,
} from "../../test/support/conversation.ts";
import { originA } from "../../test/support/http.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { TurnRunner } from "../turns/runner.ts";

let desk: ConversationRig;
const question = "What does it cost a month?";
let asked: string[] = [];

beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.chunks.splice(0, desk.rig.chunks.length, ...twoPlans());
  desk.rig.script.score = 0.9;
  asked = [];
  desk.rig.script.beforeAnswer = async (text) => void asked.push(text);
});

function clarificationIn(answer: Answered): StreamEventOf<"clarification"> {
  const found = answer.events.find((event) => event.type === "clarification");
  if (!found) throw new Error(`no clarification in ${storedTypes(answer.events)}`);
  return found;
}

async function askAndBeAsked() {
  const visitor = await desk.visitor();
  const answer = await desk.say(visitor, question);
  return { visitor, answer, clarification: clarificationIn(answer) };
}

describe("a question with two close readings", () => {
  it("is answered by a question back with choices, and its turn is over", async () => {
    const { visitor, answer, clarification } = await askAndBeAsked();
    expect(storedTypes(answer.events)).toEqual(["message", "message", "clarification", "end"]);
    expect(clarification).toMatchObject({
      kind: "choice",
      options: [
        { id: "1", label: "Basic plan" },
        { id: "2", label: "Pro plan" },
      ],
    });
    expect(clarification.prompt).toContain("“Basic plan” or “Pro plan”");
    const { id } = visitor.session.ticket;
    expect(await desk.count("turns where ticket_id = $1 and status = 'clarifying'", [id])).toBe(1);
    expect(await desk.count("turns where ticket_id = $1 and status = 'running'", [id])).toBe(0);
    expect(asked).toEqual([]);
  });

  it("goes on with the reading that is chosen, from its own passages", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const { clarification_id } = clarification;
    const answer = await desk.post(visitor, "resume", { clarification_id, choice: "2" });
    expect(storedTypes(answer.events)).toEqual(["message", "message", "end"]);
    expect(asked).toEqual([`${question} (Pro plan)`]);
    const { messages, pending } = await desk.history(visitor);
    expect(pending).toBeNull();
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ["visitor", question],
      ["assistant", clarification.prompt],
      ["visitor", "Pro plan"],
      ["assistant", "You can [1]."],
    ]);
    expect(messages[3]?.citations[0]?.title).toBe("Pro plan");
  });

  it("has one effect however often the same answer comes, and refuses another one", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const body = { clarification_id: clarification.clarification_id, choice: "1" };
    const all = await Promise.all(Array.from({ length: 8 }, () => desk.post(visitor, "resume", body)));
    for (const answer of all) expect(storedTypes(answer.events)).toEqual(["message", "message", "end"]);
    const again = await desk.post(visitor, "resume", { ...body, choice: "Basic plan" });
    expect(again.events.filter((event) => event.type === "message").map((event) => event.event_id)).toEqual(
      all[0]?.events.filter((event) => event.type === "message").map((event) => event.event_id),
    );
    expect(asked).toHaveLength(1);
    for (const other of [{ choice: "2" }, { text: "Neither" }, { cancel: true }]) {
      const refused = await desk.post(visitor, "resume", { clarification_id: body.clarification_id, ...other });
      expect([refused.status, refused.body?.error?.code]).toEqual([409, "already_answered"]);
    }
  });

  it("lets one of several different answers win when they race", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const { clarification_id } = clarification;
    const all = await Promise.all(
      [{ choice: "1" }, { choice: "2" }, { text: "Something else" }, { cancel: true }].map((answer) =>
        desk.post(visitor, "resume", { clarification_id, ...answer }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("takes words of the visitor's own as their message", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const { clarification_id } = clarification;
    await desk.post(visitor, "resume", { clarification_id, text: "How do refunds work in general?" });
    expect(asked).toEqual(["How do refunds work in general?"]);
    expect((await desk.history(visitor)).messages.at(-2)?.content).toBe("How do refunds work in general?");
  });

  it("takes the visitor's next message as the answer", async () => {
    const first = await askAndBeAsked();
    await desk.say(first.visitor, "the Pro plan".replace("the ", ""));
    expect(asked).toEqual([`${question} (Pro plan)`]);
    const second = await askAndBeAsked();
    const answer = await desk.say(second.visitor, "Forget it, where do refunds go?");
    expect(storedTypes(answer.events)).toEqual(["message", "message", "end"]);
    expect((await desk.history(second.visitor)).pending).toBeNull();
  });

  it("asks for a person when the visitor answers with that wish", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const answer = await desk.post(visitor, "resume", {
      clarification_id: clarification.clarification_id,
      text: "I want to talk to a person",
    });
    expect(storedTypes(answer.events)).toContain("escalation");
    expect(asked).toEqual([]);
  });

  it("ends with a sentence when the visitor wants none of it", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const body = { clarification_id: clarification.clarification_id, cancel: true };
    const answer = await desk.post(visitor, "resume", body);
    expect(storedTypes(answer.events)).toEqual(["message", "end"]);
    expect(storedTypes((await desk.post(visitor, "resume", body)).events)).toEqual(["message", "end"]);
    const { messages, pending } = await desk.history(visitor);
    expect(messages.at(-1)?.content).toMatch(/dropped that question/);
    expect(messages).toHaveLength(3);
    expect(pending).toBeNull();
    expect(asked).toEqual([]);
  });

  it("refuses what is no answer, and clarifications of others", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const { clarification_id } = clarification;
    for (const wrong of [{}, { choice: "9" }, { text: "  " }, { choice: "1", cancel: true }, { choice: "1", extra: 1 }])
      expect((await desk.post(visitor, "resume", { clarification_id, ...wrong })).status).toBe(400);
    expect((await desk.post(visitor, "resume", { clarification_id: newId(), choice: "1" })).status).toBe(404);
    const other = await desk.visitor();
    expect((await desk.post(other, "resume", { clarification_id, choice: "1" })).status).toBe(404);
    expect((await desk.history(visitor)).pending).toMatchObject({ clarification_id });
  });
});

describe("a clarification that waits", () => {
  it("comes back after a reload and after a restart of the process", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const { clarification_id, prompt, options } = clarification;
    const pending = { type: "clarification", clarification_id, prompt, kind: "choice", options };
    expect((await desk.history(visitor)).pending).toEqual(pending);
    const again = await fetch(`${desk.http.url}/api/v1/chat/init`, {
      method: "POST",
      headers: {
        origin: originA,
        "content-type": "application/json",
        authorization: `Bearer ${visitor.session.token}`,
      },
      body: JSON.stringify({ tenant_id: desk.tenantId }),
    });
    expect(((await again.json()) as VisitorClient["session"]).pending).toEqual(pending);
    const before = desk.http.ctx.turns;
    desk.http.ctx.turns = new TurnRunner({ ...desk.rig.deps, holder: "after the restart" });
    await desk.post(visitor, "resume", { clarification_id, choice: "1" });
    await desk.http.ctx.turns.drain(1_000);
    desk.http.ctx.turns = before;
    expect(asked).toEqual([`${question} (Basic plan)`]);
  });

  it("is answered even when the paused thread is gone", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.query("delete from langgraph.checkpoints where thread_id = $1", [visitor.session.ticket.id]),
    );
    const { clarification_id } = clarification;
    await desk.post(visitor, "resume", { clarification_id, choice: "2" });
    expect(asked).toEqual([`${question} (Pro plan)`]);
  });

  it("has its answer taken up by another process when the first one dies", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const { clarification_id } = clarification;
    const { id } = visitor.session.ticket;
    await desk.post(visitor, "resume", { clarification_id, choice: "2" });
    await withTenant(desk.http.db, desk.tenantId, async (tx) => {
      await tx.query("delete from messages where ticket_id = $1 and role = 'assistant' and content like 'You can%'", [
        id,
      ]);
      await tx.query(
        "update turns set status = 'running', lease_expires_at = now() - interval '1 second' where ticket_id = $1 and clarification_id is not null",
        [id],
      );
    });
    asked = [];
    await desk.rig.turns.startSweep();
    await waitFor(async () => (await desk.history(visitor)).messages.length === 4);
    expect(asked).toEqual([`${question} (Pro plan)`]);
    const again = await desk.post(visitor, "resume", { clarification_id, choice: "2" });
    expect(storedTypes(again.events).at(-1)).toBe("end");
  });

  it("is tried again when its turn failed", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const body = { clarification_id: clarification.clarification_id, choice: "2" };
    desk.rig.script.beforeAnswer = async () => Promise.reject(new Error("boom"));
    expect(storedTypes((await desk.post(visitor, "resume", body)).events)).toEqual(["message", "error", "end"]);
    desk.rig.script.beforeAnswer = async (text) => void asked.push(text);
    expect(storedTypes((await desk.post(visitor, "resume", body)).events)).toEqual(["message", "end"]);
    expect(asked).toEqual([`${question} (Pro plan)`]);
  });

  it("is withdrawn when a person takes the ticket", async () => {
    const { visitor, clarification } = await askAndBeAsked();
    const { clarification_id } = clarification;
    expect((await desk.desk(`tickets/${visitor.session.ticket.id}/take`, {})).status).toBe(200);
    expect((await desk.history(visitor)).pending).toBeNull();
    const late = await desk.post(visitor, "resume", { clarification_id, choice: "1" });
    expect([late.status, late.body?.error?.code]).toEqual([409, "already_answered"]);
    expect(storedTypes((await desk.say(visitor, "Basic plan")).events)).toEqual(["message", "end"]);
    expect(asked).toEqual([]);
  });
});

describe("a tenant that wants no questions back", () => {
  it("gets an answer", async () => {
    const set = (clarify: boolean) =>
      fetch(`${desk.http.url}/api/v1/admin/settings`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" },
        body: JSON.stringify({ clarify }),
      });
    expect(await (await set(false)).json()).toMatchObject({ clarify: false });
    const visitor = await desk.visitor();
    expect(storedTypes((await desk.say(visitor, question)).events)).toEqual(["message", "message", "end"]);
    await set(true);
  });
});

describe("the stream of a message that waited behind another turn", () => {
  async function askTwice() {
    desk.rig.chunks.splice(1);
    const visitor = await desk.visitor();
    const { id } = visitor.session.ticket;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    desk.rig.script.beforeAnswer = () => {
      begun += 1;
      return begun === 1 ? held : Promise.resolve();
    };
    const first = desk.say(visitor, "What does the Basic plan cost?");
    await waitFor(() => begun === 1);
    const second = desk.say(visitor, "And the yearly price of Basic?");
    await waitFor(async () => (await desk.count("messages where ticket_id = $1 and role = 'visitor'", [id])) === 2);
    return { id, release: () => release(), streams: Promise.all([first, second]) };
  }
  const endsOf = ({ events }: Answered) => [events.filter(({ type }) => type === "end").length, events.at(-1)?.type];

  it("has one end, its last event", async () => {
    const { release, streams } = await askTwice();
    release();
    expect((await streams).map(endsOf)).toEqual([
      [1, "end"],
      [1, "end"],
    ]);
  });

  it("has one end also when an agent took the ticket and returned it meanwhile", async () => {
    const { id, release, streams } = await askTwice();
    expect((await desk.desk(`tickets/${id}/take`, {})).status).toBe(200);
    release();
    await expect.poll(async () => (await desk.desk(`tickets/${id}/hand-back`, {})).status).toBe(200);
    expect((await streams).map(endsOf)).toEqual([
      [1, "end"],
      [1, "end"],
    ]);
  });
});
