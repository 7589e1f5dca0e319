import type { TenantTransaction } from "../../database/transaction.ts";

export interface TicketRatingRow {
  score: number;
  comment: string | null;
  resolved_at: Date;
  created_at: Date;
}

const columns = "score, comment, resolved_at, created_at";

/** What was said about one end of a ticket. */
export async function findTicketRating(
  tx: TenantTransaction,
  ticketId: string,
  resolvedAt: Date,
): Promise<TicketRatingRow | undefined> {
  const { rows } = await tx.query<TicketRatingRow>(
    `select ${columns} from ticket_ratings where ticket_id = $1 and resolved_at = $2`,
    [ticketId, resolvedAt],
  );
  return rows[0];
}

/** What was said about all ends of a ticket, oldest first. */
export async function listTicketRatings(tx: TenantTransaction, ticketId: string): Promise<TicketRatingRow[]> {
  const { rows } = await tx.query<TicketRatingRow>(
    `select * from (select ${columns} from ticket_ratings where ticket_id = $1 order by resolved_at desc limit 100) newest
      order by resolved_at`,
    [ticketId],
  );
  return rows;
}

/**
 * Stores what the visitor says about an end of a ticket. The first score stands; words may be added to it once.
 * @returns what stands now; undefined when something else was said before.
 */
export async function insertTicketRating(
  tx: TenantTransaction,
  rating: { id: string; ticketId: string; resolvedAt: Date; score: number; comment: string | null },
): Promise<TicketRatingRow | undefined> {
  const { rows } = await tx.query<TicketRatingRow>(
    `insert into ticket_ratings as r (tenant_id, id, ticket_id, resolved_at, score, comment) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, ticket_id, resolved_at) do update set comment = excluded.comment
       where r.score = excluded.score and r.comment is null and excluded.comment is not null
     returning ${columns}`,
    [tx.tenantId, rating.id, rating.ticketId, rating.resolvedAt, rating.score, rating.comment],
  );
  return rows[0];
}
