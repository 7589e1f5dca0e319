import type { StreamEvent } from "../../../protocol/events.ts";
import type { HistoryMessage, HumanAnswer } from "../../assistant/ports.ts";
import { AppError } from "../../core/errors.ts";
import { shorten } from "../../core/text/shorten.ts";
import { type AuditEntry, insertAudit } from "../../database/audit-log.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { insertSnippet, type Snippet } from "../../knowledge/store/snippets.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { findWaiting } from "../attachments/of-message.ts";
import { updateAttachmentsMessage } from "../store/attachments.ts";
import { withdrawClarification } from "../store/clarifications.ts";
import { withdrawConfirmation } from "../store/confirmations.ts";
import { findMessage, listMessagesBefore, listPending, passPendingToAssistant } from "../store/messages.ts";
import { storeMessage } from "../store/store-message.ts";
import type { NewEvent } from "../store/ticket-events.ts";
import { undoOf } from "../store/ticket-undo.ts";
import { isEnded, reopenTicket, type TicketRow, updateTicket } from "../store/tickets.ts";
import type { TurnDeps } from "./deps.ts";
import { endTurn } from "./end-turn.ts";
import { endOf } from "./endings.ts";
import type { RunningTurn } from "./turn-context.ts";

/** An agent's answer to a ticket, and the data stored with it. */
export interface Resolution {
  type: "resolve";
  answer: HumanAnswer;
  audit: AuditEntry;
  /** Saved question and answer. With a job it is live at once; without one it is a proposal. */
  snippet?: Snippet & { jobId: string | null };
  /** Number of the ticket's newest event at the claim: the agent has not seen later events. */
  claimedAt: number;
  /** Ids of the answer's attachments. */
  attachments?: string[];
  /** Set when the ticket ends without an answer. */
  endedAs?: "spam";
}

/** A ticket that returns to the assistant. */
export interface HandBack {
  type: "hand_back";
  audit: AuditEntry;
}

/**
 * Ends the turn with an agent's answer as the last message, and resolves the ticket. A second run (by a resumed node) changes nothing,
 * because the message has the decision's id. Messages that the visitor wrote after the claim reopen the ticket.
 */
export function endResolved(deps: TurnDeps, turn: RunningTurn, resolution: Resolution): Promise<void> {
  const { answer, audit, snippet, claimedAt, attachments: ids = [], endedAs = null } = resolution;
  const { ticketId } = turn;
  return endTurn(deps, turn, {
    outcome: { status: "done" },
    speaker: "person",
    async record(tx, ticket) {
      const isSilent = answer.answer === "" && ids.length === 0;
      if (isSilent ? ticket.status === "resolved" : await findMessage(tx, answer.message_id)) return [];
      requireUnchanged(turn, ticket);
      await insertAudit(tx, audit);
      if (snippet) await keepSnippet(tx, ticketId, { ...resolution, snippet });
      await passPendingToAssistant(tx, ticketId, { after: claimedAt });
      const hasLatePending = (await listPending(tx, ticketId)).length > 0;
      await withdrawClarification(tx, ticket);
      const refused = await withdrawConfirmation(tx, ticket, "agent");
      await updateTicket(tx, ticketId, {
        status: "resolved",
        owner: "human",
        assignee: answer.agent,
        awaiting_human: false,
        resolved_at: new Date(),
        ended_as: endedAs,
        undo: undoOf(ticket, {
          by: answer.agent.id,
          what: endedAs ?? "resolve",
          owner: "human",
          ...(snippet ? { snippet: snippet.id } : {}),
        }),
      });
      const owner = ownerEvent(turn, { owner: "human", status: "resolved", agent: answer.agent });
      const ends = [...refused, owner, endOf(turn)];
      const events = isSilent
        ? await recordEvents(tx, ticketId, ends)
        : await storeAnswer(tx, turn, { ...resolution, ends });
      return hasLatePending ? [...events, ...(await reopen(tx, turn))] : events;
    },
  });
}

async function keepSnippet(
  tx: TenantTransaction,
  ticketId: string,
  { snippet: { jobId, ...snippet }, answer, audit }: Resolution & { snippet: NonNullable<Resolution["snippet"]> },
): Promise<void> {
  const isLive = jobId !== null;
  await insertSnippet(tx, { ...snippet, ticketId, owner: answer.agent, isLive });
  await insertAudit(tx, {
    actor: audit.actor,
    action: isLive ? "snippet.publish" : "snippet.propose",
    target: { kind: "snippet", id: snippet.id },
    detail: { ticket_id: ticketId },
  });
  if (isLive) await insertJob(tx, { id: jobId, kind: "snippet", targetId: snippet.id, documentId: null });
}

async function storeAnswer(
  tx: TenantTransaction,
  { ticketId, turnId }: RunningTurn,
  { answer, attachments: ids = [], ends }: Resolution & { ends: NewEvent[] },
): Promise<StreamEvent[]> {
  const { answer: content, message_id: id, agent, citations = [] } = answer;
  const attachments = await findWaiting(tx, { ticketId, sender: "agent", ids });
  const message = { id, ticketId, turnId, role: "agent" as const, content, agent, citations, attachments };
  const { events } = await storeMessage(tx, message, { after: ends });
  if (ids.length > 0) await updateAttachmentsMessage(tx, { ticketId, messageId: id, ids });
  return events;
}

/**
 * Returns the ticket to the assistant. The next turn starts without the earlier messages; it has a short summary of them, but not the
 * question that was handed over. It answers the visitor's messages since the last agent message.
 */
export function endHandedBack(deps: TurnDeps, turn: RunningTurn, { audit }: HandBack): Promise<void> {
  return endTurn(deps, turn, {
    outcome: { status: "done" },
    speaker: "person",
    async record(tx, ticket) {
      requireUnchanged(turn, ticket);
      await insertAudit(tx, audit);
      const before = { sequence: ticket.last_sequence + 1, limit: contextMessages };
      const stored = await listMessagesBefore(tx, ticket.id, before);
      const said = stored.filter(({ sequence }) => sequence > ticket.context_start).map(({ message }) => message);
      await withdrawClarification(tx, ticket);
      const refused = await withdrawConfirmation(tx, ticket, "agent");
      await updateTicket(tx, ticket.id, {
        owner: "assistant",
        status: "open",
        assignee: null,
        awaiting_human: false,
        draft: null,
        question: null,
        escalation_reason: null,
        escalated_at: null,
        context_start: ticket.last_sequence,
        earlier_summary: contextSummary(said, ticket.earlier_summary),
        undo: undoOf(ticket, { by: audit.actor.id, what: "hand_back", owner: "assistant" }),
      });
      await passPendingToAssistant(tx, ticket.id);
      return recordEvents(tx, ticket.id, [...refused, ownerEvent(turn, { owner: "assistant", status: "open" })]);
    },
  });
}

/** @throws AppError `already_handled` when the turn had counted as dead and another decision was made meanwhile. */
function requireUnchanged(turn: RunningTurn, ticket: TicketRow): void {
  if (ticket.owner_epoch !== turn.ownerEpoch || isEnded(ticket))
    throw new AppError("already_handled", "Someone else was faster: the ticket has changed. Reload it.");
}

async function reopen(tx: TenantTransaction, turn: RunningTurn) {
  await reopenTicket(tx, turn.ticketId);
  return recordEvents(tx, turn.ticketId, [
    { type: "owner", turnId: null, payload: { owner: "assistant", status: "open" } },
  ]);
}

function ownerEvent({ turnId }: RunningTurn, payload: Extract<NewEvent, { type: "owner" }>["payload"]): NewEvent {
  return { type: "owner", turnId, payload };
}

/** Newest messages that the summary covers. */
const contextMessages = 30;
const maxMessageChars = 300;
const maxSummaryChars = 2_400;

/** Summary of the messages before a return to AI, for the assistant. The newest are last; the oldest are left out when it gets long. */
function contextSummary(said: HistoryMessage[], earlier: string | null): string {
  const who = { visitor: "The visitor", agent: "An agent", assistant: "The assistant", system: "Note" };
  const lines = said.map(({ role, content }) => `${who[role]}: ${shorten(content, maxMessageChars)}`);
  const all = [...(earlier ? earlier.split("\n").slice(1) : []), ...lines];
  let size = 0;
  const kept = all.toReversed().filter((line) => {
    size += line.length + 1;
    return size <= maxSummaryChars;
  });
  return ["Earlier in this conversation, before an agent returned it to the assistant:", ...kept.reverse()].join("\n");
}
