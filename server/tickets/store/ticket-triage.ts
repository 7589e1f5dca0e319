import { priorityNumbers, type TicketPriority, ticketPriorities } from "../../../protocol/triage.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** What agents put a ticket in order by, apart from its labels and whose it is. */
export interface Triage {
  priority: TicketPriority;
  /** `infinity`: until the visitor writes. Null: not out of the way, or not any more. */
  snoozed: string | null;
}

/** Of a ticket that is locked. */
export async function findTriage(tx: TenantTransaction, ticketId: string): Promise<Triage> {
  const { rows } = await tx.query<{ priority: number; snoozed: string | null }>(
    "select priority, case when snoozed_until > now() then snoozed_until::text end as snoozed from tickets where id = $1",
    [ticketId],
  );
  const [row] = rows;
  return { priority: ticketPriorities[row?.priority ?? 0] ?? "none", snoozed: row?.snoozed ?? null };
}

/** Leaves `updated_at` as it is: putting in order is no news of the conversation. */
export async function updatePriority(tx: TenantTransaction, ticketId: string, priority: TicketPriority): Promise<void> {
  await tx.query("update tickets set priority = $2 where id = $1", [ticketId, priorityNumbers[priority]]);
}

/** @param until a time, `infinity`, or null to bring the ticket back. */
export async function updateSnooze(tx: TenantTransaction, ticketId: string, until: string | null): Promise<void> {
  await tx.query("update tickets set snoozed_until = $2::timestamptz where id = $1", [ticketId, until]);
}
