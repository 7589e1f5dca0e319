import type { ChunkRow } from "./chunks.ts";
import { type HiddenReason, whyHidden } from "./search-scope.ts";
import type { TenantTransaction } from "./transaction.ts";

/** A passage that somebody wants to name as a source to a visitor. */
export interface CitableChunk extends Omit<ChunkRow, "kind" | "source"> {
  /** Of the version that is searched now. */
  is_current: boolean;
  /** Why a visitor would not find it; null when they would. */
  hidden: HiddenReason | null;
}

/** Passages by id, in no order; those that are gone are left out. */
export async function findCitableChunks(tx: TenantTransaction, ids: string[]): Promise<CitableChunk[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<CitableChunk>(
    `select c.id as chunk_id, c.document_id, c.version_id, d.title, d.url, c.page, c.heading, c.text,
            c.version_id is not distinct from d.current_version_id as is_current, ${whyHidden} as hidden
       from chunks c join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
      where c.id = any($3::uuid[])`,
    ["public", null, ids],
  );
  return rows;
}
