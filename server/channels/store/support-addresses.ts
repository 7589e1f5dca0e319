import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** Active tenants that a token or a support address belongs to. For the platform role. */
export async function findAddressees(
  tx: Transaction,
  { tokens, addresses }: { tokens: readonly string[]; addresses: readonly string[] },
): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("tenants as t")
      .select("t.tenant_id")
      .where("t.status", "=", "active")
      .where((tenant) =>
        tenant.or([
          tenant("t.email_token", "=", anyOf(tokens, "text")),
          tenant(
            "t.tenant_id",
            "in",
            tenant
              .selectFrom("support_addresses as s")
              .select("s.tenant_id")
              .where("s.address", "=", anyOf(addresses, "text")),
          ),
        ]),
      )
      .orderBy("t.tenant_id"),
  );
  return rows.map(({ tenant_id: id }) => id);
}

/** The tenant's support addresses, in lower case. */
export async function listSupportAddresses(tx: TenantTransaction): Promise<string[]> {
  const rows = query.selectFrom("support_addresses").select("address").orderBy("created_at").orderBy("address");
  return (await tx.all(rows)).map(({ address }) => address);
}

/** The tenant that has the address, active or not. For the platform role. */
export async function findAddressOwner(tx: Transaction, address: string): Promise<string | undefined> {
  const found = query.selectFrom("support_addresses").select("tenant_id").where("address", "=", address).limit(1);
  return (await tx.first(found))?.tenant_id;
}

export async function insertSupportAddress(tx: TenantTransaction, address: string): Promise<void> {
  await tx.run(query.insertInto("support_addresses").values({ tenant_id: tx.tenantId, address }));
}

/** @returns false when the tenant does not have it. */
export async function deleteSupportAddress(tx: TenantTransaction, address: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("support_addresses").where("address", "=", address))) > 0;
}
