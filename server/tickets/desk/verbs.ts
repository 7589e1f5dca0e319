import type { AnswerCitations } from "../../../protocol/admin-answers.ts";
import type { StreamEvent } from "../../../protocol/events.ts";
import type { AgentRef, Citation } from "../../../protocol/messages.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { stopTopic } from "../../core/live/hub.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { findWaiting, namesSame } from "../attachments/of-message.ts";
import { updateAttachmentsMessage } from "../store/attachments.ts";
import { withdrawClarification } from "../store/clarifications.ts";
import { withdrawConfirmation } from "../store/confirmations.ts";
import { hasOpenReport } from "../store/feedback.ts";
import { findMessage, passPendingToTeam } from "../store/messages.ts";
import { lockBoth } from "../store/related.ts";
import { storeMessage } from "../store/store-message.ts";
import { isEnded, lockTicket, type TicketKey, type TicketRow, updateTicket } from "../store/tickets.ts";
import { findRunningTurn } from "../store/turns.ts";
import { ticketAudit } from "./audit.ts";
import { citeFor } from "./citations.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

type VerbDeps = Pick<DeskDeps, "db" | "hub">;

/**
 * Makes the agent the ticket's owner. From the commit on no assistant text reaches the visitor: the owner's epoch has changed. Taking one's
 * own ticket again changes nothing. A colleague's ticket needs `takeOver`.
 * @throws AppError `not_found`, `already_resolved`, or `already_taken`.
 */
export async function takeTicket(
  deps: VerbDeps,
  target: DeskTarget,
  { takeOver = false }: { takeOver?: boolean } = {},
): Promise<void> {
  await changeTicket(deps, target, async (tx, ticket) => {
    if (ticket.assignee?.id === target.agent.id && isHeld(ticket)) return [];
    if (isHeld(ticket) && !takeOver)
      throw new AppError(
        "already_taken",
        `This ticket is assigned to ${ticket.assignee?.name ?? "another agent"}. Take it over to reply.`,
      );
    await insertAudit(tx, ticketAudit(target, "take"));
    return recordEvents(tx, ticket.id, [await assign(tx, ticket, target.agent)]);
  });
}

/** An agent's message; the ticket stays with the agent. */
export interface Reply {
  content: string;
  /** Made by the client: the same id again changes nothing. */
  messageId?: string | undefined;
  citations?: AnswerCitations | undefined;
  attachments?: string[];
}

/**
 * Sends an agent's reply. An unassigned ticket is assigned to the sender; a colleague's ticket stays the colleague's. The same `messageId`
 * again changes nothing.
 * @throws AppError `not_found`, `already_resolved`, `message_conflict` or `source_refused`.
 */
export async function replyToTicket(deps: VerbDeps, target: DeskTarget, reply: Reply): Promise<void> {
  await changeTicket(deps, target, async (tx, ticket) => {
    const id = reply.messageId ?? newId();
    const known = await findMessage(tx, id);
    const { attachments: ids = [], citations: chosen = [] } = reply;
    if (known) {
      const isSame =
        known.message.content === reply.content &&
        namesSame(known.message, ids) &&
        known.message.citations.every((citation) => isAmong(citation, chosen));
      if (known.ticketId !== ticket.id || !isSame)
        throw new AppError("message_conflict", "This message_id already belongs to another message. Use a new id.");
      return [];
    }
    await insertAudit(tx, ticketAudit(target, "reply"));
    const attachments = await findWaiting(tx, { ticketId: ticket.id, sender: "agent", ids });
    const citations = await citeFor(tx, { answer: reply.content, chosen, draft: ticket.draft });
    const before = isHeld(ticket) ? [] : [await assign(tx, ticket, target.agent)];
    const stored = await storeMessage(
      tx,
      {
        id,
        ticketId: ticket.id,
        turnId: null,
        role: "agent",
        content: reply.content,
        citations,
        agent: target.agent,
        attachments,
      },
      { before },
    );
    if (ids.length > 0) await updateAttachmentsMessage(tx, { ticketId: ticket.id, messageId: id, ids });
    return stored.events;
  });
}

function isAmong({ index, chunk_id: id }: Citation, chosen: AnswerCitations): boolean {
  return chosen.some((one) => one.index === index && one.chunk_id === id);
}

/** Closes a conversation for its visitor. */
export async function endTicket(deps: VerbDeps, target: TicketKey): Promise<void> {
  await changeTicket(deps, target, async (tx, ticket) => {
    if (ticket.status === "closed") return [];
    await withdrawClarification(tx, ticket);
    await passPendingToTeam(tx, ticket.id);
    await updateTicket(tx, ticket.id, {
      status: "closed",
      awaiting_human: false,
      resolved_at: ticket.resolved_at ?? new Date(),
    });
    return recordEvents(tx, ticket.id, [
      { type: "owner", turnId: null, payload: { owner: ticket.owner, status: "closed" } },
    ]);
  });
}

/** Merged or spam: nobody reads a reply there. */
function isSetAside({ ended_as: as }: TicketRow): boolean {
  return as === "merged" || as === "spam";
}

/** True while an agent works on the ticket, or waits for its visitor. */
export function isHeld(ticket: TicketRow): boolean {
  const isStarted = ticket.status === "in_progress" || ticket.status === "pending_visitor";
  return isStarted && ticket.owner === "human" && ticket.assignee !== null;
}

/**
 * Makes an agent the owner of a locked ticket; the caller records the event. An ended ticket opens again only while its visitor waits for
 * the outcome of a report.
 * @throws AppError `already_resolved`.
 */
export async function assign(tx: TenantTransaction, ticket: TicketRow, agent: AgentRef) {
  const isOver = isEnded(ticket);
  if (isOver && (isSetAside(ticket) || !(await hasOpenReport(tx, ticket.id))))
    throw new AppError("already_resolved", "This ticket is already resolved.");
  await withdrawClarification(tx, ticket);
  await passPendingToTeam(tx, ticket.id);
  // An answered visitor does not start to wait because another agent has the ticket.
  const status = ticket.status === "pending_visitor" ? ("pending_visitor" as const) : ("in_progress" as const);
  const reopened = isOver ? { resolved_at: null, ended_as: null, undo: null } : {};
  await updateTicket(tx, ticket.id, { owner: "human", status, assignee: agent, ...reopened });
  return {
    type: "owner" as const,
    turnId: null,
    payload: { owner: "human" as const, status, agent },
  };
}

/**
 * Changes a locked ticket and announces the events. Stops a running turn that has become obsolete.
 * @param target may name another ticket to lock at the same time.
 * @throws AppError `not_found`.
 */
export async function changeTicket(
  deps: VerbDeps,
  target: TicketKey & { alsoHeld?: string },
  work: (tx: TenantTransaction, ticket: TicketRow) => Promise<StreamEvent[]>,
): Promise<void> {
  const { events, overtaken, visitorId } = await withTenant(deps.db, target.tenantId, async (tx) => {
    if (target.alsoHeld) await lockBoth(tx, target.ticketId, target.alsoHeld);
    const ticket = await lockTicket(tx, target.ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    const events = await work(tx, ticket);
    // An agent has the ticket now, or it has ended: withdraw a change that waits for approval, and stop the running turn.
    const isMoved = events.some((event) => event.type === "owner");
    if (isMoved) {
      const refused = await withdrawConfirmation(tx, ticket, "agent" in target ? "agent" : "visitor");
      events.push(...(await recordEvents(tx, ticket.id, refused)));
    }
    const overtaken = isMoved ? await findRunningTurn(tx, ticket.id) : undefined;
    return { events, overtaken, visitorId: ticket.visitor_id };
  });
  const { tenantId, ticketId } = target;
  if (events.length > 0) await announce(deps.hub, { tenantId, ticketId, visitorId }, events);
  // The turn's text does not count any more, whether it gets this notification or not; stopping it saves the cost.
  if (overtaken) await deps.hub.notify(stopTopic(tenantId), overtaken.id);
}
