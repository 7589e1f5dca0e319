import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { ticketChannel } from "../live/hub.ts";
import { findTicket, isEnded } from "../store/tickets.ts";
import { withTenantOnce } from "../store/transaction.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

/**
 * Tells whoever follows the ticket that the agent writes to the visitor, or has stopped. It is told and forgotten: nothing is stored.
 * @throws AppError `not_found`.
 */
export async function tellTyping(
  { db, hub }: Pick<DeskDeps, "db" | "hub">,
  { tenantId, ticketId, agent }: DeskTarget,
  { over }: { over: boolean },
): Promise<void> {
  const ticket = await withTenantOnce(db, tenantId, (tx) => findTicket(tx, ticketId));
  if (!ticket) throw new AppError("not_found", "There is no such ticket.");
  // Nobody can say anything in it any more.
  if (isEnded(ticket)) return;
  await hub.tell(ticketChannel(tenantId, ticketId), {
    type: "typing",
    who: "agent",
    name: agent.name,
    ...(over ? { over } : {}),
    event_id: newId(),
    turn_id: null,
    sequence: ticket.last_sequence,
    created_at: new Date().toISOString(),
  });
}
