import type { AuditEntry } from "../../database/audit-log.ts";
import type { DeskTarget } from "./deps.ts";

/** The audit log entry for an action on a ticket. Write it in the action's transaction. */
export function ticketAudit(
  { actor, ticketId }: Pick<DeskTarget, "actor" | "ticketId">,
  action: string,
  detail?: AuditEntry["detail"],
): AuditEntry {
  return { actor, action: `ticket.${action}`, target: { kind: "ticket", id: ticketId }, ...(detail ? { detail } : {}) };
}
