import type { TenantTransaction } from "../../database/transaction.ts";

/** A file as it came. */
export interface DocumentFile {
  /** Path, address or file name it came under: its ending is a hint for reading it. */
  name: string;
  declaredType: string | null;
  bytes: Uint8Array;
}

/** Keeps the bytes of a version; they go with the version. */
export async function insertFile(tx: TenantTransaction, versionId: string, file: DocumentFile): Promise<void> {
  await tx.query(
    "insert into document_files (tenant_id, version_id, name, declared_type, bytes) values ($1, $2, $3, $4, $5)",
    [tx.tenantId, versionId, file.name, file.declaredType, Buffer.from(file.bytes)],
  );
}

/** Undefined for versions that were stored as text, before files were kept. */
export async function findFile(tx: TenantTransaction, versionId: string): Promise<DocumentFile | undefined> {
  const { rows } = await tx.query<{ name: string; declared_type: string | null; bytes: Uint8Array }>(
    "select name, declared_type, bytes from document_files where version_id = $1",
    [versionId],
  );
  const row = rows[0];
  return row && { name: row.name, declaredType: row.declared_type, bytes: row.bytes };
}
