import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { ticketViewSchema } from "../../../protocol/admin.ts";

export type TicketView = z.infer<typeof ticketViewSchema>;

/** A ticket `t` that is snoozed until a time in the future. */
export const isSnoozed = sql<boolean>`t.snoozed_until is not null and t.snoozed_until > now()`;
export const isAwake = sql<boolean>`(t.snoozed_until is null or t.snoozed_until <= now())`;

/** Open reports of wrong answers whose tickets are listed, the newest; it limits the time of the count. */
const maxReports = 1_000;

/**
 * The condition of each view on a ticket `t`. It contains, word for word, the condition of an index in db/always/indexes.sql; for
 * reported tickets, an index of open reports finds their ids. Tickets without a visitor's message are not listed.
 */
export function viewConditions(personId: string): Record<TicketView, RawBuilder<boolean>> {
  return {
    needs_person: sql`t.message_count > 0 and t.status in ('pending_human', 'in_progress') and ${isAwake}`,
    mine: sql`t.message_count > 0 and t.assignee is not null and t.status not in ('resolved', 'closed') and t.assignee ->> 'id' = ${personId} and ${isAwake}`,
    unassigned: sql`t.message_count > 0 and t.status = 'pending_human' and t.assignee is null and ${isAwake}`,
    pending_visitor: sql`t.message_count > 0 and t.status = 'pending_visitor' and ${isAwake}`,
    assistant: sql`t.message_count > 0 and t.owner = 'assistant' and t.status = 'open'`,
    reported: sql`t.message_count > 0 and t.ended_as is distinct from 'spam' and t.id = any(array(select ticket_id from feedback where reported_at is not null and told_at is null order by reported_at desc limit ${sql.lit(maxReports)}))`,
    snoozed: sql`t.message_count > 0 and ${isSnoozed}`,
    resolved: sql`t.message_count > 0 and t.status in ('resolved', 'closed')`,
    all: sql`t.message_count > 0`,
  };
}
