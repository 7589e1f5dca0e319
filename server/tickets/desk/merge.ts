import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { filledIn, readyLanguageOf, readySentences } from "../../core/text/ready/index.ts";
import { insertAudit } from "../../database/audit-log.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { withdrawClarification } from "../store/clarifications.ts";
import { passPendingToTeam } from "../store/messages.ts";
import { insertMerge } from "../store/related.ts";
import { storeMessage } from "../store/store-message.ts";
import { undoOf } from "../store/ticket-undo.ts";
import { findTicket, isEnded, type TicketRow, updateTicket } from "../store/tickets.ts";
import { ticketAudit } from "./audit.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";
import { changeTicket } from "./verbs.ts";

/**
 * Resolves a duplicate: its subject continues in another ticket of the same visitor, and the visitor is informed. The agent can undo it
 * like other decisions. A new message of the visitor also reopens the ticket.
 * @throws AppError `not_found`, `already_resolved`, or `conflict` with the reason when the two cannot be merged.
 */
export async function mergeTicket(
  deps: Pick<DeskDeps, "db" | "hub">,
  target: DeskTarget,
  intoId: string,
): Promise<void> {
  if (intoId === target.ticketId) throw new AppError("conflict", "A ticket cannot be merged into itself.");
  await changeTicket(deps, { ...target, alsoHeld: intoId }, async (tx, ticket) => {
    const into = await findTicket(tx, intoId);
    if (!into) throw new AppError("not_found", "Ticket not found.");
    requireMergeable(ticket, into);
    await withdrawClarification(tx, ticket);
    await passPendingToTeam(tx, ticket.id);
    await updateTicket(tx, ticket.id, {
      status: "resolved",
      owner: "human",
      assignee: target.agent,
      awaiting_human: false,
      resolved_at: new Date(),
      ended_as: "merged",
      undo: undoOf(ticket, { by: target.agent.id, what: "merge", owner: "human" }),
    });
    await insertMerge(tx, { ticketId: ticket.id, intoId, by: target.agent });
    await insertAudit(tx, ticketAudit(target, "merge", { into: intoId }));
    return sayWhereItGoesOn(tx, ticket, { number: into.number, agent: target.agent });
  });
  // Consoles that show the other ticket reload it.
  await announce(deps.hub, { tenantId: target.tenantId, ticketId: intoId }, []);
}

function requireMergeable(ticket: TicketRow, into: TicketRow): void {
  if (isEnded(ticket)) throw new AppError("already_resolved", "This ticket is already resolved.");
  if (ticket.visitor_id !== into.visitor_id)
    throw new AppError("conflict", "Tickets of different visitors cannot be merged. Link them instead.");
  if (into.ended_as === "merged")
    throw new AppError("conflict", `#${into.number} was merged into another ticket. Merge into that one.`);
  if (isEnded(into)) throw new AppError("conflict", `#${into.number} is resolved. Merge into an open ticket.`);
}

async function sayWhereItGoesOn(
  tx: TenantTransaction,
  ticket: TicketRow,
  { number, agent }: { number: number; agent: DeskTarget["agent"] },
) {
  const payload = { owner: "human" as const, status: "resolved" as const, agent, merged_into: number };
  const { events } = await storeMessage(tx, goesOn(ticket, number), {
    after: [{ type: "owner", turnId: null, payload }],
  });
  return events;
}

/** The message to the visitor that names the ticket in which their conversation continues. */
export function goesOn(ticket: TicketRow, number: number) {
  const { goesOn: sentence } = readySentences[readyLanguageOf(ticket.subject, ticket.visitor_locale ?? "en")];
  const content = filledIn(sentence, { n: number });
  return { id: newId(), ticketId: ticket.id, turnId: null, role: "system" as const, content };
}
