import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ContextRecord, contextRecordSchema } from "../../../protocol/context-record.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { openTestDatabase } from "../../test/support/database.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";

/** The record of a visitor's turn contains the context of its answer. Graph, log and database are real; search and model are scripted. */
let db: Database;
let rig: TurnRig;
const tenant = newId();
const memory = (content: string) => ({ id: newId(), type: "fact" as const, content });

beforeAll(async () => {
  db = await openTestDatabase();
  await withTenant(db, tenant, (tx) =>
    tx.query("insert into tenants (tenant_id, name, identity_secret, memory_enabled) values ($1, 'Tenant', '', true)", [
      tenant,
    ]),
  );
});
afterAll(() => db.close());
beforeEach(() => {
  rig = createTurnRig(db);
  delete rig.deps.memory;
});

function passage(text: string, at: number): RetrievedChunk {
  const ids = { chunk_id: newId(), document_id: newId(), version_id: newId() };
  const of = { title: `Document ${at}`, source: "seed", url: null, page: null, heading: null };
  return { ...ids, ...of, text, score: 1 - at / 10, parts: { vector: 0.8 - at / 10 } };
}

function find(...texts: string[]): string[] {
  const chunks = texts.map(passage);
  rig.deps.search = async () => chunks;
  rig.deps.loadChunks = async (_tenant, ids) => chunks.filter(({ chunk_id: id }) => ids.includes(id));
  return chunks.map(({ chunk_id: id }) => id);
}

function remember(...contents: string[]) {
  const memories = contents.map(memory);
  rig.deps.memory = { recall: async () => memories, noteUse: async () => {} };
  return memories.map(({ id }) => id);
}

/** Asks a question, and reads the record of the turn. */
async function ask(
  question = "How long do refunds take?",
): Promise<{ record: ContextRecord | null; text: string | null }> {
  const ticket = await rig.openTicket(tenant);
  await rig.ask(tenant, ticket, question);
  const { rows } = await withTenant(db, tenant, (tx) =>
    tx.query<{ record: unknown; text: string | null }>(
      "select context_record as record, context_record::text as text from turns where ticket_id = $1",
      [ticket],
    ),
  );
  const [row] = rows;
  return { record: row?.record ? contextRecordSchema.parse(row.record) : null, text: row?.text ?? null };
}
const idsOf = (entries: ContextRecord["taken"] = []) => entries.map(({ id }) => id);

describe("the record of a turn", () => {
  it("has the passages that were found in the order of the search, with reasons and without words", async () => {
    const ids = find("Refunds take five days.", "Refunds go back to the card.", "Parcels leave at noon.");
    const { record, text } = await ask();
    expect(idsOf(record?.taken)).toEqual(ids);
    expect(record?.taken[0]).toMatchObject({
      source: "search",
      weight: 0.5,
      similarity: 0.8,
      reason: "found for the question",
    });
    expect(record?.sources).toMatchObject([{ source: "search", state: "answered", found: 3 }]);
    expect(text).not.toMatch(/Refunds|Parcels|Document/);
  });

  it("has memories before them, which weigh more", async () => {
    const [found] = find("Refunds take five days.");
    const [known] = remember("Plan: Team");
    const { record, text } = await ask();
    expect(record?.taken.map(({ source, id }) => [source, id])).toEqual([
      ["memory", known],
      ["search", found],
    ]);
    expect(text).not.toContain("Team");
  });

  it("says what found no room beside memories; the best passage goes in whatever there is", async () => {
    const long = "A policy of many words. ".repeat(600);
    const ids = find(long, "Refunds take five days.".repeat(60), "Short.");
    remember("Plan: Team. ".repeat(20));
    const { record } = await ask();
    expect(idsOf(record?.taken).slice(1)).toEqual([ids[0], ids[2]]);
    expect(idsOf(record?.taken)).toContain(ids[0]);
    expect(record?.left_out.find(({ id }) => id === ids[1])?.reason).toMatch(
      /^does not fit in the budget of \d+ tokens$/,
    );
  });

  it("goes without memories that are late or fail, and says so", async () => {
    const ids = find("Refunds take five days.");
    rig.deps.recallMs = 20;
    rig.deps.memory = { recall: () => new Promise(() => {}), noteUse: async () => {} };
    const late = await ask();
    rig.deps.memory = { recall: () => Promise.reject(new Error("away")), noteUse: async () => {} };
    const failed = await ask();
    for (const { record } of [late, failed]) expect(idsOf(record?.taken)).toHaveLength(ids.length);
    expect(late.record?.sources[0]).toMatchObject({ source: "memory", state: "late" });
    expect(failed.record?.sources[0]).toMatchObject({ source: "memory", state: "failed" });
  });

  it("is empty where nothing was looked up", async () => {
    expect((await ask("hello")).record).toBeNull();
  });
});
