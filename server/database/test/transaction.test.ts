import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import type { Database } from "../database.ts";
import { tenantQuery, withTenant } from "../transaction.ts";

let db: Database;
let tenants: { a: string; b: string };

beforeAll(async () => {
  db = await openTestDatabase();
  tenants = await seedTwoTenants(db);
});
afterAll(() => db.close());

const nameOf = (tenantId: string) =>
  tenantQuery(db, tenantId, async (tx) => (await tx.query<{ name: string }>("select name from tenants")).rows);

describe("a transaction of one statement", () => {
  it("sees its tenant's rows and no others, whoever else asks at the same time", async () => {
    const asked = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? tenants.a : tenants.b));
    const seen = await Promise.all(asked.map(nameOf));
    expect(seen).toEqual(asked.map((id) => [{ name: id === tenants.a ? "Tenant A" : "Tenant B" }]));
  });

  it("is kept when it is over and gone when it failed", async () => {
    await tenantQuery(db, tenants.a, (tx) => tx.query("update tenants set tone = 'kept'"));
    await expect(
      tenantQuery(db, tenants.a, (tx) => tx.query("update tenants set tone = 'gone', threshold = 7")),
    ).rejects.toThrow();
    const { rows } = await withTenant(db, tenants.a, (tx) => tx.query<{ tone: string }>("select tone from tenants"));
    expect(rows).toEqual([{ tone: "kept" }]);
  });

  it("refuses a second statement and leaves the connection as it was", async () => {
    await expect(
      tenantQuery(db, tenants.a, async (tx) => {
        await tx.query("select 1");
        await tx.query("select 2");
      }),
    ).rejects.toThrow(/second statement/);
    expect(await nameOf(tenants.b)).toEqual([{ name: "Tenant B" }]);
  });
});
