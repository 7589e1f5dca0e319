import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuditItem } from "../../../protocol/admin-audit.ts";
import type {
  GapDetail,
  GapDraft,
  GapListResponse,
  GapView,
  QuestionAskedOnce,
  SimilarTickets,
} from "../../../protocol/admin-gaps.ts";
import type { SnippetView } from "../../../protocol/admin-snippets.ts";
import { createModels } from "../../assistant/models/create-models.ts";
import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import type { DeliveryRow } from "../../channels/store/webhook-deliveries.ts";
import { writeBody } from "../../channels/webhooks/write-body.ts";
import { newId } from "../../core/ids.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { openDryRuns } from "../../test/support/dry-run.ts";
import { seedDocument, wordVectors } from "../../test/support/library.ts";
import { isDrawn } from "../../tickets/turns/hold-out.ts";
import { createGapDeps } from "../../wiring/gaps.ts";
import type { Resources } from "../../wiring/resources.ts";
import type { GapDeps } from "../gaps/deps.ts";
import { runGaps } from "../gaps/run-gaps.ts";
import { listTenantsForGaps } from "../store/gap-runs.ts";

/** Uses real turns, tickets, search and answers by rules. Vectors represent words, and the models' texts are scripted. */
let desk: ConversationRig;
let deps: GapDeps;
let isModelAway = false;
let embedded = 0;

const embeddings: EmbeddingPort = {
  ...wordVectors,
  embed(texts, options) {
    if (isModelAway) return Promise.reject(new Error("the model is away"));
    if (options.priority === "bulk") embedded += texts.length;
    return wordVectors.embed(texts, options);
  },
};

beforeAll(async () => {
  desk = await startConversationRig();
  const { db, ctx } = desk.http;
  const search = { db, embeddings, log: ctx.log };
  const models = createModels(
    {
      provider: "extractive",
      small: undefined,
      large: undefined,
      openaiApiKey: undefined,
      openaiBaseUrl: undefined,
      ollamaBaseUrl: undefined,
    },
    { embeddings, paceMs: 0 },
  );
  const resources = { db, hub: ctx.desk.hub, embeddings, log: ctx.log } as Resources; // all that gaps take of them
  deps = createGapDeps(resources, {
    search,
    turnDeps: { db, modelFor: (turn) => models.forTurn(turn) },
    dryRuns: openDryRuns(db, { embeddings }).deps,
  });
  ctx.gaps = deps;
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  isModelAway = false;
  desk.rig.script.score = 0.2;
  await inTenant("delete from tickets");
  await inTenant("delete from documents");
  await inTenant("delete from gap_runs");
  await inTenant("delete from gaps");
});

const inTenant = <T extends object>(sql: string, params: unknown[] = []) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => (await tx.query<T>(sql, params)).rows);

async function call<T>(
  path: string,
  { method = "GET", key = desk.http.a.api_key, body }: { method?: string; key?: string; body?: object } = {},
) {
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const post = <T>(path: string) => call<T>(path, { method: "POST" });
const list = async (status = "open") => (await call<GapListResponse>(`gaps?status=${status}`)).body;
const read = async (id: string) => (await call<GapDetail>(`gaps/${id}`)).body;

/** Makes the background run due and runs it once. */
async function run(): Promise<void> {
  await inTenant("update gap_runs set next_at = now()");
  expect(await runGaps(deps, desk.tenantId)).toBe(true);
}

/** Asks a visitor's question that an agent has to answer. @returns the ticket. */
async function ask(question: string): Promise<string> {
  const visitor = await desk.visitor();
  await desk.say(visitor, question);
  return visitor.session.ticket.id;
}

async function answer(ticketId: string, words: string): Promise<void> {
  await desk.desk(`tickets/${ticketId}/take`, {});
  const { status } = await desk.desk(`tickets/${ticketId}/resolve`, { answer: words });
  expect(status).toBe(200);
}

describe("a gap", () => {
  it("is what several visitors have asked in other words, with what it cost and what agents answered", async () => {
    const first = await ask("Do you gift-wrap my parcel?");
    await ask("Do you gift-wrap a parcel?");
    await ask("Where is your shop in Lusaka?");
    await answer(first, "Hi Anna,\n\nyes, we gift-wrap a parcel for three euros at the counter.\n\nBest regards\nAda");
    await run();
    const { items, counts, asked_once, has_vectors, looked_at } = await list();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      status: "open",
      questions: 2,
      tickets: 2,
      answers: 1,
      causes: { low_grade: 2, answered_differently: 1 },
      snippet: null,
    });
    // At least two minutes of an agent's time, and two low confidences.
    expect(items[0]?.cost_minutes).toBeGreaterThanOrEqual(4);
    expect(items[0]?.cost_minutes).toBeLessThan(5);
    expect({ counts, asked_once, has_vectors }).toEqual({
      counts: { open: 1, closed: 0, ignored: 0 },
      asked_once: 1,
      has_vectors: true,
    });
    expect(looked_at).not.toBeNull();
    const detail = await read(items[0]?.id ?? "");
    expect(detail.items.map(({ question }) => question).sort()).toEqual([
      "Do you gift-wrap a parcel?",
      "Do you gift-wrap my parcel?",
    ]);
    expect(detail.items.find(({ ticket }) => ticket.id === first)?.answer).toMatchObject({ is_liked: false });
    expect(detail.items[0]?.question).toBe(detail.gap.question);
  });

  it("keeps its id as it grows, and a second run changes nothing and embeds nothing again", async () => {
    await ask("Do you gift-wrap my parcel?");
    await ask("Do you gift-wrap a parcel?");
    await run();
    const before = (await list()).items;
    embedded = 0;
    await run();
    expect((await list()).items).toEqual(before.map((gap) => ({ ...gap, cost_minutes: expect.any(Number) })));
    expect(embedded).toBe(0);
    await ask("Do you gift-wrap the parcel?");
    await run();
    expect(embedded).toBe(1);
    const after = (await list()).items;
    expect(after).toMatchObject([{ id: before[0]?.id, questions: 3 }]);
    // Clustering again keeps the same gap.
    await inTenant("update gap_runs set clustered_at = now() - interval '2 days'");
    await ask("Do you gift-wrap one parcel?");
    await run();
    expect((await list()).items).toMatchObject([{ id: before[0]?.id, questions: 4 }]);
  });

  it("goes with its tickets", async () => {
    const tickets = [await ask("Do you gift-wrap my parcel?"), await ask("Do you gift-wrap a parcel?")];
    await run();
    const id = (await list()).items[0]?.id ?? "";
    for (const ticket of tickets) await call(`tickets/${ticket}`, { method: "DELETE" });
    expect((await list()).items).toEqual([]);
    expect((await call(`gaps/${id}`)).status).toBe(404);
    await run();
    expect(await inTenant("select id from gaps")).toEqual([]);
  });

  it("waits for vectors while the embedding model is away, and the list says so", async () => {
    await ask("Do you gift-wrap my parcel?");
    await ask("Do you gift-wrap a parcel?");
    isModelAway = true;
    await run();
    expect(await list()).toMatchObject({ items: [], has_vectors: false, asked_once: 2 });
    isModelAway = false;
    await run();
    expect(await list()).toMatchObject({ items: [{ questions: 2 }], has_vectors: true, asked_once: 0 });
  });

  it("is taken by one of two processes, and by nobody before its time", async () => {
    const due = () => withSystem(desk.http.db, "find-due-gap-runs", (tx) => listTenantsForGaps(tx, 10));
    expect(await due()).toContain(desk.tenantId);
    expect(await Promise.all([runGaps(deps, desk.tenantId), runGaps(deps, desk.tenantId)])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await due()).not.toContain(desk.tenantId);
    expect(await runGaps(deps, desk.tenantId)).toBe(false);
  });
});

describe("a question counts", () => {
  const causesOf = async (ticketId: string) =>
    (
      await inTenant<{ causes: string[]; cost: number }>(
        "select causes, cost from gap_questions where ticket_id = $1",
        [ticketId],
      )
    )[0];

  it("when nothing was found, when its answer is disliked, and when a person is wished for behind it; otherwise not", async () => {
    desk.rig.script.score = 0.9;
    const good = await ask("How long does it last?");
    const visitor = await desk.visitor();
    await desk.say(visitor, "How do I pay?");
    const [said] = (await desk.history(visitor)).messages.filter(({ role }) => role === "assistant");
    const rated = await visitor.call("feedback", {
      method: "POST",
      body: JSON.stringify({ message_id: said?.id, rating: "down" }),
    });
    expect(rated.status).toBeLessThan(300);
    const asking = await desk.visitor();
    await desk.say(asking, "Is there a warranty?");
    await desk.say(asking, "I want to talk to a person");
    const wish = await desk.visitor();
    await desk.say(wish, "I want to talk to a person");
    const passages = desk.rig.chunks.splice(0);
    const nothing = await ask("Do you sell quantum chromodynamics?");
    desk.rig.chunks.push(...passages);
    await run();
    expect(await causesOf(good)).toBeUndefined();
    expect(await causesOf(visitor.session.ticket.id)).toEqual({ causes: ["disliked"], cost: 5 });
    expect((await causesOf(asking.session.ticket.id))?.causes).toEqual(["asked_for_person"]);
    expect(await causesOf(wish.session.ticket.id)).toBeUndefined();
    expect((await causesOf(nothing))?.causes).toEqual(["no_documents"]);
    // A changed rating is detected although the ticket has not changed.
    await visitor.call("feedback", { method: "POST", body: JSON.stringify({ message_id: said?.id, rating: "up" }) });
    await run();
    expect(await causesOf(visitor.session.ticket.id)).toBeUndefined();
  });

  it("not when it went straight to the team as a hold-out, even if an agent answered it", async () => {
    await inTenant("update tenants set hold_out_percent = 20");
    let visitor = await desk.visitor();
    while (!isDrawn(visitor.session.ticket.id, 20)) visitor = await desk.visitor();
    await desk.say(visitor, "Is there a warranty on bells?");
    const { id } = visitor.session.ticket;
    await inTenant("update tenants set hold_out_percent = 0");
    expect(await inTenant("select escalation_reason from tickets where id = $1", [id])).toEqual([
      { escalation_reason: "hold_out" },
    ]);
    await desk.desk(`tickets/${id}/resolve`, {
      answer: "Yes, for two years, and it covers the spring as well as the hammer.",
    });
    await run();
    expect(await causesOf(id)).toBeUndefined();
  });

  it("not when its ticket was spam, and as answered by an agent only when the draft was not sent as it was", async () => {
    const spam = await ask("Buy cheap watches?");
    await desk.desk(`tickets/${spam}/spam`, {});
    const approved = await ask("How long does it last?");
    await desk.desk(`tickets/${approved}/take`, {});
    await desk.desk(`tickets/${approved}/approve-draft`, {});
    const edited = await ask("How long does it last?");
    await desk.desk(`tickets/${edited}/take`, {});
    await desk.desk(`tickets/${edited}/approve-draft`, { content: "It lasts two years." });
    await run();
    expect(await causesOf(spam)).toBeUndefined();
    expect((await causesOf(approved))?.causes).toEqual(["low_grade"]);
    expect((await causesOf(edited))?.causes).toEqual(["low_grade", "answered_differently"]);
  });
});

describe("a manager", () => {
  async function openGap(): Promise<GapView> {
    const ticket = await ask("Do you gift-wrap my parcel?");
    await ask("Do you gift-wrap a parcel?");
    await answer(
      ticket,
      "Hi Anna,\n\nyes, we gift-wrap a parcel for three euros at the counter [1].\n\nBest regards\nAda",
    );
    await run();
    const [gap] = (await list()).items;
    if (!gap) throw new Error("no gap");
    return gap;
  }

  it("gets a proposed snippet from the best of agents' answers, the same one the second time", async () => {
    const { id, question } = await openGap();
    const draft = await post<GapDraft>(`gaps/${id}/draft`);
    expect(draft).toMatchObject({
      status: 200,
      body: { question, answer: "Yes, we gift-wrap a parcel for three euros at the counter.", made_from: "agent" },
    });
    const snippet = await call<SnippetView>(`snippets/${draft.body.snippet_id}`);
    expect(snippet.body).toMatchObject({ state: "proposed", question });
    expect((await post<GapDraft>(`gaps/${id}/draft`)).body).toMatchObject({
      snippet_id: draft.body.snippet_id,
      made_from: null,
    });
    expect((await read(id)).gap.snippet).toEqual({ id: draft.body.snippet_id, state: "proposed" });
    await post(`snippets/${draft.body.snippet_id}/reject`);
    expect((await post<GapDraft>(`gaps/${id}/draft`)).body.made_from).toBe("agent");
  });

  it("gets one that a model wrote where there is one, and an agent's answer when it fails", async () => {
    const { id } = await openGap();
    desk.http.ctx.gaps = {
      ...deps,
      writeAnswer: async (_tenantId, { answers }) => `Written from ${answers.length}: ${answers[0]}`,
    };
    const draft = (await post<GapDraft>(`gaps/${id}/draft`)).body;
    expect(draft).toMatchObject({
      made_from: "model",
      answer: "Written from 1: Yes, we gift-wrap a parcel for three euros at the counter.",
    });
    await call(`snippets/${draft.snippet_id}`, { method: "DELETE" });
    desk.http.ctx.gaps = { ...deps, writeAnswer: () => Promise.reject(new Error("the model is away")) };
    expect((await post<GapDraft>(`gaps/${id}/draft`)).body.made_from).toBe("agent");
    desk.http.ctx.gaps = deps;
  });

  it("is told that nobody has answered yet", async () => {
    await ask("Do you gift-wrap my parcel?");
    await ask("Do you gift-wrap a parcel?");
    await run();
    const [gap] = (await list()).items;
    expect(await post(`gaps/${gap?.id}/draft`)).toMatchObject({ status: 409 });
  });

  it("ignores a gap, which stays so when it is asked about again, and puts it back; both stand in the record", async () => {
    const { id } = await openGap();
    expect((await post<GapView>(`gaps/${id}/ignore`)).body).toMatchObject({
      status: "ignored",
      ignored: { name: expect.any(String) },
    });
    expect((await post(`gaps/${id}/ignore`)).status).toBe(200);
    await ask("Do you gift-wrap the parcel?");
    await run();
    expect(await list()).toMatchObject({ items: [], counts: { open: 0, ignored: 1 } });
    expect((await list("ignored")).items).toMatchObject([{ id, questions: 3 }]);
    expect((await post<GapView>(`gaps/${id}/reopen`)).body).toMatchObject({ status: "open", ignored: null });
    const { items } = (await call<{ items: AuditItem[] }>("audit?action=gap")).body;
    expect(items.map(({ action }) => action)).toEqual(["gap.reopen", "gap.ignore"]);
    expect(items.every(({ target }) => target?.name?.includes("gift-wrap"))).toBe(true);
  });

  it("opens for a question asked once when a manager wants it, stays one, and has the actions of every gap", async () => {
    const ticket = await ask("Do you engrave rings?");
    await ask("Is there parking near the shop?");
    await run();
    const readOnce = async () => (await call<{ items: QuestionAskedOnce[] }>("gaps/asked-once")).body.items;
    const [first, second] = (await readOnce()).toSorted((one, other) => one.question.localeCompare(other.question));
    expect(first).toMatchObject({ question: "Do you engrave rings?", ticket: { id: ticket }, report: null });
    const open = (turn_id: string, key?: string) =>
      call<GapView>("gaps", { method: "POST", body: { turn_id }, ...(key && { key }) });
    expect((await open(first?.turn_id ?? "", desk.http.b.api_key)).status).toBe(404);
    const { body: gap } = await open(first?.turn_id ?? "");
    expect(gap).toMatchObject({ status: "open", question: "Do you engrave rings?", questions: 1 });
    expect((await open(first?.turn_id ?? "")).body.id).toBe(gap.id);
    expect(await readOnce()).toMatchObject([{ turn_id: second?.turn_id }]);
    await ask("Which metro line goes to the museum?");
    await inTenant("update gap_runs set clustered_at = now() - interval '9 days'");
    await run();
    expect((await list()).items).toMatchObject([{ id: gap.id, questions: 1 }]);
    expect((await post<GapView>(`gaps/${gap.id}/ignore`)).body.status).toBe("ignored");
  });

  it("of another tenant sees and changes nothing of it", async () => {
    const { id } = await openGap();
    const key = desk.http.b.api_key;
    expect((await call<GapListResponse>("gaps", { key })).body).toMatchObject({ items: [], asked_once: 0 });
    expect((await call(`gaps/${id}`, { key })).status).toBe(404);
    for (const verb of ["ignore", "reopen", "draft"])
      expect((await call(`gaps/${id}/${verb}`, { method: "POST", key })).status, verb).toBe(404);
    expect((await read(id)).gap.status).toBe("open");
  });
});

describe("a gap closes by itself", () => {
  const seed = (texts: string[], source = "gifts.md") =>
    seedDocument(desk.http.db, desk.tenantId, { source, title: "Gifts", texts });
  const fact = "We gift-wrap a parcel for three euros.";

  async function openGap(): Promise<string> {
    await ask("Do you gift-wrap my parcel?");
    await ask("Do you gift-wrap a parcel?");
    await run();
    return (await list()).items[0]?.id ?? "";
  }

  it("when its question is answered by something newer than the gap, and opens again when it is asked in vain", async () => {
    const id = await openGap();
    const { id: documentId } = await seed([fact]);
    await run();
    const { gap } = await read(id);
    expect(gap).toMatchObject({ status: "closed", answered: { document_id: documentId, title: "Gifts", quote: fact } });
    expect(gap.closed_at).not.toBeNull();
    expect(await list()).toMatchObject({ items: [], counts: { closed: 1 } });
    await ask("Do you gift-wrap the parcel?");
    await run();
    expect((await read(id)).gap).toMatchObject({ status: "open", answered: null, questions: 3 });
  });

  it("not by what was there before it, however often that is read again", async () => {
    const { id: documentId, chunkIds } = await seed([fact]);
    await inTenant("update document_versions set created_at = now() - interval '1 day'");
    const id = await openGap();
    await inTenant("update documents set updated_at = now() + interval '1 second' where id = $1", [documentId]);
    await inTenant("update chunks set created_at = now() + interval '1 second' where id = $1", [chunkIds[0]]);
    await run();
    expect((await read(id)).gap.status).toBe("open");
    // The answer is found, but it is not new.
    expect((await read(id)).nearest[0]).toMatchObject({ document_id: documentId, text: fact });
    expect((await deps.askAgain(desk.tenantId, "Do you gift-wrap a parcel?")).isAnswered).toBe(true);
  });

  it("not by a new version in which the passage is as it was", async () => {
    const { id: documentId, chunkIds } = await seed([fact]);
    await inTenant("update document_versions set created_at = now() - interval '1 day'");
    const id = await openGap();
    const [old] = await inTenant<{ id: string }>("select id from document_versions where document_id = $1", [
      documentId,
    ]);
    const version = newId();
    await inTenant(
      `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text, created_at)
       values ($1, $2, $3, 2, 'new', 'text', '', now() + interval '1 second')`,
      [desk.tenantId, version, documentId],
    );
    await inTenant("update chunks set version_id = $2 where id = $1", [chunkIds[0], version]);
    await inTenant(
      "insert into chunks (tenant_id, id, document_id, version_id, ordinal, text) values ($1, $2, $3, $4, 1, $5)",
      [desk.tenantId, newId(), documentId, old?.id, fact],
    );
    await inTenant("update documents set updated_at = now() + interval '1 second'");
    await run();
    expect((await read(id)).gap.status).toBe("open");
    await inTenant("delete from chunks where version_id = $1", [old?.id]);
    await inTenant("update documents set updated_at = now() + interval '2 minutes'");
    await run();
    expect((await read(id)).gap.status).toBe("closed");
  });

  it("soon after a document is ready, unless a run is under way", async () => {
    await openGap();
    const { id: documentId } = await seed([fact]);
    const inSeconds = async () =>
      (await inTenant<{ s: number }>("select extract(epoch from next_at - now())::int as s from gap_runs"))[0]?.s;
    await inTenant("update gap_runs set next_at = now() + interval '10 minutes'");
    await inTenant("update documents set status = 'searchable' where id = $1", [documentId]);
    expect(await inSeconds()).toBeLessThanOrEqual(30);
    await inTenant("update gap_runs set next_at = now() + interval '10 minutes', is_running = true");
    await inTenant("update documents set status = 'ready' where id = $1", [documentId]);
    expect(await inSeconds()).toBeGreaterThan(500);
  });

  it("and asks nothing while the documents are as they were", async () => {
    await openGap();
    await seed(["Our shop is in Lusaka."]);
    let asked = 0;
    const askAgain: GapDeps["askAgain"] = (...question) => {
      asked += 1;
      return deps.askAgain(...question);
    };
    await inTenant("update documents set updated_at = now() + interval '1 second'");
    const runCounting = async () => {
      await inTenant("update gap_runs set next_at = now()");
      await runGaps({ ...deps, askAgain }, desk.tenantId);
    };
    await runCounting();
    expect(asked).toBe(1);
    await inTenant("update gaps set checked_at = now() + interval '1 minute'");
    await runCounting();
    expect(asked).toBe(1);
  });
});

it("shows beside a waiting ticket what agents answered to nearly the same, and nothing of other tenants or open tickets", async () => {
  const answered = await ask("Do you gift-wrap my parcel?");
  await answer(answered, "Yes, for three euros.");
  const open = await ask("Do you gift-wrap a parcel?");
  await desk.desk(`tickets/${open}/take`, {});
  await desk.desk(`tickets/${open}/messages`, { content: "Let me have a look." });
  await answer(await ask("Where is your shop in Lusaka?"), "At the market.");
  await run();
  const asking = await ask("Do you gift-wrap the parcel?");
  const similar = await call<SimilarTickets>(`tickets/${asking}/similar`);
  expect(similar.body.items).toMatchObject([
    { ticket: { id: answered }, question: "Do you gift-wrap my parcel?", answer: "Yes, for three euros." },
  ]);
  expect((await call(`tickets/${asking}/similar`, { key: desk.http.b.api_key })).status).toBe(404);
  isModelAway = true;
  expect((await call(`tickets/${asking}/similar`)).body).toEqual({ items: [] });
});

it("webhooks hear of a gap that opens and of one that closes, once each", async () => {
  const made = await fetch(`${desk.http.url}/api/v1/admin/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "gaps", url: "https://hooks.example/gaps", events: ["gap.opened", "gap.closed"] }),
  });
  expect(made.status).toBe(201);
  await ask("Do you gift-wrap my parcel?");
  await ask("Do you gift-wrap a parcel?");
  await run();
  await run();
  const id = (await list()).items[0]?.id ?? "";
  await post(`gaps/${id}/ignore`);
  await post(`gaps/${id}/reopen`);
  await seedDocument(desk.http.db, desk.tenantId, {
    source: "gifts.md",
    texts: ["We gift-wrap a parcel for three euros."],
  });
  await run();
  expect((await read(id)).gap.status).toBe("closed");
  const rows = await inTenant<{ type: string; gap_id: string }>(
    "select type, gap_id from webhook_deliveries order by created_at",
  );
  expect(rows).toEqual([
    { type: "gap.opened", gap_id: id },
    { type: "gap.closed", gap_id: id },
  ]);
  const bodyOf = (type: string, format: "parley" | "slack") =>
    withTenant(desk.http.db, desk.tenantId, async (tx) => {
      const found = await tx.query<DeliveryRow>("select * from webhook_deliveries where type = $1", [type]);
      const [delivery] = found.rows;
      if (!delivery) throw new Error("no delivery");
      return JSON.parse(await writeBody(tx, delivery, { format, publicUrl: "https://desk.example" }));
    });
  const { gap } = await read(id);
  expect(await bodyOf("gap.closed", "parley")).toMatchObject({
    type: "gap.closed",
    data: {
      gap: {
        id,
        status: "closed",
        question: gap.question,
        questions: 2,
        answered_by: { title: "gifts.md" },
        url: `https://desk.example/console/gaps/${id}`,
      },
    },
  });
  expect(await bodyOf("gap.opened", "slack")).toEqual({
    text: `New gap in the documents: <https://desk.example/console/gaps/${id}|${gap.question}>`,
  });
});

it("finds a place for every question of a long past, also beyond those that are clustered together", async () => {
  const ticket = await ask("Do you gift-wrap my parcel?");
  await run();
  // Adds three questions of each of thirty kinds, as a first run finds them.
  await inTenant(
    `with made as (
       insert into turns (tenant_id, id, ticket_id, kind, status, owner_epoch, lease_holder, lease_expires_at)
       select $1, gen_random_uuid(), $2, 'visitor', 'done', 0, 'test', now() from generate_series(1, 90) returning id
     )
     insert into gap_questions (tenant_id, turn_id, ticket_id, question, asked_at, model, embedding)
     select $1, id, $2, 'made up', now() - make_interval(mins => n::int), $3,
            (select array_agg(case when place = n % 30 then 1 else 0 end)::real[] from generate_series(0, 383) place)
       from (select id, row_number() over () as n from made) numbered`,
    [desk.tenantId, ticket, embeddings.model],
  );
  await inTenant("update gap_runs set clustered_at = null, next_at = now(), scanned_to = now() + interval '1 hour'");
  await inTenant("update tickets set waiting_since = null");
  await runGaps({ ...deps, maxClustered: 40 }, desk.tenantId);
  const counted = await inTenant<{ gap_id: string | null; count: number; waiting: number }>(
    "select gap_id, count(*)::int as count, count(*) filter (where placed_at is null)::int as waiting from gap_questions group by gap_id",
  );
  expect(counted.filter(({ gap_id, count }) => gap_id !== null && count === 3)).toHaveLength(30);
  expect(counted.every(({ waiting }) => waiting === 0)).toBe(true);
});
