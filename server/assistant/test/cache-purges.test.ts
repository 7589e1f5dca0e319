import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { addDocument } from "../../knowledge/documents/add-document.ts";
import { changeDocument } from "../../knowledge/documents/change-document.ts";
import { deleteDocument } from "../../knowledge/documents/documents.ts";
import { changeDocumentSet } from "../../knowledge/documents/sets.ts";
import { restoreVersion } from "../../knowledge/documents/versions.ts";
import { waitForDocuments } from "../../knowledge/documents/wait-for-documents.ts";
import { createPurgeCache } from "../../operations/jobs/purge-cache.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { openLibrary, type TestLibrary } from "../../test/support/open-library.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { insertCachePurge } from "../store/cache-purges.ts";

let db: Database;
let tenants: { a: string; b: string };
let evicted: string[] = [];

beforeAll(async () => {
  const opened = await openTestDatabase();
  // These tests do not need vectors.
  db = { ...opened, vectors: false };
  tenants = await seedTwoTenants(db);
});
beforeEach(() => {
  evicted = [];
});
afterAll(async () => {
  await db.close();
});

const noting = (what: string) => async (_tenantId: string, target?: string) =>
  void evicted.push(`${what} ${target ?? ""}`);
const cache = { evictDocument: noting("document"), evictText: noting("answer"), purge: noting("all") };

/** A library whose process dies between a commit and the cache purge: the commit stays, later steps do not run. */
function openDying(): TestLibrary {
  return { ...openLibrary({ db }), purgeCache: async () => {} };
}

function openPurges(tenantId: string): Promise<number> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows } = await tx.query<{ count: number }>("select count(*)::int as count from cache_purges");
    return rows[0]?.count ?? 0;
  });
}

async function addOne(source: string, content: string): Promise<string> {
  const library = openLibrary({ db });
  await library.startWorkers();
  const { document } = await addDocument(library, tenants.a, { source, content, set: "all" });
  const id = document?.id ?? "";
  await waitForDocuments(library, tenants.a, { ids: [id] });
  await library.close();
  return id;
}

it.each([
  ["deletes a document", (library: TestLibrary, id: string) => deleteDocument(library, tenants.a, id)],
  [
    "changes who may read it",
    (library: TestLibrary, documentId: string) =>
      changeDocument(library, tenants.a, { documentId, change: { audience: "internal" } }),
  ],
  [
    "restores a version",
    (library: TestLibrary, documentId: string) => restoreVersion(library, tenants.a, { documentId, version: 1 }),
  ],
  [
    "adds it again under another title",
    (library: TestLibrary) =>
      addDocument(library, tenants.a, {
        source: "adds it again under another title",
        content: "The first ocelot.",
        title: "Cats",
      }),
  ],
])("a process that %s and dies before the eviction leaves it to the next worker", async (name, change) => {
  const id = await addOne(name, "The first ocelot.");
  const dying = openDying();
  await change(dying, id);
  await dying.close();
  expect(await openPurges(tenants.a)).toBe(1);
  const next = openLibrary({ db, evictDocument: cache.evictDocument });
  await next.startWorkers();
  expect(evicted).toEqual([`document ${id}`]);
  expect(await openPurges(tenants.a)).toBe(0);
  await next.close();
});

it("a new version is swapped in together with the purge of what rests on the old one", async () => {
  const id = await addOne("swapped.md", "The first lynx.");
  const away = openLibrary({ db, evictDocument: () => Promise.reject(new Error("the cache is away")) });
  await away.startWorkers();
  await addDocument(away, tenants.a, { source: "swapped.md", content: "The second lynx." });
  const documents = await waitForDocuments(away, tenants.a, { ids: [id] });
  expect(documents).toMatchObject([{ status: "ready", version: 2, error: null }]);
  await away.close();
  expect(await openPurges(tenants.a)).toBe(1);
  const next = openLibrary({ db, evictDocument: cache.evictDocument });
  await next.startWorkers();
  expect(evicted).toEqual([`document ${id}`]);
  await next.close();
});

it("a set that counts differently empties the tenant's cache, also when it was away at first", async () => {
  await addOne("in-a-set.md", "The puma.");
  const log = createLogger("silent");
  const deps = {
    db,
    purgeCache: createPurgeCache({ db, log, cache: { ...cache, purge: async () => Promise.reject() } }),
  };
  await changeDocumentSet(deps, tenants.a, { name: "all", change: { boost: 0.1 } });
  expect(await openPurges(tenants.a)).toBe(1);
  await createPurgeCache({ db, log, cache })(tenants.a);
  expect(evicted).toEqual(["all "]);
  expect(await openPurges(tenants.a)).toBe(0);
});

it("an answer is evicted by its text, by two processes at once without harm, and no other tenant's", async () => {
  await withTenant(db, tenants.a, (tx) => insertCachePurge(tx, { what: "answer", target: "It takes 30 days." }));
  await withTenant(db, tenants.b, (tx) => insertCachePurge(tx, { what: "answer", target: "It takes 9 days." }));
  const purgeCache = createPurgeCache({ db, log: createLogger("silent"), cache });
  await Promise.all([purgeCache(tenants.a), purgeCache(tenants.a)]);
  expect(new Set(evicted)).toEqual(new Set(["answer It takes 30 days."]));
  expect(await openPurges(tenants.a)).toBe(0);
  expect(await openPurges(tenants.b)).toBe(1);
});

it("what is not committed is not purged", async () => {
  const change = withTenant(db, tenants.a, async (tx) => {
    await insertCachePurge(tx, { what: "all" });
    throw new Error("given up");
  });
  await expect(change).rejects.toThrow("given up");
  await waitFor(async () => (await openPurges(tenants.a)) === 0);
});
