import { type NotNull, sql } from "kysely";
import type { Dislike } from "../../../protocol/admin.ts";
import type { ReportState } from "../../../protocol/answer-basis.ts";
import type { ReportNotice } from "../../../protocol/messages.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Stores or replaces a visitor's rating of an answer. @returns false when the ticket has no such answer. */
export async function upsertFeedback(
  tx: TenantTransaction,
  feedback: { id: string; ticketId: string; messageId: string; rating: "up" | "down"; reason: string | null },
): Promise<boolean> {
  const { id, ticketId, messageId, rating, reason } = feedback;
  const stored = await tx.run(sql`
    insert into feedback (tenant_id, id, ticket_id, message_id, rating, reason)
    select tenant_id, ${id}, ticket_id, id, ${rating}, ${reason} from messages
     where ticket_id = ${ticketId} and id = ${messageId} and role in ('assistant', 'agent')
        on conflict (tenant_id, message_id) do update set rating = excluded.rating, reason = excluded.reason, created_at = now()`);
  return stored === 1;
}

/**
 * Stores a visitor's report of an answer as a thumbs down. A reason that the visitor gave before stays if the report has none.
 * @returns false when the answer was already reported.
 */
export async function reportFeedback(
  tx: TenantTransaction,
  report: { id: string; ticketId: string; messageId: string; text: string | null },
): Promise<boolean> {
  const { id, ticketId, messageId, text } = report;
  const stored = await tx.run(sql`
    insert into feedback (tenant_id, id, ticket_id, message_id, rating, reason, reported_at)
    values (${tx.tenantId}, ${id}, ${ticketId}, ${messageId}, 'down', ${text}, now())
        on conflict (tenant_id, message_id) do update
       set rating = 'down', reason = coalesce(excluded.reason, feedback.reason), reported_at = now(), created_at = now()
     where feedback.reported_at is null`);
  return stored === 1;
}

/** The most dislikes of one ticket that are listed. */
const maxListed = 100;

/** Answers of a ticket that the visitor disliked or reported, the newest ones, oldest first. */
export async function listDislikes(tx: TenantTransaction, ticketId: string): Promise<Dislike[]> {
  const rows = await tx.all(
    query
      .selectFrom("feedback as f")
      .leftJoin("messages as m", "m.id", "f.message_id")
      .leftJoin("gap_questions as q", "q.turn_id", "m.turn_id")
      .select(["f.message_id", "f.reason", "f.reported_at", "f.created_at", "q.gap_id"])
      .where("f.ticket_id", "=", ticketId)
      .where("f.rating", "=", "down")
      .orderBy("f.created_at", "desc")
      .limit(maxListed),
  );
  return rows.reverse().map(({ message_id, reason, reported_at: reportedAt, created_at: at, gap_id: gapId }) => ({
    message_id,
    is_reported: reportedAt !== null,
    reason,
    gap_id: reportedAt === null ? null : gapId,
    created_at: at.toISOString(),
  }));
}

/** True while the visitor waits for the outcome of a report. */
export async function hasOpenReport(tx: TenantTransaction, ticketId: string): Promise<boolean> {
  const open = query
    .selectFrom("feedback")
    .select("message_id")
    .where("ticket_id", "=", ticketId)
    .where("reported_at", "is not", null)
    .where("told_at", "is", null)
    .limit(1);
  return (await tx.first(open)) !== undefined;
}

/** Stores the outcome of a report that the visitor is told now. @returns false when the visitor was told before. */
export async function markReportTold(
  tx: TenantTransaction,
  messageId: string,
  outcome: ReportNotice["outcome"],
): Promise<boolean> {
  const told = query
    .updateTable("feedback")
    .set({ outcome, told_at: now })
    .where("message_id", "=", messageId)
    .where("reported_at", "is not", null)
    .where("told_at", "is", null);
  return (await tx.run(told)) === 1;
}

/** The visitor's report of an answer; undefined without one. */
export async function findReport(tx: TenantTransaction, messageId: string): Promise<ReportState | undefined> {
  const row = await tx.first(
    query
      .selectFrom("feedback")
      .select(["reported_at", "outcome"])
      .where("message_id", "=", messageId)
      .where("reported_at", "is not", null)
      .$narrowType<{ reported_at: NotNull }>(),
  );
  return row && { state: row.outcome ?? "open", at: row.reported_at.toISOString() };
}
