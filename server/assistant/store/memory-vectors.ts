import type { MemoryType } from "../../../protocol/memories.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A memory with the fields that recall compares. */
export interface RecalledRow {
  id: string;
  type: MemoryType;
  content: string;
  confidence: number;
  /** Null: no vector of this model yet. */
  vector: Float32Array | null;
}

/**
 * A visitor's valid memories with their vectors of one model, highest confidence first. A visitor has at most two hundred, so they are
 * compared in this process and need no vector index. `array_send` returns the numbers as bytes: reading them as text takes many times as
 * long.
 */
export async function listRecallable(
  tx: TenantTransaction,
  visitorId: string,
  { model, limit }: { model: string; limit: number },
): Promise<RecalledRow[]> {
  const { rows } = await tx.query<Omit<RecalledRow, "vector"> & { sent: Buffer | null }>(
    `select id, type, content, confidence::float8 as confidence, case when embedding_model = $2 then array_send(embedding) end as sent
       from memories
      where visitor_id = $1 and invalidated_at is null and (valid_until is null or valid_until > now())
        and (expires_at is null or expires_at > now())
        and exists (select from visitors v where v.id = $1 and v.external_id is not null)
      order by confidence desc, created_at desc limit $3`,
    [visitorId, model, limit],
  );
  return rows.map(({ sent, ...row }) => ({ ...row, vector: sent ? vectorOf(sent) : null }));
}

/** Bytes before the first element of a one-dimensional array, and before each element: its length. */
const headBytes = 20;
const lengthBytes = 4;
const elementBytes = lengthBytes + 4;

function vectorOf(sent: Uint8Array): Float32Array {
  const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
  const count = Math.max(0, Math.floor((sent.byteLength - headBytes) / elementBytes));
  return Float32Array.from({ length: count }, (_, place) =>
    view.getFloat32(headBytes + place * elementBytes + lengthBytes),
  );
}

/** Memories of a visitor without a vector of this model, oldest first. */
export async function listMemoriesToEmbed(
  tx: TenantTransaction,
  visitorId: string,
  { model, limit }: { model: string; limit: number },
): Promise<{ id: string; content: string }[]> {
  const { rows } = await tx.query<{ id: string; content: string }>(
    `select id, content from memories
      where visitor_id = $1 and invalidated_at is null and embedding_model is distinct from $2 order by id limit $3`,
    [visitorId, model, limit],
  );
  return rows;
}

/** Stores vectors, except for memories whose content changed meanwhile. */
export async function updateMemoryVectors(
  tx: TenantTransaction,
  model: string,
  memories: readonly { id: string; content: string; vector: Float32Array }[],
): Promise<void> {
  for (const { id, content, vector } of memories)
    await tx.query(
      "update memories set embedding = $3, embedding_model = $4, embedding_dimension = $5 where id = $1 and content = $2",
      [id, content, [...vector], model, vector.length],
    );
}

/** Counts that an answer used these memories. */
export async function countAccess(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    "update memories set access_count = access_count + 1, last_access_at = now() where id = any($1::uuid[])",
    [ids],
  );
}
