import type { Deleted } from "../../../protocol/admin-visitors.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** How much goes with these tickets. */
export async function countContents(tx: TenantTransaction, ticketIds: string[]): Promise<Deleted> {
  const { rows } = await tx.query<Deleted>(
    `select $2::int as tickets, (select count(*)::int from messages where ticket_id = any($1::uuid[])) as messages,
            (select count(*)::int from attachments where ticket_id = any($1::uuid[])) as files`,
    [ticketIds, ticketIds.length],
  );
  return rows[0] ?? { tickets: 0, messages: 0, files: 0 };
}

/** A visitor's tickets, held until the transaction ends. */
export async function lockTicketsOf(tx: TenantTransaction, visitorId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from tickets where visitor_id = $1 order by id for update",
    [visitorId],
  );
  return rows.map(({ id }) => id);
}

/** Turns at work on these tickets. */
export async function listRunningTurns(tx: TenantTransaction, ticketIds: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from turns where ticket_id = any($1::uuid[]) and status = 'running'",
    [ticketIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Removes tickets with all that hangs on them by a reference (messages, citations, events, files, turns, checkpoints, ratings, forms, notes,
 * mails), and the jobs that were to work on them.
 */
export async function deleteTickets(tx: TenantTransaction, ticketIds: string[]): Promise<void> {
  await tx.query(
    `delete from jobs where target_id = any($1::uuid[])
       or target_id in (select id from outgoing_emails where ticket_id = any($1::uuid[]))`,
    [ticketIds],
  );
  // A snippet is the library's, and was somebody's decision; it forgets where it came from.
  await tx.query("update snippets set ticket_id = null where ticket_id = any($1::uuid[])", [ticketIds]);
  await tx.query("delete from tickets where id = any($1::uuid[])", [ticketIds]);
}
