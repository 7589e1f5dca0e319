import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { isPooled } from "../../test/support/native-postgres.ts";
import type { Database } from "../database.ts";
import { findRoleFaults } from "../role-proof.ts";
import { withTenant } from "../transaction.ts";

let db: Database;
let a: string;
let b: string;

beforeAll(async () => {
  db = await openTestDatabase();
  ({ a, b } = await seedTwoTenants(db));
});
afterAll(() => db.close());

describe("row security", () => {
  it("holds for every table with a tenant_id, and the session's role cannot bypass it", async () => {
    expect(await findRoleFaults(db.pool)).toEqual([]);
    const { rows } = await db.pool.query(
      `select n.nspname || '.' || c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
              (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polqual is not null and p.polcmd = '*' and p.polwithcheck is not null) as policies
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
        where c.relkind in ('r', 'p')`,
    );
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter((table) => !table.forced || table.policies !== 1)).toEqual([]);
  });

  it("gives the application no right to truncate, reference, trigger or create", async () => {
    const { rows } = await db.pool.query(
      `select table_schema || '.' || table_name as name, privilege_type from information_schema.role_table_grants
        where grantee in ('parley_app', 'parley_platform', 'PUBLIC') and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')
          and table_schema in ('public', 'langgraph', 'auth', 'bullmq')`,
    );
    expect(rows).toEqual([]);
    await expect(db.pool.query("create table public.mine (id int)")).rejects.toThrow(/permission denied/);
  });

  it("shows a tenant its own rows only, and nobody's when no tenant is set", async () => {
    const own = await withTenant(db, a, (tx) => tx.query("select tenant_id from tenants"));
    expect(own.rows).toEqual([{ tenant_id: a }]);
    expect((await db.pool.query("select * from tenants")).rows).toEqual([]);
    expect((await withTenant(db, newId(), (tx) => tx.query("select * from tenants"))).rows).toEqual([]);
  });

  it("refuses to write a row of another tenant", async () => {
    await expect(
      withTenant(db, a, (tx) => tx.query("insert into visitors (tenant_id, id) values ($1, $2)", [b, newId()])),
    ).rejects.toThrow(/row-level security/);
    const changed = await withTenant(db, a, (tx) =>
      tx.query("update tenants set name = 'taken' where tenant_id = $1", [b]),
    );
    expect(changed.rowCount).toBe(0);
  });

  it("refuses a child that points at another tenant's parent", async () => {
    const visitor = newId();
    await withTenant(db, b, (tx) => tx.query("insert into visitors (tenant_id, id) values ($1, $2)", [b, visitor]));
    await expect(
      withTenant(db, a, (tx) =>
        tx.query("insert into tickets (tenant_id, id, number, visitor_id) values ($1, $2, 1, $3)", [
          a,
          newId(),
          visitor,
        ]),
      ),
    ).rejects.toThrow(/foreign key/);
  });

  it("leaves an empty setting behind after a commit, which still shows nothing", async () => {
    await withTenant(db, a, (tx) => tx.query("select 1"));
    const { rows } = await db.pool.query(
      "select coalesce(current_setting('app.current_tenant', true), '') as setting, (select count(*)::int from tenants) as seen",
    );
    expect(rows).toEqual([{ setting: "", seen: 0 }]);
  });

  it("keeps the audit log from being changed or emptied", async () => {
    await expect(withTenant(db, a, (tx) => tx.query("update audit_log set action = 'x'"))).rejects.toThrow(
      /permission denied/,
    );
    await expect(withTenant(db, a, (tx) => tx.query("delete from audit_log"))).rejects.toThrow(/permission denied/);
  });

  it("lets the platform role list tenants and read nothing else of theirs", async () => {
    const { rows } = await asPlatform(db, (tx) => tx.query("select tenant_id from tenants"));
    expect(rows.length).toBe(2);
    for (const table of ["messages", "tickets", "chunks", "api_keys", "langgraph.checkpoints"]) {
      await expect(asPlatform(db, (tx) => tx.query(`select * from ${table}`))).rejects.toThrow(/permission denied/);
    }
  });
});

describe("the transaction helper", () => {
  it.skipIf(isPooled())("refuses a transaction inside a transaction instead of waiting for ever", async () => {
    await expect(withTenant(db, a, () => withTenant(db, b, (tx) => tx.query("select 1")))).rejects.toThrow(
      /inside a transaction/,
    );
    expect((await withTenant(db, a, (tx) => tx.query("select 1 as one"))).rows).toEqual([{ one: 1 }]);
  });

  it("rolls back when the work fails", async () => {
    await expect(
      withTenant(db, a, async (tx) => {
        await tx.query("insert into visitors (tenant_id, id, name) values ($1, $2, 'gone')", [a, newId()]);
        throw new Error("stop");
      }),
    ).rejects.toThrow("stop");
    expect((await withTenant(db, a, (tx) => tx.query("select * from visitors where name = 'gone'"))).rows).toEqual([]);
  });

  it("refuses a tenant id that is not a UUID before any statement is sent", async () => {
    await expect(withTenant(db, "x'; drop table tenants; --", (tx) => tx.query("select 1"))).rejects.toThrow(/UUID/);
  });
});
