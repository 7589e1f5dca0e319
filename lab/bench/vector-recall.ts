import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../db/migrate.ts";
import { valueTypes } from "../../db/value-types.ts";
import { insertEmbeddings } from "../../server/assistant/store/chunk-search.ts";
import { exactBelowVectors, searchVectors } from "../../server/assistant/store/search-scope.ts";
import { readConfig } from "../../server/core/config/config.ts";
import { newId } from "../../server/core/ids.ts";
import { projectRoot } from "../../server/core/project-root.ts";
import type { Database } from "../../server/database/database.ts";
import { withTenant } from "../../server/database/transaction.ts";
import { quantile } from "./overhead/cpu.ts";

/**
 * Measures recall and speed of the vector search when one table holds 100,000 vectors and the tenants differ in size:
 *
 *   DATABASE_URL=postgres://parley_app@host/db MIGRATION_DATABASE_URL=postgres://owner@host/db \
 *     node dist/lab/bench/vector-recall.js [FOLDER]
 *
 * Needs an empty database with pgvector 0.8; everything in it is deleted. FOLDER holds `*.vec` files as `npm run eval` stores them (a
 * 16-byte key, 384 numbers). These vectors are real; noisy copies add the missing number. Without FOLDER all clusters are synthetic. 0.1,
 * 1, 10, 50 and 90 % add up to more than 100 %, so the table is filled twice.
 */
const total = 100_000;
const fills = [
  { "90 %": 90_000, "8.9 %": 8_900, "1 %": 1_000, "0.1 %": 100 },
  { "50 %": 50_000, "40 %": 40_000, "10 %": 10_000 },
] as const;
const model = "minilm-l6-v2";
const dimensions = 384;
const recordBytes = 16 + dimensions * 4;
const questionCount = 200;
const depth = 10;
/** Number of candidates that the search requests before fusion. */
const candidates = 40;
const rowsOfStatement = 250;
const batch = 2_000;

const { databaseUrl: appUrl, migrationDatabaseUrl: ownerUrl } = readConfig();
if (!appUrl || !ownerUrl) throw new Error("Set DATABASE_URL and MIGRATION_DATABASE_URL");
const random = makeRandom(42);
const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
const app = new pg.Pool({ connectionString: appUrl, max: 2, types: valueTypes });
const db: Database = { pool: app, vectors: true, listen: undefined, close: () => app.end() };
const { vectors, questions } = readVectors(process.argv[2]);
try {
  for (const shares of fills) {
    const tenants = await fill(Object.entries(shares));
    for (const tenant of tenants) await measure(tenant);
  }
} finally {
  await app.end();
  await owner.end();
}

interface Tenant {
  name: string;
  id: string;
  chunks: number;
}

async function fill(shares: [string, number][]): Promise<Tenant[]> {
  await migrate(owner, join(projectRoot, "db"));
  await owner.query("truncate tenants cascade");
  const { rows } = await owner.query<{ name: string }>(
    "select indexname as name from pg_indexes where tablename = 'chunk_embeddings' and indexname like 'chunk_embeddings_near%'",
  );
  for (const { name } of rows) await owner.query(`drop index ${pg.escapeIdentifier(name)}`);
  const tenants: Tenant[] = [];
  let next = 0;
  // Alternate between tenants, as in real use: no tenant has a contiguous part of the table.
  for (const [name, chunks] of shares) tenants.push({ name, chunks, id: await addTenant(name) });
  for (let part = 0; part < 10; part += 1) {
    for (const tenant of tenants) {
      const count = tenant.chunks / 10;
      for (let start = 0; start < count; start += batch) {
        const size = Math.min(batch, count - start);
        await addChunks(tenant.id, vectors.slice(next, next + size));
        next += size;
      }
    }
  }
  const started = performance.now();
  await migrate(owner, join(projectRoot, "db"));
  console.log(`${next} vectors, index built in ${Math.round((performance.now() - started) / 1000)} s`);
  await owner.query("vacuum analyze chunk_embeddings");
  return tenants;
}

async function addTenant(name: string): Promise<string> {
  const id = newId();
  await withTenant(db, id, (tx) =>
    tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, $2, '')", [id, name]),
  );
  return id;
}

async function addChunks(tenantId: string, values: Float32Array[]): Promise<void> {
  const document = newId();
  const version = newId();
  const ids = values.map(() => newId());
  await withTenant(db, tenantId, async (tx) => {
    await tx.query("insert into documents (tenant_id, id, source, title) values ($1, $2::uuid, $2::uuid::text, '')", [
      tenantId,
      document,
    ]);
    await tx.query(
      "insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text) values ($1, $2, $3, 1, '', 'text', '')",
      [tenantId, version, document],
    );
    await tx.query(
      "insert into chunks (tenant_id, id, document_id, version_id, ordinal, text) select $1, id, $2, $3, place, '' from unnest($4::uuid[]) with ordinality as given(id, place)",
      [tenantId, document, version, ids],
    );
    await tx.query(
      "insert into chunk_terms (tenant_id, chunk_id, document_id, version_id, length) select $1, id, $2, $3, 0 from unnest($4::uuid[]) id",
      [tenantId, document, version, ids],
    );
    for (let start = 0; start < ids.length; start += rowsOfStatement) {
      const pairs = ids.slice(start, start + rowsOfStatement).map((chunkId, index) => ({
        chunkId,
        vector: values[start + index] ?? new Float32Array(dimensions),
      }));
      await insertEmbeddings(tx, version, { model, vectors: pairs });
    }
  });
}

async function measure({ name, id, chunks }: Tenant): Promise<void> {
  const run = async (vector: Float32Array, limit: number, exactBelow?: number) => {
    const started = performance.now();
    const hits = await withTenant(db, id, (tx) =>
      searchVectors(
        tx,
        { model, vector, limit },
        { vectors: chunks, ...(exactBelow === undefined ? {} : { exactBelow }) },
      ),
    );
    return { ids: hits.map(({ chunk_id }) => chunk_id), ms: performance.now() - started };
  };
  const way = chunks < exactBelowVectors ? "exact" : "index";
  for (const limit of [depth, candidates]) {
    const times: number[] = [];
    let found = 0;
    let wanted = 0;
    let fewest = limit;
    for (const [index, question] of questions.entries()) {
      const truth = new Set((await run(question, depth, Number.POSITIVE_INFINITY)).ids);
      const { ids, ms } = await run(question, limit);
      // The first searches read the table from disk.
      if (index >= 10) times.push(ms);
      found += ids.slice(0, depth).filter((each) => truth.has(each)).length;
      wanted += truth.size;
      fewest = Math.min(fewest, ids.length);
    }
    const at = (share: number) => quantile(times, share).toFixed(1);
    console.log(
      `${name.padEnd(6)} ${String(chunks).padStart(6)} vectors, ${way}, limit ${limit}: recall@${depth} ${(found / wanted).toFixed(4)}, ` +
        `fewest rows ${fewest}, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
    );
  }
}

/** Real vectors first, then noisy copies of them; some real ones are kept as questions. */
function readVectors(folder: string | undefined): { vectors: Float32Array[]; questions: Float32Array[] } {
  const real = folder === undefined ? madeUp(20_000) : readFolder(folder);
  const every = Math.max(1, Math.floor(real.length / questionCount));
  const asked = real.filter((_, index) => index % every === 0).slice(0, questionCount);
  const stored = shuffle(real.filter((_, index) => index % every !== 0)).slice(0, total);
  const own = stored.length;
  while (stored.length < total)
    stored.push(withNoise(stored[Math.floor(random() * own)] ?? new Float32Array(dimensions)));
  console.log(`${own} unchanged vectors, ${total - own} with noise, ${asked.length} questions`);
  return { vectors: shuffle(stored), questions: asked };
}

function readFolder(folder: string): Float32Array[] {
  if (!existsSync(folder)) throw new Error(`No such folder: ${folder}.`);
  const known = new Map<string, Float32Array>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".vec"))) {
    const bytes = readFileSync(join(folder, name));
    for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
      const values = new Float32Array(new Uint8Array(bytes.subarray(at + 16, at + recordBytes)).buffer);
      known.set(bytes.subarray(at, at + 16).toString("hex"), values);
    }
  }
  return [...known.values()];
}

function madeUp(count: number): Float32Array[] {
  const centres = Array.from({ length: 200 }, () => unit(Float32Array.from({ length: dimensions }, gauss)));
  return Array.from({ length: count }, (_, index) =>
    withNoise(centres[index % centres.length] ?? new Float32Array(dimensions)),
  );
}

/** A vector with a cosine of about 0.8 to this one. */
function withNoise(vector: Float32Array): Float32Array {
  const size = 0.75 / Math.sqrt(dimensions);
  return unit(vector.map((value) => value + size * gauss()));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function gauss(): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function shuffle<T>(items: T[]): T[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [items[index], items[other]] = [items[other] as T, items[index] as T]; // both are inside the list
  }
  return items;
}

/** The same numbers in every run. */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
