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

/** @returns false when a tenant has it, this one or another. Waits for another transaction that inserts it. */
export async function insertSupportAddress(tx: TenantTransaction, address: string): Promise<boolean> {
  const row = query.insertInto("support_addresses").values({ tenant_id: tx.tenantId, address });
  return (await tx.run(row.onConflict((conflict) => conflict.doNothing()))) > 0;
}

/** @returns false when the tenant does not have it. */
export async function deleteSupportAddress(tx: TenantTransaction, address: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("support_addresses").where("address", "=", address))) > 0;
}
