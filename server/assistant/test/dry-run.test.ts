import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ContextRecord } from "../../../protocol/context-record.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { upsertReleaseVersion } from "../../knowledge/store/release-versions.ts";
import { insertRelease } from "../../knowledge/store/releases.ts";
import { readAnalyticsCost } from "../../test/support/analytics-cost.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { openDryRuns } from "../../test/support/dry-run.ts";
import { seedDocument, wordVectors } from "../../test/support/library.ts";
import { rowsOfTables } from "../../test/support/rows-of-tables.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { publishVersion, seedVersion } from "../../test/support/versions.ts";
import { cacheScopeOf } from "../../wiring/turn-deps.ts";
import type { DryRunInput, DryRunStep } from "../dry-run/ports.ts";
import { documentsOfDraft, runDryRun } from "../dry-run/run-dry-run.ts";
import { createAddedShelves } from "../search/changed-versions.ts";
import { searchForDryRun } from "../search/search-for.ts";

let db: Database;
let a: string;
let b: string;
let server: ScriptedModel;
let returns: { id: string; chunkIds: string[] };
let theirs: { id: string; chunkIds: string[] };

beforeAll(async () => {
  db = await openTestDatabase();
  ({ a, b } = await seedTwoTenants(db));
  returns = await seedDocument(db, a, {
    source: "returns",
    title: "Returns",
    texts: ["You can return shoes within 30 days of delivery.", "Shoes that were worn outside are not taken back."],
  });
  await seedDocument(db, a, {
    source: "shipping",
    title: "Shipping",
    texts: ["Shipping to Austria takes three working days and costs 5 euros."],
  });
  const inside = await seedDocument(db, a, {
    source: "inside",
    title: "Inside",
    texts: ["Days in which shoes that came back are checked: two."],
  });
  await withTenant(db, a, (tx) => tx.query("update documents set audience = 'internal' where id = $1", [inside.id]));
  theirs = await seedDocument(db, b, {
    source: "secret",
    title: "Theirs",
    texts: ["You can return shoes of the other company within 99 days."],
  });
});
afterAll(() => db.close());
beforeEach(async () => {
  server = await startScriptedModel();
  return () => server.close();
});

const question = "Within how many days can I return shoes?";
const signal = () => AbortSignal.timeout(30_000);
const byRules = () => openDryRuns(db);
const byModel = () => openDryRuns(db, { modelUrl: server.url });

function tried(input: Partial<DryRunInput> & { rig?: ReturnType<typeof openDryRuns> } = {}) {
  const { rig = byRules(), ...rest } = input;
  return runDryRun(rig.deps, { tenantId: a, question, cache: "off", signal: signal(), ...rest });
}

function stepOf(steps: DryRunStep[], node: string): DryRunStep {
  const found = steps.find((step) => step.node === node);
  if (!found) throw new Error(`no step ${node}`);
  return found;
}

describe("a trial", () => {
  it("answers as a visitor would be answered, tells every node, and leaves nothing but what it cost", async () => {
    const rig = byModel();
    const before = await rowsOfTables(db, [a, b]);
    const steps: DryRunStep[] = [];
    const tokens: string[] = [];
    server.on("generate", { type: "text", text: "Within 30 days [1]." });
    const history = [{ role: "visitor" as const, content: "Hello, I have shoes." }];
    const answered = await tried({
      rig,
      history,
      cache: "look",
      onStep: (step) => steps.push(step),
      onToken: (text) => tokens.push(text),
    });
    expect(answered).toMatchObject({ outcome: "answered", answer: "Within 30 days [1].", reason: null });
    expect(answered.grade?.score).toBe(0.92);
    expect(answered.citations[0]).toMatchObject({ document_id: returns.id });
    expect(answered.passages[0]?.parts).toHaveProperty("vector");
    expect(answered.cache).toEqual({ hit: false, reason: "empty", similarity: null });
    expect(tokens.join("")).toBe("Within 30 days [1].");
    expect(steps).toEqual(answered.steps);
    expect(steps.map(({ node }) => node)).toEqual([
      "check_cache",
      "contextualize",
      "check_cache_again",
      "retrieve",
      "clarify",
      "generate",
      "grade",
      "finish",
    ]);
    const { context } = stepOf(steps, "retrieve").output as { context: ContextRecord };
    expect(context.taken[0]).toMatchObject({ source: "search", document_id: returns.id, title: "Returns" });
    expect(context.taken.map(({ id }) => id).sort()).toEqual(answered.passages.map(({ chunk_id: id }) => id).sort());
    expect(context.left_out).toContainEqual(
      expect.objectContaining({ title: "Inside", reason: "its document is internal" }),
    );
    const written = steps.find(({ node }) => node === "generate");
    expect(written).toMatchObject({
      output: { answer: "Within 30 days [1]." },
      note: expect.stringContaining("gpt-4o"),
    });
    expect(written?.tokens?.input).toBeGreaterThan(0);
    expect(answered.usage.input_tokens).toBeGreaterThan(written?.tokens?.input ?? 0);

    expect((await tried({ rig, question: "I want to talk to a person" })).outcome).toBe("escalated");
    expect((await tried({ rig, question: "Hello!" })).outcome).toBe("small_talk");
    expect((await tried({ question: "quantum chromodynamics" })).reason).toBe("low_grade");
    expect(await tried({ question: "zzzz qqqq" })).toMatchObject({ outcome: "clarifying", reason: null });

    const after = await rowsOfTables(db, [a, b]);
    for (const table of ["model_calls", "usage_days"]) {
      expect(after.get(table), table).not.toBe(before.get(table));
      before.delete(table);
      after.delete(table);
    }
    expect([...after]).toEqual([...before]);
    expect(await rig.cache.list(a)).toEqual([]);
    expect(Object.values(await rig.cache.counts(a))).toEqual(Object.values(await rig.cache.counts(b)));
  });

  it("costs what it costs and is no part of figures about visitors", async () => {
    const before = await readAnalyticsCost(db, a);
    await tried({ rig: byModel() });
    expect(await readAnalyticsCost(db, a)).toEqual(before);
    const { rows } = await withTenant(db, a, (tx) =>
      tx.query<{ is_dry_run: boolean; ticket_id: string | null }>(
        "select distinct is_dry_run, ticket_id from model_calls",
      ),
    );
    expect(rows).toEqual([{ is_dry_run: true, ticket_id: null }]);
  });

  it("has the draft's guidance, tone, model and threshold, and the tenant's own where it says nothing", async () => {
    const rig = byModel();
    const draft = {
      guidance: "Always name the season.",
      tone: "like a pirate",
      model: { generate: { provider: "openai", model: "gpt-4.1" } },
    } as const;
    await tried({ rig, draft });
    const [asked] = server.requestsOf("generate");
    expect(JSON.stringify(asked)).toContain("Always name the season.");
    expect(JSON.stringify(asked)).toContain("like a pirate");
    expect(asked?.model).toBe("gpt-4.1");
    expect(await tried({ rig, draft: { threshold: 0.95 } })).toMatchObject({
      outcome: "escalated",
      reason: "low_grade",
      threshold: 0.95,
      answer: "The first passage has the answer [1].",
    });
    expect((await tried({ rig })).outcome).toBe("answered");
    expect(JSON.stringify(server.requestsOf("generate").at(-1))).not.toContain("season");
  });

  it("whose model fails says so, as a visitor's turn does, and what was tried is written down", async () => {
    server.on("generate", { type: "status", status: 503 });
    expect(await tried({ rig: byModel() })).toMatchObject({
      outcome: "escalated",
      reason: "model_failure",
      answer: "",
    });
    const { rows } = await withTenant(db, a, (tx) =>
      tx.query("select 1 from model_calls where outcome <> 'ok' and is_dry_run"),
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it("that is cancelled ends at once, with its cost", async () => {
    server.on("generate", { type: "hang" });
    const stop = new AbortController();
    const dryRun = tried({
      rig: byModel(),
      signal: stop.signal,
      onStep: ({ node }) => {
        if (node === "clarify" || node === "retrieve") setTimeout(() => stop.abort(), 50);
      },
    });
    expect(await dryRun).toMatchObject({ outcome: "failed", reason: "cancelled" });
  });

  it("for a tenant that is gone is refused", async () => {
    await expect(tried({ tenantId: "019a0000-0000-7000-8000-000000000000" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a look at the cache", () => {
  it("gives an answer that is there as a visitor would get it, says why another would not do, and counts nothing", async () => {
    const rig = byRules();
    const profile = await withTenant(db, a, async (tx) => {
      const row = await findTenant(tx);
      if (!row) throw new Error("no tenant");
      return rig.deps.profileOf(row);
    });
    const citation = {
      index: 1,
      chunk_id: returns.chunkIds[0] ?? "",
      document_id: returns.id,
      title: "Returns",
      quote: "30 days",
    };
    const scope = cacheScopeOf(rig.models, profile, {});
    const turn = rig.cache.forTurn(a, scope);
    await turn.lookup(question);
    await turn.store({
      question,
      answer: "30 days, from the cache [1].",
      citations: [citation],
      grade: { score: 0.9, tier: "high", reason: "" },
      chunks: [{ chunk_id: citation.chunk_id, document_id: returns.id, version_id: returns.id }],
    });
    const counts = await rig.cache.counts(a);
    const hit = await tried({ rig, cache: "look" });
    expect(hit).toMatchObject({
      outcome: "answered",
      answer: "30 days, from the cache [1].",
      cache: { hit: true, similarity: 1, reason: "exact" },
    });
    const number = await tried({ rig, cache: "look", question: "Within how many days can I return 12 shoes?" });
    expect(number.cache).toMatchObject({ hit: false, reason: "number", question });
    expect(number.cache?.similarity).toBeGreaterThan(0.5);
    expect((await tried({ rig, cache: "off" })).cache).toBeNull();
    const changed = await tried({ rig, cache: "look", draft: { versions: { leaveOut: [returns.id] } } });
    expect(changed.cache).toMatchObject({ hit: false, reason: "changed_document" });
    expect((await tried({ rig, tenantId: b, cache: "look" })).cache).toMatchObject({ hit: false, reason: "empty" });
    expect(await rig.cache.counts(a)).toEqual(counts);
    expect((await rig.cache.list(a)).map(({ hits }) => hits)).toEqual([0]);
  });
});

describe("a draft of the documents", () => {
  it("is searched as it would be once it is published: the same passages with the same scores", async () => {
    const texts = [
      "You can return shoes within 60 days of delivery.",
      "Boots are returned within 10 days.",
      "Ein Satz.",
    ];
    const versionId = await seedVersion(db, a, { documentId: returns.id, texts });
    const search = { db, embeddings: wordVectors, log: createLogger("silent") };
    const shape = (found: Awaited<ReturnType<typeof searchForDryRun>>) =>
      found.results.map(({ text, score, parts }) => ({
        text,
        score: score.toFixed(6),
        parts: Object.keys(parts).sort(),
      }));
    const ask = async (versions?: { add: string[] }) =>
      shape(await searchForDryRun(search, a, { question: "How many days to return boots or shoes?", versions }));
    const published = await ask();
    const drafted = await ask({ add: [versionId] });
    expect(drafted.map(({ text }) => text)).not.toContain("You can return shoes within 30 days of delivery.");
    expect(await ask()).toEqual(published);
    const dryRun = await tried({ draft: { versions: { add: [versionId] } } });
    expect(dryRun.answer).toContain("60 days");
    expect((await tried()).answer).toContain("30 days");

    const old = await withTenant(db, a, async (tx) => {
      const { rows } = await tx.query<{ id: string }>("select current_version_id as id from documents where id = $1", [
        returns.id,
      ]);
      return rows[0]?.id ?? "";
    });
    await publishVersion(db, a, { documentId: returns.id, versionId, title: "Returns" });
    expect(await ask()).toEqual(drafted);
    // The other direction: the previous version is now a draft.
    expect((await tried({ draft: { versions: { add: [old] } } })).answer).toContain("30 days");
    await publishVersion(db, a, { documentId: returns.id, versionId: old, title: "Returns" });
    expect(await ask()).toEqual(published);
  });

  it("is searched by the rules of its own language, and with what is said of it, not by those of what it replaces", async () => {
    const texts = [
      "Wenn Sie die bestellten Schuhe nicht behalten wollen, senden Sie uns die Schuhe innerhalb von vierzehn Tagen wieder zu.",
    ];
    const versionId = await seedVersion(db, a, { documentId: returns.id, texts });
    const search = { db, embeddings: wordVectors, log: createLogger("silent"), shelves: createAddedShelves() };
    // The passage contains only the stem of the question's word.
    const ask = async (versions?: { add: string[] }) => {
      const { results } = await searchForDryRun(search, a, { question: "Kann ich einen Schuh behalten?", versions });
      return results.map(({ text, score }) => ({ text, score: score.toFixed(6) }));
    };
    const drafted = await ask({ add: [versionId] });
    expect(await ask({ add: [versionId] })).toEqual(drafted);
    const old = await withTenant(db, a, async (tx) => {
      const { rows } = await tx.query<{ id: string }>("select current_version_id as id from documents where id = $1", [
        returns.id,
      ]);
      return rows[0]?.id ?? "";
    });
    await publishVersion(db, a, { documentId: returns.id, versionId, title: "Returns" });
    expect(drafted).toEqual(await ask());
    await publishVersion(db, a, { documentId: returns.id, versionId: old, title: "Returns" });

    const release = newId();
    await withTenant(db, a, async (tx) => {
      await insertRelease(tx, { id: release, name: "For people", person: { id: "p", name: "P" } });
      const about = { documentId: returns.id, versionId, baseVersionId: old, fields: { audience: "internal" } };
      await upsertReleaseVersion(tx, { releaseId: release, ...about });
      await tx.query("update document_versions set is_draft = true where id = $1", [versionId]);
    });
    // Visitors do not find a document that becomes internal, nor the version that it replaces.
    const hidden = await tried({ draft: { versions: { add: [versionId] } } });
    expect(hidden.passages.map(({ document_id }) => document_id)).not.toContain(returns.id);
  });

  it("leaves documents out, by their ids or those of their published versions", async () => {
    const gone = await tried({ draft: { versions: { leaveOut: [returns.id] } } });
    expect(gone.passages.map(({ document_id }) => document_id)).not.toContain(returns.id);
    expect(gone.answer).not.toContain("30 days");
  });

  it("searches some sets alone, and what rests on another document is changed", async () => {
    const { rows } = await withTenant(db, a, (tx) =>
      tx.query<{ id: string }>("update documents set set_name = 'Parcels' where source = 'shipping' returning id"),
    );
    const other = rows[0]?.id ?? "";
    const alone = await tried({ draft: { sets: ["Parcels"] } });
    expect([...new Set(alone.passages.map(({ document_id: id }) => id))]).toEqual([other]);
    expect((await tried({ draft: { sets: ["None of ours"] } })).passages).toEqual([]);
    expect((await tried()).passages.map(({ document_id: id }) => id)).toContain(returns.id);
    const changed = await withTenant(db, a, (tx) => documentsOfDraft(tx, { sets: ["Parcels"] }));
    expect([changed.has(returns.id), changed.has(other), changed.has(theirs.id)]).toEqual([true, false, false]);
  });

  it("never has anything of another tenant in it", async () => {
    const versionId = await seedVersion(db, b, {
      documentId: theirs.id,
      texts: ["You can return shoes within 77 days."],
    });
    const mixed = await tried({ draft: { versions: { add: [versionId, theirs.id], leaveOut: [theirs.id] } } });
    expect(mixed.passages.map(({ document_id }) => document_id)).not.toContain(theirs.id);
    expect(mixed.answer).toContain("30 days");
    const other = await tried({ tenantId: b, draft: { versions: { leaveOut: [returns.id] } } });
    expect(other.passages.map(({ document_id }) => document_id)).toEqual([theirs.id]);
  });
});
