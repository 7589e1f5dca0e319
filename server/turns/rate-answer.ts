import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Database } from "../store/database.ts";
import { upsertFeedback } from "../store/feedback.ts";
import { findMessage } from "../store/messages.ts";
import { withTenant } from "../store/transaction.ts";

export interface Rating {
  tenantId: string;
  ticketId: string;
  messageId: string;
  rating: "up" | "down";
  reason?: string;
}

export interface RatingDeps {
  db: Database;
  /** Takes an answer out of the cache, so that nobody else is given it. */
  forgetAnswer(tenantId: string, answer: string): Promise<void>;
}

/** Notes a visitor's thumb on an answer of their own ticket; a thumb down also ends its reuse. @throws AppError `not_found`. */
export async function rateAnswer(
  { db, forgetAnswer }: RatingDeps,
  { tenantId, ticketId, messageId, rating, reason }: Rating,
): Promise<void> {
  const feedback = { id: newId(), ticketId, messageId, rating, reason: reason ?? null };
  const answer = await withTenant(db, tenantId, async (tx) => {
    if (!(await upsertFeedback(tx, feedback)))
      throw new AppError("not_found", "There is no such answer in this conversation.");
    return (await findMessage(tx, messageId))?.message.content;
  });
  if (rating === "down" && answer !== undefined) await forgetAnswer(tenantId, answer);
}
