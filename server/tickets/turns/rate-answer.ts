import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { upsertFeedback } from "../store/feedback.ts";
import { findMessage } from "../store/messages.ts";

export interface Rating {
  tenantId: string;
  ticketId: string;
  messageId: string;
  rating: "up" | "down";
  reason?: string;
}

export interface RatingDeps {
  db: Database;
  /** Carries out the stored cache purges after the commit. */
  purgeCache(tenantId: string): Promise<void>;
}

/**
 * Stores a visitor's thumbs up or down for an answer of their own ticket. A thumbs down also removes the answer from the cache. @throws
 * AppError `not_found`.
 */
export async function rateAnswer(
  { db, purgeCache }: RatingDeps,
  { tenantId, ticketId, messageId, rating, reason }: Rating,
): Promise<void> {
  const feedback = { id: newId(), ticketId, messageId, rating, reason: reason ?? null };
  await withTenant(db, tenantId, async (tx) => {
    if (!(await upsertFeedback(tx, feedback)))
      throw new AppError("not_found", "Answer not found in this conversation.");
    const answer = rating === "down" ? (await findMessage(tx, messageId))?.message.content : undefined;
    if (answer !== undefined) await insertCachePurge(tx, { what: "answer", target: answer });
  });
  if (rating === "down") await purgeCache(tenantId);
}
