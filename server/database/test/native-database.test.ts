import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyMigrations } from "../../../db/apply-migrations.ts";
import { letAppLogIn } from "../../../db/let-app-log-in.ts";
import { withOwnerPool } from "../../../db/owner-pool.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import {
  type NativePostgres,
  nativePostgresUnavailable,
  startNativePostgres,
} from "../../test/support/native-postgres.ts";
import type { Database } from "../database.ts";
import { findCatalogueFaults } from "../isolation-catalogue.ts";
import { probeIsolation } from "../isolation-probe.ts";
import { migrateServer, openDatabase } from "../open-database.ts";
import { withTenant } from "../transaction.ts";

const unavailable = nativePostgresUnavailable();
if (unavailable) console.warn(`skipped: native Postgres (${unavailable})`);

async function brokenMigration(folder: string): Promise<string> {
  await writeFile(join(folder, "0003_broken.sql"), "alter table no_such_table add column more int;");
  return folder;
}

describe.skipIf(unavailable !== undefined)("a native Postgres without pgvector", () => {
  let server: NativePostgres;
  let appUrl: string;
  let db: Database;

  beforeAll(async () => {
    server = await startNativePostgres();
    const report = await migrateServer(server.url);
    expect(report.vectors).toBe(false);
    expect(report.notes.join()).toMatch(/pgvector/);
    appUrl = server.appUrl;
    db = await openDatabase(
      readConfig({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: server.url }),
      createLogger("silent"),
    );
  });
  afterAll(async () => {
    await db?.close();
    await server?.stop();
  });

  it("is migrated a second time without doing anything", async () => {
    expect((await migrateServer(server.url)).applied).toEqual([]);
  });

  it("goes on with an owner's work when a connection that idles beside it is cut off", async () => {
    const left = await withOwnerPool(server.url, 2, async (pool) => {
      const [working, idle] = await Promise.all([pool.connect(), pool.connect()]);
      const { rows } = await idle.query<{ pid: number }>("select pg_backend_pid() as pid");
      idle.release();
      await working.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await expect.poll(() => pool.totalCount, { interval: 10 }).toBe(1);
      working.release();
      return (await pool.query("select 1")).rowCount;
    });
    expect(left).toBe(1);
  });

  it("is migrated beside running work, which never loses to a migration", async () => {
    await server.query("create database moving");
    const at = new URL(server.urlFor("postgres"));
    at.pathname = "/moving";
    const folder = await mkdtemp(join(tmpdir(), "parley-migrations-"));
    const pool = new pg.Pool({ connectionString: at.href, max: 3 }).on("error", () => {});
    const [owner, reader] = await Promise.all([pool.connect(), pool.connect()]);
    try {
      await writeFile(join(folder, "0001_tables.sql"), "create table a (id int); create table b (id int);");
      expect(await applyMigrations(owner, folder)).toEqual(["0001_tables"]);
      await writeFile(
        join(folder, "0002_columns.sql"),
        "alter table a add column more int; alter table b add column more int;",
      );
      await reader.query("begin");
      await reader.query("select * from b");
      const migrated = applyMigrations(owner, folder);
      // The transaction has locked one table and waits for the other: a deadlock if the migration kept waiting.
      await expect
        .poll(async () => (await pool.query("select 1 from pg_locks where not granted")).rowCount, { interval: 20 })
        .toBe(1);
      await reader.query("select * from a");
      await reader.query("commit");
      expect(await migrated).toEqual(["0002_columns"]);
      expect((await pool.query("select more from a union all select more from b")).rowCount).toBe(0);
      // The settings for the migration were reset.
      expect((await owner.query("show lock_timeout")).rows).toEqual([{ lock_timeout: "0" }]);
      await expect(applyMigrations(owner, await brokenMigration(folder))).rejects.toThrow(/no_such_table/);
      expect((await owner.query("select 1")).rowCount).toBe(1);

      await reader.query("begin; lock table a in access share mode");
      await writeFile(join(folder, "0003_broken.sql"), "alter table a add column last int;");
      await expect(applyMigrations(owner, folder, { patienceMs: 500 })).rejects.toThrow(/could not lock a table/);
      await reader.query("rollback");
    } finally {
      owner.release();
      reader.release();
      await pool.end();
      await rm(folder, { recursive: true });
    }
  });

  it("refuses to start as a superuser, and names the role", async () => {
    await expect(
      openDatabase(readConfig({ DATABASE_URL: server.urlFor("postgres") }), createLogger("silent")),
    ).rejects.toThrow(/superuser/);
  });

  it("refuses to start when a tenant table lost its row security, and names the table", async () => {
    await server.query("alter table snippets no force row level security");
    await expect(openDatabase(readConfig({ DATABASE_URL: appUrl }), createLogger("silent"))).rejects.toThrow(
      /public\.snippets: does not force row security/,
    );
    await server.query("alter table snippets force row level security");
  });

  it("refuses to start on a schema that is older than the code, and names what is missing", async () => {
    const missing = await server.query<{ name: string; run_on: Date }>(
      "delete from schema_migrations where id in (select id from schema_migrations order by id desc limit 2) returning name, run_on",
    );
    const opening = openDatabase(readConfig({ DATABASE_URL: appUrl }), createLogger("silent"));
    await expect(opening).rejects.toThrow(/parley migrate/);
    for (const { name } of missing) await expect(opening).rejects.toThrow(name);
    for (const { name, run_on } of missing.sort((one, other) => one.name.localeCompare(other.name)))
      await server.query("insert into schema_migrations (name, run_on) values ($1, $2)", [name, run_on]);
  });

  it("refuses a database that was created before 0.1.0, and changes nothing in it", async () => {
    const rename = (from: string, to: string) =>
      server.query("update schema_migrations set name = $2 where name = $1", [from, to]);
    await rename("0001_roles", "0001_core");
    const applied = await server.query("select id, name from schema_migrations order by id");
    const message = "created before Parley 0.1.0 and cannot be upgraded";
    for (const owner of [{}, { MIGRATION_DATABASE_URL: server.url }])
      await expect(
        openDatabase(readConfig({ DATABASE_URL: appUrl, ...owner }), createLogger("silent")),
      ).rejects.toThrow(message);
    await expect(migrateServer(server.url)).rejects.toThrow(message);
    expect(await server.query("select id, name from schema_migrations order by id")).toEqual(applied);
    // The lock that keeps two migrations apart was released.
    expect(await server.query("select from pg_locks where locktype = 'advisory'")).toEqual([]);
    await rename("0001_core", "0001_roles");
  });

  it("lets the application's role log in with the password of its address, and leaves one alone that may", async () => {
    const stored = async () =>
      (await server.query<{ rolpassword: string }>("select rolpassword from pg_authid where rolname = 'parley_app'"))[0]
        ?.rolpassword;
    await server.query("alter role parley_app nologin password null");
    const app = new URL(server.urlFor("parley_app"));
    await letAppLogIn(server.url, app);
    expect(await stored()).toBeNull();
    app.password = "first of all";
    await letAppLogIn(server.url, app);
    const first = await stored();
    expect(first).toMatch(/^SCRAM-SHA-256/);
    app.password = "another";
    await letAppLogIn(server.url, app);
    expect(await stored()).toBe(first);
  });

  it("starts on a schema that is newer than the code: what is new only adds", async () => {
    await server.query("insert into schema_migrations (name, run_on) values ('9999_of_a_newer_version', now())");
    for (const owner of [{}, { MIGRATION_DATABASE_URL: server.url }]) {
      const opened = await openDatabase(readConfig({ DATABASE_URL: appUrl, ...owner }), createLogger("silent"));
      await opened.close();
    }
    await server.query("delete from schema_migrations where name like '9999%'");
  });

  it("starts although the clock stepped back between two migrations", async () => {
    await server.query("update schema_migrations set run_on = now() - make_interval(secs => id)");
    const config = readConfig({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: server.url });
    const opened = await openDatabase(config, createLogger("silent"));
    await opened.close();
  });

  it("has nothing in its catalogue that lets tenants meet, and keeps every table closed when it is tried", async () => {
    expect(await findCatalogueFaults(db.pool)).toEqual([]);
    const { faults, tables } = await probeIsolation(db);
    expect(faults).toEqual([]);
    expect(tables.length).toBeGreaterThan(25);
  });

  it("says what to do when it was never migrated", async () => {
    await server.query("create database empty");
    const url = new URL(appUrl);
    url.pathname = "/empty";
    await expect(openDatabase(readConfig({ DATABASE_URL: url.href }), createLogger("silent"))).rejects.toThrow(
      /parley migrate/,
    );
  });

  it("keeps tenants apart over a pool of five with errors and cancelled statements in between", async () => {
    const pool = server.openPool("parley_app", 5);
    const small: Database = { ...db, pool };
    const tenants = Array.from({ length: 8 }, () => newId());
    for (const id of tenants) {
      await withTenant(small, id, (tx) =>
        tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, 'T', 'x')", [id]),
      );
    }
    let wrong = 0;
    let done = 0;
    const worker = async (seed: number) => {
      for (let n = 0; n < 250; n += 1) {
        const id = tenants[(seed + n) % tenants.length] ?? "";
        try {
          const { rows } = await withTenant(small, id, async (tx) => {
            if (n % 7 === 3) throw new Error("work failed");
            if (n % 11 === 5) await tx.query("set local statement_timeout = 1; select pg_sleep(1)");
            return tx.query<{ tenant_id: string }>("select tenant_id from tenants");
          });
          done += 1;
          if (rows.length !== 1 || rows[0]?.tenant_id !== id) wrong += 1;
        } catch (error) {
          if (!/work failed|statement timeout/.test(String(error))) throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, seed) => worker(seed)));
    await pool.end();
    expect(done).toBeGreaterThan(3_000);
    expect(wrong).toBe(0);
  });

  it("answers 503 when no connection is to be had", async () => {
    const pool = new pg.Pool({
      connectionString: "postgres://parley_app@127.0.0.1:1/none",
      connectionTimeoutMillis: 500,
    });
    await expect(withTenant({ ...db, pool }, newId(), (tx) => tx.query("select 1"))).rejects.toMatchObject({
      code: "unavailable",
    });
    await pool.end();
  });
});
