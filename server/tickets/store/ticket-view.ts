import type { z } from "zod";
import type { ticketViewSchema } from "../../../protocol/admin.ts";

export type TicketView = z.infer<typeof ticketViewSchema>;

/** A ticket that was put out of the way until a time that has not come. */
export const isSnoozed = "t.snoozed_until is not null and t.snoozed_until > now()";
export const isAwake = "(t.snoozed_until is null or t.snoozed_until <= now())";

/**
 * Each view as a fixed piece of SQL that holds, word for word, the condition of an index in db/always/indexes.sql; `$1` is the person.
 * Tickets without a visitor's message are not listed.
 */
export const viewConditions: Record<TicketView, string> = {
  needs_person: `t.message_count > 0 and t.status in ('pending_human', 'in_progress') and ${isAwake}`,
  mine: `t.message_count > 0 and t.assignee is not null and t.status not in ('resolved', 'closed') and t.assignee ->> 'id' = $1 and ${isAwake}`,
  unassigned: `t.message_count > 0 and t.status = 'pending_human' and t.assignee is null and ${isAwake}`,
  assistant: "t.message_count > 0 and t.owner = 'assistant' and t.status = 'open'",
  snoozed: `t.message_count > 0 and ${isSnoozed}`,
  resolved: "t.message_count > 0 and t.status in ('resolved', 'closed')",
  all: "t.message_count > 0",
};
