import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tableTypes } from "../../../scripts/reference/table-types.ts";
import { newId } from "../../core/ids.ts";
import { projectRoot } from "../../core/project-root.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { json } from "../column-types.ts";
import type { Database } from "../database.ts";
import { anyOf, compile, countAll, keep, now, query } from "../query.ts";
import { tenantQuery, withTenant } from "../transaction.ts";

let db: Database;
let tenants: { a: string; b: string };
beforeAll(async () => {
  db = await openTestDatabase();
  tenants = await seedTwoTenants(db);
});
afterAll(() => db.close());

it("the types of the tables are those of the migrated schema; `npm run reference` writes them", async () => {
  expect(await tableTypes(db.pool)).toBe(readFileSync(join(projectRoot, "server/database/tables.ts"), "utf8"));
});

it("runs built statements and whole texts in the tenant's transaction", async () => {
  const [first, second] = [newId(), newId()];
  const values = (id: string) => ({ tenant_id: tenants.a, id, name: `of ${id}`, filter: json([{ status: "open" }]) });
  await withTenant(db, tenants.a, async (tx) => {
    expect(await tx.run(query.insertInto("saved_views").values([values(first), values(second)]))).toBe(2);
    const listed = query.selectFrom("saved_views").select(["id", "filter"]).orderBy("id");
    expect(await tx.all(listed.where("id", "=", anyOf([first])))).toEqual([
      { id: first, filter: [{ status: "open" }] },
    ]);
    expect(await tx.all(listed.where("id", "=", anyOf([])))).toEqual([]);
    expect(await tx.first(listed.where("created_at", ">", now))).toBeUndefined();
    expect(await tx.first(sql<{ sum: number }>`select ${1}::int + ${2}::int as sum`)).toEqual({ sum: 3 });
  });
  const count = query.selectFrom("saved_views").select(countAll.as("count"));
  expect(await tenantQuery(db, tenants.a, (tx) => tx.first(count))).toEqual({ count: 2 });
  expect(await tenantQuery(db, tenants.b, (tx) => tx.first(count))).toEqual({ count: 0 });
});

it("reads a bigint as a number", async () => {
  const rows = await withTenant(db, tenants.a, (tx) =>
    tx.all(sql<{ n: number }>`select 9007199254740991::bigint as n`),
  );
  expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
});

it("one parameter stands for a list of any length, so that the text stays the same", () => {
  const of = (ids: string[]) => compile(keep(query.selectFrom("labels").select("id").where("id", "=", anyOf(ids)))).sql;
  expect(of([])).toBe(of([newId(), newId()]));
});
