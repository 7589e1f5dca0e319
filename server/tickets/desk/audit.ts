import type { AuditEntry } from "../../database/audit-log.ts";
import type { DeskTarget } from "./deps.ts";

/** The line of the audit log for something done to a ticket; it is written in the transaction of the doing. */
export function ticketAudit(
  { actor, ticketId }: Pick<DeskTarget, "actor" | "ticketId">,
  action: string,
  detail?: AuditEntry["detail"],
): AuditEntry {
  return { actor, action: `ticket.${action}`, target: { kind: "ticket", id: ticketId }, ...(detail ? { detail } : {}) };
}
