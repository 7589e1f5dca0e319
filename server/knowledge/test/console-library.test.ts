import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemberRole } from "../../../protocol/admin.ts";
import type { AuditItem } from "../../../protocol/admin-audit.ts";
import type { CheckedAnswer } from "../../../protocol/admin-check.ts";
import type { HealthReport, PageReport } from "../../../protocol/admin-doctor.ts";
import type { EmbedView } from "../../../protocol/admin-embed.ts";
import type { SnippetListResponse, SnippetView } from "../../../protocol/admin-snippets.ts";
import type { TriedAnswer } from "../../../protocol/admin-try.ts";
import type { MessageTranslation, Recap, TicketAssist } from "../../../protocol/agent-assist.ts";
import type { DocumentChunks, DocumentCitations } from "../../../protocol/document-uses.ts";
import { tenantIdSchema } from "../../../protocol/ids.ts";
import { countForDigest } from "../../accounts/store/notices.ts";
import { snippetFor } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { createTryAnswer } from "../../assistant/dry-run/try-answer.ts";
import { createModels } from "../../assistant/models/create-models.ts";
import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import { search } from "../../assistant/search/search.ts";
import { AppError } from "../../core/errors.ts";
import { publicNetwork } from "../../core/fetch/guarded-lookup.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { checkPage } from "../../operations/doctor/page/check-page.ts";
import { pagesToVerify } from "../../operations/doctor/page/pages-to-verify.ts";
import { dryRunsOf } from "../../test/support/dry-run.ts";
import { originA, startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { seedDocument, wordVectors } from "../../test/support/library.ts";
import { openLibrary, type TestLibrary } from "../../test/support/open-library.ts";
import { startProxy } from "../../test/support/proxy.ts";
import { goodGrade, startScriptedModel } from "../../test/support/scripted-model.ts";
import { createTurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { startWebSite, type WebSite } from "../../test/support/web-site.ts";
import { storeMessage } from "../../tickets/store/store-message.ts";
import { insertTicket, updateTicket } from "../../tickets/store/tickets.ts";
import { upsertVisitor } from "../../tickets/store/visitors.ts";

/** Tests what managers do in the library, over HTTP. No worker processes the queues, so each effect comes from the call itself. */
let test: TestHttp;
let library: TestLibrary;
let isModelAway = false;
const embeddings: EmbeddingPort = {
  ...wordVectors,
  embed: (texts, options) =>
    isModelAway ? Promise.reject(new Error("the model is away")) : wordVectors.embed(texts, options),
};
const keys = {} as Record<MemberRole, string>;
const roles: MemberRole[] = ["viewer", "agent", "manager", "admin"];

beforeAll(async () => {
  test = await startTestHttp({
    library: async (db) => {
      library = openLibrary({ db, embeddings });
      return library;
    },
  });
  for (const role of roles) {
    const named = { tenantId: test.a.tenant_id, name: role, speaksAs: `The ${role}`, role };
    keys[role] = (await createKey(test.ctx.tenants, operator, named)).api_key;
  }
});
afterAll(async () => {
  await library?.close();
  await test?.[Symbol.asyncDispose]();
});

async function call<T>(role: MemberRole | "b", method: string, path: string, body?: unknown) {
  const response = await fetch(`${test.url}/api/v1/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${role === "b" ? test.b.api_key : keys[role]}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, body: (isJson ? await response.json() : await response.text()) as T };
}

async function found(question: string): Promise<string[]> {
  const { results } = await search({ db: test.db, embeddings, log: test.ctx.log }, test.a.tenant_id, { question });
  return results.map(({ text }) => text);
}

function count(sql: string, values: unknown[]): Promise<number> {
  return withTenant(test.db, test.a.tenant_id, async (tx) => {
    const { rows } = await tx.query<{ count: number }>(`select count(*)::int as count from ${sql}`, values);
    return rows[0]?.count ?? 0;
  });
}

const propose = (question: string, answer: string) =>
  call<SnippetView>("agent", "POST", "/snippets", { question, answer });

describe("a snippet", () => {
  it("is due a week before its day, told to whoever keeps it, until somebody says that it is still right", async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const due = async () => (await call<SnippetListResponse>("viewer", "GET", "/snippets?state=due")).body;
    const said = { question: "What does a parcel cost?", answer: "Four euros a parcel." };
    const soon = await call<SnippetView>("manager", "POST", "/snippets", { ...said, review_by: inDays(6) });
    expect(soon).toMatchObject({ status: 201, body: { review_by: inDays(6), state: "live" } });
    await call("manager", "POST", "/snippets", { ...said, review_by: inDays(30) });
    await call("agent", "POST", "/snippets", { ...said, review_by: inDays(-3) });
    expect(await due()).toMatchObject({ items: [{ id: soon.body.id }], counts: { due: 1 } });
    const keeper = soon.body.owner.id;
    const figures = () => withTenant(test.db, test.a.tenant_id, (tx) => countForDigest(tx, keeper));
    expect((await figures()).review).toBe(1);
    const path = `/snippets/${soon.body.id}`;
    for (const wrong of ["soon", "2026-13-01", 5])
      expect((await call("manager", "PATCH", path, { review_by: wrong })).status, String(wrong)).toBe(400);
    expect((await call("agent", "PATCH", path, { review_by: null })).status).toBe(403);
    const document = await count("document_versions v join documents d on d.id = v.document_id where d.source = $1", [
      `snippet:${soon.body.id}`,
    ]);
    const kept = await call<SnippetView>("manager", "PATCH", path, { review_by: inDays(182) });
    expect(kept.body).toMatchObject({ review_by: inDays(182), ...said });
    expect(
      await count("document_versions v join documents d on d.id = v.document_id where d.source = $1", [
        `snippet:${soon.body.id}`,
      ]),
    ).toBe(document);
    expect((await due()).counts.due).toBe(0);
    expect((await figures()).review).toBe(0);
    const none = await call<SnippetView>("manager", "PATCH", path, { review_by: null, answer: "Five euros." });
    expect(none.body).toMatchObject({ review_by: null, answer: "Five euros." });
    for (const { id } of (await call<SnippetListResponse>("manager", "GET", "/snippets?q=parcel%20cost")).body.items)
      await call("manager", "DELETE", `/snippets/${id}`);
  });

  it("of an agent is proposed and found by nobody, until a manager approves it; then it is found when the call returns", async () => {
    const made = await propose("Do you gift-wrap parcels?", "Yes, wrapping costs three euros.");
    expect(made).toMatchObject({
      status: 201,
      body: { state: "proposed", owner: { name: "The agent" }, review: null },
    });
    const { id } = made.body;
    expect(await found("gift-wrap parcels")).toEqual([]);
    expect(await count("documents where source = $1", [`snippet:${id}`])).toBe(0);
    const own = await call<SnippetView>("agent", "PATCH", `/snippets/${id}`, {
      answer: "Yes, wrapping costs four euros.",
    });
    expect(own.body).toMatchObject({ state: "proposed", answer: "Yes, wrapping costs four euros." });
    const approved = await call<SnippetView>("manager", "POST", `/snippets/${id}/approve`);
    expect(approved).toMatchObject({ status: 200, body: { state: "live", review: { name: "The manager" } } });
    expect(await found("gift-wrap parcels")).toEqual(["Yes, wrapping costs four euros."]);
    expect(await count("documents where id = $1 and status = 'ready'", [approved.body.document_id])).toBe(1);
    expect((await call("agent", "PATCH", `/snippets/${id}`, { answer: "No." })).status).toBe(403);
    await call("manager", "PATCH", `/snippets/${id}`, { answer: "Yes, for five euros." });
    expect(await found("gift-wrap parcels")).toEqual(["Yes, for five euros."]);
    const withdrawn = await call<SnippetView>("manager", "POST", `/snippets/${id}/withdraw`);
    expect(withdrawn.body).toMatchObject({ state: "withdrawn", document_id: null });
    expect(await found("gift-wrap parcels")).toEqual([]);
    expect((await call("manager", "POST", `/snippets/${id}/reject`)).status).toBe(409);
    expect((await call("manager", "DELETE", `/snippets/${id}`)).status).toBe(200);
    expect((await call("manager", "GET", `/snippets/${id}`)).status).toBe(404);
    const actions = await withTenant(test.db, test.a.tenant_id, async (tx) => {
      const { rows } = await tx.query<{ action: string }>(
        "select action from audit_log where target_id = $1 order by id",
        [id],
      );
      return rows.map(({ action }) => action);
    });
    const words = ["propose", "change", "approve", "change", "withdraw", "delete"];
    expect(actions).toEqual(words.map((word) => `snippet.${word}`));
  });

  it("of a manager is live at once, and by its words alone while the embedding model is away", async () => {
    isModelAway = true;
    const made = await call<SnippetView>("manager", "POST", "/snippets", {
      question: "Is there a loyalty card?",
      answer: "Yes, at the till.",
    });
    expect(made.body.state).toBe("live");
    expect(await found("loyalty card")).toEqual(["Yes, at the till."]);
    isModelAway = false;
    expect(await count("jobs where document_id = $1 and status = 'queued'", [made.body.document_id])).toBe(
      test.db.vectors ? 1 : 0,
    );
    // Deleting the document withdraws its snippet.
    expect((await call("manager", "DELETE", `/documents/${made.body.document_id}`)).status).toBe(200);
    expect((await call<SnippetView>("viewer", "GET", `/snippets/${made.body.id}`)).body.state).toBe("withdrawn");
  });

  it("is listed by state and words, page by page, with how many wait", async () => {
    const first = await propose("May I bring my dog?", "Dogs are welcome.");
    await propose("May I bring my cat?", "100 % yes_no");
    const all = await call<SnippetListResponse>("viewer", "GET", "/snippets?state=proposed&limit=1");
    expect(all.body.items.map(({ question }) => question)).toEqual(["May I bring my cat?"]);
    expect(all.body.counts).toMatchObject({ proposed: 2, withdrawn: 1, live: 0 });
    const next = await call<SnippetListResponse>(
      "viewer",
      "GET",
      `/snippets?state=proposed&cursor=${all.body.next_cursor}`,
    );
    expect(next.body.items.map(({ id }) => id)).toEqual([first.body.id]);
    const byWords = await call<SnippetListResponse>("viewer", "GET", "/snippets?q=100%20%25%20YES_");
    expect(byWords.body.items).toHaveLength(1);
    await call("manager", "POST", `/snippets/${first.body.id}/reject`);
    expect((await call<SnippetListResponse>("viewer", "GET", "/snippets?state=rejected")).body.items).toHaveLength(1);
  });
});

describe("an answer that is tried out", () => {
  it("is that of the graph with its grade, says when a person would be asked, and leaves nothing but its costs", async () => {
    const rig = createTurnRig(test.db);
    test.ctx.tryAnswer = createTryAnswer(dryRunsOf(rig.deps));
    const rows = ["tickets", "messages", "turns", "visitors", "langgraph.checkpoints"];
    const before = await Promise.all(rows.map((table) => count(table, [])));
    const shown = await call<TriedAnswer>("agent", "POST", "/search/answer", { q: "How long does it last?" });
    expect(shown.body).toMatchObject({
      outcome: "answered",
      reason: null,
      content: "You can [1].",
      citations: [{ index: 1, title: "Guide" }],
      grade: { score: 0.9 },
      threshold: 0.7,
      read: rig.chunks.map(({ chunk_id }) => chunk_id),
    });
    rig.script.score = 0.2;
    const unsure = await call<TriedAnswer>("agent", "POST", "/search/answer", { q: "How long does it last?" });
    expect(unsure.body).toMatchObject({ outcome: "handed_over", reason: "low_grade", content: "You can [1]." });
    const person = await call<TriedAnswer>("agent", "POST", "/search/answer", { q: "I want to talk to a person" });
    expect(person.body).toMatchObject({ outcome: "handed_over", reason: "asked_for_person", content: "" });
    rig.chunks.length = 0;
    const nothing = await call<TriedAnswer>("agent", "POST", "/search/answer", {
      q: "Do you sell quantum chromodynamics?",
    });
    expect(nothing.body).toMatchObject({ outcome: "handed_over", reason: "no_documents", read: [] });
    expect(await Promise.all(rows.map((table) => count(table, [])))).toEqual(before);
    expect(await count("model_calls where ticket_id is null", [])).toBeGreaterThan(0);
  });

  it("has a limit for each caller", async () => {
    test.ctx.tryAnswer = () => Promise.reject(new AppError("unavailable", "Not now."));
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await call("manager", "POST", "/search/answer", { q: "x" })).status);
    expect(statuses.at(0)).toBe(503);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("an answer that is held against the documents", () => {
  /** A ticket that waits for an agent. */
  const waiting = (question: string) =>
    withTenant(test.db, test.a.tenant_id, async (tx) => {
      const visitorId = await upsertVisitor(tx, newId(), { externalId: null, email: null, name: null, locale: null });
      const { id } = await insertTicket(tx, { id: newId(), visitorId });
      await updateTicket(tx, id, { status: "pending_human", owner: "human", question });
      return id;
    });
  const check = (id: string, body: object, role: MemberRole | "b" = "agent") =>
    call<CheckedAnswer>(role, "POST", `/tickets/${id}/check`, body);

  it("is judged sentence by sentence without a model: found, differing, not found, with passages that really say so", async () => {
    const said = "Kites may be returned within 30 days. Returned kites must not be wet.";
    const { chunkIds } = await seedDocument(test.db, test.a.tenant_id, { source: "kites.md", texts: [said] });
    const secret = "Kites of staff members are returned within 90 days.";
    await seedDocument(test.db, test.a.tenant_id, { source: "staff.md", texts: [secret], audience: "internal" });
    const id = await waiting("By when can I return my kite? Who pays the postage?");
    const text =
      "Hello! Kites may be returned within 60 days [1]. They must be wet. Kites of staff members are returned within 90 days. We paint them for free.";
    const { status, body } = await check(id, { text, citations: [{ index: 1, chunk_id: chunkIds[0] }] });
    expect(status).toBe(200);
    const [hello, number, ...others] = body.sentences;
    expect(hello).toMatchObject({ verdict: "aside", passage: null });
    expect(number).toMatchObject({
      verdict: "contradicted",
      difference: { kind: "number", here: "60 days", there: "30 days" },
    });
    expect(text.slice(number?.start, number?.end)).toBe(number?.text);
    expect(said).toContain(number?.quote);
    expect(body.passages[number?.passage ?? -1]).toMatchObject({ chunk_id: chunkIds[0], hidden: null });
    const staff = others.find((sentence) => sentence.text.includes("staff"));
    expect(staff?.verdict).toBe("supported");
    expect(body.passages[staff?.passage ?? -1]).toMatchObject({ hidden: "internal" });
    expect(others.at(-1)).toMatchObject({ verdict: "not_found" });
    expect(body).toMatchObject({ judge: "rules", without_model: null, threshold: 0.7 });
    expect(body.grade?.score).toBeLessThanOrEqual(0.3);
    expect(body.missing.join(" ")).toContain("postage");
    const aside = await check(id, { text: "Hello there!" });
    expect(aside.body.grade).toBeNull();
    for (const [caller, expected] of [
      ["viewer", 403],
      ["b", 404],
    ] as const)
      expect((await check(id, { text }, caller)).status).toBe(expected);
    expect((await check(id, { text: " " })).status).toBe(400);
    expect(test.logged.join("")).not.toContain("staff members");
  });

  it("is graded by the model on the tenant's scale, with its costs on the ticket; without it over budget, and ended when nobody waits", async () => {
    await using model = await startScriptedModel();
    const config = { provider: "openai" as const, small: "gpt-4o-mini", large: "gpt-4o", openaiApiKey: "sk-test" };
    const models = createModels({ ...config, openaiBaseUrl: model.url, ollamaBaseUrl: undefined });
    test.ctx.assist.modelFor = (work) => models.forAgent(work);
    const grade = {
      score: 0.6,
      reason: "One is not there.",
      supported: ["Lamps last nine years"],
      unsupported: ["They are sold in boxes of four"],
      missing: ["the price"],
    };
    model.on("grade", { type: "text", text: JSON.stringify(grade) });
    await seedDocument(test.db, test.a.tenant_id, {
      source: "lamps.md",
      texts: ["A lamp lives for about nine years."],
    });
    const id = await waiting("How long do lamps last, and what do they cost?");
    const text = "Lamps last nine years [3]. They are sold in boxes of four.";
    const { body } = await check(id, { text });
    expect(body).toMatchObject({
      judge: "model",
      missing: ["the price"],
      grade: { score: 0.6, reason: "One is not there." },
    });
    expect(body.sentences.map(({ verdict }) => verdict)).toEqual(["supported", "not_found"]);
    const [asked] = model.requestsOf("grade");
    // The model gets the text without citation numbers: they are the agent's numbers, and the model would relate them to other passages.
    expect(asked?.user).toContain("Lamps last nine years.");
    expect(await count("model_calls where ticket_id = $1 and task = 'grade'", [id])).toBe(1);
    const profile = test.ctx.assist.profileOf;
    test.ctx.assist.profileOf = (row) => ({ ...profile(row), over_budget: "human" });
    expect((await check(id, { text })).body).toMatchObject({ judge: "rules", without_model: "over_budget" });
    test.ctx.assist.profileOf = profile;
    model.on("grade", { type: "status", status: 401 });
    expect((await check(id, { text })).body).toMatchObject({ judge: "rules", without_model: "failed" });
    model.on("grade", { type: "text", text: goodGrade, firstDelay: 30_000 });
    const gone = new AbortController();
    const left = fetch(`${test.url}/api/v1/admin/tickets/${id}/check`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys.agent}`, "content-type": "application/json" },
      body: JSON.stringify({ text }),
      signal: gone.signal,
    });
    const before = model.requestsOf("grade").length;
    await waitFor(async () => model.requestsOf("grade").length > before, { what: "the model to be asked" });
    gone.abort();
    await expect(left).rejects.toThrow();
    await waitFor(async () => model.requestsOf("grade").at(-1)?.aborted === true, { what: "the call to end" });
  });
});

describe("what a model makes of a ticket for its agents", () => {
  const config = { provider: "openai" as const, small: "gpt-4o-mini", large: "gpt-4o", openaiApiKey: "sk-test" };
  /** A ticket in which the visitor wrote in German and the assistant answered. */
  const german = () =>
    withTenant(test.db, test.a.tenant_id, async (tx) => {
      const visitorId = await upsertVisitor(tx, newId(), {
        externalId: null,
        email: null,
        name: null,
        locale: "de-AT",
      });
      const { id } = await insertTicket(tx, { id: newId(), visitorId });
      await updateTicket(tx, id, { status: "pending_human", owner: "human", question: "Was kostet der Versand?" });
      const said = { turnId: null, ticketId: id };
      const asked = {
        ...said,
        id: newId(),
        role: "visitor" as const,
        content: "Was kostet der Versand von 3 Paketen?",
      };
      await storeMessage(tx, asked);
      const grade = { score: 0.42, tier: "low" as const, reason: "" };
      await storeMessage(tx, { ...said, id: newId(), role: "assistant", content: "Das weiß ich nicht.", grade });
      return { id, asked: asked.id };
    });
  const say = (ticketId: string, content: string) =>
    withTenant(test.db, test.a.tenant_id, (tx) =>
      storeMessage(tx, { id: newId(), turnId: null, ticketId, role: "visitor", content }),
    );
  const assist = async (id: string) =>
    (await call<TicketAssist>("viewer", "GET", `/tickets/${id}/assist?language=en`)).body;

  it("is a translation that nobody pays twice, says which numbers and codes it lost, and goes with its message", async () => {
    await using model = await startScriptedModel();
    const models = createModels({ ...config, openaiBaseUrl: model.url, ollamaBaseUrl: undefined });
    test.ctx.assist.modelFor = (work) => models.forAgent(work);
    model.on("translate", { type: "text", text: "What does shipping 4 parcels cost?" });
    const { id, asked } = await german();
    expect(await assist(id)).toMatchObject({ spoken: "de", translation: "ready", translations: [], recap: null });
    const body = { message_id: asked, language: "en" };
    const first = await call<MessageTranslation>("agent", "POST", `/tickets/${id}/translations`, body);
    const made = { ...body, content: "What does shipping 4 parcels cost?", lost: ["3", "4"] };
    expect(first.body).toEqual(made);
    expect((await call("agent", "POST", `/tickets/${id}/translations`, body)).body).toEqual(made);
    expect(model.requestsOf("translate")).toHaveLength(1);
    expect(model.requestsOf("translate")[0]?.user).toContain("into: English (en)");
    expect((await assist(id)).translations).toEqual([made]);
    model.on("translate", { type: "text", text: "Drei Pakete kosten 12 Euro [1]." });
    const draft = { text: "Three parcels are 12 euros [1].", language: "de" };
    const own = await call("agent", "POST", `/tickets/${id}/translate`, draft);
    expect(own.body).toEqual({ language: "de", content: "Drei Pakete kosten 12 Euro [1].", lost: [] });
    expect(await count("model_calls where ticket_id = $1 and task = 'translate'", [id])).toBe(2);
    model.on("translate", { type: "status", status: 401 });
    const failed = await call("agent", "POST", `/tickets/${id}/translations`, { ...body, language: "fr" });
    expect(failed).toMatchObject({ status: 503, body: { error: { code: "model_unavailable" } } });
    const profile = test.ctx.assist.profileOf;
    test.ctx.assist.profileOf = (row) => ({ ...profile(row), over_budget: "extractive" });
    expect((await assist(id)).translation).toBe("over_budget");
    test.ctx.assist.profileOf = (row) => ({
      ...profile(row),
      models: { generate: { provider: "extractive", model: "" } },
    });
    expect((await assist(id)).translation).toBe("none");
    test.ctx.assist.profileOf = profile;
    for (const path of [`/tickets/${id}/assist?language=en`, `/tickets/${id}/assist?language=_`])
      expect((await call("b", "GET", path)).status).toBe(path.endsWith("_") ? 400 : 404);
    const other = await german();
    expect((await call("agent", "POST", `/tickets/${other.id}/translations`, body)).status).toBe(404);
    await call("manager", "DELETE", `/tickets/${id}`);
    expect(await count("message_translations", [])).toBe(0);
  });

  it("is a summary that is made when something was said since, by a model or from what was said, and that no visitor gets", async () => {
    await using model = await startScriptedModel();
    const models = createModels({ ...config, openaiBaseUrl: model.url, ollamaBaseUrl: undefined });
    test.ctx.assist.modelFor = (work) =>
      models.forAgent({ ...work, tenant: { ...work.tenant, over_budget: "extractive" } });
    const { id } = await german();
    const recap = () => call<Recap>("agent", "POST", `/tickets/${id}/recap`, { language: "en" });
    expect((await recap()).body).toMatchObject({
      asked: "Was kostet der Versand?",
      tried: "The assistant replied (confidence 0.42): Das weiß ich nicht.",
      open: "No messages since then.",
      writer: "rules",
      is_stale: false,
    });
    await say(id, "Was kostet der Versand?");
    expect((await recap()).body.open).toBe("No messages since then.");
    await say(id, "Und nach Wien?");
    expect((await assist(id)).recap?.is_stale).toBe(true);
    expect((await recap()).body).toMatchObject({ open: "Und nach Wien?", is_stale: false });
    expect(model.requestsOf("recap")).toHaveLength(0);
    test.ctx.assist.modelFor = (work) => models.forAgent(work);
    const said = { asked: "shipping of 3 parcels.", tried: "nothing yet.", open: "the price to Vienna." };
    const text = JSON.stringify(said);
    model.on("recap", { type: "text", text });
    const written = await recap();
    expect(written.body).toMatchObject({
      asked: "shipping of 3 parcels.",
      open: "the price to Vienna.",
      writer: "model",
    });
    expect((await recap()).body).toEqual(written.body);
    expect(model.requestsOf("recap")).toHaveLength(1);
    expect((await assist(id)).recap).toEqual(written.body);
    const read = await call<{ messages: unknown }>("agent", "GET", `/tickets/${id}`);
    expect(JSON.stringify(read.body)).not.toContain("the price to Vienna");
  });
});

describe("a document", () => {
  it("shows the passages that are searched, page by page, and the tickets in which it was quoted", async () => {
    const texts = ["Parcels take two days.", "Returns are free.", "Gifts are wrapped."];
    const { id, chunkIds } = await seedDocument(test.db, test.a.tenant_id, { source: "shipping.md", texts });
    const first = await call<DocumentChunks>("viewer", "GET", `/documents/${id}/chunks?from=1&limit=2`);
    expect(first.body).toMatchObject({ version: 1, next_from: 3 });
    expect(first.body.items.map(({ text }) => text)).toEqual(texts.slice(0, 2));
    const rest = await call<DocumentChunks>("viewer", "GET", `/documents/${id}/chunks?from=3`);
    expect(rest.body).toMatchObject({ items: [{ id: chunkIds[2], ordinal: 3 }], next_from: null });
    const ticket = await withTenant(test.db, test.a.tenant_id, async (tx) => {
      const visitorId = await upsertVisitor(tx, newId(), { externalId: null, email: null, name: null, locale: null });
      const { id: ticketId, number } = await insertTicket(tx, { id: newId(), visitorId });
      const cited = { document_id: id, title: "Shipping", quote: "two days" };
      const citations = [1, 2].map((index) => ({ ...cited, index, chunk_id: chunkIds[0] ?? "" }));
      const said = { role: "assistant" as const, turnId: newId(), ticketId };
      await storeMessage(tx, { ...said, id: newId(), content: "Two days [1].", citations });
      return { id: ticketId, number };
    });
    const cited = await call<DocumentCitations>("viewer", "GET", `/documents/${id}/citations`);
    expect(cited.body.items).toHaveLength(1);
    expect(cited.body.items[0]).toMatchObject({ ticket, quote: "two days" });
  });
});

describe("the audit log", () => {
  it("names who did what, has settings before and after, is filtered, and is had as a file that no spreadsheet runs", async () => {
    const patch = { greeting: '=HYPERLINK("https://evil.example")', theme: { accent: "#224466" } };
    expect((await call("admin", "PATCH", "/settings", patch)).status).toBe(200);
    const { body } = await call<{ items: AuditItem[] }>("admin", "GET", "/audit?action=settings&limit=1");
    expect(body.items[0]).toMatchObject({ action: "settings.change", actor: { kind: "api_key", name: "admin" } });
    expect(body.items[0]?.detail.changes).toMatchObject({
      greeting: { after: patch.greeting },
      "theme.accent": { after: "#224466" },
    });
    const { id } = body.items[0]?.actor ?? { id: "" };
    const own = await call<{ items: AuditItem[] }>("admin", "GET", `/audit?actor=${id}`);
    expect(new Set(own.body.items.map(({ actor }) => actor.id))).toEqual(new Set([id]));
    expect((await call<{ items: AuditItem[] }>("admin", "GET", "/audit?action=snippet.nothing")).body.items).toEqual(
      [],
    );
    expect((await call("admin", "GET", "/audit?action=%25")).status).toBe(400);
    const headers = { authorization: `Bearer ${keys.admin}` };
    const file = await fetch(`${test.url}/api/v1/admin/audit.csv?action=settings`, { headers });
    expect(file.headers.get("content-disposition")).toContain("audit-log.csv");
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines[0]).toBe("time_utc,who,kind,id,action,target,target_id,detail");
    expect(lines[1]).toContain('"admin","api_key"');
    expect(lines[1]).toContain('""theme.accent""');
  });

  it("names objects, also deleted ones, and the ids in a change, and is searched by name", async () => {
    const made = await call<{ label: { id: string } }>("admin", "POST", "/labels", { name: "Refunds", color: "red" });
    expect(made).toMatchObject({ status: 201 });
    const label = made.body.label.id;
    await call("admin", "PATCH", `/labels/${label}`, { name: "Money back" });
    await call("admin", "DELETE", `/labels/${label}`);
    const { body } = await call<{ items: AuditItem[] }>("admin", "GET", "/audit?q=money%20BACK");
    expect(body.items.map(({ action }) => action)).toEqual(["label.delete", "label.change"]);
    expect(body.items[0]?.target).toMatchObject({ kind: "label", id: label, name: "Money back" });
    expect(body.items[1]?.detail.changes).toEqual({ name: { before: "Refunds", after: "Money back" } });
    expect((await call<{ items: AuditItem[] }>("admin", "GET", "/audit?q=%25")).body.items).toEqual([]);
  });
});

describe("the audit log of changed fields", () => {
  it("has the values before and after of a view and a webhook, but no receiver's address", async () => {
    const made = await call<{ view: { id: string } }>("manager", "POST", "/views", {
      name: "Mine",
      filter: { view: "mine" },
    });
    await call("manager", "PATCH", `/views/${made.body.view.id}`, { name: "My tickets" });
    const wanted = { name: "CRM", url: "https://hooks.example/secret-path", events: ["gap.opened"] };
    const hook = await call<{ id: string }>("admin", "POST", "/webhooks", wanted);
    const change = { url: "https://hooks.example/other-path", is_active: false };
    await call("admin", "PATCH", `/webhooks/${hook.body.id}`, change);
    const changesOf = async (noun: string) =>
      (await call<{ items: AuditItem[] }>("admin", "GET", `/audit?action=${noun}.change&limit=1`)).body.items[0]?.detail
        .changes;
    expect(await changesOf("view")).toEqual({ name: { before: "Mine", after: "My tickets" } });
    expect(await changesOf("webhook")).toEqual({ is_active: { before: true, after: false } });
  });
});

describe("the script tag", () => {
  it("is told with the sites on which chats were opened, the newest first, each once", async () => {
    for (const path of ["/a", "/b"]) {
      const opened = await fetch(`${test.url}/api/v1/chat/init`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: originA },
        body: JSON.stringify({ tenant_id: test.a.tenant_id, page: { url: `${originA}${path}?token=secret` } }),
      });
      expect(opened.status).toBe(200);
    }
    const { body } = await call<EmbedView>("viewer", "GET", "/embed");
    expect(body.snippet).toContain(`data-tenant="${test.a.tenant_id}"`);
    expect(body.seen.map(({ origin }) => origin)).toEqual([originA]);
    expect((await call<EmbedView>("b", "GET", "/embed")).body.seen).toEqual([]);
  });
});

describe("a page of the tenant's site", () => {
  let site: WebSite;
  let pages: Record<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>;
  const at = (path: string, host = "localhost") => site.url(path, host);
  const check = async (path: string) =>
    (await call<PageReport>("admin", "POST", "/page-check", { url: at(path) })).body;
  const statuses = ({ checks }: PageReport) => Object.fromEntries(checks.map(({ name, status }) => [name, status]));
  const serve = (headers: Record<string, string>) => (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(test.a.snippet);

  beforeAll(async () => {
    pages = {
      "/": test.a.snippet,
      "/none": "<p>Hello</p>",
      "/of-b": test.b.snippet,
      "/strict": serve({ "content-security-policy": "script-src 'self'; connect-src 'none'" }),
      "/isolated": serve({ "cross-origin-embedder-policy": "require-corp" }),
      "/moved": (_, response) => response.writeHead(302, { location: at("/", "127.0.0.1") }).end(),
      "/locked": (_, response) => response.writeHead(403).end("no"),
    };
    site = await startWebSite(pages);
    await call("admin", "POST", "/domains", { domain: `http://localhost:${site.port}` });
  });
  afterAll(() => site.close());

  it("is looked at as a browser gets it, with a real stream that leaves nothing behind", async () => {
    const before = await count("tickets", []);
    const report = await check("/");
    expect(report, JSON.stringify(report.checks)).toMatchObject({ ok: true, url: at("/") });
    expect(statuses(report)).toEqual({
      page: "ok",
      "allowed domain": "ok",
      "script tag": "ok",
      "content security policy": "ok",
      script: "ok",
      "API calls": "ok",
      stream: "ok",
      live: "warning",
    });
    expect(report.checks.find(({ name }) => name === "stream")?.detail).toMatch(/First byte after \d+ ms, 3 events/);
    expect(await count("tickets", [])).toBe(before);
    expect(await count("visitors where name like 'Check%'", [])).toBe(0);
    await fetch(`${test.url}/api/v1/chat/init`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: at("").replace(/\/$/, "") },
      body: JSON.stringify({ tenant_id: test.a.tenant_id, page: { url: at("/") } }),
    });
    expect(statuses(await check("/"))).toMatchObject({ live: "ok" });
    expect(statuses(await check("/none"))).toMatchObject({ "script tag": "ok" }); // something there opens chats
  });

  it("is told what is wrong with it, and what mends it", async () => {
    const wrong = await check("/of-b");
    expect(wrong.checks.find(({ name }) => name === "script tag")).toMatchObject({
      status: "failed",
      detail: expect.stringContaining(test.b.tenant_id),
      line: test.a.snippet,
    });
    expect(statuses(await check("/strict"))).toMatchObject({
      "content security policy: script-src": "failed",
      "content security policy: connect-src": "failed",
    });
    expect(statuses(await check("/isolated"))).toMatchObject({ script: "ok" });
    const moved = await check("/moved");
    expect(moved).toMatchObject({ ok: false, url: at("/", "127.0.0.1") });
    expect(statuses(moved)).toMatchObject({ page: "warning", "allowed domain": "failed" });
    expect(moved.checks.find(({ name }) => name === "allowed domain")?.line).toBe(
      `parley domain add http://127.0.0.1:${site.port} --tenant ${test.a.tenant_id}`,
    );
    expect(statuses(await check("/locked"))).toMatchObject({ page: "warning" });
    expect(statuses(await check("/nowhere"))).toMatchObject({ page: "failed" });
    const closed = await call<PageReport>("admin", "POST", "/page-check", { url: "http://localhost:1/" });
    expect(closed.body).toMatchObject({
      ok: false,
      checks: [{ name: "page", detail: expect.stringContaining("connection was refused") }],
    });
    for (const url of ["ftp://x.example", "https://user:pass@x.example", "", 5, "x".repeat(3_000)])
      expect((await call("admin", "POST", "/page-check", { url })).status).toBe(400);
  });

  it("is asked on the public internet alone, unless the server is on somebody's own machine", async () => {
    const asked = {
      tenantId: tenantIdSchema.parse(test.a.tenant_id),
      withPing: false,
      reach: { network: publicNetwork },
    };
    await expect(checkPage(test.ctx.doctor, { ...asked, url: "http://127.0.0.1/" })).rejects.toThrow(/public website/);
    await expect(checkPage(test.ctx.doctor, { ...asked, url: at("/") })).rejects.toThrow(/port/i);
    const named = await checkPage(test.ctx.doctor, { ...asked, url: "http://localhost/" });
    expect(named.checks).toMatchObject([{ status: "failed", detail: expect.stringContaining("public website") }]);
  });

  it.each([
    ["passes streams on", "pass", "ok", /Answers are not delayed/],
    ["gathers what it passes on", "gather", "failed", /buffers the stream/],
    ["packs what it passes on", "pack", "failed", /compresses the stream \(gzip\)/],
    ["answers OPTIONS itself", "options", "ok", /Answers are not delayed/],
  ] as const)("is told of a proxy that %s", async (_, kind, status, detail) => {
    await using proxy = await startProxy(test.url, kind);
    pages["/through"] = snippetFor(proxy.url, test.a.tenant_id);
    const deps = { ...test.ctx.doctor, tenants: { ...test.ctx.doctor.tenants, publicUrl: proxy.url } };
    const { reach } = test.ctx.doctor;
    const report = await checkPage(deps, {
      tenantId: tenantIdSchema.parse(test.a.tenant_id),
      url: at("/through"),
      reach,
      withPing: false,
    });
    expect(report.checks.find(({ name }) => name === "stream")).toMatchObject({
      status,
      detail: expect.stringMatching(detail),
    });
    expect(statuses(report)).toMatchObject({ "API calls": kind === "options" ? "failed" : "ok" });
  });

  it("and all that the tenant stands on is told to an admin, with nothing of the other tenant", async () => {
    const { body } = await call<HealthReport>("admin", "POST", "/health-check");
    expect(body.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "your site",
        "database",
        "model",
        "embeddings",
        "live updates",
        "e-mail",
        "public address",
      ]),
    );
    expect(body.ok, JSON.stringify(body.checks)).toBe(true);
    expect(body.checks.find(({ name }) => name === "your site")?.status).toBe("ok");
    await call("admin", "POST", "/webhooks", {
      name: "CRM of A",
      url: "https://a.example/hook",
      events: ["ticket.created"],
    });
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("update webhooks set failing_since = now() - interval '1 hour' where name = 'CRM of A'"),
    );
    expect(JSON.stringify((await call("admin", "POST", "/health-check")).body)).toContain(
      "CRM of A has accepted no deliveries",
    );
    const other = await call<HealthReport>("b", "POST", "/health-check");
    expect(JSON.stringify(other.body)).not.toContain("CRM of A");
    expect(other.body.checks.find(({ name }) => name === "your site")?.status).toBe("warning");
  });

  it("of all allowed domains are known to `parley domain verify`", async () => {
    await call("admin", "POST", "/domains", { domain: "https://*.shop-a.example" });
    const found = await pagesToVerify(test.ctx.tenants, test.a.tenant_id);
    expect(found).toEqual({
      pages: [`${originA}/b`, at("/")],
      unknown: ["https://*.shop-a.example"],
    });
    expect(await pagesToVerify(test.ctx.tenants, test.a.tenant_id, "new.example")).toEqual({
      pages: ["https://new.example/"],
      unknown: [],
    });
  });
});

describe("what the console asks of the library and the settings", () => {
  it("is done by each role that may, by nobody without credentials, and never for another tenant", async () => {
    const mine = (await propose("Whose is it?", "Ours.")).body.id;
    const unknown = newId();
    const document = await seedDocument(test.db, test.a.tenant_id, { source: "whose.md", texts: ["Ours."] });
    const matrix: [method: string, path: string, least: MemberRole, body?: unknown][] = [
      ["GET", "/audit", "admin"],
      ["GET", "/audit.csv", "admin"],
      ["GET", "/embed", "viewer"],
      ["POST", "/page-check", "admin", {}],
      ["POST", "/health-check", "admin"],
      ["GET", "/documents/:document/chunks", "viewer"],
      ["GET", "/documents/:document/citations", "viewer"],
      ["POST", "/documents/:document/fetch", "manager"],
      ["GET", "/sites", "viewer"],
      ["GET", "/sets", "viewer"],
      ["POST", "/sets", "manager", {}],
      ["PATCH", "/sets/:id", "manager", { color: "red" }],
      ["DELETE", "/sets/:id", "manager"],
      ["POST", "/sites/preview", "manager", { address: "http://10.0.0.1/" }],
      ["PATCH", "/sites/:id", "manager", { refresh: "off" }],
      ["POST", "/sites/:id/fetch", "manager"],
      ["DELETE", "/sites/:id", "manager"],
      ["POST", "/search/answer", "agent", {}],
      ["POST", "/tickets/:id/check", "agent", { text: "So it is." }],
      ["GET", "/tickets/:id/assist?language=en", "viewer"],
      ["POST", "/tickets/:id/recap", "agent", { language: "en" }],
      ["POST", "/tickets/:id/translate", "agent", { text: "So.", language: "en" }],
      ["POST", "/tickets/:id/translations", "agent", { message_id: newId(), language: "en" }],
      ["GET", "/snippets", "viewer"],
      ["GET", "/snippets/:id", "viewer"],
      ["POST", "/snippets", "agent", {}],
      ["PATCH", "/snippets/:id", "agent", { question: "" }],
      ["POST", "/snippets/:id/approve", "manager"],
      ["POST", "/snippets/:id/reject", "manager"],
      ["POST", "/snippets/:id/withdraw", "manager"],
      ["DELETE", "/snippets/:id", "manager"],
    ];
    for (const [method, path, least, body] of matrix) {
      const name = `${method} ${path}`;
      const own = path.replace(":id", mine).replace(":document", document.id);
      const none = path.replace(/:\w+/, unknown);
      const anonymous = await fetch(`${test.url}/api/v1/admin${own}`, { method });
      expect(anonymous.status, name).toBe(401);
      for (const role of roles) {
        const { status } = await call(role, method, none, body);
        expect(status === 403, `${role} ${name}: ${status}`).toBe(roles.indexOf(role) < roles.indexOf(least));
        expect(status, `${role} ${name}`).toBeLessThan(500);
      }
      if (path.includes(":"))
        expect(
          (await call("b", method, own, method === "PATCH" ? (/sites|sets/.test(path) ? body : {}) : body)).status,
          name,
        ).toBe(404);
    }
    expect((await call<SnippetListResponse>("b", "GET", "/snippets")).body).toMatchObject({
      items: [],
      counts: { proposed: 0 },
    });
  });
});
