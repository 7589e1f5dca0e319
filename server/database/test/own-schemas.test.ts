import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateAt } from "../../../db/migrate.ts";
import { readConfig } from "../../core/config/config.ts";
import { createLogger } from "../../core/log.ts";
import { runWithTools } from "../../test/support/dumps.ts";
import {
  type NativePostgres,
  nativePostgresUnavailable,
  startNativePostgres,
} from "../../test/support/native-postgres.ts";
import type { Database } from "../database.ts";
import { findCatalogueFaults } from "../isolation-catalogue.ts";
import { probeIsolation } from "../isolation-probe.ts";
import { migrationFolder, openDatabase } from "../open-database.ts";
import { withSystem } from "../transaction.ts";

const reason = nativePostgresUnavailable();
if (reason) console.error(`skipped: ${reason}`);

describe.skipIf(reason)("a database that a managed service set up", () => {
  let server: NativePostgres;
  let db: Database | undefined;
  beforeAll(async () => {
    server = await startNativePostgres();
  }, 60_000);
  afterAll(async () => {
    await db?.close();
    await server?.stop();
  });

  const owner = "parley_owner";
  const migrate = () => migrateAt(server.url, migrationFolder);
  const tables = async () =>
    (
      await server.query<{ n: number }>(
        "select count(*)::int as n from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind = 'r' and nspname !~ '^pg_|information_schema'",
      )
    )[0]?.n;
  /** The SQL that a refusal names. */
  async function refusal(): Promise<string> {
    const error = await migrate().then(
      () => new Error("it migrated"),
      (thrown: Error) => thrown,
    );
    expect(await tables(), error.message).toBe(0);
    return error.message;
  }

  it("is refused untouched, with the SQL to run, until everything is there", async () => {
    await server.query(
      `revoke all on schema public from public; alter database parley owner to postgres; alter role ${owner} nocreaterole`,
    );
    await server.query("create schema extensions");

    await server.query(`alter role ${owner} in database parley set search_path = support`);
    expect(await refusal()).toMatch(/No schema of the search path.*create schema parley authorization parley_owner/);
    await server.query("create schema support");
    expect(await refusal()).toMatch(/No schema of the search path|may not create tables/);
    await server.query(`grant usage on schema support to ${owner}`);
    expect(await refusal()).toContain(`grant usage, create on schema support to ${owner};`);
    await server.query(`grant usage, create on schema support to ${owner};`);
    expect(await refusal()).toContain(`alter schema support owner to ${owner};`);
    await server.query(`alter schema support owner to ${owner};`);
    expect(await refusal()).toContain(`grant create on database parley to ${owner};`);
    await server.query(`grant create on database parley to ${owner};`);
    expect(await refusal()).toContain(`alter role ${owner} createrole;`);
    await server.query(`alter role ${owner} createrole;`);

    // An extension of the server's own stands for pgvector, which this machine may lack.
    await server.query(
      "create extension pg_trgm with schema extensions; update pg_extension set extname = 'vector' where extname = 'pg_trgm'",
    );
    const said = await refusal();
    const sql = `grant usage on schema extensions to public; alter role ${owner} in database parley set search_path = support, extensions;`;
    expect(said).toContain(sql);
    await server.query(sql);
    await server.query("update pg_extension set extname = 'pg_trgm' where extname = 'vector'");
  });

  it("has Parley in the schema of the search path, and the application finds it", async () => {
    await migrate();
    const [where] = await server.query<{ schema: string }>(
      "select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relname = 'tickets'",
    );
    expect(where?.schema).toBe("support");
    const [path] = await server.query<{ setting: string }>(
      "select unnest(setconfig) as setting from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where rolname = 'parley_app'",
    );
    expect(path?.setting).toBe("search_path=support, extensions");
    db = await openDatabase(
      readConfig({ DATABASE_URL: server.appUrl, MIGRATION_DATABASE_URL: server.url }),
      createLogger("silent"),
    );
    expect(await withSystem(db, "check-installation", (tx) => tx.query("select 1 from tenants"))).toMatchObject({
      rows: [],
    });
    const tried = await probeIsolation(db);
    expect(tried.faults).toEqual([]);
    expect(tried.tables.length).toBeGreaterThan(40);
    // Migrating again changes nothing.
    expect(await migrate()).toMatchObject({ applied: [], notes: [expect.stringContaining("pgvector")] });
  }, 120_000);
});

describe.skipIf(reason)("a dump without roles and privileges", () => {
  it("gets both back by migrating, restored by an owner who is no superuser", async () => {
    await using old = await startNativePostgres();
    await migrateAt(old.url, migrationFolder);
    await using next = await startNativePostgres();
    const folder = await mkdtemp(join(tmpdir(), "parley-dump-"));
    try {
      const file = join(folder, "parley.dump");
      const dump = `pg_dump --format=custom --no-owner --no-privileges --file=${file} "$OLD"`;
      await runWithTools(dump, { OLD: old.urlFor("postgres") });
      // The policies name roles that are not there.
      const restore = `pg_restore --no-owner --no-privileges --dbname="$NEW" ${file} || true`;
      await runWithTools(restore, { NEW: next.url });
      const report = await migrateAt(next.url, migrationFolder);
      expect(report).toMatchObject({ applied: [], notes: expect.arrayContaining([expect.stringContaining("rights")]) });
      const config = readConfig({ DATABASE_URL: next.appUrl, MIGRATION_DATABASE_URL: next.url });
      const db = await openDatabase(config, createLogger("silent"));
      try {
        expect((await probeIsolation(db)).faults).toEqual([]);
        expect(await findCatalogueFaults(db.pool)).toEqual([]);
        const grants = (on: NativePostgres) =>
          on.query(
            `select table_schema, table_name, column_name, grantee, privilege_type from information_schema.column_privileges
              where grantee in ('parley_app', 'parley_platform') order by 1, 2, 3, 4, 5`,
          );
        expect(await grants(next)).toEqual(await grants(old));
        const policies =
          "select schemaname, tablename, policyname, roles, cmd, qual, with_check from pg_policies order by 1, 2, 3";
        expect(await next.query(policies)).toEqual(await old.query(policies));
      } finally {
        await db.close();
      }
      expect(await migrateAt(next.url, migrationFolder)).toMatchObject({
        notes: [expect.stringContaining("pgvector")],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 180_000);
});
