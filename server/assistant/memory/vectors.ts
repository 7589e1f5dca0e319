import { newId } from "../../core/ids.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { listMemoriesToEmbed, updateMemoryVectors } from "../store/memory-vectors.ts";
import type { MemoryDeps, WhoseMemories } from "./deps.ts";

/** Texts per call: less than a second of work on one thread, so that visitors' questions are not delayed. */
const batchSize = 16;

/** Queues a job that computes the missing vectors of a visitor's memories. Call `wake` after the commit. */
export async function queueVectors(tx: TenantTransaction, visitorId: string): Promise<QueuedJob> {
  const id = newId();
  const kind = "memory_vectors" as const;
  return { id, kind, place: await insertJob(tx, { id, kind, targetId: visitorId, documentId: null }) };
}

/**
 * Computes the vector of every memory of a visitor. No connection is held while the model works. @throws when the model returns no vectors.
 */
export async function makeVectors(
  { db, embeddings }: Pick<MemoryDeps, "db" | "embeddings">,
  { tenantId, visitorId }: WhoseMemories,
): Promise<void> {
  const { model } = embeddings;
  for (;;) {
    const waiting = await withTenant(db, tenantId, (tx) =>
      listMemoriesToEmbed(tx, visitorId, { model, limit: batchSize }),
    );
    if (waiting.length === 0) return;
    const vectors = await embeddings.embed(
      waiting.map(({ content }) => content),
      { priority: "bulk" },
    );
    const embedded = waiting.flatMap((memory, index) => {
      const vector = vectors[index];
      return vector ? [{ ...memory, vector }] : [];
    });
    if (embedded.length < waiting.length) throw new Error("the embedding model gave too few vectors");
    await withTenant(db, tenantId, (tx) => updateMemoryVectors(tx, model, embedded));
    if (waiting.length < batchSize) return;
  }
}
