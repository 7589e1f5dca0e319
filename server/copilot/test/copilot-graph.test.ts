import { Command } from "@langchain/langgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { CopilotMessage } from "../../../protocol/copilot-conversations.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { ModelFailure } from "../../assistant/ports.ts";
import type { Attributes, OpenSpan, SpanAbout, Tracing } from "../../core/trace.ts";
import { inTenantOf } from "../../database/checkpointer.ts";
import { withTenant } from "../../database/transaction.ts";
import { ScriptedCopilot, seedDocuments } from "../../test/support/copilot.ts";
import { copilotDesk } from "../../test/support/copilot-desk.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { RunBook } from "../conversations/run-book.ts";
import type { CopilotChunk } from "../ports.ts";

/** Runs of the copilot's graph: checkpoints, resume, cancel, tracing and progress notices. The model's conclusions are scripted. */
let test: TestHttp;
let copilot: ScriptedCopilot;
let desk: ReturnType<typeof copilotDesk>;
let versions: Map<string, string>;
const version = (name: string) => versions.get(name) ?? "";
const bothRefunds = () => [version("Refund policy 1"), version("Refund policy 2")];

beforeAll(async () => {
  test = await startTestHttp();
  desk = copilotDesk(test);
  versions = await seedDocuments(test.db, test.a.tenant_id, [
    { title: "Refund policy", versions: [["Refunds within 14 days."], ["Refunds within 30 days."]] },
    { title: "Shipping policy", versions: [["Parcels leave within two days."]] },
  ]);
}, 120_000);
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => {
  copilot = new ScriptedCopilot();
  test.ctx.copilot.workersFor = () => copilot.workers();
});

const sql = <Row>(text: string, params: unknown[] = [], tenantId = test.a.tenant_id) =>
  withTenant(test.db, tenantId, async (tx) => (await tx.query<Row & object>(text, params)).rows);

/** Number of checkpoint rows of a run, by the id of the person's message. */
async function checkpointsOf(askedId: string, tenantId = test.a.tenant_id): Promise<number> {
  const tables = ["checkpoints", "checkpoint_blobs", "checkpoint_writes"];
  const counts = tables.map((table) => `(select count(*) from langgraph.${table} where copilot_message_id = $1)`);
  const [row] = await sql<{ count: number }>(`select (${counts.join(" + ")})::int as count`, [askedId], tenantId);
  return row?.count ?? 0;
}

/** A run that waits for the documents of a comparison. */
async function waiting() {
  const id = await desk.begin();
  const message = await desk.ask(id, "compare them");
  expect(message.state).toBe("asking");
  const askedId = (await desk.read(id)).messages[0]?.id ?? "";
  return { id, askedId, message, question: message.questions.at(-1)?.question.id ?? "" };
}

const answerWith = (id: string, message: CopilotMessage, question: string, documents: string[]) =>
  desk.post(`/conversations/${id}/messages/${message.id}/answer`, {
    question_id: question,
    answer: { type: "documents", documents },
  });
const retry = (id: string, message: CopilotMessage) => desk.post(`/conversations/${id}/messages/${message.id}/retry`);

describe("the checkpoints of a run", () => {
  it("are there while it waits, its tenant's alone, and gone with its end", async () => {
    const { id, askedId, message, question } = await waiting();
    expect(await checkpointsOf(askedId)).toBeGreaterThan(0);
    expect(await checkpointsOf(askedId, test.b.tenant_id)).toBe(0);
    await answerWith(id, message, question, bothRefunds());
    expect(await desk.settled(id)).toMatchObject({ state: "done", action: "compare" });
    await waitFor(async () => (await checkpointsOf(askedId)) === 0, { what: "the thread is deleted" });
  });

  it.each(["cancelled by a button", "left for another request"])("are gone where the run is %s", async (how) => {
    const { id, askedId, message, question } = await waiting();
    if (how === "left for another request")
      await desk.ask(id, "summarize it now", { mentions: { documents: [version("Shipping policy 1")] } });
    else {
      const answer = { question_id: question, answer: { type: "cancel" } };
      const { body } = await desk.post(`/conversations/${id}/messages/${message.id}/answer`, answer);
      expect(body.messages.at(-1)).toMatchObject({
        state: "cancelled",
        content: expect.stringMatching(/^Cancelled\. /),
      });
    }
    await waitFor(async () => (await checkpointsOf(askedId)) === 0, { what: "the thread is deleted" });
    expect((await desk.read(id)).messages[1]?.state).toBe("cancelled");
  });

  it("go with the conversation", async () => {
    const { id, askedId } = await waiting();
    expect((await desk.call(`/conversations/${id}`, { method: "DELETE" })).status).toBe(200);
    expect(await checkpointsOf(askedId)).toBe(0);
  });
});

describe("a run that is resumed", () => {
  it("asks no model again what it decided before the question", async () => {
    const { id, message, question } = await waiting();
    await answerWith(id, message, question, bothRefunds());
    expect((await desk.settled(id)).state).toBe("done");
    expect([copilot.classified.length, copilot.named.length, copilot.asked.length]).toEqual([1, 1, 1]);
  });

  it("goes on after its last finished step where a step failed", async () => {
    copilot.failure = new ModelFailure("unavailable", "away");
    const id = await desk.begin();
    const failed = await desk.ask(id, "summarize it", { mentions: { documents: [version("Shipping policy 1")] } });
    expect(failed.state).toBe("failed");
    copilot.failure = undefined;
    expect((await retry(id, failed)).status).toBe(202);
    expect(await desk.settled(id)).toMatchObject({ id: failed.id, state: "done", action: "summarize" });
    expect(copilot.classified).toHaveLength(1);
    expect(copilot.asked).toHaveLength(2);
  });

  it("has the answer that a process took and died with", async () => {
    const { id, message, question } = await waiting();
    const { runs } = test.ctx.copilot;
    test.ctx.copilot.runs = Object.assign(new RunBook(), { start: () => Promise.resolve() });
    onTestFinished(() => {
      test.ctx.copilot.runs = runs;
    });
    expect((await answerWith(id, message, question, bothRefunds())).status).toBe(202);
    await sql("update copilot_messages set beat_at = now() - interval '1 hour' where id = $1", [message.id]);
    test.ctx.copilot.runs = runs;
    expect((await desk.read(id)).messages.at(-1)).toMatchObject({ state: "failed" });
    expect((await retry(id, message)).status).toBe(202);
    expect(await desk.settled(id)).toMatchObject({ state: "done", action: "compare" });
    expect((await desk.read(id)).messages.at(-1)?.body?.documents).toHaveLength(2);
  });

  it("asks its question once more where it was stopped while it waited", async () => {
    const { id, message, question } = await waiting();
    expect((await desk.post(`/conversations/${id}/messages/${message.id}/cancel`)).status).toBe(200);
    expect((await retry(id, message)).status).toBe(202);
    const again = await desk.settled(id);
    expect(again).toMatchObject({ state: "asking", questions: [{ question: { id: question }, answered: null }] });
    await answerWith(id, again, question, bothRefunds());
    expect((await desk.settled(id)).state).toBe("done");
  });

  it("stores a result that a process reached and died with, and concludes it once", async () => {
    const id = await desk.begin();
    const done = await desk.ask(id, "summarize it", { mentions: { documents: [version("Shipping policy 1")] } });
    expect(done.state).toBe("done");
    // The process died after the graph had ended and before the row had the result.
    const { graph } = test.ctx.copilot;
    const asked = (await desk.read(id)).messages[0]?.id ?? "";
    const outcome = { content: "Summary of Shipping policy.", body: done.body, isCancelled: false };
    await inTenantOf(test.a.tenant_id, () =>
      graph.updateState({ configurable: { thread_id: `copilot:${asked}` } }, { outcome }, "format"),
    );
    await sql(
      "update copilot_messages set state = 'running', body = null, beat_at = now() - interval '1 hour' where id = $1",
      [done.id],
    );
    expect((await retry(id, done)).status).toBe(202);
    expect(await desk.settled(id)).toMatchObject({ state: "done", body: done.body });
    expect(copilot.asked).toHaveLength(1);
  });

  it("takes typed answers only", async () => {
    const { askedId } = await waiting();
    const { graph } = test.ctx.copilot;
    const ports = { signal: new AbortController().signal, listDocuments: async () => [] };
    const config = { configurable: { thread_id: `copilot:${askedId}` }, context: ports };
    for (const resume of ["both", { type: "documents", documents: ["all"] }, { type: "action", action: "compare" }])
      await expect(
        inTenantOf(test.a.tenant_id, () =>
          graph.invoke(new Command<unknown, Record<string, unknown>, "ask">({ resume }), config),
        ),
      ).rejects.toThrow(/invalid|fit the question/iu);
  });
});

describe("the text of an audit", () => {
  it("may be a document: then the policies are asked for, and both are read", async () => {
    const id = await desk.begin();
    const asked = await desk.ask(id, "audit this");
    expect(asked.questions[0]?.question.type).toBe("give_text");
    await answerWith(id, asked, asked.questions[0]?.question.id ?? "", [version("Refund policy 1")]);
    const which = await desk.settled(id);
    expect(which.questions.at(-1)?.question).toMatchObject({ type: "choose_documents", certain: [] });
    await answerWith(id, which, which.questions.at(-1)?.question.id ?? "", [version("Refund policy 2")]);
    expect(await desk.settled(id)).toMatchObject({ state: "done", action: "audit" });
    expect(copilot.asked[0]?.input).toMatchObject({
      text: "Refunds within 14 days.",
      targets: [{ document: { version_id: version("Refund policy 2") } }],
    });
  });
});

/** Tracing that records the path of every ended span. */
function recordSpans(): Tracing & { ways: string[] } {
  const ways: string[] = [];
  const open = (way: string): OpenSpan => ({
    traceId: "t",
    traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    isCurrent: true,
    open: (name: string, _about: SpanAbout) => open(`${way} > ${name}`),
    rename: () => {},
    set: (_attributes: Attributes) => {},
    end: (failure) => void ways.push(failure === undefined ? way : `${way} failed`),
  });
  return { ways, begin: (name) => open(name), close: async () => {} };
}

describe("a run is followed", () => {
  it("step by step in a trace, and a question is no failure", async () => {
    const tracing = recordSpans();
    const before = test.ctx.copilot.tracing;
    test.ctx.copilot.tracing = tracing;
    onTestFinished(() => {
      test.ctx.copilot.tracing = before;
    });
    const { id, message, question } = await waiting();
    await answerWith(id, message, question, bothRefunds());
    expect((await desk.settled(id)).state).toBe("done");
    await waitFor(() => tracing.ways.filter((way) => way === "copilot run").length === 2, {
      what: "two runs",
    });
    const steps = tracing.ways
      .filter((way) => /^copilot run > node \w+$/u.test(way))
      .map((way) => way.split("node ")[1]);
    expect(steps).toEqual([
      ...["resolve_intent", "resolve_documents", "validate", "ask"],
      ...["ask", "validate", "compare", "check_retrieval", "format"],
    ]);
    expect(tracing.ways.filter((way) => way.endsWith("failed"))).toEqual([]);
  });
});

describe("what is being done", () => {
  it("is told step by step, with the documents and the query for the web, to its person alone", async () => {
    const stranger = await createKey(test.ctx.tenants, operator, {
      tenantId: test.a.tenant_id,
      name: "other",
      speaksAs: "Other",
      role: "agent",
    });
    const feed = async (key: string) => {
      const stop = new AbortController();
      onTestFinished(() => stop.abort());
      const headers = { authorization: `Bearer ${key}` };
      const { body } = await fetch(`${test.url}/api/v1/admin/events`, { headers, signal: stop.signal });
      const heard = { text: "" };
      void (async () => {
        for await (const part of body ?? []) heard.text += new TextDecoder().decode(part);
      })().catch(() => {});
      await waitFor(() => heard.text.includes('"ping"'), { what: "the feed is open" });
      return heard;
    };
    const [own, others] = [await feed(test.a.api_key), await feed(stranger.api_key)];
    const page = { is_web: true, title: "VAT", text: "VAT is 21 percent in Spain.", similarity: 0.9 } as CopilotChunk; // as far as it is read
    test.ctx.copilot.web = {
      search: { search: async () => [{ title: page.title, url: "https://tax.example/vat", snippet: page.text }] },
      readPage: async () => [],
    };
    onTestFinished(() => {
      test.ctx.copilot.web = undefined;
    });
    const id = await desk.begin();
    const documents = [version("Shipping policy 1"), version("Refund policy 2")];
    await desk.ask(id, "inquire about the VAT rate in Spain", { mentions: { documents, web: true } });
    const told = () => [...own.text.matchAll(/"status_text":"([^"]+)"/gu)].map(([, status]) => status);
    await waitFor(() => told().includes("Answering"), { what: told().join() });
    expect(told().toSorted()).toEqual(
      [
        "Answering",
        "Finding the documents",
        "Reading Shipping policy and Refund policy",
        "Searching the web for “inquire about the VAT rate in Spain”",
        "Understanding the request",
      ].toSorted(),
    );
    expect(others.text).not.toContain("copilot_changed");
  });
});
