import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findPooler } from "../../../db/pooler.ts";
import { projectRoot } from "../../core/project-root.ts";
import type { Database } from "../../database/database.ts";
import { migrateServer } from "../../database/open-database.ts";
import { withTenant } from "../../database/transaction.ts";
import { seedTwoTenants } from "../../test/support/database.ts";
import { endWithUs } from "../../test/support/end-with-us.ts";
import { makeDocx } from "../../test/support/make-docx.ts";
import {
  type NativePostgres,
  nativePostgresUnavailable,
  startNativePostgres,
} from "../../test/support/native-postgres.ts";
import { openLibrary, type TestLibrary } from "../../test/support/open-library.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "../../test/support/redis-server.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { addDocument } from "../documents/add-document.ts";
import { addFile } from "../documents/add-file.ts";
import { findDocument } from "../documents/documents.ts";
import { listJobs } from "../documents/list-jobs.ts";
import { reindexDocument } from "../documents/reindex.ts";
import { waitForDocuments } from "../documents/wait-for-documents.ts";

for (const reason of [nativePostgresUnavailable(), redisUnavailable()])
  if (reason) console.warn(`skipped in part: ${reason}`);

const noPostgres = nativePostgresUnavailable();
const kinds = [
  { name: "PostgreSQL", withRedis: false, skip: noPostgres !== undefined },
  { name: "Redis", withRedis: true, skip: noPostgres !== undefined || redisUnavailable() !== undefined },
];

describe.each(kinds)("the library's work, with the queue in $name", ({ withRedis, skip }) => {
  let server: NativePostgres;
  let redis: RedisServer | undefined;
  let db: Database;
  let tenants: { a: string; b: string };
  const workers: ChildProcess[] = [];
  const open: TestLibrary[] = [];

  beforeAll(async () => {
    if (skip) return;
    server = await startNativePostgres();
    await migrateServer(server.url);
    await server.query("alter role parley_app login");
    redis = withRedis ? await startRedisServer() : undefined;
    const pool = server.openPool("parley_app", 8);
    db = { pool, vectors: false, listen: undefined, pooler: await findPooler(pool), close: () => pool.end() };
    tenants = await seedTwoTenants(db);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await killWorker(worker);
    for (const knowledge of open.splice(0)) await knowledge.close();
  });
  afterAll(async () => {
    await db?.close();
    await redis?.stop();
    await server?.stop();
  });

  const openOne = (changed: { db?: Database } = {}): TestLibrary => {
    const knowledge = openLibrary({ db, redisUrl: redis?.url, ...changed });
    open.push(knowledge);
    return knowledge;
  };
  const closeLibrary = async (knowledge: TestLibrary) => {
    open.splice(open.indexOf(knowledge), 1);
    await knowledge.close();
  };

  const startWorker = async (): Promise<ChildProcess> => {
    const loader = `--import=${join(projectRoot, "scripts/setup/load-typescript.mjs")}`;
    const script = join(projectRoot, "server/test/support/library-worker.ts");
    const worker = spawn(process.execPath, [loader, script, server.urlFor("parley_app"), redis?.url ?? ""], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    workers.push(worker);
    endWithUs(worker);
    await once(worker.stdout, "data");
    return worker;
  };
  const killWorker = async (worker: ChildProcess) => {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.kill("SIGKILL");
    await once(worker, "exit");
  };

  const take = async (knowledge: TestLibrary, tenantId: string, source: string, content: string) => {
    const { document } = await addDocument(knowledge, tenantId, { source, content });
    return document?.id ?? "";
  };

  /** Chunks and terms of each version, with the version's own counts. */
  const versions = async (tenantId: string) =>
    withTenant(db, tenantId, async (tx) => {
      const { rows } = await tx.query<{ chunk_count: number; chunks: number; terms: number; is_current: boolean }>(
        `select v.chunk_count, d.current_version_id is not distinct from v.id as is_current,
                (select count(*)::int from chunks c where c.version_id = v.id) as chunks,
                (select count(*)::int from chunk_terms t where t.version_id = v.id) as terms
           from document_versions v join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id`,
      );
      return rows;
    });

  it.skipIf(skip)(
    "survives workers that are killed: complete or nothing at every moment, complete in the end",
    async () => {
      const knowledge = openOne();
      const body = (n: number) =>
        Array.from(
          { length: 150 },
          (_, index) => `<w:p><w:r><w:t>${`Paragraph ${index} of file ${n}. `.repeat(8)}</w:t></w:r></w:p>`,
        ).join("");
      const files = 4;
      const ids: string[] = [];
      for (let n = 0; n < files; n += 1) {
        const { id } = await addFile(knowledge, tenants.a, {
          source: `file-${n}.docx`,
          bytes: await makeDocx(body(n)),
        });
        ids.push(id);
      }
      // Starting a worker takes seconds, so each queue is tested in only one of the two steps.
      for (const wanted of [withRedis ? "indexing" : "reading"]) {
        const worker = await startWorker();
        await waitFor(
          async () =>
            withTenant(db, tenants.a, async (tx) => {
              const { rows } = await tx.query("select 1 from jobs where status = 'running' and step = $1", [wanted]);
              return rows.length > 0;
            }),
          { intervalMs: 3 },
        );
        await killWorker(worker);
        for (const version of await versions(tenants.a)) {
          if (version.is_current)
            expect(version).toMatchObject({ chunks: version.chunk_count, terms: version.chunk_count });
          else expect(version).toMatchObject({ chunk_count: 0, chunks: 0, terms: 0 });
        }
      }
      await knowledge.startWorkers();
      // Redis passes a dead worker's job on at the end of a blocking read of five seconds.
      const documents = await waitForDocuments(knowledge, tenants.a, { ids: ids });
      expect(documents.map(({ status }) => status)).toEqual(Array(files).fill("ready"));
      const rows = await versions(tenants.a);
      expect(rows).toHaveLength(files);
      for (const row of rows) {
        expect(row.chunks).toBeGreaterThan(20);
        expect(row).toMatchObject({ is_current: true, chunks: row.chunk_count, terms: row.chunk_count });
      }
    },
    180_000,
  );

  it.skipIf(skip)("tries three times, parks with a plain reason, and goes on when it is asked to", async () => {
    let tries = 0;
    const connect = async () => {
      const client = await db.pool.connect();
      const query = client.query.bind(client);
      return new Proxy(client, {
        get: (target, name) =>
          name !== "query"
            ? Reflect.get(target, name, target)
            : async (text: string, params?: unknown[]) => {
                if (!text.includes("insert into chunk_terms")) return query(text, params);
                tries += 1;
                throw new Error("disk full at /var/lib/secret");
              },
      });
    };
    const pool = new Proxy(db.pool, {
      get: (target, name) => (name === "connect" ? connect : Reflect.get(target, name, target)),
    });
    const broken = openOne({ db: { ...db, pool } });
    await broken.startWorkers();
    const id = await take(broken, tenants.b, "parked.md", "The parked ocelot.");
    const [parked] = await waitForDocuments(broken, tenants.b, { ids: [id] });
    expect(tries).toBe(3);
    expect(parked).toMatchObject({ status: "failed", chunks: 0, error: expect.stringContaining("internal error") });
    expect(parked?.error).not.toContain("secret");
    const [job] = (await listJobs(broken, tenants.b, { status: "failed", limit: 10 })).items;
    expect(job).toMatchObject({ document_id: id, kind: "ingest", attempts: 3, error: parked?.error });
    await closeLibrary(broken);

    const whole = openOne();
    await whole.startWorkers();
    await reindexDocument(whole, tenants.b, id);
    expect(await waitForDocuments(whole, tenants.b, { ids: [id] })).toMatchObject([
      { status: "ready", chunks: 1, error: null },
    ]);
  });

  it.skipIf(skip)("tells how far it is, and never goes back", async () => {
    const knowledge = openOne();
    const id = await take(knowledge, tenants.b, "progress.md", "The observed platypus. ".repeat(4_000));
    expect(await findDocument(knowledge, tenants.b, id)).toMatchObject({ status: "queued", progress: 0 });
    await knowledge.startWorkers();
    const seen: number[] = [];
    await waitForDocuments(knowledge, tenants.b, { ids: [id], onProgress: ({ progress }) => void seen.push(progress) });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  it.skipIf(skip)("begins a tenant's one document before another tenant's thirty are through", async () => {
    // Records which job started first, not which finished first: of two files that are read at the same time, one may take long on a busy
    // machine.
    for (const sql of [
      "create table begun (place serial, tenant_id uuid)",
      `create function note_begun() returns trigger security definer language plpgsql as
         'begin insert into public.begun (tenant_id) values (new.tenant_id); return null; end'`,
      `create trigger begun after update of status on jobs for each row
         when (new.status = 'running' and old.status = 'queued') execute function note_begun()`,
    ])
      await server.query(sql);
    const knowledge = openOne();
    const many: string[] = [];
    for (let n = 0; n < 30; n += 1) many.push(await take(knowledge, tenants.a, `many-${n}.md`, `Number ${n} of many.`));
    const one = await take(knowledge, tenants.b, "one.md", "The only one.");
    await knowledge.startWorkers();
    await waitForDocuments(knowledge, tenants.b, { ids: [one] });
    await waitForDocuments(knowledge, tenants.a, { ids: many });
    const rows = await server.query<{ tenant_id: string }>("select tenant_id from begun order by place");
    expect(rows.length).toBeGreaterThanOrEqual(31);
    expect(rows.findIndex(({ tenant_id }) => tenant_id === tenants.b)).toBeLessThan(15);
  });
});
