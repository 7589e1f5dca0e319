import { expect, it } from "vitest";
import { listDomains } from "../../server/accounts/store/tenant-domains.ts";
import { createTenant } from "../../server/accounts/tenants/create-tenant.ts";
import { operator } from "../../server/accounts/tenants/deps.ts";
import { addDomain } from "../../server/accounts/tenants/domains.ts";
import { createLogger } from "../../server/core/log.ts";
import { withTenant } from "../../server/database/transaction.ts";
import { builtInModels } from "../../server/test/support/built-in-models.ts";
import { openTestDatabase } from "../../server/test/support/database.ts";
import { allowOrigins, originsOf } from "./demo-origins.ts";

const origins = (publicUrl: string) => originsOf({ publicUrl, config: { port: 8787 }, log: createLogger("silent") });

it("lets the demo's chat run at the public address and on this computer", () => {
  expect(origins("https://support.example.com/")).toEqual([
    "https://support.example.com",
    "http://localhost:8787",
    "http://127.0.0.1:8787",
  ]);
});

it("leaves out an address that no page with a chat may have, instead of failing the start", () => {
  expect(origins("http://192.168.1.20:8787")).toEqual(["http://localhost:8787", "http://127.0.0.1:8787"]);
});

it("forgets where earlier starts had the demo, and starts with a list that is full", async () => {
  const db = await openTestDatabase();
  try {
    const tenants = { db, publicUrl: "https://desk.example", ...builtInModels };
    const { tenant_id: tenantId } = await createTenant(tenants, operator, {
      name: "Demo",
      origins: ["https://demo.example"],
    });
    const start = (port: number, before: string[]) =>
      allowOrigins(
        { publicUrl: `http://127.0.0.1:${port}`, config: { port }, http: { tenants }, log: createLogger("silent") },
        { tenantId, before },
      );
    const domains = () => withTenant(db, tenantId, listDomains);
    const first = await start(8001, []);
    const second = await start(8002, first);
    expect(await domains()).toEqual(["https://demo.example", "http://127.0.0.1:8002", "http://localhost:8002"]);

    for (let index = 0; (await domains()).length < 200; index += 1)
      await addDomain(tenants, operator, { tenantId, entry: `https://shop-${index}.example` });
    expect(await addDomain(tenants, operator, { tenantId, entry: "https://shop-1.example" })).toHaveLength(200);
    await expect(addDomain(tenants, operator, { tenantId, entry: "https://one-more.example" })).rejects.toMatchObject({
      code: "conflict",
    });
    await start(8002, second);
    await start(8003, []);
    expect(await domains()).toHaveLength(200);
  } finally {
    await db.close();
  }
});
