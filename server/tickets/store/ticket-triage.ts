import { sql } from "kysely";
import { priorityNumbers, type TicketPriority, ticketPriorities } from "../../../protocol/triage.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { insertTicketWords, TicketWords, wordWeights } from "./store-message.ts";

/** How agents sort a ticket, apart from its labels and assignee. */
export interface Triage {
  priority: TicketPriority;
  /** `infinity`: until the visitor writes. Null: not snoozed, or the time has passed. */
  snoozed: string | null;
  /** The agents' own title; null: none. */
  title: string | null;
}

/** The caller has locked the ticket. */
export async function findTriage(tx: TenantTransaction, ticketId: string): Promise<Triage> {
  const snoozed = sql<string | null>`case when snoozed_until > now() then snoozed_until::text end`.as("snoozed");
  const row = await tx.first(
    query.selectFrom("tickets").select(["priority", "title", snoozed]).where("id", "=", ticketId),
  );
  return {
    priority: ticketPriorities[row?.priority ?? 0] ?? "none",
    snoozed: row?.snoozed ?? null,
    title: row?.title ?? null,
  };
}

/** Leaves `updated_at` as it is: triage does not change the conversation. */
export async function updatePriority(tx: TenantTransaction, ticketId: string, priority: TicketPriority): Promise<void> {
  await tx.run(query.updateTable("tickets").set({ priority: priorityNumbers[priority] }).where("id", "=", ticketId));
}

/** Agents find the ticket by the words of its title; those of the title before stay. */
export async function updateTitle(tx: TenantTransaction, ticketId: string, title: string): Promise<void> {
  await tx.run(query.updateTable("tickets").set({ title }).where("id", "=", ticketId));
  await insertTicketWords(tx, ticketId, new TicketWords().add(title, wordWeights.subject));
}

/** @param until a time, `infinity`, or null to end the snooze. */
export async function updateSnooze(tx: TenantTransaction, ticketId: string, until: string | null): Promise<void> {
  await tx.run(query.updateTable("tickets").set({ snoozed_until: until }).where("id", "=", ticketId));
}
