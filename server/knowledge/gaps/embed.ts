import { asError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { listQuestionsToEmbed, updateQuestionVectors } from "../store/gap-questions.ts";
import type { GapDeps } from "./deps.ts";

/** Questions per transaction: less than a second of work for one thread. */
const batchSize = 16;

/**
 * Adds the vectors of questions. Visitors' own questions have priority between two batches.
 * @returns false when the embedding model failed.
 */
export async function embedQuestions(
  { db, embeddings, log }: Pick<GapDeps, "db" | "embeddings" | "log">,
  tenantId: string,
  isStopped: () => boolean,
): Promise<boolean> {
  const { model } = embeddings;
  while (!isStopped()) {
    const waiting = await withTenant(db, tenantId, (tx) => listQuestionsToEmbed(tx, { model, limit: batchSize }));
    if (waiting.length === 0) return true;
    let vectors: Float32Array[];
    try {
      vectors = await embeddings.embed(
        waiting.map(({ question }) => question),
        { priority: "bulk" },
      );
    } catch (error) {
      log.warn(
        { tenant: tenantId, err: asError(error).message },
        "Embedding model is unavailable; gaps are updated later",
      );
      return false;
    }
    const embedded = waiting.flatMap((question, index) => {
      const vector = vectors[index];
      return vector ? [{ ...question, vector }] : [];
    });
    if (embedded.length < waiting.length) throw new Error("the embedding model gave too few vectors");
    await withTenant(db, tenantId, (tx) => updateQuestionVectors(tx, model, embedded));
    if (waiting.length < batchSize) return true;
  }
  return true;
}
