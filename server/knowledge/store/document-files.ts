import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** An uploaded or fetched file. */
export interface DocumentFile {
  /** Path, address or file name; its extension is a hint for the parser. */
  name: string;
  declaredType: string | null;
  bytes: Uint8Array;
}

/** Stores the bytes of a version. They are deleted with the version. */
export async function insertFile(tx: TenantTransaction, versionId: string, file: DocumentFile): Promise<void> {
  const { name, declaredType, bytes } = file;
  const values = { tenant_id: tx.tenantId, version_id: versionId, name, declared_type: declaredType };
  await tx.run(query.insertInto("document_files").values({ ...values, bytes: Buffer.from(bytes) }));
}

/** @returns undefined for a version whose content is its `raw_text`. */
export function findFile(tx: TenantTransaction, versionId: string): Promise<DocumentFile | undefined> {
  const file = query.selectFrom("document_files").select(["name", "declared_type as declaredType", "bytes"]);
  return tx.first(file.where("version_id", "=", versionId));
}
