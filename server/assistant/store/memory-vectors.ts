import { sql } from "kysely";
import type { MemoryType } from "../../../protocol/memories.ts";
import { anyOf, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { isHolding } from "./memories.ts";

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
  const rows = await tx.all(
    query
      .selectFrom("memories as m")
      .select(["m.id", "m.type", "m.content", sql<number>`m.confidence::float8`.as("confidence")])
      .select(sql<Buffer | null>`case when m.embedding_model = ${model} then array_send(m.embedding) end`.as("sent"))
      .where("m.visitor_id", "=", visitorId)
      .where(isHolding)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom("visitors as v").where("v.id", "=", visitorId).where("v.external_id", "is not", null)),
      )
      .orderBy("m.confidence", "desc")
      .orderBy("m.created_at", "desc")
      .limit(limit),
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
export function listMemoriesToEmbed(
  tx: TenantTransaction,
  visitorId: string,
  { model, limit }: { model: string; limit: number },
) {
  return tx.all(
    query
      .selectFrom("memories")
      .select(["id", "content"])
      .where("visitor_id", "=", visitorId)
      .where("invalidated_at", "is", null)
      .where("embedding_model", "is distinct from", model)
      .orderBy("id")
      .limit(limit),
  );
}

/** Stores vectors, except for memories whose content changed meanwhile. */
export async function updateMemoryVectors(
  tx: TenantTransaction,
  model: string,
  memories: readonly { id: string; content: string; vector: Float32Array }[],
): Promise<void> {
  for (const { id, content, vector } of memories)
    await tx.run(
      query
        .updateTable("memories")
        .set({ embedding: [...vector], embedding_model: model, embedding_dimension: vector.length })
        .where("id", "=", id)
        .where("content", "=", content),
    );
}

/** Counts that an answer used these memories. */
export async function countAccess(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.run(
    query
      .updateTable("memories")
      .set(({ eb }) => ({ access_count: eb("access_count", "+", 1), last_access_at: now }))
      .where("id", "=", anyOf(ids)),
  );
}
