import type { MemoryType } from "../../../protocol/memories.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** What a search within one visitor compares. */
export interface RecalledRow {
  id: string;
  type: MemoryType;
  content: string;
  confidence: number;
  /** Null: none of this model yet. */
  vector: Float32Array | null;
}

/**
 * What holds of a visitor, with its vectors of one model, the surest first. A person has two hundred at most, so they are compared
 * where the question is, and no index over vectors has to be kept. `array_send` gives the numbers as bytes: as text they
 * take many times as long to read.
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

/** Bytes before the first element of an array of one dimension, and before each element: its length. */
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

/** Stores vectors; that of a content which has changed meanwhile is of no use. */
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

/** Counts that an answer was written with these. */
export async function countAccess(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    "update memories set access_count = access_count + 1, last_access_at = now() where id = any($1::uuid[])",
    [ids],
  );
}
