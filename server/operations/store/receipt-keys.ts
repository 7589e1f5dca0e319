import type { Transaction } from "../../database/transaction.ts";

// For the platform role, like receipts of tenants that are gone.

export interface ReceiptKeyRow {
  kid: string;
  public_key: string;
  locked: Uint8Array;
  secret_kid: string;
}

/** The newest first. */
export async function listReceiptKeys(tx: Transaction): Promise<ReceiptKeyRow[]> {
  const { rows } = await tx.query<ReceiptKeyRow>(
    "select kid, public_key, locked, secret_kid from receipt_keys order by created_at desc, kid",
  );
  return rows;
}

export async function insertReceiptKey(tx: Transaction, key: ReceiptKeyRow): Promise<void> {
  await tx.query("insert into receipt_keys (kid, public_key, locked, secret_kid) values ($1, $2, $3, $4)", [
    key.kid,
    key.public_key,
    Buffer.from(key.locked),
    key.secret_kid,
  ]);
}

/** Once: a second try writes nothing. */
export async function insertTenantReceipt(tx: Transaction, id: string, receipt: object): Promise<void> {
  await tx.query("insert into tenant_receipts (id, receipt) values ($1, $2) on conflict (id) do nothing", [
    id,
    JSON.stringify(receipt),
  ]);
}

/** Of tenants that are gone, newest first. */
export async function listTenantReceipts(tx: Transaction): Promise<unknown[]> {
  const { rows } = await tx.query<{ receipt: unknown }>(
    "select receipt from tenant_receipts order by created_at desc, id limit 1000",
  );
  return rows.map(({ receipt }) => receipt);
}

export async function findTenantReceipt(tx: Transaction, id: string): Promise<unknown> {
  const { rows } = await tx.query<{ receipt: unknown }>("select receipt from tenant_receipts where id = $1", [id]);
  return rows[0]?.receipt;
}
