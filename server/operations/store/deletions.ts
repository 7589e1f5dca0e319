import { sql } from "kysely";
import type { Deleted } from "../../../protocol/admin-visitors.ts";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Number of messages and files that are deleted with these tickets. */
export async function countContents(tx: TenantTransaction, ticketIds: string[]): Promise<Deleted> {
  const counted = await tx.first(sql<Omit<Deleted, "tickets">>`
    select (select count(*)::int from messages where ticket_id = ${anyOf(ticketIds)}) as messages,
           (select count(*)::int from attachments where ticket_id = ${anyOf(ticketIds)}) as files`);
  return { tickets: ticketIds.length, messages: 0, files: 0, ...counted };
}

/** Locks a visitor's tickets. */
export async function lockTicketsOf(tx: TenantTransaction, visitorId: string): Promise<string[]> {
  const tickets = query.selectFrom("tickets").select("id").where("visitor_id", "=", visitorId);
  return (await tx.all(tickets.orderBy("id").forUpdate())).map(({ id }) => id);
}

export async function listRunningTurns(tx: TenantTransaction, ticketIds: string[]): Promise<string[]> {
  const turns = query.selectFrom("turns").select("id").where("ticket_id", "=", anyOf(ticketIds));
  return (await tx.all(turns.where("status", "=", "running"))).map(({ id }) => id);
}

/** Deletes tickets, the rows that refer to them (messages, events, files, notes, e-mails, ...), and their jobs. */
export async function deleteTickets(tx: TenantTransaction, ticketIds: string[]): Promise<void> {
  const emails = query.selectFrom("outgoing_emails").select("id").where("ticket_id", "=", anyOf(ticketIds));
  await tx.run(
    query
      .deleteFrom("jobs")
      .where(({ eb, or }) => or([eb("target_id", "=", anyOf(ticketIds)), eb("target_id", "in", emails)])),
  );
  // A snippet is a decision of an agent and stays, without its origin.
  await tx.run(query.updateTable("snippets").set({ ticket_id: null }).where("ticket_id", "=", anyOf(ticketIds)));
  await tx.run(query.deleteFrom("tickets").where("id", "=", anyOf(ticketIds)));
}
