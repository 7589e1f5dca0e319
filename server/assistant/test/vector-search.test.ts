import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { seedDocument, wordVectors } from "../../test/support/library.ts";
import { insertEmbeddings } from "../store/chunk-search.ts";
import { type DocumentFilter, everyDocument, findPageCosines, searchVectors } from "../store/search-scope.ts";

/**
 * All tenants share one HNSW index, which ignores row security: when its nearest rows belong to another tenant, a plain search returns too
 * few rows or none. Here the large tenant's vectors surround the question.
 */
const model = wordVectors.model;
const large = 900;
const small = 60;
const limit = 10;
let db: Database;
let tenants: { a: string; b: string };
let question: Float32Array;
beforeAll(async () => {
  db = await openTestDatabase();
  tenants = await seedTwoTenants(db);
  const [vector] = await wordVectors.embed(["how do lamps work"], { priority: "query" });
  question = vector ?? new Float32Array();
  await seedDocument(db, tenants.a, {
    source: "large",
    texts: Array.from({ length: large }, (_, index) => `how do lamps work ${index}`),
  });
  await seedDocument(db, tenants.b, {
    source: "small",
    texts: Array.from({ length: small }, (_, index) => `how carpets are woven ${index}`),
  });
});
afterAll(() => db.close());

/** The planner would scan a table this small sequentially, but not one with a hundred thousand rows. */
const useIndex = "set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off";

async function find(tenantId: string, options: { exactBelow: number; documents?: DocumentFilter; limit?: number }) {
  return withTenant(db, tenantId, async (tx) => {
    await tx.query(useIndex);
    const query = {
      model,
      vector: question,
      limit: options.limit ?? limit,
      documents: options.documents ?? everyDocument,
    };
    return searchVectors(tx, query, { vectors: small, exactBelow: options.exactBelow });
  });
}
const byIndex = 0;
const exactly = Number.POSITIVE_INFINITY;

describe("a vector search through the shared index", () => {
  it("would come back short without care, and the index is really used", async () => {
    const { plan, rows } = await withTenant(db, tenants.b, async (tx) => {
      await tx.query(useIndex);
      const sql = `select chunk_id from chunk_embeddings where model = '${model}'
        order by embedding::vector(384) <=> '[${question.join(",")}]'::vector limit ${limit}`;
      const explained = await tx.query<{ "QUERY PLAN": string }>(`explain ${sql}`);
      return { plan: explained.rows.map((row) => row["QUERY PLAN"]).join("\n"), rows: (await tx.query(sql)).rows };
    });
    expect(plan).toContain("chunk_embeddings_near_");
    expect(rows.length).toBeLessThan(limit);
  });

  it("returns as many rows as were asked for, the nearest ones of the tenant", async () => {
    const [near, truth] = [
      await find(tenants.b, { exactBelow: byIndex }),
      await find(tenants.b, { exactBelow: exactly }),
    ];
    expect(near).toHaveLength(limit);
    expect(near.map(({ cosine }) => cosine.toFixed(5))).toEqual(truth.map(({ cosine }) => cosine.toFixed(5)));
  });

  it("returns all there are when more are asked for", async () => {
    expect(await find(tenants.b, { exactBelow: byIndex, limit: 200 })).toHaveLength(small);
  });

  it("looks on when the documents it may find are rare", async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `how glass is blown ${index}`);
    const { id, chunkIds } = await seedDocument(db, tenants.a, { source: "rare", texts });
    const near = await find(tenants.a, { exactBelow: byIndex, documents: { ids: [id], only: true } });
    expect(near).toHaveLength(limit);
    expect(near.every(({ chunk_id }) => chunkIds.includes(chunk_id))).toBe(true);
  });

  it("finds most of the true neighbours where the index alone decides", async () => {
    const near = await find(tenants.a, { exactBelow: byIndex });
    const truth = await find(tenants.a, { exactBelow: exactly });
    // Rows with equal distances may come in any order, so the distances are compared.
    const worst = truth.at(-1)?.cosine ?? 1;
    expect(near.filter(({ cosine }) => cosine >= worst - 1e-6).length).toBeGreaterThanOrEqual(9);
  });
});

describe("the similarity of a whole page", () => {
  it("is the mean over its passages, and reads each vector once although the tables have no statistics", async () => {
    const { reads, cosine } = await withTenant(db, tenants.b, async (tx) => {
      const { rows } = await tx.query<{ version: string }>("select current_version_id as version from documents");
      const before = await vectorReads(tx);
      const cosines = await findPageCosines(tx, [rows[0]?.version ?? ""], { model, vector: question });
      return { reads: (await vectorReads(tx)) - before, cosine: [...cosines.values()][0] };
    });
    const all = await find(tenants.b, { exactBelow: exactly, limit: small });
    expect(cosine).toBeCloseTo(all.reduce((sum, hit) => sum + hit.cosine, 0) / small, 5);
    expect(reads).toBe(small);
  });
});

/** Vectors that this transaction has read, by index or whole table. */
async function vectorReads(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.query<{ reads: string }>(
    "select seq_tup_read + idx_tup_fetch as reads from pg_stat_xact_user_tables where relname = 'chunk_embeddings'",
  );
  return Number(rows[0]?.reads);
}

describe("a model that nobody has used before", () => {
  it("is noted with its dimensions, for the next migration to index", async () => {
    const document = await seedDocument(db, tenants.b, { source: "other model", texts: ["Weaving."] });
    const vector = new Float32Array([0.6, 0.8]);
    await withTenant(db, tenants.b, async (tx) => {
      await store(tx, document, vector);
      const { rows } = await tx.query("select dimensions from embedding_models where model = 'tiny'");
      expect(rows).toEqual([{ dimensions: 2 }]);
      const query = { model: "tiny", vector, limit };
      expect(await searchVectors(tx, query, { vectors: 20_000 })).toMatchObject([{ chunk_id: document.chunkIds[0] }]);
    });
  });
});

async function store(
  tx: TenantTransaction,
  { id, chunkIds }: { id: string; chunkIds: string[] },
  vector: Float32Array,
) {
  const { rows } = await tx.query<{ version: string }>(
    "select current_version_id as version from documents where id = $1",
    [id],
  );
  const version = rows[0]?.version ?? "";
  const vectors = chunkIds.map((chunkId) => ({ chunkId, vector }));
  expect(await insertEmbeddings(tx, version, { model: "tiny", vectors })).toBe(1);
}
