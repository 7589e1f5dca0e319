import type { AnswerCitations } from "../../../protocol/admin-answers.ts";
import type { Citation } from "../../../protocol/messages.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { AuditEntry } from "../../database/audit-log.ts";
import { findWaiting } from "../attachments/of-message.ts";
import type { TicketRow } from "../store/tickets.ts";
import { ticketAudit } from "./audit.ts";
import { citeFor } from "./citations.ts";
import { type Claim, claimTicket, requirePerson } from "./claim.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

export interface Resolution {
  /** Empty without attachments: no message is sent. */
  answer: string;
  /** The sources that the answer cites; none when absent. */
  citations?: AnswerCitations | undefined;
  saveAsSnippet: boolean;
  /** Ids of attachments of the answer. */
  attachments?: string[];
}

/** An assistant's draft that an agent sends, unchanged or edited. */
export interface Approval {
  content?: string | undefined;
  /** Instead of the draft's own sources. */
  citations?: AnswerCitations | undefined;
  saveAsSnippet: boolean;
}

/**
 * Resolves a ticket with an agent's answer. The answer goes through the paused graph and reaches the visitor once. Of several agents who
 * press the button, one wins.
 * @throws AppError `not_found`, `already_resolved`, `already_handled`, `source_refused`, or `conflict` while a turn is running.
 */
export async function resolveTicket(deps: DeskDeps, target: DeskTarget, resolution: Resolution): Promise<void> {
  const { saveAsSnippet, citations: chosen = [], attachments: ids = [] } = resolution;
  const answer = resolution.answer.trim();
  const claimed = await claimTicket(deps, target, {
    kind: "resume",
    async work(tx, claim) {
      await findWaiting(tx, { ticketId: claim.ticket.id, sender: "agent", ids });
      const citations = await citeFor(tx, { answer, chosen, draft: claim.ticket.draft });
      return { ...(await startClaimed(claim, { answer, citations })), attachments: ids };
    },
  });
  await conclude(deps, target, { ...claimed, audit: ticketAudit(target, "resolve"), saveAsSnippet });
}

/**
 * Sends the assistant's draft as the agent's answer. Sources that the edited text no longer cites are left out.
 * @throws AppError as {@link resolveTicket}, and `no_draft`.
 */
export async function approveDraft(deps: DeskDeps, target: DeskTarget, approval: Approval): Promise<void> {
  const claimed = await claimTicket(deps, target, {
    kind: "resume",
    async work(tx, claim) {
      const { ticket } = claim;
      requirePerson(ticket);
      const answer = (approval.content ?? ticket.draft?.content ?? "").trim();
      if (!ticket.draft || answer === "")
        throw new AppError("no_draft", "This ticket has no draft to send. Write a reply instead.");
      const isEdited = answer !== ticket.draft.content.trim();
      const citations = await citeFor(tx, { answer, chosen: approval.citations, draft: ticket.draft });
      return { ...(await startClaimed(claim, { answer, citations })), isEdited };
    },
  });
  // A draft sent unchanged was right. Calibration reads this entry.
  const audit = ticketAudit(target, "approve_draft", { edited: claimed.isEdited });
  await conclude(deps, target, { ...claimed, audit, saveAsSnippet: approval.saveAsSnippet });
}

/**
 * Resolves a ticket as spam: no message is sent, and the visitor is not asked for a rating. It does not count as a decision about the
 * draft.
 * @throws AppError `not_found`, `already_resolved`, `already_handled`, or `conflict` while a turn is running.
 */
export async function markAsSpam(deps: DeskDeps, target: DeskTarget): Promise<void> {
  const claimed = await claimTicket(deps, target, {
    kind: "resume",
    work: (_tx, claim) => startClaimed(claim, { answer: "", citations: [] }),
  });
  await conclude(deps, target, {
    ...claimed,
    audit: ticketAudit(target, "spam"),
    saveAsSnippet: false,
    endedAs: "spam",
  });
}

interface Said {
  answer: string;
  citations: Citation[];
}

/** A claimed resolution: the turn that carries it out, the answer, and the ticket. */
interface Claimed extends Said {
  turn: Claim["turn"];
  ticket: TicketRow;
  attachments?: string[];
  endedAs?: "spam";
}

async function startClaimed({ ticket, turn, start }: Claim, said: Said): Promise<Claimed> {
  await start(ticket.owner_epoch);
  return { turn, ticket, ...said };
}

async function conclude(
  deps: DeskDeps,
  target: DeskTarget,
  {
    turn,
    ticket,
    answer,
    citations,
    attachments,
    audit,
    saveAsSnippet,
    endedAs,
  }: Claimed & { audit: AuditEntry; saveAsSnippet: boolean },
): Promise<void> {
  const question = ticket.question ?? ticket.subject;
  // Citation marks refer to the sources of this answer only, so a snippet has none.
  const text = citations.length > 0 ? answer.replace(/\s?\[\d+\]/g, "") : answer;
  const snippet =
    saveAsSnippet && question !== ""
      ? { id: newId(), jobId: target.isReviewer ? newId() : null, question, answer: text }
      : undefined;
  await deps.turns.carryOut(turn, {
    type: "resolve",
    answer: { type: "resolve", answer, message_id: newId(), agent: target.agent, citations },
    audit,
    claimedAt: ticket.last_sequence,
    ...(attachments ? { attachments } : {}),
    ...(endedAs ? { endedAs } : {}),
    ...(snippet ? { snippet } : {}),
  });
  if (snippet?.jobId) await deps.publishSnippet(target.tenantId, snippet.jobId);
}
