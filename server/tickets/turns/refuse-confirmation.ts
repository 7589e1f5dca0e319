import type { StreamEvent } from "../../../protocol/events.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { newId } from "../../core/ids.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type ConfirmationRow, findConfirmation, responseEvent, settleConfirmation } from "../store/confirmations.ts";
import { storeMessage } from "../store/store-message.ts";
import { lockTicket, type TicketRow } from "../store/tickets.ts";
import { activityOf, languageOn, sentenceOn } from "./confirmation-words.ts";

/**
 * Ends an unanswered confirmation that has expired, or whose visitor has moved on to another subject. A message tells the visitor that
 * nothing was changed, and the assistant finds it in the history. The caller has locked the ticket's row.
 */
export async function refuseConfirmation(
  tx: TenantTransaction,
  ticket: TicketRow,
  asked: ConfirmationRow,
): Promise<StreamEvent[]> {
  const how = asked.is_due
    ? ({ status: "expired", by: "system" } as const)
    : ({ status: "withdrawn", by: "visitor" } as const);
  if (!(await settleConfirmation(tx, asked, how))) return [];
  const language = languageOn(asked, ticket, (await findTenant(tx))?.locale ?? "en");
  const content = sentenceOn(asked, how.status, language);
  const tools = [activityOf(asked, how.status)];
  const { events } = await storeMessage(
    tx,
    { id: newId(), ticketId: ticket.id, turnId: null, role: "assistant", content, tools },
    { before: [responseEvent(asked.id, how)] },
  );
  return events;
}

/** Drops a write that waits for approval because the visitor has sent a new message. @returns the ticket's new state, and the events. */
export async function refuseForMessage(
  tx: TenantTransaction,
  ticket: TicketRow,
): Promise<{ ticket: TicketRow; told: StreamEvent[] }> {
  const asked = ticket.pending_confirmation ? await findConfirmation(tx, ticket.pending_confirmation) : undefined;
  if (!asked) return { ticket, told: [] };
  const told = await refuseConfirmation(tx, ticket, asked);
  return { ticket: (await lockTicket(tx, ticket.id)) ?? ticket, told };
}

/** Ends a pending confirmation that has expired. */
export async function expireConfirmation(
  tx: TenantTransaction,
  { ticketId, confirmationId }: { ticketId: string; confirmationId: string },
): Promise<StreamEvent[]> {
  const ticket = await lockTicket(tx, ticketId);
  const asked = ticket && (await findConfirmation(tx, confirmationId));
  if (!ticket || asked?.status !== "pending" || !asked.is_due) return [];
  return refuseConfirmation(tx, ticket, asked);
}
