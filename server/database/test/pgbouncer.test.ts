import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPooler } from "../../../db/pooler.ts";
import { readConfig } from "../../core/config/config.ts";
import { isPassing } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import { Queues } from "../../core/queues/queues.ts";
import { judgePooler } from "../../operations/doctor/installation/check-database.ts";
import { type NativePostgres, pgbouncerUnavailable, startNativePostgres } from "../../test/support/native-postgres.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import type { Database } from "../database.ts";
import { probeIsolation } from "../isolation-probe.ts";
import { migrateServer, openDatabase } from "../open-database.ts";
import { createQueuePool } from "../platform-pools.ts";
import { withTenant } from "../transaction.ts";

const unavailable = pgbouncerUnavailable();
if (unavailable) console.warn(`skipped: behind PgBouncer (${unavailable})`);

/** Fewer than a process's pool has, so that transactions of different tenants share each connection. */
const poolSize = 2;

/** `npm run test:pgbouncer` runs the other test suites behind it. */
describe.skipIf(unavailable !== undefined)("behind PgBouncer in transaction mode", () => {
  let server: NativePostgres;
  let db: Database;

  beforeAll(async () => {
    server = await startNativePostgres({ pooled: true, poolSize, queryWaitSeconds: 1 });
    db = await openDatabase(
      readConfig({ DATABASE_URL: server.appUrl, MIGRATION_DATABASE_URL: server.url }),
      createLogger("silent"),
    );
  });
  afterAll(async () => {
    await db?.close();
    await server?.stop();
  });

  it("the pooler is found, and none is found before PostgreSQL itself", async () => {
    expect(db.pooler?.sharesConnections).toBe(true);
    const direct = server.openPool("parley_owner", 2);
    expect(await findPooler(direct)).toEqual({ sharesConnections: false, keepsStatements: true });
    await direct.end();
  });

  it("migrations by way of it are refused, with what to do", async () => {
    await expect(migrateServer(server.appUrl)).rejects.toThrow(/MIGRATION_DATABASE_URL points to a connection pooler/);
  });

  it("the doctor names it", () => {
    expect(judgePooler({ sharesConnections: true, keepsStatements: false })).toMatchObject([
      { status: "warning", line: expect.stringContaining("max_prepared_statements") },
    ]);
    expect(judgePooler({ sharesConnections: true, keepsStatements: true })).toMatchObject([{ status: "ok" }]);
    expect(judgePooler(undefined)).toEqual([]);
  });

  it("tenants are kept apart, among statements that fail and that are cancelled", async () => {
    const tenants = Array.from({ length: 6 }, newId);
    for (const id of tenants)
      await withTenant(db, id, (tx) =>
        tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, 'T', 'x')", [id]),
      );
    const seen = { right: 0, wrong: 0 };
    const work = async (seed: number) => {
      for (let n = 0; n < 60; n += 1) {
        const id = tenants[(seed + n) % tenants.length] ?? "";
        const found = await withTenant(db, id, async (tx) => {
          if (n % 7 === 3) await tx.query("select 1 / 0");
          if (n % 29 === 5) await tx.query("set local statement_timeout = 1; select pg_sleep(1)");
          return tx.query<{ tenant_id: string }>("select tenant_id from tenants");
        }).catch((error: unknown) => String(error));
        if (typeof found === "string") {
          expect(found).toMatch(/division by zero|statement timeout/);
          continue;
        }
        if (found.rows.length === 1 && found.rows[0]?.tenant_id === id) seen.right += 1;
        else seen.wrong += 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, seed) => work(seed)));
    expect(seen).toEqual({ right: 490, wrong: 0 });
    expect((await probeIsolation(db)).faults).toEqual([]);
  });

  it("jobs without Redis are found soon, although no NOTIFY comes through", async () => {
    const { hears, ...queue } = createQueuePool(db);
    expect(hears).toBe(false);
    const queues = new Queues({ type: "postgres", pool: queue.pool, hears }, createLogger("silent"));
    const ran: string[] = [];
    await queues.work("ingest", async ({ job_id }) => void ran.push(job_id), { concurrency: 1 });
    const jobs = [newId(), newId()];
    for (const job_id of jobs) {
      await queues.enqueue("ingest", { tenant_id: newId(), job_id });
      await waitFor(async () => ran.includes(job_id), { what: "the job", timeoutMs: 5_000 });
    }
    await queues.close();
    await queue.close();
  });

  it("who waits too long for one of its connections is told to come back, and it goes on", async () => {
    const holders = Array.from({ length: poolSize }, () => new pg.Client({ connectionString: server.appUrl }));
    for (const holder of holders) await holder.connect().then(() => holder.query("begin"));
    const refused = await withTenant(db, newId(), (tx) => tx.query("select 1")).catch((error: unknown) => error);
    expect(isPassing(refused)).toBe(true);
    for (const holder of holders) await holder.query("rollback").then(() => holder.end());
    expect((await withTenant(db, newId(), (tx) => tx.query("select 1 as one"))).rows).toEqual([{ one: 1 }]);
  });
});
