import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { CopilotConversation, CopilotMentions } from "../../../protocol/copilot-conversations.ts";
import type { ContextPreview, CopilotPreference } from "../../../protocol/copilot-preferences.ts";
import { type DocumentId, documentIdSchema } from "../../../protocol/ids.ts";
import { removePerson } from "../../accounts/people/members.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import type { InquireInput } from "../../copilot/ports.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { ScriptedCopilot } from "../../test/support/copilot.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { seedDocument, wordVectors } from "../../test/support/library.ts";
import { searchForAgent } from "../search/search-for.ts";

/** The retrieval context of a copilot message, and its learned preferences, over HTTP; only the model is scripted. */
let test: TestHttp;
let colleague: string;
const asked: InquireInput[] = [];
const library = new Map<string, { id: DocumentId; version: string }>();
const documentOf = (title: string) => library.get(title)?.id ?? documentIdSchema.parse("");
const versionOf = (title: string) => library.get(title)?.version ?? "";

beforeAll(async () => {
  test = await startTestHttp();
  const { copilot } = test.ctx;
  copilot.embeddings = wordVectors;
  const search = { db: test.db, embeddings: wordVectors, log: copilot.log };
  copilot.search = async (tenantId, { query: q, limit }) =>
    (await searchForAgent(search, tenantId, { q, limit })).results;
  copilot.workersFor = () => {
    const { model, ...workers } = new ScriptedCopilot().workers();
    return { ...workers, model: { ...model, inquire: cites } };
  };
  for (const { tenant_id: tenantId } of [test.b, test.a]) {
    await add(tenantId, "Refund policy", ["refund money days", "refund money shipping costs"]);
    await add(tenantId, "Shipping policy", ["parcels shipping costs days", "parcels leave warehouse"]);
    await add(tenantId, "Holiday list", ["holiday closed december"]);
  }
  const key = { tenantId: test.a.tenant_id, name: "other", speaksAs: "Other", role: "agent" as const };
  colleague = (await createKey(test.ctx.tenants, operator, key)).api_key;
}, 120_000);
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  asked.length = 0;
  await call("/preferences", { method: "DELETE" });
});

/** Cites the first given passage. */
async function cites(input: InquireInput) {
  asked.push(input);
  const excerpts = input.chunks.slice(0, 1).map(({ chunk_id, document_id, version_id, title, text }) => ({
    ...{ chunk_id, document_id, version_id, title, text },
    ...{ url: null, page: null, heading: null, is_web: false },
  }));
  const result = { action: "inquire" as const, answer: "It is so [1].", documents: [] };
  return { result, excerpts: excerpts as never, inference: 0.8, judge: "model" as const }; // ids are branded
}

async function add(tenantId: string, title: string, texts: string[]) {
  const { id } = await seedDocument(test.db, tenantId, {
    source: title,
    title,
    texts,
    kind: "policy",
    audience: "internal",
  });
  const { rows } = await withTenant(test.db, tenantId, (tx) =>
    tx.query<{ id: string }>("update document_versions set chunk_count = $2 where document_id = $1 returning id", [
      id,
      texts.length,
    ]),
  );
  library.set(title, { id: documentIdSchema.parse(id), version: rows[0]?.id ?? "" });
}

async function call<T>(path: string, { method = "GET", body, key = test.a.api_key }: Call = {}) {
  const response = await fetch(`${test.url}/api/v1/admin/copilot${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
interface Call {
  method?: string;
  body?: unknown;
  key?: string;
}

/** Asks a question and returns the context of its answer. */
async function ask(
  text: string,
  { mentions = {}, conversation }: { mentions?: CopilotMentions; conversation?: string } = {},
) {
  const id = conversation ?? (await call<{ id: string }>("/conversations", { method: "POST", body: {} })).body.id;
  const body = { id: newId(), text, mentions: { action: "inquire", ...mentions } };
  expect((await call(`/conversations/${id}/messages`, { method: "POST", body })).status).toBe(202);
  const last = async () => (await call<CopilotConversation>(`/conversations/${id}`)).body.messages.at(-1);
  await expect.poll(async () => (await last())?.state, { interval: 20 }).not.toBe("running");
  const waits = await last();
  const question = waits?.questions.find(({ answered }) => answered === null)?.question;
  if (question) {
    const body = { question_id: question.id, answer: { type: "go_on" } };
    await call(`/conversations/${id}/messages/${waits?.id}/answer`, { method: "POST", body });
  }
  await expect.poll(async () => (await last())?.state, { interval: 20 }).toBe("done");
  await expect.poll(() => test.ctx.copilot.runs.active, { interval: 20 }).toBe(0);
  const message = (await last())?.id ?? "";
  const path = `/conversations/${id}/messages/${message}/context`;
  const { context } = (await call<{ context: ContextRecord }>(path)).body;
  return { id, message, path, context, given: asked.at(-1)?.chunks.map(({ title }) => title) };
}
const preferences = async (key?: string) =>
  (await call<{ items: CopilotPreference[] }>("/preferences", key === undefined ? {} : { key })).body.items;
const set = (title: string, stance: string, key?: string) =>
  call(`/preferences/${documentOf(title)}`, {
    method: "PATCH",
    body: { stance },
    ...(key === undefined ? {} : { key }),
  });
const dismiss = (title: string, message = newId()) =>
  call(`/preferences/${documentOf(title)}/dismissals`, { method: "POST", body: { message_id: message } });
const short = (entries: ContextRecord["taken"]) => entries.map(({ source, title, weight }) => [source, title, weight]);

describe("what a question is answered from", () => {
  it("is what the search finds, with its weights and reasons, and no words of it", async () => {
    const { context, given } = await ask("refund money days");
    expect(given?.[0]).toBe("Refund policy");
    expect(short(context.taken)[0]).toEqual(["search", "Refund policy", 0.5]);
    expect(context.taken[0]?.reason).toBe("found for the question");
    expect(context.sources.map(({ source }) => source)).toEqual(["search", "always", "branch"]);
    expect(context.budget.used).toBe(context.taken.reduce((sum, { tokens }) => sum + tokens, 0));
    const stored = await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query<{ text: string }>(
        "select context_record::text as text from copilot_messages where context_record is not null",
      ),
    );
    expect(stored.rows[0]?.text).not.toMatch(/refund|Refund|money/);
  });

  it("is the documents that were named, and those alone", async () => {
    const { context, given } = await ask("refund money days", {
      mentions: { documents: [versionOf("Shipping policy")] },
    });
    expect(new Set(given)).toEqual(new Set(["Shipping policy"]));
    expect(short(context.taken)[0]).toEqual(["mentioned", "Shipping policy", 1]);
  });

  it("has what was added by hand beside what is found, and not what was taken out", async () => {
    const mentions = { also: [versionOf("Holiday list")], leave_out: [documentOf("Shipping policy")] };
    const { context, given } = await ask("refund money shipping costs", { mentions });
    expect(given?.[0]).toBe("Holiday list");
    expect(given).toContain("Refund policy");
    expect(given).not.toContain("Shipping policy");
    const left = context.left_out.filter(({ title }) => title === "Shipping policy");
    expect(left.map(({ reason }) => reason)).toContain("removed from this message manually");
  });

  it("has a passage of what was pinned, and nothing of what is never to go in", async () => {
    await set("Holiday list", "always");
    await set("Shipping policy", "never");
    const { context, given } = await ask("refund money shipping costs");
    expect(short(context.taken)[0]).toEqual(["always", "Holiday list", 0.8]);
    expect(context.taken[0]?.reason).toBe('you chose "Always"');
    expect(given).not.toContain("Shipping policy");
    expect(context.left_out.find(({ title }) => title === "Shipping policy")?.reason).toBe('you chose "Never"');
    const named = await ask("parcels shipping", { mentions: { documents: [versionOf("Shipping policy")] } });
    expect(named.given).toContain("Shipping policy");
  });

  it("prefers what the conversation that it was forked from used", async () => {
    const parent = await ask("parcels shipping costs");
    const child = await ask("refund money days");
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("update copilot_conversations set parent_id = $2 where id = $1", [child.id, parent.id]),
    );
    await call("/preferences", { method: "DELETE" });
    const { context } = await ask("parcels shipping costs days", { conversation: child.id });
    expect(short(context.taken)[0]).toEqual(["branch", "Shipping policy", 0.7]);
    expect(context.taken[0]?.reason).toBe("used in the parent conversation");
  });

  it("prefers it in a branch as people make one, however little of the conversation was taken along", async () => {
    const parent = await ask("parcels shipping costs");
    const id = newId();
    const body = { id, kind: "anchor", text: "costs" };
    const forked = await call(`/conversations/${parent.id}/messages/${parent.message}/branches`, {
      method: "POST",
      body,
    });
    expect(forked.status).toBe(201);
    await expect.poll(() => test.ctx.copilot.runs.active, { interval: 20 }).toBe(0);
    const { context } = await ask("parcels shipping costs days", { conversation: id });
    expect(short(context.taken)[0]).toEqual(["branch", "Shipping policy", 0.7]);
  });

  it("takes nothing from the conversation before once the branch speaks of other things", async () => {
    const parent = await ask("parcels shipping costs");
    const child = await ask("refund money days");
    await call("/preferences", { method: "DELETE" });
    const change = (sql: string, params: unknown[]) =>
      withTenant(test.db, test.a.tenant_id, (tx) => tx.query(sql, params));
    const summed =
      "update copilot_conversations set parent_id = $2, embedding = $3::real[], embedding_model = 'm' where id = $1";
    await change(summed, [parent.id, null, [1, 0]]);
    await change(summed, [child.id, parent.id, [0.9, 0.1]]);
    const near = await ask("parcels shipping costs days", { conversation: child.id });
    expect(near.context.has_drifted).toBe(false);
    expect(short(near.context.taken)[0]).toEqual(["branch", "Shipping policy", 0.7]);
    await ask("refund money days", { conversation: child.id });
    await change(summed, [parent.id, null, [1, 0]]);
    await change(summed, [child.id, parent.id, [0, 1]]);
    await call("/preferences", { method: "DELETE" });
    const far = await ask("parcels shipping costs days", { conversation: child.id });
    expect(far.context.has_drifted).toBe(true);
    expect(short(far.context.taken)[0]).toEqual(["search", "Shipping policy", 0.5]);
  });

  it("is named also where preferences cannot be read", async () => {
    const { copilot } = test.ctx;
    const { db } = copilot;
    const query = (client: PoolClient) => (sql: string, values?: unknown[]) =>
      sql.includes("copilot_preferences") ? Promise.reject(new Error("the table is away")) : client.query(sql, values);
    const connect = async () => {
      const client = await db.pool.connect();
      return Object.assign(Object.create(client) as PoolClient, { query: query(client) });
    };
    copilot.db = { ...db, pool: Object.assign(Object.create(db.pool) as Database["pool"], { connect }) };
    const { given } = await ask("refund money days");
    copilot.db = db;
    expect(given?.[0]).toBe("Refund policy");
  });

  it("is what was named where documents are read and not searched, each with how much of it", async () => {
    const documents = [versionOf("Refund policy"), versionOf("Holiday list")];
    const { context } = await ask("sum these up", { mentions: { action: "summarize", documents } });
    expect(short(context.taken)).toEqual([
      ["mentioned", "Refund policy", 1],
      ["mentioned", "Holiday list", 1],
    ]);
    expect(context.taken.map(({ reason }) => reason)).toEqual(["read in full: 2 passages", "read in full: 1 passage"]);
    expect(context.left_out).toEqual([]);
    expect(context.budget.used).toBe(context.taken.reduce((sum, { tokens }) => sum + tokens, 0));
    // Mentioning both documents counts as use.
    expect(await preferences()).toHaveLength(2);
  });

  it("can be seen before a message is sent, without a model and without a trace", async () => {
    const body = {
      text: "how long do refund money days take?",
      mentions: { leave_out: [documentOf("Shipping policy")] },
    };
    const before = await call<ContextPreview>("/context", { method: "POST", body });
    expect(before.body).toMatchObject({ action: "inquire", documents: [] });
    expect(before.body.context?.taken[0]).toMatchObject({ title: "Refund policy", source: "search" });
    const tagged = { text: "sum it up", mentions: { action: "summarize", documents: [versionOf("Holiday list")] } };
    const { body: summary } = await call<ContextPreview>("/context", { method: "POST", body: tagged });
    expect(summary).toMatchObject({ action: "summarize", documents: [{ title: "Holiday list" }], context: null });
    expect(asked).toEqual([]);
    expect(await preferences()).toEqual([]);
  });
});

describe("preferences", () => {
  const tagged = () => ({ mentions: { documents: [versionOf("Holiday list")] } });

  it("are learned from what a person tags, three times; what results cite teaches nothing", async () => {
    for (let round = 0; round < 4; round += 1) await ask("holiday closed december");
    expect(await preferences()).toEqual([]);
    for (let round = 0; round < 2; round += 1) await ask("holiday closed december", tagged());
    expect(await preferences()).toMatchObject([{ title: "Holiday list", effect: "usual", stance: null, weight: 0.5 }]);
    await ask("holiday closed december", tagged());
    const [learned] = await preferences();
    expect(learned).toMatchObject({ title: "Holiday list", effect: "always", weight: 0.8 });
    expect(learned?.reason).toMatch(/^you tagged it three times since \d+ \w+$/);
    const { context } = await ask("closed december");
    expect(context.taken[0]).toMatchObject({ source: "always", reason: learned?.reason });
  });

  it("do not let in what has nothing to do with the question, although it is tagged often", async () => {
    for (let round = 0; round < 3; round += 1) await ask("holiday closed december", tagged());
    const { given } = await ask("parcels leave warehouse");
    expect(given).not.toContain("Holiday list");
  });

  it("change the order and push nothing out", async () => {
    const before = (await ask("refund money shipping costs")).given ?? [];
    await set("Holiday list", "always");
    await set("Shipping policy", "always");
    const { given = [] } = await ask("refund money shipping costs");
    expect(before.length).toBeGreaterThan(1);
    for (const title of before) expect(given).toContain(title);
  });

  it("count a run that is tried again once", async () => {
    const { id, message } = await ask("holiday closed december", tagged());
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("update copilot_messages set state = 'failed' where id = $1", [message]),
    );
    await call(`/conversations/${id}/messages/${message}/retry`, { method: "POST", body: {} });
    await expect.poll(() => test.ctx.copilot.runs.active, { interval: 20 }).toBe(0);
    const { rows } = await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query<{ count: number }>("select count(*)::int as count from copilot_uses where occasion_id = $1", [message]),
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it("leave out what was dismissed from three messages, until it is reset", async () => {
    const message = newId();
    await dismiss("Shipping policy", message);
    await dismiss("Shipping policy", message);
    await dismiss("Shipping policy");
    expect((await ask("parcels shipping costs")).given).toContain("Shipping policy");
    await call("/preferences", { method: "DELETE" });
    for (let round = 0; round < 3; round += 1) await dismiss("Shipping policy");
    const { context, given } = await ask("parcels shipping costs");
    expect(given ?? []).not.toContain("Shipping policy");
    expect(context.left_out[0]?.reason).toMatch(/^you dismissed it three times since /);
    await call(`/preferences/${documentOf("Shipping policy")}`, { method: "DELETE" });
    expect((await ask("parcels shipping costs")).given).toContain("Shipping policy");
  });

  it("lapse after 30 days, and are set and reset by hand", async () => {
    for (let round = 0; round < 3; round += 1) await ask("holiday closed december", tagged());
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("update copilot_uses set at = now() - interval '95 days'"),
    );
    expect(await preferences()).toMatchObject([{ effect: "usual", weight: 0.35 }]);
    await set("Holiday list", "neutral");
    await set("Refund policy", "always");
    expect((await preferences()).map(({ title, stance }) => [title, stance])).toEqual([
      ["Refund policy", "always"],
      ["Holiday list", "neutral"],
    ]);
    await call(`/preferences/${documentOf("Refund policy")}`, { method: "DELETE" });
    expect((await preferences()).map(({ title }) => title)).toEqual(["Holiday list"]);
  });

  it("are one person's within one tenant: nobody else sees, changes or is answered by them", async () => {
    await set("Holiday list", "always");
    expect(await preferences(colleague)).toEqual([]);
    expect(await preferences(test.b.api_key)).toEqual([]);
    expect((await set("Holiday list", "never", test.b.api_key)).status).toBe(404);
    const foreign = { method: "POST", body: { message_id: newId() }, key: test.b.api_key };
    await call(`/preferences/${documentOf("Holiday list")}/dismissals`, foreign);
    expect(await preferences(test.b.api_key)).toEqual([]);
    await call("/preferences", { method: "DELETE", key: colleague });
    expect(await preferences()).toHaveLength(1);
    const { path } = await ask("refund money days");
    for (const key of [colleague, test.b.api_key]) expect((await call(path, { key })).status).toBe(404);
    const elsewhere = { text: "refund", conversation_id: path.split("/")[2] };
    expect((await call("/context", { method: "POST", body: elsewhere, key: colleague })).status).toBe(404);
  });

  it("are closed to whoever has no credentials, and to viewers", async () => {
    const viewer = { tenantId: test.a.tenant_id, name: "viewer", speaksAs: "Viewer", role: "viewer" as const };
    const { api_key: key } = await createKey(test.ctx.tenants, operator, viewer);
    expect((await call("/preferences", { key })).status).toBe(403);
    expect((await call("/context", { method: "POST", body: { text: "refund" }, key })).status).toBe(403);
    expect((await call("/preferences", { key: "nothing" })).status).toBe(401);
  });

  it("go with their person", async () => {
    const tenantId = test.a.tenant_id;
    const personId = newId();
    await withTenant(test.db, tenantId, async (tx) => {
      const about = [tenantId, personId, documentOf("Holiday list")];
      await tx.query(
        "insert into copilot_uses (tenant_id, person_id, document_id, kind, occasion_id) values ($1, $2, $3, 'mentioned', $3)",
        about,
      );
      await tx.query(
        "insert into copilot_preferences (tenant_id, person_id, document_id, stance) values ($1, $2, $3, 'always')",
        about,
      );
    });
    const actor = { kind: "person" as const, id: newId() };
    // The person's row is already gone: an interrupted removal continues from there.
    const caller = { tenantId, id: actor.id, name: "Admin", actor };
    const again = removePerson(test.ctx.people, caller, personId);
    await expect(again).rejects.toThrow("Person not found");
    const { rows } = await withTenant(test.db, tenantId, (tx) =>
      tx.query(
        `select 1 from copilot_uses where person_id = $1 union all select 1 from copilot_preferences where person_id = $1`,
        [personId],
      ),
    );
    expect(rows).toEqual([]);
  });
});
