import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { insertVersion } from "../../knowledge/store/document-versions.ts";
import { upsertDocument } from "../../knowledge/store/documents.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { deleteTerms, insertTerms } from "../store/chunk-search.ts";
import { insertChunks } from "../store/chunks.ts";
import { searchTerms } from "../store/search-terms.ts";

let db: Database;
let tenants: { a: string; b: string };
beforeAll(async () => {
  db = await openTestDatabase();
  tenants = await seedTwoTenants(db);
});
afterAll(() => db.close());

/** Words that no stemmer changes and that are not stop words. */
const vocabulary = Array.from({ length: 14 }, (_, index) => `qx${String.fromCharCode(97 + index)}k`);
const k1 = 1.2;
const b = 0.6;

function referenceBm25(texts: string[], question: string): Map<number, { bm25: number; coverage: number }> {
  const words = texts.map((text) => text.split(" ").filter(Boolean));
  const mean = Math.max(1, words.reduce((sum, each) => sum + each.length, 0) / texts.length);
  const asked = [...new Set(question.split(" ").filter(Boolean))];
  const idf = new Map(
    asked.map((term) => {
      const df = words.filter((each) => each.includes(term)).length;
      return [term, Math.log(1 + (texts.length - df + 0.5) / (df + 0.5))];
    }),
  );
  const all = [...idf.values()].reduce((sum, each) => sum + each, 0);
  const scores = new Map<number, { bm25: number; coverage: number }>();
  words.forEach((each, index) => {
    let bm25 = 0;
    let found = 0;
    for (const [term, weight] of idf) {
      const tf = each.filter((word) => word === term).length;
      if (tf === 0) continue;
      found += weight;
      bm25 += (weight * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * each.length) / mean));
    }
    if (found > 0) scores.set(index, { bm25, coverage: found / all });
  });
  return scores;
}

/** Replaces the tenant's indexed texts; returns the ids of their chunks. */
async function fill(tenantId: string, texts: string[]): Promise<string[]> {
  return withTenant(db, tenantId, async (tx) => {
    const fields = { source: "texts", title: "", url: null, setName: null, locale: "en" };
    const { id: documentId } = await upsertDocument(tx, newId(), fields);
    const version = { id: newId(), documentId };
    await insertVersion(tx, { ...version, contentHash: "", format: "text", rawText: "", title: null });
    const chunks = texts.map((text, ordinal) => ({ id: newId(), ordinal, heading: null, page: null, text }));
    await insertChunks(tx, version, chunks);
    await deleteTerms(tx, documentId, { vectors: db.vectors });
    await insertTerms(
      tx,
      version,
      chunks.map(({ id, text }) => ({ id, terms: text })),
    );
    return chunks.map(({ id }) => id);
  });
}

describe("BM25 in SQL", () => {
  it("scores like a plain BM25 over the same texts, whatever they are", async () => {
    const word = fc.constantFrom(...vocabulary);
    const texts = fc.array(
      fc.array(word, { maxLength: 40 }).map((words) => words.join(" ")),
      { minLength: 1, maxLength: 12 },
    );
    const question = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
    await fc.assert(
      fc.asyncProperty(texts, question, async (given, asked) => {
        const ids = await fill(tenants.a, given);
        const expected = referenceBm25(given, asked);
        const hits = await withTenant(db, tenants.a, (tx) =>
          searchTerms(tx, asked, { k1, b, limit: 100, alsoIds: [] }),
        );
        expect(hits.map(({ chunk_id }) => ids.indexOf(chunk_id)).sort((x, y) => x - y)).toEqual([...expected.keys()]);
        for (const hit of hits) {
          const reference = expected.get(ids.indexOf(hit.chunk_id));
          expect(hit.bm25).toBeCloseTo(reference?.bm25 ?? -1, 6);
          expect(hit.coverage).toBeCloseTo(reference?.coverage ?? -1, 6);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("counts a word up to a hundred times", async () => {
    const counts = [1, 2, 3, 5, 8, 13, 30, 60, 99];
    const texts = counts.map((count) => Array(count).fill(vocabulary[0]).join(" "));
    const ids = await fill(tenants.a, texts);
    const hits = await withTenant(db, tenants.a, (tx) =>
      searchTerms(tx, texts[0] ?? "", { k1, b, limit: 100, alsoIds: [] }),
    );
    const expected = referenceBm25(texts, texts[0] ?? "");
    for (const { chunk_id, bm25 } of hits) expect(bm25).toBeCloseTo(expected.get(ids.indexOf(chunk_id))?.bm25 ?? -1, 6);
  });

  it("uses the tenant's own frequencies and sees nobody else's chunks", async () => {
    const texts = ["qxak qxbk", "qxak", "qxck"];
    const ids = await fill(tenants.a, texts);
    const ask = (tenantId: string) =>
      withTenant(db, tenantId, (tx) => searchTerms(tx, "qxak", { k1, b, limit: 10, alsoIds: ids }));
    const before = await ask(tenants.a);
    expect(before).toHaveLength(2);
    await fill(tenants.b, Array(50).fill("qxak qxdk"));
    expect(await ask(tenants.a)).toEqual(before);
    const foreign = await ask(tenants.b);
    expect(foreign).toHaveLength(10);
    expect(foreign.filter(({ chunk_id }) => ids.includes(chunk_id))).toEqual([]);
  });

  it("takes any text as a question", async () => {
    await fill(tenants.a, ["it's o'neil's c:\\temp\\x qxak"]);
    for (const asked of [
      "",
      "   ",
      "'",
      "\\",
      "o'neil's c:\\temp",
      "a & b | !c <-> (d):*",
      "the of and",
      "😀",
      "qxak ".repeat(500),
    ]) {
      const hits = await withTenant(db, tenants.a, (tx) => searchTerms(tx, asked, { k1, b, limit: 10, alsoIds: [] }));
      expect(hits.length).toBeLessThanOrEqual(1);
    }
  });
});
