import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  PlaygroundAnswer,
  PlaygroundDocuments,
  PlaygroundListed,
  PlaygroundRun,
} from "../../../protocol/playground.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { unpublishDocument } from "../../knowledge/store/documents.ts";
import { openDryRuns } from "../../test/support/dry-run.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { seedDocument } from "../../test/support/library.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { seedVersion } from "../../test/support/versions.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { storeMessage } from "../../tickets/store/store-message.ts";
import { insertTicket } from "../../tickets/store/tickets.ts";
import { deleteTerms } from "../store/chunk-search.ts";

let test: TestHttp;
let server: ScriptedModel;
let returns: { id: string; chunkIds: string[] };
const keys: Record<string, string> = {};

beforeAll(async () => {
  test = await startTestHttp();
  server = await startScriptedModel();
  for (const role of ["viewer", "agent", "manager"] as const)
    keys[role] = (
      await createKey(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, name: role, role })
    ).api_key;
  keys["other"] = test.b.api_key;
  keys["admin"] = test.a.api_key;
  returns = await seedDocument(test.db, test.a.tenant_id, {
    source: "returns",
    title: "Returns",
    texts: ["You can return shoes within 30 days of delivery.", "Shoes that were worn outside are not taken back."],
  });
});
afterAll(async () => {
  await test.ctx.playground.works.close();
  await server.close();
  await test[Symbol.asyncDispose]();
});

async function call<T = PlaygroundRun>(who: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${test.url}/api/v1/admin/playground/runs${path}`, {
    method,
    headers: {
      ...(keys[who] ? { authorization: `Bearer ${keys[who]}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

const begin = async (body: object = {}) => (await call("manager", "POST", "", body)).body;
const send = (run: string, content: string, id = newId()) =>
  call("manager", "POST", `/${run}/messages`, { id, content });
const read = async (run: string) => (await call("manager", "GET", `/${run}`)).body;
const question = "Within how many days can I return shoes?";

/** Returns the run when none of its answers is in progress. */
async function settled(run: string): Promise<PlaygroundRun> {
  await waitFor(async () => (await read(run)).messages.every(({ state }) => state !== "running"));
  return read(run);
}

async function answerOf(run: PlaygroundRun): Promise<PlaygroundAnswer> {
  return (await call<PlaygroundAnswer>("manager", "GET", `/${run.id}/messages/${run.messages.at(-1)?.id}`)).body;
}

async function asked(run: string, content: string): Promise<PlaygroundAnswer> {
  expect((await send(run, content)).status).toBe(202);
  return answerOf(await settled(run));
}

const count = async (from: string) =>
  withTenant(test.db, test.a.tenant_id, async (tx) => {
    const { rows } = await tx.query<{ n: number }>(`select count(*)::int as n from ${from}`);
    return rows[0]?.n ?? -1;
  });

describe("a run of the playground", () => {
  it("answers as the assistant would and shows what every node was given and gave", async () => {
    const { id } = await begin();
    const answer = await asked(id, question);
    expect(answer.content).toContain("30 days");
    expect(answer.result).toMatchObject({ outcome: "answered", cache: { hit: false, reason: "empty" }, reason: null });
    expect(answer.result?.citations[0]).toMatchObject({ document_id: returns.id });
    const found = answer.steps.find(({ node }) => node === "retrieve");
    const [best] = (found?.output as { passages: object[] } | undefined)?.passages ?? [];
    expect(best).toMatchObject({
      document_id: returns.id,
      text: "You can return shoes within 30 days of delivery.",
      parts: { bm25: expect.any(Number), vector: expect.any(Number) },
    });
    const graded = answer.steps.find(({ node }) => node === "grade");
    expect(graded?.output).toMatchObject({
      grade: { score: expect.any(Number) },
      grading: { supported: expect.any(Array) },
    });
    const { items } = (await call<{ items: PlaygroundListed[] }>("manager", "GET", "")).body;
    expect(items[0]).toMatchObject({ id, title: question });
    for (const table of ["tickets", "messages", "turns", "ticket_events", "visitors"])
      expect(await count(table)).toBe(0);
  });

  it("goes on from what was said, and takes the same message once", async () => {
    const { id } = await begin();
    await asked(id, question);
    const again = newId();
    await send(id, "And what about shoes that were worn outside?", again);
    expect((await send(id, "And what about shoes that were worn outside?", again)).status).toBe(202);
    const run = await settled(id);
    expect(run.messages.map(({ role }) => role)).toEqual(["visitor", "assistant", "visitor", "assistant"]);
    const { steps } = await answerOf(run);
    const understood = steps.find(({ node }) => node === "contextualize");
    expect(understood?.input).toMatchObject({ history: [{ role: "visitor" }, { role: "assistant" }] });
  });

  it("takes no model that is not set up here, neither at its beginning nor later", async () => {
    const draft = { models: { generate: { provider: "anthropic", model: "large" } } };
    const refused = {
      status: 400,
      body: { error: { message: expect.stringMatching(/anthropic is not connected/) } },
    };
    const listed = (await call("manager", "GET", "")).body;
    expect(await call("manager", "POST", "", { draft })).toMatchObject(refused);
    expect((await call("manager", "GET", "")).body).toEqual(listed);
    expect(await call("manager", "PATCH", `/${(await begin()).id}`, { draft })).toMatchObject(refused);
  });

  it("begins together with its first question: both or neither, and once", async () => {
    const listed = async () => (await call<{ items: object[] }>("manager", "GET", "")).body.items.length;
    const before = await listed();
    const message = { id: newId(), content: question };
    expect((await call("manager", "POST", "", { message: { ...message, content: " " } })).status).toBe(400);
    const [one, other] = await Promise.all([begin({ message }), begin({ message })]);
    expect(other.id).toBe(one.id);
    expect((await settled(one.id)).messages).toHaveLength(2);
    expect((await send((await begin()).id, question, message.id)).status).toBe(409);
    expect(await listed()).toBe(before + 2);
  });

  it("says that a person would be asked, without the words that a visitor would not have seen", async () => {
    const { id } = await begin();
    const answer = await asked(id, "I want to talk to a person");
    expect(answer).toMatchObject({ content: "", result: { outcome: "escalated", reason: "asked_for_person" } });
  });

  it("begins with what was said in a ticket, up to a message", async () => {
    const ticket = newId();
    const ids = [newId(), newId(), newId()];
    await withTenant(test.db, test.a.tenant_id, async (tx) => {
      const visitorId = newId();
      await tx.query("insert into visitors (tenant_id, id) values ($1, $2)", [tx.tenantId, visitorId]);
      await insertTicket(tx, { id: ticket, visitorId });
      for (const [at, id] of ids.entries())
        await storeMessage(tx, {
          id,
          ticketId: ticket,
          turnId: newId(),
          role: at === 1 ? "agent" : "visitor",
          content: `said ${at}`,
        });
    });
    const run = await begin({ ticket: { id: ticket, message_id: ids[1] } });
    expect(run.messages.map(({ role, content, is_given }) => [role, content, is_given])).toEqual([
      ["visitor", "said 0", true],
      ["assistant", "said 1", true],
    ]);
    const again = await begin({ ticket: { id: ticket, message_id: ids[2] } });
    expect((await settled(again.id)).messages.map(({ content, is_given }) => [content, is_given]).slice(0, 3)).toEqual([
      ["said 0", true],
      ["said 1", true],
      ["said 2", false],
    ]);
    expect((await call("manager", "POST", "", { ticket: { id: ticket, message_id: newId() } })).status).toBe(404);
    expect((await call("other", "POST", "", { ticket: { id: ticket } })).status).toBe(404);
    await withTenant(test.db, test.a.tenant_id, (tx) => tx.query("delete from tickets"));
    expect((await call("manager", "GET", `/${run.id}`)).status).toBe(404);
  });
});

describe("an answer that is tried again", () => {
  it("is asked anew with other documents, beside the one before, which stays", async () => {
    const versionId = await seedVersion(test.db, test.a.tenant_id, {
      documentId: returns.id,
      texts: ["You can return shoes within 60 days of delivery."],
    });
    const { id } = await begin();
    await asked(id, "Hello!");
    const first = await asked(id, question);
    const draft = { versions: { add: [versionId] } };
    const branched = await call("manager", "POST", "", { draft, branch: { run_id: id, message_id: first.id } });
    expect(branched.status).toBe(201);
    expect(branched.body).toMatchObject({ parent_id: id, parent_message_id: first.id, draft });
    const run = await settled(branched.body.id);
    expect(run.messages.map(({ role, is_given }) => [role, is_given])).toEqual([
      ["visitor", true],
      ["assistant", true],
      ["visitor", false],
      ["assistant", false],
    ]);
    expect((await answerOf(run)).content).toContain("60 days");
    expect((await answerOf(await read(id))).content).toContain("30 days");
    const left = await call("manager", "POST", "", {
      draft: { versions: { leave_out: [returns.id] } },
      branch: { run_id: id, message_id: first.id },
    });
    expect((await answerOf(await settled(left.body.id))).content).not.toContain("30 days");
    const strict = await call("manager", "POST", "", {
      draft: { threshold: 1 },
      branch: { run_id: id, message_id: first.id },
    });
    expect((await answerOf(await settled(strict.body.id))).result).toMatchObject({
      outcome: "escalated",
      threshold: 1,
    });
    await call("manager", "DELETE", `/${id}`);
    expect((await call("manager", "GET", `/${branched.body.id}`)).status).toBe(200);
    expect((await call("manager", "POST", "", { branch: { run_id: id, message_id: first.id } })).status).toBe(404);
  });

  it("is no question, no given word and nothing of another run", async () => {
    const { id } = await begin();
    await asked(id, question);
    const run = await read(id);
    for (const message of [run.messages[0]?.id, newId()])
      expect((await call("manager", "POST", "", { branch: { run_id: id, message_id: message } })).status).toBe(404);
    const both = { branch: { run_id: id, message_id: run.messages[1]?.id }, ticket: { id: newId() } };
    expect((await call("manager", "POST", "", both)).status).toBe(400);
  });
});

describe("an answer that is written", () => {
  it("is shown as it grows, is not asked over, and stops when its person says so, with its cost", async () => {
    const { dryRuns } = test.ctx.playground;
    test.ctx.playground.dryRuns = openDryRuns(test.db, { modelUrl: server.url }).deps;
    const { id } = await begin();
    server.on("generate", { type: "hang", text: "Within 30 days" });
    await send(id, question);
    await waitFor(async () => (await answerOf(await read(id))).content.startsWith("Within 30"));
    expect((await answerOf(await read(id))).steps.map(({ node }) => node)).toContain("retrieve");
    expect((await send(id, "And now?")).status).toBe(409);
    const [, answer] = (await read(id)).messages;
    expect(answer).toMatchObject({ state: "running", result: null });
    const tooEarly = await call("manager", "POST", "", { branch: { run_id: id, message_id: answer?.id } });
    expect(tooEarly.status).toBe(409);
    const stopped = await call("manager", "POST", `/${id}/messages/${answer?.id}/cancel`, {});
    expect(stopped.body.messages[1]?.state).toBe("cancelled");
    server.on("generate", { type: "text", text: "Within 30 days [1]." });
    expect((await asked(id, question)).content).toBe("Within 30 days [1].");
    const cost = await count("model_calls where is_dry_run and outcome = 'ok' and task = 'generate'");
    expect(cost).toBeGreaterThan(0);
    test.ctx.playground.dryRuns = dryRuns;
  });

  it("whose process is gone has failed, and the next question is taken", async () => {
    const { id } = await begin();
    await asked(id, question);
    const lost = (await read(id)).messages.at(-1)?.id;
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("update playground_messages set state = 'running', beat_at = now() - interval '1 hour' where id = $1", [
        lost,
      ]),
    );
    expect((await read(id)).messages.at(-1)?.state).toBe("failed");
    expect((await asked(id, question)).content).toContain("30 days");
  });
});

describe("what a draft can choose among", () => {
  const ask = async (who: string, path: string) => {
    const headers = { authorization: `Bearer ${keys[who]}` };
    const response = await fetch(`${test.url}/api/v1/admin/${path}`, { headers });
    return { status: response.status, body: await response.json() };
  };

  it("has documents that were never published, which a question can then be answered from", async () => {
    const made = { source: "gifts", title: "Gift cards", texts: ["Gift cards hold for eleven years."] };
    const { id: documentId } = await seedDocument(test.db, test.a.tenant_id, made);
    await withTenant(test.db, test.a.tenant_id, async (tx) => {
      await deleteTerms(tx, documentId, { vectors: test.db.vectors });
      await unpublishDocument(tx, documentId);
      await tx.query("update document_versions set chunk_count = 1 where document_id = any($1::uuid[])", [
        [documentId, returns.id],
      ]);
    });
    const { items } = (await ask("manager", "playground/documents")).body as PlaygroundDocuments;
    const found = items.find(({ document_id: id }) => id === documentId);
    expect(found).toMatchObject({ title: "Gift cards", versions: [{ version: 1, is_current: false, release: null }] });
    expect(items.find(({ document_id: id }) => id === returns.id)?.versions.at(-1)?.is_current).toBe(true);
    const words = "How long do gift cards hold?";
    const { id } = await begin();
    expect((await asked(id, words)).content).not.toContain("eleven");
    const draft = { versions: { add: [found?.versions[0]?.version_id] } };
    const { id: tried } = await begin({ draft });
    expect((await asked(tried, words)).content).toContain("eleven years");
  });

  it("has models, for managers, who see no bills", async () => {
    expect((await ask("manager", "model-choices")).body).toMatchObject({
      providers: ["extractive"],
      known: [],
    });
    expect((await ask("manager", "usage")).status).toBe(403);
    for (const path of ["model-choices", "playground/documents"])
      expect((await ask("agent", path)).status, path).toBe(403);
    const theirs = (await ask("other", "playground/documents")).body as PlaygroundDocuments;
    expect(theirs.items.map(({ document_id: id }) => id)).not.toContain(returns.id);
  });
});

describe("runs", () => {
  it("are for managers, their own, and no other tenant's", async () => {
    const { id } = await begin();
    const answer = await asked(id, question);
    const message = `/${id}/messages/${answer.id}`;
    const routes: [string, string, object?][] = [
      ["GET", ""],
      ["POST", "", {}],
      ["GET", `/${id}`],
      ["PATCH", `/${id}`, { title: "Mine now" }],
      ["DELETE", `/${id}`],
      ["POST", `/${id}/messages`, { id: newId(), content: "x" }],
      ["GET", message],
      ["POST", `${message}/cancel`, {}],
    ];
    for (const [method, path, body] of routes) {
      expect((await call("nobody", method, path, body)).status, `${method} ${path}`).toBe(401);
      for (const who of ["viewer", "agent"])
        expect((await call(who, method, path, body)).status, `${who} ${method} ${path}`).toBe(403);
      if (path === "") continue;
      for (const who of ["other", "admin"])
        expect((await call(who, method, path, body)).status, `${who} ${method} ${path}`).toBe(404);
    }
    for (const who of ["other", "admin"]) {
      const branch = { branch: { run_id: id, message_id: answer.id } };
      expect((await call(who, "POST", "", branch)).status).toBe(404);
      const listed = (await call<{ items: PlaygroundListed[] }>(who, "GET", "")).body.items;
      expect(listed.map((run) => run.id)).not.toContain(id);
    }
    expect(await read(id)).toMatchObject({ id, title: question });
  });

  it("have names and drafts, within limits", async () => {
    const { id } = await begin({ draft: { guidance: "Be brief." } });
    const changed = await call("manager", "PATCH", `/${id}`, { title: "Returns", draft: { threshold: 0.5 } });
    expect(changed.body).toMatchObject({ title: "Returns", draft: { threshold: 0.5 } });
    for (const body of [
      { draft: { threshold: 2 } },
      { draft: { wisdom: 1 } },
      { title: "" },
      { draft: { guidance: "x".repeat(4_001) } },
    ])
      expect((await call("manager", "PATCH", `/${id}`, body)).status, JSON.stringify(body)).toBe(400);
    expect((await send(id, "")).status).toBe(400);
    expect((await send(id, "x".repeat(4_001))).status).toBe(400);
    expect((await call("manager", "DELETE", `/${id}`)).status).toBe(200);
    expect((await call("manager", "DELETE", `/${id}`)).status).toBe(404);
  });
});
