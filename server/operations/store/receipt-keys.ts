import { json } from "../../database/column-types.ts";
import { query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

// For the platform role, because receipts outlive their tenants.

export type ReceiptKeyRow = Awaited<ReturnType<typeof listReceiptKeys>>[number];

/** Newest first. */
export function listReceiptKeys(tx: Transaction) {
  const keys = query.selectFrom("receipt_keys").select(["kid", "public_key", "locked", "secret_kid"]);
  return tx.all(keys.orderBy("created_at", "desc").orderBy("kid"));
}

export async function insertReceiptKey(tx: Transaction, key: ReceiptKeyRow): Promise<void> {
  await tx.run(query.insertInto("receipt_keys").values(key));
}

/** Stores the receipt of an erased tenant; a second receipt with this id is ignored. */
export async function insertTenantReceipt(tx: Transaction, id: string, receipt: object): Promise<void> {
  await tx.run(
    query
      .insertInto("tenant_receipts")
      .values({ id, receipt: json(receipt) })
      .onConflict((conflict) => conflict.column("id").doNothing()),
  );
}

/** Receipts of erased tenants, newest first. */
export async function listTenantReceipts(tx: Transaction): Promise<unknown[]> {
  const receipts = query.selectFrom("tenant_receipts").select("receipt");
  return (await tx.all(receipts.orderBy("created_at", "desc").orderBy("id").limit(1000))).map(({ receipt }) => receipt);
}

export async function findTenantReceipt(tx: Transaction, id: string): Promise<unknown> {
  return (await tx.first(query.selectFrom("tenant_receipts").select("receipt").where("id", "=", id)))?.receipt;
}
