import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { passPendingToTeam } from "../store/messages.ts";
import { deleteMerge } from "../store/related.ts";
import { storeMessage } from "../store/store-message.ts";
import { changeBack, type TicketUndo } from "../store/ticket-undo.ts";
import { type TicketRow, updateTicket } from "../store/tickets.ts";
import { ticketAudit } from "./audit.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";
import { goesOn } from "./merge.ts";
import { changeTicket } from "./verbs.ts";

/** Time limit of an undo, in ms. The console offers the undo for 10 seconds; the rest is for slow connections. */
const undoWindowMs = 30_000;

/**
 * Undoes the caller's last decision about a ticket and restores its state and assignee. Sent messages stay. A snippet saved with the
 * decision is removed. After a return to AI, a running answer is stopped.
 * @throws AppError `not_found`, or `already_handled` when it is too late or the ticket has changed.
 */
export async function undoDecision(
  deps: Pick<DeskDeps, "db" | "hub" | "forgetSnippet">,
  target: DeskTarget,
): Promise<void> {
  let snippet: string | undefined;
  await changeTicket(deps, target, async (tx, ticket) => {
    const undo = undoFor(ticket, target.agent.id);
    if (!undo) throw new AppError("already_handled", "It is too late to undo this: the ticket has changed.");
    ({ snippet } = undo);
    const { owner, status, assignee } = await updateTicket(tx, ticket.id, changeBack(undo));
    if (owner === "human") await passPendingToTeam(tx, ticket.id);
    await insertAudit(tx, ticketAudit(target, "undo", { what: undo.what }));
    // Do not name an assignee to the visitor who has not started.
    const agent = assignee && status !== "pending_human" ? { agent: assignee } : {};
    const back = { type: "owner" as const, turnId: null, payload: { owner, status, ...agent } };
    if (undo.what !== "merge") return recordEvents(tx, ticket.id, [back]);
    await deleteMerge(tx, ticket.id);
    // The merge had sent the visitor to the other ticket.
    return (await storeMessage(tx, goesOn(ticket, ticket.number), { after: [back] })).events;
  });
  if (snippet) await deps.forgetSnippet(target.tenantId, snippet, target.actor);
}

/** Time until which an agent can undo their last decision; null when they cannot. */
export function undoUntil(ticket: TicketRow, personId: string): Date | null {
  const undo = undoFor(ticket, personId);
  return undo && new Date(Date.parse(undo.at) + undoWindowMs);
}

function undoFor({ undo, owner_epoch: epoch, status }: TicketRow, personId: string): TicketUndo | null {
  if (!undo || undo.by !== personId || undo.epoch !== epoch) return null;
  if (status !== (undo.what === "hand_back" ? "open" : "resolved")) return null;
  return Date.now() - Date.parse(undo.at) < undoWindowMs ? undo : null;
}
