import { query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

const columns = ["score", "comment", "resolved_at", "created_at"] as const;

export type TicketRatingRow = Pick<RowOf<"ticket_ratings">, (typeof columns)[number]>;

/** The most ratings of one ticket that are listed. */
const maxListed = 100;

/** The rating that the visitor gave after the ticket was resolved at this time. */
export function findTicketRating(
  tx: TenantTransaction,
  ticketId: string,
  resolvedAt: Date,
): Promise<TicketRatingRow | undefined> {
  const ratings = query.selectFrom("ticket_ratings").select(columns);
  return tx.first(ratings.where("ticket_id", "=", ticketId).where("resolved_at", "=", resolvedAt));
}

/** Whether the ticket has an answer: an agent's, or one of the assistant's that was graded and kept. A hand-over is none. */
export async function hasAnswer(tx: TenantTransaction, ticketId: string): Promise<boolean> {
  const answers = query.selectFrom("messages").select("id").where("ticket_id", "=", ticketId);
  const isAnswer = answers.where(({ and, eb, or }) =>
    or([
      eb("role", "=", "agent"),
      and([
        eb("role", "=", "assistant"),
        or([eb("grade", "is not", null), eb("cached", "=", true)]),
        eb("unverified", "=", false),
      ]),
    ]),
  );
  return (await tx.first(isAnswer.limit(1))) !== undefined;
}

/** The newest ratings of a ticket, oldest first. */
export async function listTicketRatings(tx: TenantTransaction, ticketId: string): Promise<TicketRatingRow[]> {
  const ratings = query.selectFrom("ticket_ratings").select(columns).where("ticket_id", "=", ticketId);
  return (await tx.all(ratings.orderBy("resolved_at", "desc").limit(maxListed))).reverse();
}

/**
 * Stores the visitor's rating. The first score is final; a comment can be added to it once.
 * @returns the stored rating; undefined when a different one was stored before.
 */
export function insertTicketRating(
  tx: TenantTransaction,
  rating: { id: string; ticketId: string; resolvedAt: Date; score: number; comment: string | null },
): Promise<TicketRatingRow | undefined> {
  const { id, ticketId, resolvedAt, score, comment } = rating;
  return tx.first(
    query
      .insertInto("ticket_ratings")
      .values({ tenant_id: tx.tenantId, id, ticket_id: ticketId, resolved_at: resolvedAt, score, comment })
      .onConflict((conflict) =>
        conflict
          .columns(["tenant_id", "ticket_id", "resolved_at"])
          .doUpdateSet(({ ref }) => ({ comment: ref("excluded.comment") }))
          .whereRef("ticket_ratings.score", "=", "excluded.score")
          .where("ticket_ratings.comment", "is", null)
          .where("excluded.comment", "is not", null),
      )
      .returning(columns),
  );
}
