import type { Draft } from "../../protocol/admin.ts";
import type { AgentRef, Citation } from "../../protocol/messages.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { insertSnippet } from "../store/snippets.ts";
import { withTenant } from "../store/transaction.ts";
import type { TurnDeps } from "./deps.ts";
import { claimTicket, type DeskTarget, requirePerson } from "./desk-claim.ts";

export interface Resolution extends DeskTarget {
  answer: string;
  saveAsSnippet: boolean;
}

/** An assistant's draft that an agent sends, as it is or edited. */
export interface Approval extends DeskTarget {
  content?: string;
  saveAsSnippet: boolean;
}

/** A claimed resolution: the turn that carries it, and what is said. */
export interface Claimed {
  turnId: string;
  answer: string;
  citations: Citation[];
  question: string | undefined;
}

/**
 * Claims the ticket's resolution: of several people who press the button, one goes on. The returned turn carries the answer
 * through the paused graph.
 * @throws AppError `not_found`, `already_resolved`, `already_handled`, or `conflict` while a turn is at work.
 */
export function claimResolution(deps: TurnDeps, resolution: Resolution): Promise<Claimed> {
  return claimTicket(deps, resolution, {
    kind: "resume",
    async work(_tx, { ticket, turnId, start }) {
      await start(ticket.owner_epoch);
      return {
        turnId,
        answer: resolution.answer,
        citations: [],
        question: ticket.question ?? (ticket.subject || undefined),
      };
    },
  });
}

/**
 * Claims the ticket with its draft as the answer. Sources that the edited text no longer names are left out.
 * @throws AppError as {@link claimResolution}, and `no_draft`.
 */
export function claimApproval(deps: TurnDeps, approval: Approval): Promise<Claimed> {
  return claimTicket(deps, approval, {
    kind: "resume",
    async work(_tx, { ticket, turnId, start }) {
      requirePerson(ticket);
      const answer = (approval.content ?? ticket.draft?.content ?? "").trim();
      if (!ticket.draft || answer === "") throw new AppError("no_draft", "This ticket has no draft to send.");
      await start(ticket.owner_epoch);
      const question = ticket.question ?? (ticket.subject || undefined);
      return { turnId, answer, citations: citationsIn(answer, ticket.draft), question };
    },
  });
}

function citationsIn(answer: string, { citations }: Draft): Citation[] {
  const named = new Set([...answer.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index)));
  return citations.filter((citation) => named.has(citation.index));
}

/** Keeps an answer as an approved question and answer, and adds it to what the assistant knows. */
export async function saveSnippet(
  deps: TurnDeps,
  ticket: { tenantId: string; ticketId: string; agent: AgentRef },
  pair: { question: string; answer: string },
): Promise<void> {
  const snippet = { id: newId(), ...pair };
  await withTenant(deps.db, ticket.tenantId, (tx) =>
    insertSnippet(tx, { ...snippet, ticketId: ticket.ticketId, createdBy: ticket.agent.id }),
  );
  await deps.addSnippet(ticket.tenantId, snippet);
}
