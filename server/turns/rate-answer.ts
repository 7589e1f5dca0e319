import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Database } from "../store/database.ts";
import { upsertFeedback } from "../store/feedback.ts";
import { withTenant } from "../store/transaction.ts";

export interface Rating {
  tenantId: string;
  ticketId: string;
  messageId: string;
  rating: "up" | "down";
  reason?: string;
}

/** Notes a visitor's thumb on an answer of their own ticket. @throws AppError `not_found`. */
export async function rateAnswer(
  db: Database,
  { tenantId, ticketId, messageId, rating, reason }: Rating,
): Promise<void> {
  const feedback = { id: newId(), ticketId, messageId, rating, reason: reason ?? null };
  const stored = await withTenant(db, tenantId, (tx) => upsertFeedback(tx, feedback));
  if (!stored) throw new AppError("not_found", "There is no such answer in this conversation.");
}
