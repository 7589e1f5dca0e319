import { sql } from "kysely";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listMessagesBefore, type StoredMessage } from "./messages.ts";

/** Messages per page. */
const pageMessages = 100;

/** One page of a ticket's messages. */
export interface MessagePage {
  /** Oldest first. */
  stored: StoredMessage[];
  /** Cursor of the messages before these; null when there are none. */
  earlier: string | null;
}

/** The newest messages of a ticket, or those before a cursor. */
export async function listMessagePage(
  tx: TenantTransaction,
  ticketId: string,
  before: string = String(Number.MAX_SAFE_INTEGER),
): Promise<MessagePage> {
  const found = await listMessagesBefore(tx, ticketId, { sequence: Number(before), limit: pageMessages + 1 });
  const stored = found.slice(-pageMessages);
  return { stored, earlier: found.length > pageMessages ? String(stored[0]?.sequence) : null };
}

/** True when the assistant or an agent has written in the ticket. */
export async function hasAnswer(tx: TenantTransaction, ticketId: string): Promise<boolean> {
  const row = await tx.first(sql<{ has: boolean }>`
    select exists (select 1 from messages where ticket_id = ${ticketId} and role in ('assistant', 'agent')) as has`);
  return row?.has ?? false;
}
