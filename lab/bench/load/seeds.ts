import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { migrateServer } from "../../../server/database/open-database.ts";
import { cpuMsOf, memoryMbOf } from "../overhead/cpu.ts";
import { inParallel } from "../overhead/load.ts";
import { openSession } from "../parley.ts";
import { seedTenant, timeWords } from "../plans/seed.ts";
import { end } from "../processes.ts";
import { Readers } from "../streams/reader-process.ts";
import type { World } from "./grow.ts";
import type { Figures } from "./operations.ts";

/** Data of a tenant that only adds to the number of tenants. */
const small = { tickets: 20, documents: 2 };

/** Adds `count` tenants with a little data each. */
export async function addTenants({ admin }: World, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    const { rows } = await admin.query<{ id: string }>(
      "insert into tenants (tenant_id, name, identity_secret) values (gen_random_uuid(), 'Small', 'x') returning tenant_id as id",
    );
    const id = rows[0]?.id ?? "";
    await admin.query(
      "insert into tenant_domains (tenant_id, id, pattern) values ($1, gen_random_uuid(), 'https://' || $1::uuid::text || '.example')",
      [id],
    );
    await seedTenant(admin, id, { ...small, analyze: false });
  }
  await addVectors(admin);
}

/** Fills the measured tenant with `count` tickets and their search index. */
export async function addTickets({ admin, shop, services }: World, count: number): Promise<Figures> {
  await seedTenant(admin, shop.tenantId, { tickets: count, documents: 10 });
  const ms = await timeWords(services.superuserUrl);
  return { "word index of all tickets, s": ms / 1_000 };
}

/** Fills the measured tenant with passages and their vectors, and lets the product build the index over all of them. */
export async function addChunks({ admin, shop, services }: World, count: number): Promise<Figures> {
  const { rows } = await admin.query<{ statement: string }>(
    "select format('drop index %I', indexname) as statement from pg_indexes where indexname like 'chunk_embeddings_near%'",
  );
  for (const { statement } of rows) await admin.query(statement);
  await seedTenant(admin, shop.tenantId, { tickets: 10, documents: count / 10 });
  await addVectors(admin);
  const from = performance.now();
  await migrateServer(services.migrationUrl);
  const seconds = (performance.now() - from) / 1_000;
  const sizes = await admin.query<{ mb: number }>(
    "select coalesce(sum(pg_relation_size(indexrelid)) / 1e6, 0)::float8 as mb from pg_stat_user_indexes where indexrelname like 'chunk_embeddings_near%'",
  );
  return { "vector index built, s": seconds, "vector index, MB": sizes.rows[0]?.mb ?? Number.NaN };
}

/** Clusters like those of passages in handbooks: two hundred centres with noise around each. */
const centres = 200;
const noises = 1_000;
const makeVectors = `
create temp table if not exists seed_centres as
  select n, l2_normalize(array(select random() - 0.5 + 0 * n from generate_series(1, 384))::vector) as v from generate_series(0, ${centres - 1}) n;
create temp table if not exists seed_noises as
  select n, l2_normalize(array(select random() - 0.5 + 0 * n from generate_series(1, 384))::vector) as v from generate_series(0, ${noises - 1}) n`;

/** Adds a vector to each passage that has none, without the embedding model, which would take hours. */
async function addVectors(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query("select to_regclass('chunk_embeddings') as there");
  if (rows[0]?.there === null) return;
  await admin.query(makeVectors);
  await admin.query(`
    insert into chunk_embeddings (tenant_id, chunk_id, model, embedding)
    select t.tenant_id, t.chunk_id, 'minilm-l6-v2', l2_normalize(c.v + n.v)
      from (select tenant_id, chunk_id, row_number() over () as place from chunk_terms) t
      join seed_centres c on c.n = t.place % ${centres} join seed_noises n on n.n = t.place / ${centres} % ${noises}
    on conflict do nothing`);
}

/** Sessions opened at once, and how long the streams are measured while only pings arrive. */
const openedAtOnce = 8;
const quietMs = 10_000;

/** Opens `count` visitors' streams in a separate process. @returns their cost, and a function that closes them. */
export async function openStreams(
  { parley, shop }: World,
  count: number,
): Promise<{ filled: Figures; release: () => Promise<void> }> {
  const sessions = await inParallel([...Array(count).keys()], openedAtOnce, () =>
    openSession(parley.api, shop.tenantId),
  );
  const before = memoryMbOf(parley.pid);
  const readers = new Readers({ api: parley.api, tokens: sessions.map(({ token }) => token), reads: true });
  await readers.untilOpen(count);
  const open = memoryMbOf(parley.pid);
  const cpuBefore = cpuMsOf(parley.pid);
  await sleep(quietMs);
  return {
    filled: {
      "memory of the open streams, MB": Math.max(1, open - before),
      "idle streams, CPU ms per second": (cpuMsOf(parley.pid) - cpuBefore) / (quietMs / 1_000),
    },
    release: () => end(readers.child, "SIGKILL"),
  };
}
