import type { AdminConfirmation } from "../../../protocol/admin-confirmations.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { listTicketConfirmations, listWaitingForAgents } from "../store/ticket-confirmations.ts";
import { ticketAudit } from "./audit.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

/** Tool calls of all tickets that wait for an agent's approval, first the one that expires first. */
export function listWaitingConfirmations(deps: Pick<DeskDeps, "db">, tenantId: string): Promise<AdminConfirmation[]> {
  return withTenant(deps.db, tenantId, (tx) => listWaitingForAgents(tx));
}

/**
 * An agent approves or declines a write that the assistant has proposed. The ticket stays with the assistant, which continues at once. Of
 * several agents only the first counts; the same answer by the same agent again changes nothing.
 * @throws AppError `not_found`, `already_answered`, `confirmation_expired`, or `conflict` while the visitor is asked.
 */
export async function answerConfirmation(
  deps: Pick<DeskDeps, "db" | "turns">,
  target: DeskTarget,
  { confirmationId, approved }: { confirmationId: string; approved: boolean },
): Promise<AdminConfirmation> {
  const { tenantId, ticketId, agent } = target;
  await deps.turns.answerConfirmation({
    tenantId,
    ticketId,
    confirmationId,
    said: { by: "agent", approved, id: agent.id, name: agent.name },
    audit: ticketAudit(target, approved ? "approve_call" : "decline_call", { confirmation: confirmationId }),
  });
  const all = await withTenant(deps.db, tenantId, (tx) => listTicketConfirmations(tx, ticketId));
  const answered = all.find((confirmation) => confirmation.confirmation_id === confirmationId);
  if (!answered) throw new AppError("not_found", "Confirmation not found.");
  return answered;
}
